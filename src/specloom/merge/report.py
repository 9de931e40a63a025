"""What a merge did, for people to read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from specloom.values import Struct, Value, field

Outcome = Literal["shared", "joined", "separate", "left out", "conflict"]
_OUTCOMES = {
    "shared": "says the same in each, became one",
    "joined": "put together",
    "separate": "kept apart",
    "left out": "differs, left out",
    "conflict": "differs, refused",
}


class Holder(Value, order=True):
    """A source that has a name, and what the name is in the merged document."""

    source: str
    became: str


class Twice(Value, kw_only=True):
    """A name that stood in several places. `kind` is the section of `components`, or `operations`,
    `paths`, `tags`, `webhooks`, or `document` for members of the root.
    """

    kind: str
    name: str
    holders: tuple[Holder, ...]
    outcome: Outcome


class Mount(Value, order=True):
    """`operations` operations of `source` now have `path` in front of theirs ("" for none)."""

    source: str
    path: str
    operations: int


class ProblemResponse(Value, order=True):
    """An operation ("GET /health") that got responses it did not declare."""

    operation: str
    source: str
    statuses: tuple[str, ...]


class MergeReport(Value, kw_only=True):
    """Sorted, so that it is the same whatever the order of the sources."""

    names: tuple[Twice, ...] = ()
    mounts: tuple[Mount, ...] = ()
    problem_responses: tuple[ProblemResponse, ...] = ()
    notes: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """The report as lines of Markdown."""
        return [
            "# Merge report",
            *_section("Names that stood twice", _names(self.names)),
            *_section("Mounts", _mounts(self.mounts)),
            *_section("Problem responses added", _problems(self.problem_responses)),
            *_section("Notes", [f"- {note}" for note in self.notes]),
        ]

    def text(self) -> str:
        """`lines`, joined, with a line end after the last."""
        return "\n".join(self.lines()) + "\n"


class ReportBuilder(Struct):
    """Gathers a report while the merge goes on."""

    names: list[Twice] = field(default_factory=list)
    mounts: list[Mount] = field(default_factory=list)
    problem_responses: list[ProblemResponse] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def twice(self, kind: str, name: str, holders: Iterable[tuple[str, str]], outcome: Outcome) -> None:
        found = tuple(sorted(Holder(source, became) for source, became in holders))
        self.names.append(Twice(kind=kind, name=name, holders=found, outcome=outcome))

    def build(self) -> MergeReport:
        return MergeReport(
            names=tuple(sorted(set(self.names), key=lambda n: (n.kind, n.name, n.holders, n.outcome))),
            mounts=tuple(sorted(self.mounts)),
            problem_responses=tuple(sorted(self.problem_responses)),
            notes=tuple(sorted(set(self.notes))),
        )


def _section(title: str, rows: Sequence[str]) -> list[str]:
    return ["", f"## {title}", "", *(rows or ["None."])]


def _names(names: Sequence[Twice]) -> list[str]:
    return [
        f"- {name.kind} {_code(name.name)}: {_OUTCOMES[name.outcome]} ("
        + ", ".join(f"{_code(holder.became)} from {holder.source}" for holder in name.holders)
        + ")"
        for name in names
    ]


def _mounts(mounts: Sequence[Mount]) -> list[str]:
    return [
        f"- {mount.source}: {mount.operations} operation{'' if mount.operations == 1 else 's'} at "
        + (_code(mount.path) if mount.path else "the root")
        for mount in mounts
    ]


def _problems(problems: Sequence[ProblemResponse]) -> list[str]:
    return [f"- {_code(p.operation)} ({p.source}): {', '.join(p.statuses)}" for p in problems]


def _code(text: str) -> str:
    """`text` as Markdown code, whatever backticks or line ends it holds."""
    return "`" + " ".join(text.replace("`", "'").split()) + "`"

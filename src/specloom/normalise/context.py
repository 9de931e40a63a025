"""What every part of *normalise* needs: the document, where things stand, and whom to tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.document.model import Merged, Owner
from specloom.ir import Doc
from specloom.normalise.pointers import below, join, of_fragment, split, unescape


class Missing:
    """What stands where nothing stands (null is something)."""


MISSING: Final = Missing()

RARE: Final = ("unevaluatedItems", "unevaluatedProperties", "xml")
"""Keywords that are looked for in the whole document, if they stand in it at all: most have none."""


class _Nodes(dict[str, Any]):
    """The values in a document, or :data:`MISSING`, by their pointers: each is looked up once."""

    def __missing__(self, pointer: str) -> Any:
        at, _, token = pointer.rpartition("/")
        node, found = self[at], MISSING
        if isinstance(node, dict):
            found = node.get(unescape(token), MISSING)
        elif isinstance(node, list) and token.isdecimal() and int(token) < len(node):
            found = node[int(token)]
        self[pointer] = found
        return found


class Context:
    """The merged document with its nodes, places and owners, and the run's diagnostics."""

    def __init__(
        self,
        merged: Merged,
        skip: frozenset[str],
        diagnostics: Diagnostics,
        own_types: Mapping[str, str] | None = None,
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        self.merged = merged
        self.skip = skip
        self.left_out = left_out
        self.diagnostics = diagnostics
        self.own_types = own_types or {}
        self.asked: set[str] = set()
        """The names of all pieces of which somebody wanted to know whether they are left out."""
        self.placed = 0
        """How often something became of the place where it stands: a finding, a name, an assertion."""
        self.docs: dict[tuple[tuple[str, ...], tuple[str, ...], bool], Doc] = {}
        """What schemas say of themselves, as far as it has been read: a member asks for it, and its type."""
        self._uri = merged.document.uri
        self._nodes = _Nodes({"": merged.document.content})
        self._ends: dict[str, str] = {}
        """Where references lead in the end, as far as they have been followed."""
        self.sources = {source.id: source for source in merged.sources}
        self._first = merged.sources[0].id
        self._owners: dict[str, Owner | None] = {}
        self._shared: dict[str, Owner] = {}
        for place, owner in merged.owners.items():
            self._shared.setdefault("/".join(place.split("/", 3)[:3]), owner)

    @property
    def rare(self) -> frozenset[str]:
        """Which of the :data:`RARE` keywords any schema has."""
        return self.merged.keywords.intersection(RARE)

    def node(self, pointer: str) -> Any:
        """The value at a pointer, or :data:`MISSING`."""
        return self._nodes[pointer]

    def mapping(self, pointer: str) -> dict[str, Any]:
        """The object at a pointer; empty where there is none."""
        node = self._nodes[pointer]
        return node if isinstance(node, dict) else {}

    def members(self, pointer: str, said: Any = MISSING) -> Iterator[tuple[str, str]]:
        """Name and pointer of each member of an object. Who has it at hand gives it."""
        nodes = self._nodes
        if said is MISSING:
            said = nodes[pointer]
        for name, node in said.items() if isinstance(said, dict) else ():
            place = below(pointer, name)
            nodes[place] = node
            yield name, place

    def entries(self, pointer: str, said: Any = MISSING) -> Iterator[str]:
        """Pointer of each entry of an array; none where there is no array. Who has it at hand gives it."""
        if said is MISSING:
            said = self._nodes[pointer]
        for index, entry in enumerate(said if isinstance(said, list) else ()):
            place = f"{pointer}/{index}"
            self._nodes[place] = entry
            yield place

    def target(self, pointer: str, reference: Any) -> str | None:
        """Where the `$ref` leads that the object at `pointer` has; None (and an error) if nowhere."""
        target = of_fragment(reference) if isinstance(reference, str) else None
        if target is None or self.node(target) is MISSING:
            self.error("ref-unresolved", f"{reference!r} leads to nothing", join(pointer, "$ref"))
            return None
        return target

    def follow(self, pointer: str) -> str | None:
        """The end of a chain of Reference Objects (OAS 3.2, 4.23); None if it has none."""
        node = self._nodes[pointer]
        if not isinstance(node, dict) or "$ref" not in node:
            return pointer
        reference = node["$ref"]
        if isinstance(reference, str) and (end := self._ends.get(reference)) is not None:
            return end
        trail: list[str] = []
        at: str | None = pointer
        while at is not None and "$ref" in self.mapping(at):
            if at in trail:
                self.loop([*trail, at])
                return None
            trail.append(at)
            at = self.target(at, self.mapping(at)["$ref"])
        if at is not None:
            self._ends[reference] = at
        return at

    def loop(self, trail: list[str]) -> None:
        """Report references that lead back to themselves; `trail` ends where it came by before."""
        trail = trail[trail.index(trail[-1]) :]
        names = " -> ".join((split(p) or ("#",))[-1] for p in trail)
        self.error(
            "ref-loop",
            f"these references only lead back to themselves, a loop: {names}",
            trail[0],
            related=[("also in the loop", p) for p in trail[1:-1]],
        )

    def owner(self, pointer: str) -> Owner | None:
        """The owner of the component or operation in which `pointer` stands."""
        # Four tokens are enough to tell: what stands below one of them has one owner.
        near = "/".join(pointer.split("/", 5)[:5])
        if near not in self._owners:
            self._owners[near] = self._owner(split(near))
        return self._owners[near]

    def _owner(self, tokens: tuple[str, ...]) -> Owner | None:
        for length in (3, 4):
            owner = self.merged.owners.get(join("", *tokens[:length]))
            if owner is not None:
                return owner
        # What a path item's operations share belongs to the source of the first of them.
        return self._shared.get(join("", *tokens[:2])) if tokens[:1] != ("components",) else None

    def source(self, pointer: str) -> str:
        """The id of the source to which the node at `pointer` belongs."""
        if len(self.sources) == 1:
            return self._first
        owner = self.owner(pointer)
        return owner.source if owner else self._first

    def namespace(self, source: str) -> str | None:
        known = self.sources.get(source)
        return known.namespace if known else None

    def local(self, source: str, name: str) -> str:
        """A name of the merged document as the source itself writes it, without its namespace."""
        namespace = self.namespace(source)
        return name.removeprefix(f"{namespace}.") if namespace else name

    def skips(self, *names: str) -> bool:
        """Whether the user asked to leave out the piece known by one of these names."""
        self.asked.update(names)
        return not self.skip.isdisjoint(names)

    def skips_component(self, pointer: str) -> bool:
        """Whether `pointer` is a component, or inside one, that is left out."""
        if not self.left_out and not self.skip:
            return False
        tokens = split(pointer)
        if self.left_out and join("", *tokens[:3]) in self.left_out:
            return True
        if not self.skip or len(tokens) < 3 or tokens[0] != "components":
            return False
        if tokens[1] == "securitySchemes":
            return False  # leaving one out would open what it guards
        owner = self.merged.owners.get(join("", *tokens[:3]))
        return self.skips(tokens[2], *([owner.name] if owner else []))

    def origin(self, pointer: str) -> Location:
        return Location(self._uri, pointer)

    def error(
        self,
        code: str,
        message: str,
        pointer: str,
        *,
        related: list[tuple[str, str]] | None = None,
        hint: str | None = None,
        unsupported: bool = False,
    ) -> None:
        self.placed += 1
        others = [Related(text, self.origin(place)) for text, place in related or ()]
        self.diagnostics.error(
            code, message, self.origin(pointer), related=others, hint=hint, unsupported=unsupported
        )

    def warning(
        self,
        code: str,
        message: str,
        pointer: str,
        *,
        related: list[tuple[str, str]] | None = None,
        hint: str | None = None,
    ) -> None:
        self.placed += 1
        others = [Related(text, self.origin(place)) for text, place in related or ()]
        self.diagnostics.warning(code, message, self.origin(pointer), related=others, hint=hint)

    def note(self, code: str, message: str, pointer: str, *, hint: str | None = None) -> None:
        self.placed += 1
        self.diagnostics.note(code, message, self.origin(pointer), hint=hint)

    def skip_hint(self, pointer: str) -> str:
        """How to leave out the piece in which `pointer` stands."""
        tokens = split(pointer)
        name = None
        if tokens[:1] == ("components",) and len(tokens) > 2:
            name = tokens[2]
        elif tokens[:1] == ("paths",) and len(tokens) > 2:
            operation = self.mapping(join("", *tokens[:3]))
            name = operation.get("operationId") or f"{tokens[2].upper()} {tokens[1]}"
        return f"to leave this piece out, add {name!r} to `skip`" if name else "take it out with an overlay"

"""Equal schemas are read once, wherever they stand: of a document's schemas most say what others say, too.
Members that are called the same by them are one object, then, and so are the types of equal objects.

GitHub's 38,000 members have some 4,000 different ones, `{"type": "string", "format": "uri"}` before all.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, Final, TypeVar

from msgspec.json import encode

from specloom import ir
from specloom.normalise.conjunction import Conjunction, Schemas
from specloom.normalise.context import Context
from specloom.normalise.kinds import NEVER, as_object
from specloom.normalise.pointers import below, ways
from specloom.values import Value

A = TypeVar("A")
K = TypeVar("K")
T = TypeVar("T")

_PLACED: Final = frozenset(("properties", "patternProperties", "required", "allOf", "discriminator"))
"""Keywords of schemas that give names of their own, say several things of one value, or speak of a source."""


class Said(Value, kw_only=True):
    """What a schema says of a member, an entry, or any value: its type, and what a declaration adds."""

    type: ir.Type
    doc: ir.Doc
    required_in: ir.Direction | None
    pinned: str | None


class Memory:
    """Knows schemas by all that they say, and by their place where something became of that.

    Whether anything did is seen when a schema is read (`Context.placed`). The places in `special` mean more
    than what stands there, as do components. What schemas say is their JSON text: other than Python, that
    tells 1 from true and from 1.0. What is not known is `read`.
    """

    def __init__(
        self, context: Context, special: Iterable[str], read: Callable[[str, dict[str, Any]], Said]
    ) -> None:
        self._context = context
        self._read = read
        components = (place for _, place in context.members("/components/schemas"))
        self._special = ways((*special, *components))
        self._anywhere: dict[bytes, Said] = {}
        self._there: dict[str, Said] = {}
        self._fields: dict[tuple[bytes | None, str, bool], ir.Field] = {}
        self._together: dict[tuple[bytes, ...], Said] = {}
        self._named: dict[tuple[bytes, str | None], ir.Type] = {}

    def said(self, pointer: str, schema: dict[str, Any]) -> Said:
        """What the schema at `pointer` says."""
        return self._said(pointer, schema, None if pointer in self._special else _text(schema))

    def _said(self, pointer: str, schema: dict[str, Any], text: bytes | None) -> Said:
        """What a schema says that is known by its text, or else by its place."""
        context = self._context
        if text is not None and (known := self._anywhere.get(text)) is not None:
            return known
        found = self._there.get(pointer)
        if found is None:
            before = context.placed
            found = self._read(pointer, schema)
            if text is not None and context.placed == before and (_is_flat(text) or _is_free(schema)):
                self._anywhere[text] = found
                return found
            self._there[pointer] = found
        context.placed += 1  # What it stands in cannot stand anywhere, either.
        return found

    def fields(
        self,
        at: str,
        declared: Mapping[str, Any],
        required: Container[str],
        make: Callable[[str, str, Said], ir.Field],
    ) -> list[ir.Field]:
        """The members that one schema declares at `at` by itself.

        Those that are not known yet are made of their names and places, and of what is said there.
        """
        context, known = self._context, self._fields
        found: list[ir.Field] = []
        is_special = at in self._special
        for name, written in declared.items():
            schema = written if type(written) is dict else as_object(written)
            text = None if is_special else _text(schema)
            key = (text, name, name in required)
            field = known.get(key)
            if field is None:
                place = below(at, name)
                before = context.placed
                field = make(name, place, self._said(place, schema, text))
                if context.placed == before:
                    known[key] = field
            found.append(field)
        return found

    def together(self, schemas: Schemas, read: Callable[[Schemas], Said]) -> Said:
        """What several schemas say together, by `read` if it is not known yet."""
        if any(p in self._special or s is NEVER or not _is_free(s) for p, s in schemas.items()):
            return read(schemas)
        return self._known(self._together, tuple(map(encode, schemas.values())), read, schemas)

    def named(self, whole: Conjunction, read: Callable[[Conjunction], ir.Type]) -> ir.Type:
        """The type that gets the name of `whole`, by `read` if none is known of a schema that says the same.

        The members of two objects are the same if nothing became of their places but the objects' names.
        """
        pointer, schema = next(iter(whole.own.items()))
        if not whole.is_alone or schema is NEVER or pointer in self._special:
            return read(whole)
        return self._known(self._named, (encode(schema), whole.only), read, whole)

    def _known(self, known: dict[K, T], key: K, read: Callable[[A], T], asked: A) -> T:
        """What is known by the key, or else read, and known from then on if nothing became of a place."""
        found = known.get(key)
        if found is None:
            before = self._context.placed
            found = read(asked)
            if self._context.placed == before:
                known[key] = found
        return found


def _text(schema: dict[str, Any]) -> bytes | None:
    """All that a schema says, as a text; None where that depends on its place."""
    return encode(schema) if schema is not NEVER and _PLACED.isdisjoint(schema) else None


def _is_flat(text: bytes) -> bool:
    """Whether a schema that has this text certainly has no other one inside, as most have none."""
    return text.find(b"{", 1) < 0


def _is_free(schema: dict[str, Any]) -> bool:
    """Whether neither a schema nor one inside it has keywords that depend on a place."""
    if not _PLACED.isdisjoint(schema):
        return False
    for said in schema.values():
        if type(said) is dict:
            if not _is_free(said):
                return False
        elif type(said) is list:
            for entry in said:
                if type(entry) is dict and not _is_free(entry):
                    return False
    return True

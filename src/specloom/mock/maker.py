"""Values of types: examples and defaults of the document where they fit, else made up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from random import Random
from typing import Any, Final

from specloom import ir
from specloom.mock import asserted, limits, objects
from specloom.mock.limits import UnmakeableError
from specloom.mock.numbers import number
from specloom.mock.patterns import search
from specloom.mock.texts import text
from specloom.python.fits import fits, same
from specloom.python.formats import Formats
from specloom.python.shapes import behind
from specloom.runtime.assertions.compiling import Compiler
from specloom.runtime.assertions.memory import evaluate

_NO_FORMATS: Final = Formats("annotate")


class Maker:
    """Makes values of the types of one API."""

    def __init__(self, api: ir.Api) -> None:
        self.named = {named.id: named for named in api.types}
        self.places = {named.id.pointer: named.id for named in api.types}
        self.schemas = api.schemas
        self._compiler = Compiler(_thawed(api.schemas), search)

    def json(self, type: ir.Type, seed: str, fault: Callable[[bytes], str | None]) -> bytes:
        """JSON of a value of the type: for a seed, always the same.

        `fault` is the judge: what is wrong with a text, None if nothing is. Raises :class:`UnmakeableError`.
        """
        reason = "nothing fits"
        for attempt in range(limits.ATTEMPTS):
            try:
                data = written(Making(self, Random(f"{seed}#{attempt}"), attempt).make(type))
            except UnmakeableError as error:
                reason = str(error)
                continue
            found = fault(data)
            if found is None:
                return data
            reason = found
        raise UnmakeableError(reason)

    def resolve(self, type: ir.Type) -> ir.Type:
        return behind(type, self.named)

    def holds(self, type: ir.Assertion, value: ir.Json) -> bool:
        return evaluate(self._compiler.named(type.place), value) is None


class Making:
    """One attempt at a value. The first takes what the document gives, and members in their order."""

    def __init__(self, maker: Maker, rng: Random, attempt: int) -> None:
        self.maker = maker
        self.rng = rng
        self.attempt = attempt
        self.stack: list[ir.TypeId] = []
        self.depth = 0
        self.optional = 0
        self._left = limits.NODES

    def make(self, type: ir.Type, *docs: ir.Doc) -> ir.Json:
        """A value. `docs` say more of it than its type. Raises :class:`UnmakeableError`."""
        self._left -= 1
        if self._left < 0:
            raise UnmakeableError("it takes too long to find a value")
        for given in self._given(type, docs):
            return given
        self.depth += 1
        try:
            return self._made(type)
        finally:
            self.depth -= 1

    def maybe(self, type: ir.Type, *docs: ir.Doc) -> ir.Json | ir.Absent:
        """A value that may be left out: it is where it would not end, or nothing is known to fit."""
        if self.depth > limits.DEEPEST:
            return ir.ABSENT
        self.optional += 1
        depth, stack = self.depth, len(self.stack)
        try:
            return self.make(type, *docs)
        except UnmakeableError:
            if self._left < 0:
                raise
            self.depth = depth
            del self.stack[stack:]
            return ir.ABSENT
        finally:
            self.optional -= 1

    def _given(self, type: ir.Type, docs: tuple[ir.Doc, ...]) -> Iterator[ir.Json]:
        """What the document gives, if it fits; later attempts try to do without."""
        if self.attempt and self.rng.random() < 0.5:
            return
        for doc in (*docs, type.doc):
            for value in (*doc.examples, *(() if doc.default is ir.ABSENT else (doc.default,))):
                if fits(self.maker.resolve, type, value, _NO_FORMATS):
                    yield plain(value)

    def _made(self, type: ir.Type) -> ir.Json:
        match type:
            case ir.Reference():
                return self._referred(type)
            case ir.Record() | ir.Map():
                return objects.make(self, type)
            case ir.Array():
                return self._array(type)
            case ir.Union():
                return self._union(type)
            case ir.Assertion():
                return asserted.make(self, type)
            case ir.Nothing():
                raise UnmakeableError("no value at all is allowed")
        return self._scalar(type)

    def _scalar(self, type: ir.Type) -> ir.Json:
        match type:
            case ir.Boolean():
                return self.rng.random() < 0.5
            case ir.Integer() | ir.Number():
                return number(type, self.rng)
            case ir.String(content=content, encoding=None) if content is not None:
                return written(self.make(content)).decode()
            case ir.String() | ir.File():
                return text(type if isinstance(type, ir.String) else ir.String(), self.rng)
            case ir.Choice(values=values):
                return plain(self.rng.choice(values))
            case ir.Anything():
                any_ = text(ir.String(), self.rng)
                return self.rng.choice((any_, 1, True, {}, (), None)) if self.attempt else any_
        return None

    def _referred(self, type: ir.Reference) -> ir.Json:
        inside = self.stack.count(type.target)
        if (inside and self.optional) or inside > limits.RECURSIONS:
            raise UnmakeableError("its type stands inside itself without an end")
        self.stack.append(type.target)
        optional, self.optional = self.optional, self.optional if inside else 0
        try:
            return self.make(self.maker.named[type.target].type)
        finally:
            self.optional = optional
            self.stack.pop()

    def _array(self, type: ir.Array) -> ir.Json:
        least = type.min_items or 0
        most = type.max_items if type.max_items is not None else max(least, len(type.prefix), 2)
        wanted = max(least, len(type.prefix), 1 if self.depth > 2 else 2)
        if self.attempt > 1:
            wanted = self.rng.randint(least, max(most, least))
        found: list[ir.Json] = []
        for index in range(min(wanted, max(most, least))):
            entry = type.prefix[index] if index < len(type.prefix) else type.items
            value = self._entry(entry, found if type.unique else [], needed=index < least)
            if value is ir.ABSENT:
                break
            found.append(value)
        return tuple(found)

    def _entry(self, type: ir.Type, others: list[ir.Json], *, needed: bool) -> ir.Json | ir.Absent:
        """An entry that is none of the others."""
        for _ in range(limits.ATTEMPTS):
            value = self.make(type) if needed else self.maybe(type)
            if value is ir.ABSENT or not any(same(value, other) for other in others):
                return value
        if needed:
            raise UnmakeableError("no different entries are known")
        return ir.ABSENT

    def _union(self, type: ir.Union) -> ir.Json:
        members = sorted(type.members, key=lambda member: isinstance(member, ir.Null))
        if self.attempt:
            self.rng.shuffle(members)
        first: ir.Json | ir.Absent = ir.ABSENT
        for member in members:
            value = self._member(type, member)
            if value is ir.ABSENT:
                continue
            if type.mode == "any" or fits(self.maker.resolve, type, value, _NO_FORMATS):
                return value
            first = value if first is ir.ABSENT else first
        if first is ir.ABSENT:
            raise UnmakeableError("none of the alternatives has a value that is known to fit")
        return first

    def _member(self, type: ir.Union, member: ir.Type) -> ir.Json | ir.Absent:
        depth, stack = self.depth, len(self.stack)
        try:
            value = self.make(member)
        except UnmakeableError:
            if self._left < 0:
                raise
            self.depth = depth
            del self.stack[stack:]
            return ir.ABSENT
        if type.discriminator is None or not isinstance(value, Mapping):
            return value
        return objects.tagged(type.discriminator, member, value)


def written(value: ir.Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()


def plain(value: ir.Json) -> ir.Json:
    """The value as it can be written: objects are dicts, decimals are numbers of Python's."""
    if isinstance(value, Mapping):
        return {name: plain(member) for name, member in value.items()}
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, Decimal):
        return int(value) if value == int(value) else float(value)
    return value


def _thawed(schemas: Mapping[str, ir.Json]) -> dict[str, Any]:
    return {place: plain(schema) for place, schema in schemas.items()}

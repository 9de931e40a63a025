"""Every type of every golden topic has values, the same for the same seed, and each holds to its model."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.mock import MemoryPackage
from specloom.mock.limits import UnmakeableError
from specloom.mock.maker import Maker
from specloom.mock.numbers import number
from support.golden import Topic, topics
from support.mocking import generated

TOPICS = [topic for topic in topics() if topic.style in (None, "pydantic") and topic.name != "own-types"]
HERE = Location("here")


def made(maker: Maker, type: ir.Type, seed: int = 0) -> Any:
    return json.loads(maker.json(type, str(seed), lambda _: None))


def record(*fields: tuple[str, ir.Type, bool], **limits: Any) -> ir.Record:
    members = tuple(ir.Field(name=n, type=t, required=r, place="") for n, t, r in fields)
    return ir.Record(fields=members, extra=ir.Anything(), **limits)


def api(**types: ir.Type) -> ir.Api:
    named = tuple(
        ir.NamedType(id=ir.TypeId("s", n), component=n, parent=None, words=(n,), type=t, origin=HERE)
        for n, t in types.items()
    )
    return ir.Api(title="", version="", description=None, sources=(), operations=(), types=named)


def to(name: str) -> ir.Reference:
    return ir.Reference(target=ir.TypeId("s", name))


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_values_hold_to_their_schemas(topic: Topic) -> None:
    (package,) = topic.project(Diagnostics()).packages
    made = generated(topic.project(Diagnostics()), "models")
    maker = Maker(made.api)
    with MemoryPackage(made.files, package.package) as loaded:
        types = loaded.load("models").SCHEMA_TYPES
        for named in made.api.types:
            space = next(s.namespace for s in made.api.sources if s.id == named.id.source)
            if named.component is None or named.variant is not None:
                continue
            adapter = TypeAdapter(types[named.component] if space is None else types[space][named.component])

            def fault(data: bytes, adapter: TypeAdapter[Any] = adapter) -> str | None:
                try:
                    adapter.validate_json(data)
                except ValidationError as error:
                    return str(error)
                return None

            type = ir.Reference(target=named.id)
            data = maker.json(type, "7", fault)
            assert data == Maker(made.api).json(type, "7", fault)
            assert fault(data) is None


def test_recursion_ends() -> None:
    node = record(("next", to("node"), False), ("children", ir.Array(items=to("node")), True))
    assert made(Maker(api(node=node)), to("node"))["children"] == []


def test_recursion_without_an_end_is_said() -> None:
    with pytest.raises(UnmakeableError, match="inside itself"):
        made(Maker(api(node=record(("next", to("node"), True)))), to("node"))


def test_optional_members_are_there_where_depth_allows() -> None:
    type = record(("a", ir.Integer(), False), ("b", record(("c", ir.Boolean(), False)), False))
    assert made(Maker(api()), type).keys() == {"a", "b"}


def test_the_documents_own_values_come_first() -> None:
    shown = ir.String(doc=ir.Doc(examples=("shown",), default="usual"))
    usual = ir.String(doc=ir.Doc(default="usual"))
    wrong = ir.Integer(maximum=3, doc=ir.Doc(examples=(7,), default=2))
    type = record(("a", shown, True), ("b", usual, True), ("c", wrong, True))
    assert made(Maker(api()), type) == {"a": "shown", "b": "usual", "c": 2}


def test_what_the_judge_refuses_is_tried_again() -> None:
    asked: list[bytes] = []

    def fault(data: bytes) -> str | None:
        asked.append(data)
        return "no" if len(asked) < 5 else None

    assert Maker(api()).json(ir.String(), "0", fault) == asked[-1]
    with pytest.raises(UnmakeableError, match="never"):
        Maker(api()).json(ir.String(), "0", lambda _: "never")


@pytest.mark.parametrize("member", ["cat", "dog"])
def test_a_discriminator_leads_to_the_member(member: str) -> None:
    maker = Maker(api(**{member: record(("kind", ir.String(), True), (member, ir.Boolean(), True))}))
    union = ir.Union(
        members=(to(member),),
        mode="one",
        discriminator=ir.Discriminator(member="kind", mapping=((f"a {member}", ir.TypeId("s", member)),)),
    )
    assert made(maker, union)["kind"] == f"a {member}"


def test_arrays_and_objects_are_of_the_size_that_is_asked_for() -> None:
    maker = Maker(api())
    unique = made(maker, ir.Array(items=ir.Choice(values=(1, 2, 3)), min_items=3, unique=True))
    assert sorted(unique) == [1, 2, 3]
    assert len(made(maker, ir.Map(values=ir.Integer(), min_members=4, max_members=4))) == 4
    few = made(maker, record(("a", ir.Null(), True), ("b", ir.Null(), False), max_members=1))
    assert few == {"a": None}
    with pytest.raises(UnmakeableError, match="different"):
        made(maker, ir.Array(items=ir.Null(), min_items=2, unique=True))


@pytest.mark.parametrize(
    ("type", "allowed"),
    [
        (ir.Integer(minimum=5, exclusive_maximum=7), {5, 6}),
        (ir.Integer(exclusive_minimum=1.5, maximum=2.5), {2}),
        (ir.Integer(multiple_of=2.5, minimum=1, maximum=9), {5}),
        (ir.Integer(maximum=-200, minimum=-200), {-200}),
        (ir.Integer(format="uint8", exclusive_minimum=254), {255}),
        (ir.Number(multiple_of=0.25, minimum=0.1, maximum=0.3), {0.25}),
        (ir.Number(exclusive_minimum=0, exclusive_maximum=0.001), {0.0005}),
        (ir.Number(minimum=3, exclusive_minimum=3, maximum=3.01), {3.01}),
        (ir.Number(minimum=0.125, maximum=0.125), {0.125}),
    ],
)
def test_numbers_are_within_their_limits(type: ir.Integer | ir.Number, allowed: set[float]) -> None:
    assert {number(type, Random(seed)) for seed in range(40)} == allowed


def test_there_may_be_no_number() -> None:
    with pytest.raises(UnmakeableError):
        number(ir.Integer(exclusive_minimum=1, exclusive_maximum=2), Random(0))

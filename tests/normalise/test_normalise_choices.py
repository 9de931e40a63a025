"""Listed values, choices between schemas, discriminators."""

from __future__ import annotations

from typing import Any

from specloom import ir
from support.normalising import ref, schemas


def test_types_beside_a_list_filter_it() -> None:
    found = schemas(
        Mixed={"type": ["string", "integer"], "enum": ["a", 1, True, None, 1.0]},
        Short={"type": "string", "enum": ["a", "abc"], "maxLength": 1},
    )
    assert found.type("Mixed") == ir.Choice(values=("a", 1))
    assert found.type("Short") == ir.Choice(values=("a",))


def test_null_in_a_list_stands_apart() -> None:
    found = schemas(Maybe={"type": ["string", "null"], "enum": ["a", None]}, Null={"const": None})
    assert found.type("Maybe") == ir.Union(members=(ir.Choice(values=("a",)), ir.Null()))
    assert found.type("Null") == ir.Null()


def test_one_is_not_true_and_is_one_point_zero() -> None:
    found = schemas(One={"const": 1}, Either={"anyOf": [{"const": 1}, {"const": True}]})
    assert found.accepts("One", 1.0)
    assert not found.accepts("One", True)
    assert found.accepts("Either", 1)
    assert found.accepts("Either", True)


def test_a_list_of_types_is_a_union_in_its_order() -> None:
    found = schemas(Prompt={"type": ["string", "array"], "items": {"type": ["string", "integer"]}})
    items = ir.Union(members=(ir.String(), ir.Integer()))
    assert found.type("Prompt") == ir.Union(members=(ir.String(), ir.Array(items=items)))


def test_oneof_of_kinds_that_exclude_each_other_is_any_of() -> None:
    found = schemas(
        A={"type": "object", "required": ["a"]},
        B={"type": "object", "required": ["b"]},
        Nullable={"oneOf": [ref("A"), {"type": "null"}]},
        Three={"oneOf": [ref("A"), ref("B"), {"type": "null"}]},
    )
    nullable, three = found.type("Nullable"), found.type("Three")
    assert isinstance(nullable, ir.Union)
    assert isinstance(three, ir.Union)
    assert (nullable.mode, nullable.members[1]) == ("any", ir.Null())
    inner, null = three.members
    assert isinstance(inner, ir.Union)
    assert (three.mode, inner.mode, null) == ("any", "one", ir.Null())
    assert not found.accepts("Three", {"a": 1, "b": 1})


def test_what_stands_beside_a_choice_holds_in_every_branch() -> None:
    found = schemas(
        Event={
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "string"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        }
    )
    for value, allowed in (({"a": 1}, True), ({"b": "x"}, True), ({}, False), ({"a": 1, "b": 2}, False)):
        assert found.accepts("Event", value) is allowed
    assert not found.codes


def test_a_plain_type_beside_a_choice_leaves_its_members_alone() -> None:
    found = schemas(
        A={"type": "object", "properties": {"a": {"type": "integer"}}},
        B={"type": "object", "properties": {"b": {"type": "integer"}}},
        Either={"type": "object", "oneOf": [ref("A"), ref("B")]},
    )
    either = found.type("Either")
    assert isinstance(either, ir.Union)
    assert all(isinstance(member, ir.Reference) for member in either.members)


SHAPES: dict[str, Any] = {
    "Circle": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["circle", "disc"]}}},
    "Square": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "square"}}},
    "Blob": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}},
}


def discriminator(said: dict[str, Any], *names: str) -> tuple[ir.Discriminator, list[str]]:
    found = schemas(**SHAPES, Shape={"oneOf": [ref(n) for n in names], "discriminator": said})
    shape = found.type("Shape")
    assert isinstance(shape, ir.Union)
    assert shape.discriminator is not None
    return shape.discriminator, found.codes


def pairs(found: ir.Discriminator) -> list[tuple[str, str]]:
    return [(tag, id_.pointer.rpartition("/")[2]) for tag, id_ in found.mapping]


def test_tags_come_from_the_members_the_mapping_and_the_names() -> None:
    mapping = {"circle": ref("Circle")["$ref"], "disc": "Circle"}
    found, codes = discriminator({"propertyName": "kind", "mapping": mapping}, "Circle", "Square", "Blob")
    assert pairs(found) == [("circle", "Circle"), ("disc", "Circle"), ("square", "Square"), ("Blob", "Blob")]
    assert not codes


def test_a_mapping_that_the_member_itself_refuses_is_told() -> None:
    found, codes = discriminator({"propertyName": "kind", "mapping": {"oval": "Circle"}}, "Circle", "Square")
    assert "oval" not in dict(found.mapping)
    assert codes == ["discriminator-mismatch"]


def test_the_default_mapping_is_carried() -> None:
    found, _ = discriminator({"propertyName": "kind", "defaultMapping": "Blob"}, "Circle", "Blob")
    assert found.otherwise is not None
    assert found.otherwise.pointer.endswith("/Blob")


def test_a_parent_with_a_discriminator_alone_reads_every_child() -> None:
    found = schemas(Vehicle={**SHAPES["Blob"], "discriminator": {"propertyName": "kind"}})
    assert found.codes == ["discriminator-without-choice"]
    assert found.accepts("Vehicle", {"kind": "car", "doors": 4})


def test_too_many_combinations_are_left_to_the_evaluation() -> None:
    choice = {"anyOf": [{"type": "object", "required": [str(i)]} for i in range(9)]}
    found = schemas(Wild={"allOf": [choice, choice, choice]})
    assert not found.codes
    assert found.accepts("Wild", {"3": None})
    assert not found.accepts("Wild", {"9": None})


def test_combinations_are_counted_through_nested_choices() -> None:
    named: dict[str, Any] = {}
    for i in range(10):
        following = [{"allOf": [ref(f"S{i + 1}"), {"required": [f"{side}{i}"]}]} for side in "ab"]
        named[f"S{i}"] = {"type": "object", "properties": {f"p{i}": {"type": "integer"}}, "anyOf": following}
    found = schemas(**named, S10={"type": "object"})
    assert not found.codes
    value = {f"{side}{i}": i for i, side in enumerate("ababababab")}
    assert found.accepts("S0", value)
    assert not found.accepts("S0", {**value, "p9": "no integer"})

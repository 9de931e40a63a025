"""Objects, arrays, maps and their members."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Severity
from support.normalising import ref, run, schemas


def test_a_required_member_that_is_not_declared_may_hold_anything() -> None:
    found = schemas(
        Choice={"type": "object", "required": ["logprobs"], "properties": {"a": {"type": "string"}}}
    )
    field = found.field("Choice", "logprobs")
    assert field.required
    assert field.type == ir.Anything()
    assert not found.codes


def test_an_object_without_declared_members_is_a_map() -> None:
    found = schemas(
        Free={"type": "object"},
        Scores={"type": "object", "additionalProperties": {"type": "number"}, "minProperties": 1},
        Empty={"type": "object", "properties": {}},
    )
    assert found.type("Free") == ir.Map(values=ir.Anything())
    assert found.type("Scores") == ir.Map(values=ir.Number(), min_members=1)
    assert found.type("Empty") == ir.Map(values=ir.Anything())


def test_a_closed_object_without_members_is_a_record_of_nothing() -> None:
    found = schemas(Empty={"type": "object", "additionalProperties": False})
    record = found.record("Empty")
    assert (record.fields, record.extra) == ((), ir.Nothing())


def test_additional_and_pattern_properties_are_carried() -> None:
    found = schemas(
        Thing={
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "patternProperties": {"^x-": {"type": "integer"}},
            "additionalProperties": {"type": "boolean"},
        }
    )
    type_ = found.type("Thing")
    assert isinstance(type_, ir.Assertion)
    assert isinstance(type_.type, ir.Record)
    assert type_.type.extra == ir.Union(members=(ir.Integer(), ir.Boolean()))
    assert found.accepts("Thing", {"a": "x", "x-a": 1, "b": True})
    assert not found.accepts("Thing", {"x-a": True})
    assert not found.accepts("Thing", {"b": 1})


def test_a_map_whose_members_are_told_apart_by_patterns_has_the_types_of_all() -> None:
    numbers = {"^n": {"type": "number"}, "^t": {"type": "string"}}
    found = schemas(Bag={"type": "object", "patternProperties": numbers, "additionalProperties": False})
    type_ = found.type("Bag")
    assert isinstance(type_, ir.Assertion)
    assert type_.type == ir.Map(values=ir.Union(members=(ir.Number(), ir.String())))
    for value, allowed in (({"n": 1, "t": "x"}, True), ({"n": "x"}, False), ({"o": 1}, False), ({}, True)):
        assert found.accepts("Bag", value) is allowed


def test_a_pattern_also_narrows_a_declared_member_that_it_fits() -> None:
    found = schemas(
        Thing={
            "type": "object",
            "properties": {"x-n": {"minimum": 3}},
            "patternProperties": {"^x-": {"type": "integer"}},
        }
    )
    for number, allowed in ((3, True), (2, False), (3.5, False), ("x", False)):
        assert found.accepts("Thing", {"x-n": number}) is allowed


def test_an_inline_object_is_named_in_its_parent() -> None:
    found = schemas(
        Order={
            "type": "object",
            "properties": {
                "lines": {
                    "type": "array",
                    "items": {"type": "object", "properties": {"n": {"type": "integer"}}},
                },
                "by": {"type": "object", "additionalProperties": {"type": "object", "required": ["m"]}},
            },
        }
    )
    assert found.words("Order", "lines", "item")
    assert found.words("Order", "by", "value")


def test_a_component_keeps_its_own_type_beside_its_nullable_object() -> None:
    found = schemas(Maybe={"type": ["object", "null"], "properties": {"v": {"type": "string"}}})
    union = found.type("Maybe")
    assert isinstance(union, ir.Union)
    assert union.members[1] == ir.Null()
    assert found.words("Maybe", "object")
    assert found.accepts("Maybe", None)
    assert found.accepts("Maybe", {"v": "x"})
    assert not found.accepts("Maybe", {"v": 1})


def test_tuples_have_a_prefix() -> None:
    found = schemas(
        Pair={
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "integer"}],
            "items": False,
            "minItems": 2,
            "uniqueItems": True,
        }
    )
    assert found.type("Pair") == ir.Array(
        items=ir.Nothing(), prefix=(ir.String(), ir.Integer()), min_items=2, unique=True
    )


def test_what_is_said_of_a_member_stays_with_it() -> None:
    found = schemas(
        Kind={"type": "string", "enum": ["a", "b"], "default": "a", "description": "a kind"},
        Thing={
            "type": "object",
            "properties": {
                "kind": ref("Kind"),
                "other": {**ref("Kind"), "default": "b", "description": "another", "readOnly": True},
                "never": {"type": "null", "default": None, "deprecated": True},
            },
        },
    )
    kind, other, never = (found.field("Thing", name) for name in ("kind", "other", "never"))
    assert (kind.default, kind.doc.description) == (ir.ABSENT, None)
    assert (other.default, other.doc.description, other.doc.read_only) == ("b", "another", True)
    assert isinstance(other.type, ir.Reference)
    assert (never.default, never.doc.deprecated) == (None, True)
    assert found.field("Thing", "kind").doc.default is ir.ABSENT


def test_content_of_texts_is_carried_and_not_asserted() -> None:
    found = schemas(
        Chunk={"type": "object", "properties": {"n": {"type": "integer"}}},
        Text={"type": "string", "contentMediaType": "application/json", "contentSchema": ref("Chunk")},
    )
    text = found.type("Text")
    assert isinstance(text, ir.String)
    assert text.content_type == "application/json"
    assert isinstance(text.content, ir.Reference)
    assert found.accepts("Text", "no json")


def test_boolean_schemas() -> None:
    found = schemas(Yes=True, No=False, Void={})
    assert found.type("Yes") == ir.Anything()
    assert found.type("No") == ir.Nothing()
    assert found.type("Void") == ir.Anything()


def test_a_member_may_bear_any_name() -> None:
    names = ["x-trace", "a/b", "c~d", "$ref", "properties", "", "é"]
    found = schemas(Odd={"type": "object", "properties": {name: {"type": "integer"} for name in names}})
    assert [f.name for f in found.record("Odd").fields] == names
    assert all(f.type == ir.Integer() for f in found.record("Odd").fields)


def test_keywords_without_type_leave_other_types_alone_and_that_is_told() -> None:
    found = schemas(
        Thing={"properties": {"a": {"type": "integer"}}}, Short={"maxLength": 3}, One={"const": 1}
    )
    assert found.codes == ["schema-type-missing", "schema-type-missing"]
    assert all(finding.severity is Severity.NOTE for finding in found.found)
    for name, value, allowed in (
        ("Thing", {"a": 1}, True),
        ("Thing", {"a": "x"}, False),
        ("Thing", "anything else", True),
        ("Short", "abcd", False),
        ("Short", 12345, True),
    ):
        assert found.accepts(name, value) is allowed
    assert found.words("Thing", "object")
    assert found.type("One") == ir.Choice(values=(1,), constant=True)


def test_keywords_of_several_kinds_without_type_keep_their_exact_meaning() -> None:
    found = schemas(Mixed={"maxLength": 1, "minimum": 5})
    for value, allowed in (
        ("a", True),
        ("ab", False),
        (5, True),
        (4, False),
        (None, True),
        ([1], True),
        ({}, True),
    ):
        assert found.accepts("Mixed", value) is allowed


def test_what_is_inside_a_type_of_which_only_a_form_is_left_belongs_to_the_form() -> None:
    number = {"type": "integer", "readOnly": True, "x-specloom-required-in": "response"}
    inner = {"type": "object", "properties": {"a": {"type": "string"}}}
    body = {"type": "object", "required": ["id"], "properties": {"id": number, "inner": inner}}
    found = run(
        {
            "paths": {
                "/a": {
                    "post": {
                        "operationId": "make",
                        "requestBody": {"content": {"application/json": {"schema": body}}},
                        "responses": {"204": {"description": "made"}},
                    }
                }
            }
        }
    )
    by_id = {known.id: known for known in found.api.types}
    (form,) = [known for known in found.api.types if known.variant is not None]
    (inside,) = [known for known in found.api.types if known.parent is not None]
    assert by_id[inside.parent] is form  # type: ignore[index]

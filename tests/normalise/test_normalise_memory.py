"""Equal schemas are read once, and everything that depends on a place is as if each were read for itself."""

from __future__ import annotations

from typing import Any

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.normalise import normalise
from support.normalising import merged, ref, run, schemas


def _of(**members: Any) -> dict[str, Any]:
    return {"type": "object", "properties": members}


def _target(type_: ir.Type) -> str:
    assert isinstance(type_, ir.Reference)
    return type_.target.pointer


def test_members_with_equal_schemas_have_one_type() -> None:
    uri = {"type": "string", "format": "uri", "description": "Where.", "x-python-name": "where"}
    found = schemas(A=_of(x=uri, y=dict(uri)), B=_of(z=dict(uri)))
    fields = (found.field("A", "x"), found.field("A", "y"), found.field("B", "z"))
    assert all(field.type is fields[0].type and field.doc is fields[0].doc for field in fields)
    assert [field.place for field in fields] == ["/properties/x", "/properties/y", "/properties/z"]
    assert {field.pinned for field in fields} == {"where"}


def test_equal_in_python_is_not_equal_in_a_document() -> None:
    found = schemas(A=_of(one={"const": 1}, yes={"const": True}, whole={"const": 1.0}))
    values = [found.field("A", name).type for name in ("one", "yes", "whole")]
    assert [repr(v.values) for v in values if isinstance(v, ir.Choice)] == ["(1,)", "(True,)", "(1.0,)"]


def test_each_place_has_its_finding() -> None:
    empty = {"type": "string", "minLength": 3, "maxLength": 2}
    found = schemas(A=_of(x=empty, y={"type": "array", "items": dict(empty)}), B=_of(x=dict(empty)))
    assert [d.location.pointer for d in found.found if d.location] == [
        "/components/schemas/A/properties/x/maxLength",
        "/components/schemas/A/properties/y/items/maxLength",
        "/components/schemas/B/properties/x/maxLength",
    ]


def test_equal_objects_have_a_name_each_wherever_they_stand() -> None:
    def inside() -> dict[str, Any]:
        point = _of(x={"type": "integer"})
        return {
            "list": {"type": "array", "items": point},
            "map": {"type": "object", "additionalProperties": point},
            "choice": {"oneOf": [point, {"type": "null"}]},
            "closed": {"type": "array", "items": {"type": "object", "additionalProperties": False}},
        }

    below = "#/components/schemas/B/properties"
    # One of them is named before what it stands in is read.
    found = schemas(A=_of(first={"$ref": f"{below}/list/items"}), B=_of(**inside()), C=_of(**inside()))
    for owner in ("B", "C"):
        at = f"/components/schemas/{owner}/properties"
        array, table = found.field(owner, "list").type, found.field(owner, "map").type
        choice, closed = found.field(owner, "choice").type, found.field(owner, "closed").type
        assert isinstance(array, ir.Array)
        assert _target(array.items) == f"{at}/list/items"
        assert isinstance(table, ir.Map)
        assert _target(table.values) == f"{at}/map/additionalProperties"
        assert isinstance(choice, ir.Union)
        assert _target(choice.members[0]) == f"{at}/choice/oneOf/0"
        assert isinstance(closed, ir.Array)
        assert _target(closed.items) == f"{at}/closed/items"


def test_equal_objects_have_one_type_and_a_name_each() -> None:
    point = _of(x={"type": "integer", "default": 3}) | {"required": ["y"], "x-python-name": "Point"}
    maybe = point | {"type": ["null", "object"]}
    found = schemas(
        A=_of(one=point, other=dict(point)), B=_of(two=dict(point), maybe=maybe, again=dict(maybe))
    )
    at = "/components/schemas/{}/properties/{}".format
    places = [at("A", "one"), at("A", "other"), at("B", "two"), at("B", "maybe"), at("B", "again")]
    names = [*places[:3], *(f"{place}/type/object" for place in places[3:])]
    named = [next(n for n in found.api.types if n.id.pointer == name) for name in names]
    assert all(one.type is named[0].type for one in named[:3])
    assert named[3].type is named[4].type
    assert [one.origin.pointer for one in named] == places
    assert {one.pinned for one in named} == {"Point"}
    for one in named:
        assert isinstance(one.type, ir.Record)
        x, y = one.type.fields
        assert one.origin.at(x.place).pointer == f"{one.origin.pointer}/properties/x"
        assert x.default_place is not None
        assert one.origin.at(x.default_place).pointer == f"{one.origin.pointer}/properties/x/default"
        assert one.origin.at(y.place) == one.origin


def test_what_schemas_say_together_is_read_once_but_for_findings() -> None:
    def both(most: int) -> dict[str, Any]:
        return {"allOf": [_of(x={"type": "string", "minLength": 3}), _of(x={"maxLength": most})]}

    found = schemas(A=both(4), B=both(4), C=both(2), D=both(2))
    assert found.field("A", "x").type is found.field("B", "x").type
    assert found.field("A", "x").type == ir.String(min_length=3, max_length=4)
    contradictions = [
        d.location.pointer for d in found.found if d.code == "schema-contradiction" and d.location
    ]
    assert contradictions == [
        f"/components/schemas/{name}/allOf/1/properties/x/maxLength" for name in ("C", "D")
    ]


def test_members_taken_in_stand_where_they_are_written() -> None:
    base = _of(x={"type": "integer", "default": 3})
    found = schemas(Base=base, Child={"allOf": [ref("Base"), _of(y={"type": "string"})]})
    child = next(n for n in found.api.types if n.component == "Child")
    assert isinstance(child.type, ir.Record)
    assert [child.origin.at(field.place).pointer for field in child.type.fields] == [
        "/components/schemas/Base/properties/x",
        "/components/schemas/Child/allOf/1/properties/y",
    ]


def test_an_assertion_stands_where_its_schema_does() -> None:
    listed = {"type": "array", "contains": {"const": 1}}
    found = schemas(A=_of(x=listed, y={"anyOf": [dict(listed), {"type": "null"}]}), B=_of(x=dict(listed)))
    first, other = found.field("A", "x").type, found.field("B", "x").type
    choice = found.field("A", "y").type
    assert isinstance(first, ir.Assertion)
    assert first.place == "/components/schemas/A/properties/x"
    assert isinstance(other, ir.Assertion)
    assert other.place == "/components/schemas/B/properties/x"
    assert isinstance(choice, ir.Union)
    assert isinstance(choice.members[0], ir.Assertion)
    assert choice.members[0].place == "/components/schemas/A/properties/y/anyOf/0"


def test_a_place_looked_through_is_apart_from_equal_ones() -> None:
    looking = {"$ref": "#/components/schemas/A/properties/x", "unevaluatedItems": False}
    found = schemas(A=_of(w={"type": "array"}, x={"type": "array"}), Looking=looking)
    assert isinstance(found.field("A", "w").type, ir.Array)
    assert isinstance(found.field("A", "x").type, ir.Assertion)


def test_a_type_of_the_users_own_is_for_its_place_alone() -> None:
    place = "/components/schemas/A/properties/x/items"
    listed = {"type": "array", "items": {"type": "string"}}
    document = {"components": {"schemas": {"A": _of(w=listed, x=dict(listed), y=dict(listed))}}}
    api = normalise(merged(document), own_types={place: "money:Amount"}, diagnostics=Diagnostics())
    record = api.types[0].type
    assert isinstance(record, ir.Record)
    items = [field.type.items.doc.own_type for field in record.fields if isinstance(field.type, ir.Array)]
    assert items == [None, "money:Amount", None]


def test_a_component_keeps_its_name_beside_equal_schemas() -> None:
    text = {"type": "string", "description": "A name."}
    found = schemas(A=_of(x=text, y=ref("Name"), z=ref("Name")), Name=dict(text))
    assert found.field("A", "x").type == found.type("Name")
    assert _target(found.field("A", "y").type) == _target(found.field("A", "z").type)


def _operations(parameter: dict[str, Any], *references: dict[str, Any]) -> dict[str, Any]:
    """An operation for each of the references to one parameter."""
    ok = {"200": {"description": "Fine."}}
    return {
        "components": {"parameters": {"P": parameter}},
        "paths": {
            f"/{index}": {"get": {"operationId": f"op{index}", "parameters": [said], "responses": ok}}
            for index, said in enumerate(references)
        },
    }


def test_a_parameter_referred_to_is_one_but_for_what_the_reference_says() -> None:
    to = {"$ref": "#/components/parameters/P"}
    said = {"name": "p", "in": "query", "description": "Its own.", "schema": {"type": "string"}}
    found = run(_operations(said, to, to | {"description": "Another."}, to))
    first, other, last = (operation.parameters[0] for operation in found.api.operations)
    assert first is last
    assert [first.doc.description, other.doc.description] == ["Its own.", "Another."]


def test_each_operation_hears_of_a_parameter_that_it_refers_to() -> None:
    to = {"$ref": "#/components/parameters/P"}
    said = {"name": "p", "in": "query", "style": "simplest", "schema": {"type": "string"}}
    found = run(_operations(said, to, to))
    hints = [d.hint for d in found.found if d.code == "parameter-unsupported"]
    assert [hint and name in hint for hint, name in zip(hints, ("op0", "op1"), strict=True)] == [True, True]

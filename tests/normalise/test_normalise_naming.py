"""Which types get a name, and the words from which it is made."""

from __future__ import annotations

from typing import Any

import pytest

from support.normalising import ref, run, schemas

OBJECT: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}}


def media(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def words(document: dict[str, Any]) -> list[tuple[str, ...]]:
    return [named.words for named in run(document).api.types if named.component is None]


def test_bodies_and_responses_are_named_by_their_operation() -> None:
    post = {
        "operationId": "createEntity",
        "requestBody": media(OBJECT),
        "responses": {
            "201": {"description": "", **media(OBJECT)},
            "400": {"description": "", **media(OBJECT)},
        },
    }
    assert words({"paths": {"/entities": {"post": post}}}) == [
        ("createEntity", "request"),
        ("createEntity", "response"),
        ("createEntity", "400", "response"),
    ]


def test_without_an_operation_id_method_and_path_name_it() -> None:
    put = {"requestBody": media(OBJECT), "responses": {}}
    assert words({"paths": {"/a/{id}/b": {"put": put}}}) == [("put", "a", "id", "b", "request")]


def test_shared_bodies_are_named_by_their_component() -> None:
    components = {"requestBodies": {"ProviderRequest": media(OBJECT)}}
    post = {"requestBody": {"$ref": "#/components/requestBodies/ProviderRequest"}, "responses": {}}
    document = {"paths": {"/a": {"post": post}, "/b": {"post": post}}, "components": components}
    assert words(document) == [("ProviderRequest",)]


def test_parameters_are_named_by_operation_and_name() -> None:
    parameter = {"name": "filter", "in": "query", "schema": OBJECT}
    get = {"operationId": "list", "parameters": [parameter], "responses": {}}
    shared = {"parameters": [{**parameter, "name": "where"}], "get": get}
    assert words({"paths": {"/a": shared}}) == [("list", "filter"), ("a", "where")]


def test_a_good_title_names_an_inline_object_and_a_poor_one_does_not() -> None:
    found = schemas(
        A={"type": "object", "properties": {"x": {**OBJECT, "title": "Home address"}}},
        B={"type": "object", "properties": {"x": {**OBJECT, "title": "What? (a, b)"}}},
    )
    assert found.words("A", "Home address")
    assert found.words("B", "x")


def test_a_component_is_never_named_by_its_title() -> None:
    (named,) = schemas(User={**OBJECT, "title": "Entity"}).api.types
    assert (named.component, named.words) == ("User", ("User",))


def members(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


TEXT: dict[str, Any] = {"type": "string"}
TITLED = {**OBJECT, "title": "Square"}
CIRCLE = members(kind={"const": "circle"})
SQUARE = members(kind={"enum": ["square"]}, name=TEXT)
BY_URL = {**members(id=TEXT, url=TEXT), "required": ["id", "url"]}
BY_FILE = {**members(id=TEXT, file=TEXT), "required": ["id", "file"]}
MEMBERS = [
    (TITLED, ("Square",)),
    (CIRCLE, ("circle",)),
    (SQUARE, ("square",)),
    (members(on={"const": True}), ("on", "true")),
    (BY_URL, ("with", "url")),
    (BY_FILE, ("with", "file")),
    ({"allOf": [ref("Base"), {"required": ["id"]}]}, ("Base",)),
    ({"type": "array", "items": OBJECT}, ("array", "item")),
]


def test_members_of_a_choice_are_named_by_what_tells_them_apart() -> None:
    found = schemas(Base=members(id=TEXT), Shape={"anyOf": [schema for schema, _ in MEMBERS]})
    for _, words in MEMBERS:
        assert found.words("Shape", *words), words


@pytest.mark.parametrize("added", [OBJECT, members(kind={"const": "line"}), {**BY_URL, "required": ["at"]}])
def test_another_member_renames_none(added: dict[str, Any]) -> None:
    chosen = [schema for schema, _ in MEMBERS]
    for order in ([*chosen, added], [added, *chosen], [*reversed(chosen), added]):
        found = schemas(Base=members(id=TEXT), Shape={"anyOf": order})
        assert all(found.words("Shape", *words) for _, words in MEMBERS)


def test_the_only_object_of_a_choice_is_named_by_its_type() -> None:
    found = schemas(Label={"oneOf": [{"type": "string"}, members(id=TEXT, url=TEXT)]})
    assert found.words("Label", "object")


def test_members_that_only_stand_beside_what_they_share_are_told_apart() -> None:
    update = {**members(a=TEXT, b=TEXT), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
    found = schemas(Update=update, More={"allOf": [ref("Update"), members(c=TEXT)]})
    for name in ("Update", "More"):
        assert found.words(name, "with", "a")
        assert found.words(name, "with", "b")


def test_entries_are_named_by_their_position() -> None:
    found = schemas(Pair={"type": "array", "prefixItems": [OBJECT] * 11})
    assert found.words("Pair", "first", "item")
    assert found.words("Pair", "second", "item")
    assert found.words("Pair", "item", "11")


def test_a_schema_that_another_refers_to_by_its_place_is_named() -> None:
    found = schemas(
        A={"type": "object", "properties": {"x": {"type": "string", "maxLength": 3}}},
        B={"type": "object", "properties": {"y": {"$ref": "#/components/schemas/A/properties/x"}}},
    )
    assert found.words("A", "x")
    assert not found.accepts("B", {"y": "long"})


def test_a_member_of_a_base_shares_its_inline_type() -> None:
    base = {"type": "object", "properties": {"x": OBJECT}}
    found = schemas(Base=base, More={"allOf": [ref("Base"), {"required": ["x"]}]})
    assert found.field("More", "x").type == found.field("Base", "x").type


def test_pinned_names_and_extensions_are_carried() -> None:
    found = schemas(
        A={
            "type": "object",
            "x-python-name": "Alpha",
            "x-more": [1],
            "properties": {"x": {"type": "string", "x-python-name": "ex"}},
        }
    )
    (named,) = found.api.types
    assert (named.pinned, named.extensions["x-more"]) == ("Alpha", (1,))
    assert found.field("A", "x").pinned == "ex"


def test_names_and_ids_do_not_depend_on_the_order_of_the_components() -> None:
    inline = {"allOf": [ref("A"), ref("B")]}
    named: dict[str, Any] = {
        "A": OBJECT,
        "B": {"type": "object", "properties": {"m": {"type": "object", "required": ["q"]}}},
        "C": {"type": "object", "properties": {"both": inline}},
        "D": {"type": "object", "properties": {"both": inline}},
    }
    one = schemas(**named)
    other = schemas(**dict(reversed(named.items())))
    assert {n.id: (n.parent, n.words) for n in one.api.types} == {
        n.id: (n.parent, n.words) for n in other.api.types
    }

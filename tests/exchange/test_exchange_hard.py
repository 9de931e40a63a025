"""What generators are known to break on: names, defaults, enums, bodies, long names, cycles."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from support.checkers import mypy
from support.generated import Generated
from support.serving import serving

TEXT = {"type": "string"}
LONG = "A" * 150 + "VeryLongNameOfASchemaThatSomeToolPutTogetherFromThePartsOfItsPlace" * 3


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def answer(schema: Any) -> dict[str, Any]:
    return {"200": {"description": "ok", "content": {"application/json": {"schema": schema}}}}


def parameter(name: str, place: str, schema: Any, *, required: bool = False, **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": required or place == "path", "schema": schema, **more}


SCHEMAS: dict[str, Any] = {
    "List": {
        "type": "object", "required": ["items"],
        "properties": {"items": {"type": "array", "items": ref("object")}},
    },
    "object": {"type": "object", "required": ["str"], "properties": {"str": TEXT, "list": ref("List")}},
    "dict": {"type": "object", "additionalProperties": ref("int")},
    "int": {"type": "integer"},
    "Exception": {"properties": {"text": TEXT, "inner": {"type": "array", "items": ref("Exception")}}},
    "Any": {"type": "object", "properties": {"Optional": ref("Literal")}},
    "Literal": {"enum": ["a", "b"]},
    "api.v1.Pet": {"type": "object", "properties": {"owner": ref("api.v1.Owner")}},
    "api.v1.Owner": {"type": "object", "properties": {"pets": {"type": "array", "items": ref("api.v1.Pet")}}},
    "api_v1_Pet": {"type": "object", "properties": {"other": TEXT}},
    "Signs": {"enum": ["a-b", "a_b", "a b", "", "+", "-", "1", "A-B", "None", "ü"]},
    LONG: {"type": "object", "properties": {"inner": {"type": "object", "properties": {"a": TEXT}}}},
    "Left": {"allOf": [ref("Base"), {"type": "object", "properties": {"right": ref("Right")}}]},
    "Right": {"allOf": [ref("Base"), {"type": "object", "properties": {"left": ref("Left")}}]},
    "Base": {"type": "object", "properties": {"any": {"oneOf": [ref("Left"), ref("Right"), TEXT]}}},
}  # fmt: skip
FILTER = {"type": "object", "properties": {"color": TEXT, "size": {"type": "integer"}}}
PATHS: dict[str, Any] = {
    "/": {"get": {"operationId": "meta/root", "responses": answer(ref("object"))}},
    "/class/{id}": {
        "post": {
            "operationId": "import.class-for",
            "parameters": [
                parameter("late", "query", {**TEXT, "default": "x"}),
                parameter("id", "path", {"type": "integer", "default": 3}),
                parameter("needed", "query", TEXT, required=True),
            ],
            "requestBody": {"required": True, "content": {"application/json": {"schema": ref("List")}}},
            "responses": answer(TEXT),
        }
    },
    "/search": {
        "get": {
            "operationId": "1 search",
            "parameters": [
                parameter("filter", "query", FILTER, style="deepObject", explode=True),
                parameter("form", "query", FILTER),
                parameter("signs", "query", {"type": "array", "items": ref("Signs")}),
            ],
            "responses": answer({"type": "object"}),
        }
    },
    "/nothing": {
        "delete": {
            "operationId": "None",
            "responses": {
                "204": {"description": "no", "content": {"application/json": {"schema": ref("Any")}}}
            },
        }
    },
    "/" + "/".join(["a" * 60] * 5): {"get": {"tags": ["t" * 300], "responses": answer(ref(LONG))}},
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Hard", "version": "1"},
    "paths": PATHS,
    "components": {"schemas": SCHEMAS},
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("hard")
    (folder / "hard.json").write_text(json.dumps(DOCUMENT), encoding="utf-8")
    made = Generated(folder / "hard.json", folder / "out", "hard", only=("client", "server"))
    yield made
    made.close()


def test_names_that_python_has_already_are_types_like_others(package: Generated) -> None:
    types = package.load("models").SCHEMA_TYPES
    assert set(types) == set(SCHEMAS)
    value = {"items": [{"str": "a", "list": {"items": []}}]}
    assert (
        json.loads(TypeAdapter(types["List"]).validate_python(value).model_dump_json(exclude_unset=True))
        == value
    )
    assert TypeAdapter(types["dict"]).validate_python({"a": 1}) == {"a": 1}
    with pytest.raises(ValidationError):
        TypeAdapter(types["dict"]).validate_python({"a": "x"})
    error = TypeAdapter(types["Exception"]).validate_python({"inner": [{"text": "x"}, 3]})
    assert (error.inner[0].text, error.inner[1]) == ("x", 3)
    with pytest.raises(ValidationError):
        TypeAdapter(types["Exception"]).validate_python({"inner": [{"text": 3}]})
    assert TypeAdapter(types["Any"]).validate_python({"Optional": "b"}).model_dump() == {"Optional": "b"}
    names = {name: getattr(types[name], "__name__", "") for name in ("api.v1.Pet", "api_v1_Pet")}
    assert len(set(names.values())) == 2


def test_values_that_differ_in_signs_alone_stay_apart(package: Generated) -> None:
    adapter = TypeAdapter(package.load("models").SCHEMA_TYPES["Signs"])
    for value in SCHEMAS["Signs"]["enum"]:
        assert adapter.validate_python(value) == value
    with pytest.raises(ValidationError):
        adapter.validate_python("a+b")


def test_types_that_need_each_other_hold_each_other(package: Generated) -> None:
    types = package.load("models").SCHEMA_TYPES
    value = {"right": {"left": {"any": "x"}}, "any": "y"}
    made = TypeAdapter(types["Left"]).validate_python(value)
    assert made.right.left.any == "x"
    with pytest.raises(ValidationError):
        TypeAdapter(types["Left"]).validate_python({"right": {"left": {"any": 1}}})
    pet = TypeAdapter(types["api.v1.Pet"]).validate_python({"owner": {"pets": [{"owner": {}}]}})
    assert pet.owner.pets[0].owner.model_dump(exclude_unset=True) == {}


def test_no_name_of_a_file_is_too_long(package: Generated) -> None:
    names = [path.name for path in package.folder.rglob("*")]
    assert max(len(name.encode()) for name in names) <= 255
    value = {"inner": {"a": "x"}}
    made = TypeAdapter(package.load("models").SCHEMA_TYPES[LONG]).validate_python(value)
    assert made.model_dump(exclude_unset=True) == value


def test_both_ends_agree_on_all_of_it(package: Generated) -> None:
    operations = {
        o.id: o for o in vars(package.load("operations.default")).values() if hasattr(o, "responses")
    }
    asked: dict[str, dict[str, Any]] = {}

    def handler(name: str, result: Any) -> Any:
        def handle(self: object, **arguments: Any) -> Any:
            asked[name] = arguments
            return result

        return handle

    models = package.load("models")
    results = {
        "meta/root": models.SCHEMA_TYPES["object"](str="x"), "import.class-for": "done", "1 search": {"a": 1},
        "None": None,
    }  # fmt: skip
    methods = {operations[name].name: handler(name, result) for name, result in results.items()}
    service = type("Filled", (package.load("server.default").DefaultService,), methods)
    with serving(package.load("server").create_app(default=service())) as base:
        client = package.load("client").Client(base_url=base).default

        def call(name: str, **arguments: Any) -> Any:
            return getattr(client, operations[name].name)(**arguments)

        assert call("meta/root").str == "x"
        assert call("import.class-for", id=7, needed="n", items=[{"str": "a"}]) == "done"
        # The wire has an object of the query in either style.
        assert call("1 search", filter={"color": "r", "size": 1}, signs=["+", "a b"]) == {"a": 1}
        assert call("None") is None
    assert (asked["import.class-for"]["id"], asked["import.class-for"]["late"]) == (7, "x")
    assert asked["1 search"]["filter"].model_dump() == {"color": "r", "size": 1}
    assert asked["1 search"]["signs"] == ["+", "a b"]


def test_all_of_it_type_checks(package: Generated, tmp_path: Path) -> None:
    assert mypy(package.folder, "hard", packages=package.folder, cache=tmp_path / "mypy") == []

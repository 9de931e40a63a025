"""Types held to a whole schema: on documents, in Python, and in what they say of themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from support.generated import Generated

SCHEMAS: dict[str, Any] = {
    "Account": {
        "description": "Has a mail address or a phone number.",
        "type": "object",
        "required": ["class"],
        "properties": {
            "class": {"type": "string"},
            "mail": {"type": "string"},
            "phone": {"type": "string"},
            "since": {"type": "string", "format": "date"},
        },
        "not": {"required": ["mail", "phone"]},
    },
    "Node": {
        "type": "object",
        "properties": {"next": {"$ref": "#/components/schemas/Node"}, "leaf": {"type": "boolean"}},
        "not": {"required": ["next", "leaf"]},
    },
    "Row": {
        "type": "array",
        "prefixItems": [{"$ref": "#/components/schemas/Account"}],
        "unevaluatedItems": {"$ref": "#/components/schemas/Word"},
    },
    "Word": {"type": "string", "maxLength": 4},
    "Parts": {
        "type": "object",
        "properties": {
            "first": {"type": "array", "items": {"minLength": 2}},
            "second": {"$ref": "#/components/schemas/Parts/properties/first"},
            "third": {"$ref": "#/components/schemas/Other/properties/deep"},
        },
    },
    "Other": {
        "minProperties": 1,
        "properties": {
            "deep": {"maximum": 3},
            "back": {"$ref": "#/components/schemas/Parts/properties/first"},
        },
    },
    "Twice": {
        "type": "object",
        "required": ["one"],
        "properties": {
            "one": {"$ref": "#/components/schemas/Odd"},
            "class": {"$ref": "#/components/schemas/Odd"},
        },
        "not": {"$ref": "#/components/schemas/Word"},
    },
    "Odd": {
        "type": "object",
        "properties": {"if": {"type": "integer"}, "next": {"$ref": "#/components/schemas/Odd"}},
        "not": {"properties": {"if": {"$ref": "#/components/schemas/Word"}}, "required": ["if_"]},
    },
    "Plain": {"type": "object", "properties": {"a": {"type": "string"}}},
}


def document(schemas: dict[str, Any]) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Assertions", "version": "1.0.0"},
        "paths": {},
        "components": {"schemas": schemas},
    }


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("assertions")
    path = folder / "api.json"
    path.write_text(json.dumps(document(SCHEMAS)), encoding="utf-8")
    generated = Generated(path, folder / "out", "asserted_models", only=("models",))
    yield generated
    generated.close()


def type_of(package: Generated, name: str) -> Any:
    return package.load("models").SCHEMA_TYPES[name]


def test_a_refusal_tells_the_keyword_and_the_place(package: Generated) -> None:
    deep = '{"next": {"next": {"next": {}, "leaf": true}}}'
    with pytest.raises(ValidationError) as refused:
        type_of(package, "Node").model_validate_json(deep)
    (error,) = refused.value.errors()
    assert error["type"] == "assertion"
    assert error["ctx"]["keyword"] == "not"
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(type_of(package, "Row")).validate_json('[{"class": "a"}, "word", "longer"]')
    (error,) = refused.value.errors()
    assert error["ctx"] == {"keyword": "unevaluatedItems", "pointer": "/2"}
    assert error["msg"] == "The schema's unevaluatedItems refuses the value at /2"


def test_python_values_are_held_to_what_they_are_written_as(package: Generated) -> None:
    account = type_of(package, "Account")
    made = account(class_="a", mail="b")
    assert made.model_dump_json() == '{"class":"a","mail":"b"}'
    assert account.model_validate({"class": "a", "phone": "c"}).phone == "c"
    with pytest.raises(ValidationError, match="not refuses"):
        account(class_="a", mail="b", phone="c")
    with pytest.raises(ValidationError, match="not refuses"):
        account.model_validate({"class": "a", "mail": "b", "phone": "c"})
    row = TypeAdapter(type_of(package, "Row"))
    assert row.validate_python([made, "word"]) == [made, "word"]
    with pytest.raises(ValidationError, match="unevaluatedItems"):
        row.validate_python([made, "longer"])


def test_typed_members_stay_typed(package: Generated) -> None:
    text = '{"class":"a","since":"2024-02-29"}'
    read = type_of(package, "Account").model_validate_json(text)
    assert read.since.year == 2024
    assert read.model_dump_json() == text


def test_the_json_schema_says_all_of_it(package: Generated) -> None:
    row = TypeAdapter(type_of(package, "Row")).json_schema()
    assert row["prefixItems"] == [{"$ref": "#/$defs/Account"}]
    assert row["unevaluatedItems"]["$ref"] == "#/$defs/Word"
    assert row["$defs"]["Account"] == SCHEMAS["Account"]
    node = type_of(package, "Node").model_json_schema()
    judge = Draft202012Validator(node)
    for value, fits in (({"next": {}}, True), ({"next": {"next": {}, "leaf": True}}, False)):
        assert judge.is_valid(value) is fits


def test_values_may_be_nested_deeply(package: Generated) -> None:
    text = '{"next": ' * 150 + "{}" + "}" * 150
    read = type_of(package, "Node").model_validate_json(text)
    for _ in range(150):
        read = read.next
    assert read.next is None


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("Parts", {"first": ["ab", 1], "second": ["cd"], "third": 3}, True),
        ("Parts", {"second": ["c"]}, False),
        ("Parts", {"third": 4}, False),
        ("Parts", {"third": "any text"}, True),
        ("Other", {"back": ["ab"]}, True),
        ("Other", {"back": ["a"]}, False),
        ("Other", {}, False),
        ("Other", [], True),
        ("Twice", {"one": {"if": 1, "next": {"if": 2}}, "class": {}, "class_": 1}, True),
        ("Twice", {"one": {"if": 1, "if_": 2}}, True),
        ("Twice", {"one": {"if_": 2}}, False),
        ("Twice", {"one": {"next": {"next": {"if_": 2}}}}, False),
    ],
)
def test_types_inside_types_of_other_modules_are_found(
    package: Generated, name: str, value: Any, fits: bool
) -> None:
    adapter = TypeAdapter(type_of(package, name))
    try:
        read = adapter.validate_json(json.dumps(value))
    except ValidationError:
        assert not fits
    else:
        assert fits
        assert json.loads(adapter.dump_json(read, by_alias=True, exclude_unset=True)) == value


def test_schemas_that_types_can_say_carry_nothing_of_this(tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    path.write_text(json.dumps(document({"Plain": SCHEMAS["Plain"]})), encoding="utf-8")
    plain = Generated(path, tmp_path / "out", "plain_models", only=("models",))
    plain.close()
    written = [file.name for file in (tmp_path / "out").rglob("*")]
    assert "_schemas.py" not in written
    assert "assertions" not in written

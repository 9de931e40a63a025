"""The client keeps what a newer server may send: new values of enums, new members of unions, and no more."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError

from specloom.runtime.client import opening
from specloom.runtime.client.responses import decode_json
from specloom.runtime.codec import Codec
from support.generated import Generated

SCHEMAS = """
Colour: {type: string, enum: [red, green]}
Size: {type: integer, enum: [1, 2]}
Cat: {type: object, required: [kind, lives], properties: {kind: {const: cat}, lives: {type: integer}}}
Dog:
  type: object
  required: [kind, name]
  properties:
    kind: {const: dog}
    name: {type: string}
    colour: {$ref: "#/components/schemas/Colour"}
    friend: {$ref: "#/components/schemas/Pet"}
Pet: {oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]}
Told:
  oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]
  discriminator:
    propertyName: kind
    mapping: {cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog"}
A:
  type: object
  required: [t]
  properties: {t: {type: string}, colour: {$ref: "#/components/schemas/Colour"}}
B: {type: object, required: [t, n], properties: {t: {type: string}, n: {type: integer}}}
Named:
  oneOf: [{$ref: "#/components/schemas/A"}, {$ref: "#/components/schemas/B"}]
  discriminator: {propertyName: t}
Loose: {anyOf: [{type: string}, {type: array, items: {type: string}}]}
Line:
  type: object
  required: [id]
  properties:
    id: {type: integer}
    class: {type: string, enum: [a, b]}
    size: {$ref: "#/components/schemas/Size"}
    when: {type: string, format: date-time}
    ratio: {type: number}
    maybe: {type: [string, "null"], enum: [x, y, null]}
    pet: {$ref: "#/components/schemas/Pet"}
    pets: {type: array, items: {$ref: "#/components/schemas/Pet"}}
    by_name: {type: object, additionalProperties: {$ref: "#/components/schemas/Colour"}}
    loose: {$ref: "#/components/schemas/Loose"}
    next: {$ref: "#/components/schemas/Line"}
    fixed: {const: one}
Held:
  type: object
  required: [id]
  properties:
    id: {type: integer}
    colour: {$ref: "#/components/schemas/Colour"}
    within: {$ref: "#/components/schemas/Held"}
  patternProperties: {"^n": {type: integer}}
  not: {required: [never]}
Closed:
  type: object
  additionalProperties: false
  properties: {colour: {$ref: "#/components/schemas/Colour"}}
Typed:
  type: object
  additionalProperties: {$ref: "#/components/schemas/Pet"}
  properties: {id: {type: integer}}
"""

KEPT = {
    "Colour": ["blue", 7, True],
    "Size": [3, 1.5],
    "Pet": [
        {"kind": "bird", "wings": 2},
        "a pet",
        {"kind": "dog", "name": "x", "colour": "blue"},
        {"kind": "dog", "name": "x", "friend": {"kind": "bird"}},
        {"kind": "dog", "name": "x", "friend": {"kind": "dog", "name": "y", "colour": "blue", "more": None}},
        {"name": "x"},
    ],
    "Told": [
        {"kind": "bird"},
        {"kind": "dog", "name": "x", "colour": "blue"},
        {"kind": "dog", "name": "x", "friend": {"kind": "bird"}},
    ],
    "Named": [{"t": "A", "colour": "blue"}],
    "Loose": [3, {"a": 1}],
    "Line": [
        {"id": 1, "class": "c"},
        {"id": 1, "class": "c", "class_": 3, "more": {"a": None}},
        {"id": 1, "size": 3, "when": "2020-01-01T00:00:00Z"},
        {"id": 1, "maybe": "z", "ratio": 2},
        {"id": 1, "pets": [{"kind": "cat", "lives": 9}, {"kind": "fish"}]},
        {"id": 1, "by_name": {"sky": "blue"}},
        {"id": 1, "loose": 3},
        {"id": 1, "next": {"id": 2, "next": {"id": 3, "class": "c"}}},
        {"id": 1, "fixed": "two"},
    ],
    "Held": [{"id": 1, "colour": "blue", "n1": 1}, {"id": 1, "within": {"id": 2, "colour": "blue"}}],
    "Closed": [{"colour": "blue"}],
    "Typed": [{"id": 1, "other": {"kind": "bird"}}],
}
REFUSED = {
    "Colour": [None, [], {}],
    "Pet": [None, {"kind": "cat"}, {"kind": "dog", "name": 1}, {"kind": "cat", "lives": "9"}],
    "Told": [None, {"kind": "cat"}, {"kind": "dog", "name": 1}, {"name": "x"}],
    "Named": [None],
    "Loose": [None],
    "Line": [
        {"class": "c"},
        {"id": "1", "class": "c"},
        {"id": 1, "class": None},
        {"id": 1, "class": "c", "when": "yesterday"},
        {"id": 1, "class": "c", "ratio": "2"},
        {"id": 1, "pets": [{"kind": "cat"}]},
        {"id": 1, "pets": {"kind": "fish"}},
        {"id": 1, "by_name": {"sky": ["blue"]}},
        {"id": 1, "next": {"class": "c"}},
        [],
    ],
    "Held": [{"colour": "blue"}, {"id": 1, "never": 1}, {"id": 1, "n1": "1"}, {"id": 1, "colour": None}],
    "Closed": [{"colour": "blue", "more": 1}],
    "Typed": [{"id": "x", "other": {"kind": "bird"}}],
}


def each(table: dict[str, list[Any]]) -> list[Any]:
    return [
        pytest.param(name, value, id=f"{name}-{i}") for name in table for i, value in enumerate(table[name])
    ]


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("open")
    document: Path = folder / "openapi.yaml"
    found = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}
    document.write_text(yaml.safe_dump({**found, "components": {"schemas": yaml.safe_load(SCHEMAS)}}))
    made = Generated(document, folder / "out", "opened_things", only=("client",))
    yield made
    made.close()


def codecs(made: Generated, name: str) -> tuple[Any, Any, Codec[Any]]:
    """`decode_json` and the type of the package's own runtime."""
    responses = made.load("_runtime.client.responses")
    codec = made.load("_runtime.codec").Codec(lambda: made.load("models").SCHEMA_TYPES[name])
    return responses.decode_json, codec, codec


@pytest.mark.parametrize(("name", "value"), each(KEPT))
def test_what_is_new_is_kept(types: Generated, name: str, value: Any) -> None:
    read, codec, _ = codecs(types, name)
    text = json.dumps(value)
    with pytest.raises(ValidationError):
        read(codec, text, strict=True)
    got = read(codec, text.encode(), strict=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if hasattr(got, "model_dump"):
            assert json.dumps(json.loads(got.model_dump_json()), sort_keys=True) == json.dumps(
                value, sort_keys=True
            )
            assert isinstance(got, types.load("_runtime.model").Model)
        else:
            dumped = TypeAdapter(Any).dump_json(got, exclude_unset=True, by_alias=True)
            assert json.dumps(json.loads(dumped), sort_keys=True) == json.dumps(value, sort_keys=True)


@pytest.mark.parametrize(("name", "value"), each(REFUSED))
def test_what_is_wrong_is_refused(types: Generated, name: str, value: Any) -> None:
    read, codec, _ = codecs(types, name)
    with pytest.raises(ValidationError) as exact:
        read(codec, json.dumps(value), strict=True)
    with pytest.raises(ValidationError) as caught:
        read(codec, json.dumps(value), strict=False)
    assert str(caught.value) == str(exact.value)


def test_what_is_known_keeps_its_class(types: Generated) -> None:
    read, codec, _ = codecs(types, "Line")
    models = types.load("models")
    pets = [{"kind": "bird"}, {"kind": "cat", "lives": 9}, {"kind": "dog", "name": "x", "colour": "blue"}]
    got = read(codec, json.dumps({"id": 1, "pets": pets, "pet": pets[2], "next": {"id": 2}}), strict=False)
    assert got.pets[0] == {"kind": "bird"}
    assert isinstance(got.pets[1], models.Cat)
    assert isinstance(got.pets[2], models.Dog)
    assert isinstance(got.next, models.Line)
    assert got.pet.colour == "blue"
    read, codec, _ = codecs(types, "Told")
    told = read(codec, json.dumps({"kind": "dog", "name": "x", "colour": "blue"}), strict=False)
    assert isinstance(told, models.Dog)
    assert got.class_ is None
    assert got.model_fields_set == {"id", "pets", "pet", "next"}


def test_nothing_is_built_on_the_good_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "decode_open", lambda *_: pytest.fail("read openly"))
    assert decode_json(Codec(lambda: int), b"1", strict=False) == 1

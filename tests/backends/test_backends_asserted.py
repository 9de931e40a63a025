"""Models of other styles beside our own: the same names, and the same decisions where a style can say them.

Most schemas here say more than any type does (`not`, `if`, `contains`, …): they are classes all the same.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import msgspec
import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from specloom import pipeline
from specloom.config.model import Style
from specloom.diagnostics import Diagnostics
from specloom.project import adjusted, from_documents

DOCUMENT = """\
openapi: 3.1.0
info: {title: Styles, version: "1"}
paths:
  /accounts:
    post:
      operationId: createAccount
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Account"}}}}
      responses:
        "200":
          description: The account.
          content: {application/json: {schema: {$ref: "#/components/schemas/Account"}}}
components:
  schemas:
    Account:
      type: object
      required: [id, secret]
      properties:
        id: {type: integer, readOnly: true, x-specloom-required-in: response}
        secret: {type: string, writeOnly: true, x-specloom-required-in: request}
        class: {type: string}
      not: {required: [never]}
    Guarded:
      type: object
      required: [kind]
      properties:
        kind: {type: string}
        class: {type: string}
        plain: {type: integer, default: 3}
        inner:
          type: object
          required: [x]
          properties: {x: {type: integer}, from: {type: integer}}
          minProperties: 1
          not: {required: [never]}
      if: {properties: {kind: {const: a}}}
      then: {required: [plain]}
    Few: {type: object, minProperties: 1, properties: {a: {type: string}, b: {type: string}}}
    Cat:
      type: object
      required: [kind, lives]
      properties: {kind: {const: cat}, lives: {type: integer}}
      not: {required: [never]}
    Dog:
      type: object
      required: [kind, name]
      properties: {kind: {const: dog, not: {const: wolf}}, name: {type: string}}
      dependentRequired: {name: [kind]}
    Pet:
      oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]
      discriminator: {propertyName: kind, mapping: {cat: "#/components/schemas/Cat"}}
    Node:
      type: object
      properties:
        value: {type: integer}
        next: {$ref: "#/components/schemas/Node"}
        all: {type: array, items: {$ref: "#/components/schemas/Node"}, uniqueItems: true}
      not: {required: [never]}
    Base: {type: object, required: [id], properties: {id: {type: string}}}
    Derived:
      allOf:
      - {$ref: "#/components/schemas/Base"}
      - {type: object, properties: {extra: {type: string}}, if: {required: [extra]}, then: {minProperties: 2}}
    foo-bar: {type: object, properties: {a: {type: string}}}
    foo_bar: {type: object, properties: {a: {type: integer}}, not: {required: [never]}}
    Times:
      type: object
      required: [at]
      properties: {at: {type: string, format: date-time}, day: {type: string, format: date}}
      not: {required: [never]}
    Constants:
      type: object
      required: [c, n]
      properties: {c: {const: x}, n: {const: 1}, e: {enum: [a, b], default: b}}
      not: {required: [never]}
    Text: {type: string, not: {const: never}}
    ListOf: {type: array, items: {$ref: "#/components/schemas/Guarded"}, contains: {required: [kind]}}
    MapOf:
      type: object
      additionalProperties: {$ref: "#/components/schemas/Few"}
      propertyNames: {maxLength: 9}
    Either:
      anyOf:
      - {type: object, additionalProperties: {type: string, not: {const: never}}}
      - {type: array, items: {type: string}}
    Holder:
      type: object
      properties:
        g: {$ref: "#/components/schemas/Guarded"}
        p: {$ref: "#/components/schemas/Pet"}
        t: {$ref: "#/components/schemas/Text"}
      minProperties: 1
      not: {required: [never]}
"""
STYLES: tuple[Style, ...] = ("dataclass", "typeddict", "msgspec")
EVERY = pytest.mark.parametrize("style", STYLES)
NO_WIRE_NAMES = {"class", "from"}
"""Members whose name in JSON a dataclass cannot say."""

ACCEPTED: list[tuple[str, Any]] = [
    ("Account", {"id": 1, "secret": "s"}),
    ("Guarded", {"kind": "b", "class": "c", "inner": {"x": 1, "from": 2}}),
    ("Guarded", {"kind": "a", "plain": 4, "inner": {"x": 1}}),
    ("Few", {"a": "x"}),
    ("Cat", {"kind": "cat", "lives": 9}),
    ("Pet", {"kind": "cat", "lives": 9}),
    ("Pet", {"kind": "dog", "name": "n"}),
    ("Node", {"value": 1, "next": {"all": [{"value": 2}]}}),
    ("Derived", {"id": "i", "extra": "e"}),
    ("foo-bar", {"a": "x"}),
    ("foo_bar", {"a": 1}),
    ("Times", {"at": "2020-01-02T03:04:05Z", "day": "2020-01-02"}),
    ("Constants", {"c": "x", "n": 1, "e": "a"}),
    ("Text", "t"),
    ("ListOf", [{"kind": "b", "plain": 4}]),
    ("MapOf", {"k": {"b": "x"}}),
    ("Either", {"a": "b"}),
    ("Either", ["b"]),
    ("Holder", {"g": {"kind": "b", "plain": 4}, "p": {"kind": "dog", "name": "n"}, "t": "x"}),
]
REFUSED: list[tuple[str, Any]] = [
    ("Guarded", {"plain": 1}),
    ("Guarded", {"kind": "b", "inner": {}}),
    ("Few", {"a": 1}),
    ("Cat", {"kind": "dog", "lives": 1}),
    ("Pet", {"kind": "bird", "lives": 1}),
    ("Pet", {"kind": "dog", "lives": 1}),
    ("Node", {"next": {"all": [{"value": "x"}]}}),
    ("Derived", {"extra": "e"}),
    ("foo-bar", {"a": 1}),
    ("foo_bar", {"a": "x"}),
    ("Constants", {"c": "y", "n": 1}),
    ("Text", 1),
    ("ListOf", [{}]),
    ("MapOf", {"k": {"b": 1}}),
    ("Holder", {"p": {"kind": "dog"}}),
]


def generate(folder: Path, package: str, style: Style | None) -> tuple[ModuleType, Diagnostics]:
    """The models of the document in a style, imported, and what was said."""
    path, findings = folder / "openapi.yaml", Diagnostics()
    path.write_text(DOCUMENT, encoding="utf-8")
    project = adjusted(
        from_documents([str(path)], package=package, output=None), only=("models",), style=style
    )
    run = pipeline.Run(project=project, diagnostics=findings, places=pipeline.Places(), step=lambda _: None)
    for name, data in pipeline.generate(project.packages[0], run).files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    return importlib.import_module(f"{package}.models"), findings


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    folder = tmp_path_factory.mktemp("pydantic")
    yield generate(folder, "asserted_pydantic", None)[0]
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def styled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[ModuleType, Diagnostics]]]:
    folders = {style: tmp_path_factory.mktemp(style) for style in STYLES}
    yield {style: generate(folder, f"asserted_{style}", style) for style, folder in folders.items()}
    for folder in folders.values():
        sys.path.remove(str(folder))


Styled = dict[str, tuple[ModuleType, Diagnostics]]


def read(style: str, type_: Any, value: Any) -> Any:
    text = json.dumps(value)
    if style == "msgspec":
        return msgspec.json.decode(text, type=type_)
    return TypeAdapter(type_).validate_json(text)


def shared(value: Any, wanted: Any) -> Any:
    """The part of the value that is asked for: a dataclass has None, or its default, for what is absent."""
    if isinstance(value, dict):
        return {name: shared(each, wanted[name]) for name, each in value.items() if name in wanted}
    if isinstance(value, list):
        return [shared(each, one) for each, one in zip(value, wanted, strict=True)]
    return value


def sayable(value: Any, style: str) -> Any:
    """The value, without the members that a dataclass cannot know by their names in JSON."""
    if isinstance(value, dict):
        lost = NO_WIRE_NAMES if style == "dataclass" else ()
        return {name: sayable(each, style) for name, each in value.items() if name not in lost}
    return [sayable(each, style) for each in value] if isinstance(value, list) else value


@EVERY
def test_what_the_schemas_accept_comes_out_the_same(styled: Styled, ours: ModuleType, style: str) -> None:
    types, _ = styled[style]
    for schema, value in ACCEPTED:
        read("pydantic", ours.SCHEMA_TYPES[schema], value)
        found = json.loads(msgspec.json.encode(read(style, types.SCHEMA_TYPES[schema], value)))
        wanted = sayable(value, style)
        assert (shared(found, wanted) if style == "dataclass" else found) == wanted, schema


@EVERY
def test_what_a_style_can_say_is_refused(styled: Styled, ours: ModuleType, style: str) -> None:
    types, _ = styled[style]
    for schema, value in REFUSED:
        for how, models in (("pydantic", ours), (style, types)):
            with pytest.raises((ValidationError, msgspec.ValidationError)):
                pytest.fail(f"{how} took {read(how, models.SCHEMA_TYPES[schema], value)!r} for {schema}")


@EVERY
def test_classes_are_called_as_in_our_models(styled: Styled, ours: ModuleType, style: str) -> None:
    types, _ = styled[style]
    assert {*types.SCHEMA_TYPES} == {*ours.SCHEMA_TYPES}
    assert classes(types) == classes(ours)
    assert {"AccountRequest", "AccountResponse", "GuardedInner", "FooBar_2"} <= classes(types)
    definitions = importlib.import_module(f"{types.__name__}.definitions")
    assert {name for name in vars(definitions) if name.startswith(("Cat", "Dog", "Pet"))} == {
        "Cat",
        "Dog",
        "Pet",
    }


def classes(models: ModuleType) -> set[str]:
    return {name for name in dir(models) if name[0].isupper() and not name.isupper()}


@pytest.mark.parametrize("style", ["dataclass", "msgspec"])
def test_members_are_called_as_in_our_models(styled: Styled, ours: ModuleType, style: str) -> None:
    types, _ = styled[style]
    for name in dir(ours):
        model = getattr(ours, name)
        if isinstance(model, type) and issubclass(model, BaseModel):
            tagged = {"kind"} if style == "msgspec" and name in {"Cat", "Dog"} else set()
            assert {*get_type_hints(getattr(types, name))} | tagged == {*model.model_fields}, name


def test_a_dataclass_says_of_every_class_what_it_cannot_say(styled: Styled) -> None:
    _, findings = styled["dataclass"]
    places = sorted(
        each.location.pointer
        for each in findings
        if each.code == "style-renamed" and each.location is not None and "in JSON" in each.message
    )
    schemas = "/components/schemas"
    assert f"{schemas}/Guarded/properties/class" in places
    assert f"{schemas}/Guarded/properties/inner/properties/from" in places
    assert f"{schemas}/Account/properties/class" in places

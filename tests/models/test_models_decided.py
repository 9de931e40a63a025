"""What docs/models.md says of values that the letter refuses, of formats, and of types of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from pathlib import Path, PurePosixPath
from typing import Any

import pytest
import yaml
from pydantic import RootModel, TypeAdapter, ValidationError

from specloom.diagnostics import Severity
from support.generated import Generated


@dataclass
class Span:
    """A type of the user's own; the project file of these tests names it."""

    first: int
    last: int


class Instant(RootModel[str]):
    """A type of the user's own that reads any text."""


SCHEMAS: dict[str, Any] = {
    "Widened": {"type": "string", "nullable": True, "enum": ["a", "b"]},
    "Listed": {"type": "string", "nullable": True, "enum": ["a", "b", None]},
    "Both": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
    "Either": {"anyOf": [{"type": "integer"}, {"type": "number"}]},
    "Whole": {"type": "integer"},
    "Flag": {"type": "boolean"},
    "Optional": {"type": "object", "properties": {"a": {"type": "string"}}},
    "Mail": {"type": "string", "format": "email"},
    "Small": {"type": "integer", "format": "int32"},
    "Day": {"type": "string", "format": "date"},
    "Wait": {"type": "string", "format": "duration", "x-python-type": "datetime:timedelta", "maxLength": 5},
    "Moment": {"type": "string", "format": "date-time", "x-python-type": "test_models_decided:Instant"},
    "Path": {"type": "string", "format": "path"},
    "Range": {
        "type": "object",
        "required": ["first", "last"],
        "properties": {"first": {"type": "integer"}, "last": {"type": "integer"}},
        "additionalProperties": False,
    },
    "Stretch": {
        "type": "object",
        "required": ["first", "last"],
        "properties": {"first": {"type": "integer"}, "last": {"type": "integer"}},
        "not": {"required": ["middle"]},
        "x-python-type": "test_models_decided:Span",
    },
    "Holder": {
        "type": "object",
        "properties": {
            "stretch": {"$ref": "#/components/schemas/Stretch"},
            "range": {"$ref": "#/components/schemas/Range"},
            "wait": {"$ref": "#/components/schemas/Wait"},
            "price": {"type": "number", "format": "double"},
            "path": {"type": "string", "format": "path", "default": "/a"},
            "place": {"type": "string", "nullable": True},
        },
    },
    "Code": {"type": "string", "pattern": "^(a|b)\\1$"},
}
TYPES = {
    "path": "pathlib:PurePosixPath",
    "double": "decimal.Decimal",
    "Range": "test_models_decided:Span",
    "/components/schemas/Holder/properties/place": "pathlib:PurePosixPath",
}


def generated(folder: Path, package: str, **settings: Any) -> Generated:
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Decisions", "version": "1"},
        "paths": {},
        "components": {"schemas": SCHEMAS},
    }
    (folder / "api.yaml").write_text(yaml.safe_dump(document, sort_keys=False), encoding="utf-8")
    entry = {
        "package": package,
        "output": "out",
        "sources": [{"id": "api", "path": "api.yaml"}],
        "types": TYPES,
        **settings,
    }
    (folder / "specloom.yaml").write_text(yaml.safe_dump({"packages": [entry]}), encoding="utf-8")
    return Generated(folder / "specloom.yaml", folder / "out", package, only=("models",))


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    package = generated(tmp_path_factory.mktemp("plain"), "decided_plain")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, "test_models_decided", __import__("sys").modules[__name__])
        yield package
    package.close()


def decides(package: Generated, name: str, value: Any) -> bool:
    try:
        TypeAdapter(package.load("models").SCHEMA_TYPES[name]).validate_python(value)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "value", "taken"),
    [
        ("Widened", None, False),
        ("Widened", "a", True),
        ("Listed", None, True),
        ("Both", 42, False),
        ("Both", 4.5, True),
        ("Either", 42, True),
        ("Whole", 1.0, True),
        ("Whole", "5", False),
        ("Whole", True, False),
        ("Flag", 1, False),
        ("Optional", {"a": None}, False),
        ("Optional", {}, True),
        ("Mail", "no address", True),
        ("Small", 2**31, False),
        ("Day", "tomorrow", False),
        ("Code", "aa", True),
        ("Code", "ab", False),
    ],
)
def test_the_letter_decides(plain: Generated, name: str, value: Any, taken: bool) -> None:
    assert decides(plain, name, value) == taken


def test_asserting_checks_every_known_format(tmp_path: Path) -> None:
    package = generated(tmp_path, "decided_asserting", formats="assert")
    assert not decides(package, "Mail", "no address")
    assert decides(package, "Mail", "a@b.example")
    assert not decides(package, "Day", "tomorrow")
    package.close()


@pytest.mark.parametrize(
    ("formats", "name", "value", "taken"),
    [
        ("assert", "Wait", "P1D", True),
        ("assert", "Wait", "01:00", False),  # which pydantic reads as an hour, but RFC 3339 does not
        (None, "Wait", "01:00", True),
        (None, "Moment", "2020-01-01T00:00:00Z", True),
        (None, "Moment", "2020-01-01", False),  # which the type itself would read
        ("assert", "Moment", "2020-01-01", False),
        ("annotate", "Moment", "2020-01-01", True),
    ],
)
def test_the_format_is_decided_before_a_type_of_ones_own_reads(
    tmp_path: Path, formats: str | None, name: str, value: str, taken: bool
) -> None:
    settings = {} if formats is None else {"formats": formats}
    package = generated(tmp_path, f"decided_before_{formats or 'reading'}", **settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(__import__("sys").modules, "test_models_decided", __import__("sys").modules[__name__])
        assert decides(package, name, value) == taken
    package.close()


def test_annotating_checks_none_and_leaves_texts(tmp_path: Path) -> None:
    package = generated(tmp_path, "decided_annotating", formats="annotate")
    assert decides(package, "Mail", "no address")
    assert decides(package, "Day", "tomorrow")
    assert decides(package, "Small", 2**31)
    assert TypeAdapter(package.load("models").Day).validate_json('"2020-01-01"') == "2020-01-01"
    package.close()


def test_types_of_ones_own_read_what_the_schema_allows(plain: Generated) -> None:
    holder = plain.load("models").Holder
    text = (
        '{"stretch":{"first":3,"last":4},"range":{"first":1,"last":2},'
        '"wait":"P1D","price":1.1,"path":"/b","place":null}'
    )
    read = holder.model_validate_json(text)
    assert read.range == Span(1, 2)
    assert read.stretch == Span(3, 4)
    assert read.wait == timedelta(days=1)
    assert read.price == Decimal("1.1")
    assert read.path == PurePosixPath("/b")
    assert read.place is None
    assert read.model_dump_json() == text
    assert holder(range=Span(1, 2), place=PurePosixPath("x")).model_dump_json() == (
        '{"range":{"first":1,"last":2},"place":"x"}'
    )
    assert holder().path == PurePosixPath("/a")


@pytest.mark.parametrize(
    "value",
    [
        {"range": {"first": 1, "last": "2"}},
        {"range": {"first": 1, "last": 2, "more": 3}},
        {"stretch": {"first": 1, "last": 2, "middle": 1}},
        {"wait": "PT1H1M1S"},
        {"wait": "soon"},
        {"price": "1.1"},
        {"path": None},
    ],
)
def test_what_the_schema_refuses_reaches_no_type(plain: Generated, value: Any) -> None:
    assert not decides(plain, "Holder", value)
    with pytest.raises(ValidationError):
        plain.load("models").Holder(wait=timedelta(days=1000, seconds=1))


def test_the_json_schema_stays_the_documents(plain: Generated) -> None:
    said = plain.load("models").Holder.model_json_schema()
    assert said["properties"]["range"] == {"$ref": "#/$defs/Range"}
    assert said["properties"]["path"] == {"type": "string", "format": "path", "default": "/a"}
    assert said["$defs"]["Wait"] == {"type": "string", "format": "duration", "maxLength": 5}


def test_the_readme_and_the_dependencies_say_what_is_needed(plain: Generated) -> None:
    readme = (plain.folder / "README.md").read_text(encoding="utf-8")
    assert "Their modules have to be importable" in readme
    assert "https://github.com/mrabarnett/mrab-regex" in readme
    assert '"regex>=' in (plain.folder / "pyproject.toml").read_text(encoding="utf-8")


def test_a_type_for_nothing_is_a_warning(tmp_path: Path) -> None:
    package = generated(tmp_path, "decided_unused", types={"paht": "pathlib:PurePosixPath"})
    [found] = [each for each in package.findings if each.code == "config-unused-type"]
    assert found.severity is Severity.WARNING
    assert found.hint == "did you mean 'path'?"
    assert found.location is not None
    assert found.location.pointer == "/packages/0/types/paht"
    lines = (tmp_path / "specloom.yaml").read_text(encoding="utf-8").splitlines()
    assert "paht" in lines[(found.location.line or 0) - 1]
    package.close()

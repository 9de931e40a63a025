"""The JSON Schema for editors and the typed model say the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

import specloom.config
from specloom.config.load import load_config
from specloom.config.model import Package, Project, Source
from specloom.diagnostics import Diagnostics
from specloom.document.options import Limits, References

SCHEMA: dict[str, Any] = json.loads(
    Path(specloom.config.__file__).with_name("specloom.schema.json").read_text(encoding="utf-8")
)
# Members of the model that no file sets there, and settings with a rule instead of a default.
NOT_SET = {"path", "origin", "entries", "skip"}
BY_RULE = {"distribution", "title"}
PAIRS = [
    (SCHEMA["$defs"]["package"], Package),
    (SCHEMA["$defs"]["source"], Source),
    (SCHEMA["$defs"]["limits"], Limits),
    (SCHEMA["$defs"]["references"], References),
    (SCHEMA, Project),
]


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(("schema", "model"), PAIRS)
def test_settings_are_the_models_members(schema: dict[str, Any], model: type[msgspec.Struct]) -> None:
    members = set(model.__struct_fields__)
    assert set(schema["properties"]) == members - (NOT_SET - set(schema["properties"]))
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(("schema", "model"), PAIRS)
def test_required_settings_and_defaults_are_the_models(
    schema: dict[str, Any], model: type[msgspec.Struct]
) -> None:
    for field in msgspec.structs.fields(model):
        if field.name not in schema["properties"] or field.name in BY_RULE:
            continue
        assert (field.name in schema.get("required", [])) is field.required
        if "default" in schema["properties"][field.name]:
            assert schema["properties"][field.name]["default"] == field.default


def test_every_setting_is_described() -> None:
    for schema, _ in PAIRS:
        for name, setting in schema["properties"].items():
            assert "description" in setting or "$ref" in setting, name


def test_every_setting_is_in_the_documentation() -> None:
    text = (Path(__file__).parents[2] / "docs/config.md").read_text(encoding="utf-8")
    for schema, _ in PAIRS:
        for name in schema["properties"]:
            assert f"`{name}`" in text, name


def test_the_projects_own_file_fits() -> None:
    root = Path(__file__).parents[2]
    diagnostics = Diagnostics()
    project = load_config(str(root / "specs/specloom.yaml"), diagnostics)
    assert not list(diagnostics)
    assert [source.id for source in project.packages[0].sources] == [
        "inference_gateway", "olivaw", "ray_serve", "openai_interface",
    ]  # fmt: skip

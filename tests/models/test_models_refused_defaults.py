"""A default that its own schema refuses is kept in the schema and not filled in, whatever refuses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.generated import Generated

MEMBERS = {
    "negated": {"type": "integer", "not": {"const": 3}},
    "conditional": {"type": "integer", "if": {"minimum": 3}, "then": {"multipleOf": 2}},
    "referred": {"$ref": "#/components/schemas/Asserted"},
    "nested": {"type": "array", "items": {"$ref": "#/components/schemas/Asserted"}},
}
REFUSED = {"negated": 3, "conditional": 3, "referred": 3, "nested": [1, 3]}
ALLOWED = {"negated": 4, "conditional": 4, "referred": 4, "nested": [1, 4]}


@pytest.mark.parametrize(("defaults", "expected"), [(REFUSED, dict.fromkeys(MEMBERS)), (ALLOWED, ALLOWED)])
def test_only_allowed_defaults_are_filled_in(
    tmp_path: Path, defaults: dict[str, object], expected: dict[str, object]
) -> None:
    members = {name: {**schema, "default": defaults[name]} for name, schema in MEMBERS.items()}
    schemas = {
        "Asserted": {"type": "integer", "not": {"const": 3}},
        "Filled": {"type": "object", "properties": members},
    }
    document = tmp_path / "openapi.json"
    document.write_text(
        json.dumps(
            {
                "openapi": "3.1.0",
                "info": {"title": "Defaults", "version": "1"},
                "paths": {},
                "components": {"schemas": schemas},
            }
        )
    )
    made = Generated(document, tmp_path / "made", f"filled_{defaults['negated']}", only=("models",))
    try:
        filled = made.load("models").Filled()
        assert {name: getattr(filled, name) for name in MEMBERS} == expected
        warned = [each for each in made.findings if each.code == "default-invalid"]
        assert bool(warned) == (defaults is REFUSED)
    finally:
        made.close()

"""How the time of generating grows: made-up documents of more and more schemas and operations."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SIZES = (100, 300, 1_000, 3_000, 10_000)
"""Schemas, and as many operations."""


def document(size: int) -> dict[str, Any]:
    """Schemas that refer to each other, operations that take and give them, forty to a tag."""
    return {
        "openapi": "3.1.0",
        "info": {"title": f"Of size {size}", "version": "1.0.0"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {f"/things-{number}/{{id}}": {"put": _operation(number)} for number in range(size)},
        "components": {"schemas": {f"Thing{number}": _schema(number, size) for number in range(size)}},
    }


def _schema(number: int, size: int) -> dict[str, Any]:
    other = {"$ref": f"#/components/schemas/Thing{(number * 7 + 1) % size}"}
    return {
        "type": "object",
        "description": f"The thing of the number {number}.",
        "required": ["id"],
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "name": {"type": ["string", "null"], "description": "What it is called."},
            "count": {"type": "integer", "minimum": 0},
            "kind": {"enum": ["small", "large"]},
            "other": other,
            "parts": {"type": "array", "items": other},
            "place": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}},
        },
    }


def _operation(number: int) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/Thing{number}"}}}
    return {
        "operationId": f"putThing{number}",
        "tags": [f"tag {number // 40}"],
        "summary": "Replace a thing.",
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 100}},
        ],
        "requestBody": {"required": True, "content": content},
        "responses": {"200": {"description": "The thing.", "content": content}},
    }


def write(size: int, folder: Path) -> Path:
    """The document as a file."""
    path = folder / f"size-{size}.json"
    path.write_text(json.dumps(document(size)), encoding="utf-8")
    return path


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The `b` of the curve `a * size ** b` that lies nearest, by logarithms and least squares."""
    x, y = [math.log(size) for size in sizes], [math.log(second) for second in seconds]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    above = sum((one - mean_x) * (other - mean_y) for one, other in zip(x, y, strict=True))
    return above / sum((one - mean_x) ** 2 for one in x)

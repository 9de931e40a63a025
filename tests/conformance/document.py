"""The document of the matrix: an operation for every cell of it."""

from __future__ import annotations

from typing import Any

from conformance import answers, bodies, parameters, streams, styles

NOTHING = {"description": "nothing to say"}


def document() -> dict[str, Any]:
    schemas: dict[str, Any] = {
        f"{name}_object": {
            "type": "object",
            "properties": dict.fromkeys("RGB", schema),
            "additionalProperties": False,
        }
        for name, schema in styles.TYPES.items()
    }
    return {
        "openapi": "3.2.0",
        "$self": "https://example.com/api/openapi.yaml",
        "info": {"title": "Conformance", "version": "1"},
        "paths": {**style_paths(), **parameter_paths(), **body_paths(), **stream_paths(), **answer_paths()},
        "components": {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "key"}},
        },
    }


def style_paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for cell in styles.cells():
        name = cell.operation
        path = f"/{name}/{{color}}" if cell.place == "path" else f"/{name}"
        schema = schema_of(cell)
        parameter = {
            "name": "color",
            "in": cell.place,
            "style": cell.row.style,
            "explode": cell.row.explode,
            "required": cell.place == "path",
            "schema": schema,
        }
        paths[path] = {"get": operation(name, "styles", answer(schema), parameters=[parameter])}
    return paths


def parameter_paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for case in (*parameters.RFC6570, *parameters.OTHERS):
        described = operation(case.name, "parameters", NOTHING, parameters=list(case.parameters))
        if case.security:
            described["security"] = [{"key": []}]
        paths[case.path] = {"get": described, "parameters": list(case.of_path)}
    body = {"required": True, "content": {"application/json": {"schema": parameters.TEXTS}}}
    paths["/methods"] = {
        "query": operation("ask", "parameters", answer(parameters.TEXTS), requestBody=body),
        "additionalOperations": {"COPY": operation("copy", "parameters", NOTHING)},
    }
    return paths


def body_paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for case in bodies.BODIES:
        said = {"required": case.required, "content": case.content}
        paths[f"/bodies/{case.name}"] = {
            "post": operation(case.operation, "bodies", NOTHING, requestBody=said)
        }
    for made in bodies.MADE:
        said = {"required": True, "content": {made.media_type: made.described}}
        paths[f"/made/{made.name}"] = {"post": operation(made.operation, "made", NOTHING, requestBody=said)}
    return paths


def stream_paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for tag, cases in (("streams", streams.STREAMS), ("downloads", streams.DOWNLOADS)):
        for case in cases:
            response = {"description": "items", "content": {case.media_type: case.described}}
            paths[f"/{tag}/{case.name}"] = {"get": operation(case.operation, tag, response)}
    return paths


def answer_paths() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for field in answers.FIELDS:
        refused = {"description": "refused", "headers": {"X-Field": field.described}}
        said = {**NOTHING, "headers": {"X-Field": {**field.described, "required": True}}}
        described = operation(field.operation, "fields", said)
        described["responses"] |= {"409": refused}
        paths[f"/fields/{field.name}"] = {"get": described}
    for case in answers.ANSWERS:
        response = {"description": "an answer", "content": case.content}
        paths[f"/answers/{case.name}"] = {"get": operation(case.operation, "answers", response)}
    return paths


def schema_of(cell: styles.Cell) -> Any:
    type_ = cell.sample.type
    if cell.kind == "object":
        return {"$ref": f"#/components/schemas/{type_}_object"}
    schema = styles.TYPES[type_]
    return {"type": "array", "items": schema} if cell.kind == "array" else schema


def operation(name: str, tag: str, response: Any, **said: Any) -> dict[str, Any]:
    return {"operationId": name, "tags": [tag], "responses": {"200": response}, **said}


def answer(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"description": "what came", "content": {media_type: {"schema": schema}}}

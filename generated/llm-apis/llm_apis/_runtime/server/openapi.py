"""The document that a server serves, put together from what its routes do (OpenAPI 3.2).

It is never read from a file: a route that is not there is not in it, and the schemas are those of the
types that decide requests and responses.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from fastapi.routing import iter_route_contexts
from starlette.routing import BaseRoute

from ..operation import (
    Body,
    Content,
    Encoding,
    Header,
    Operation,
    Parameter,
    Response,
    SecurityScheme,
    Server,
    Stream,
)
from .bases import base_path, origin
from .endpoints import Endpoint
from .schemas import Schemas

VERSION = "3.2.0"
_METHODS = frozenset(
    ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]
)


def describe(
    routes: Iterable[BaseRoute],
    info: Mapping[str, Any],
    receivers: Sequence[Operation] = (),
) -> dict[str, Any]:
    """The OpenAPI document of all operations among `routes`; `info` is its Info Object.

    `receivers` are the webhooks of the API, and the callbacks of its operations.
    """
    served = list(_served(routes))
    schemas = Schemas([*(operation for _, operation, _ in served), *receivers])
    paths: dict[str, Any] = {}
    for path, operation, base in served:
        said = _with_callbacks(operation, base, receivers, schemas)
        _add(paths.setdefault(path, {}), operation.method, said)
    document: dict[str, Any] = {"openapi": VERSION, "info": dict(info)}
    document |= _shared_servers(paths)
    described = [*(operation for _, operation, _ in served), *receivers]
    document |= _tags(described)
    document["paths"] = paths
    document |= _if(webhooks=_webhooks(receivers, schemas))
    components = {
        "schemas": schemas.components,
        "securitySchemes": _security_schemes(described),
    }
    if any(components.values()):
        document["components"] = {
            key: value for key, value in components.items() if value
        }
    return document


def _served(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, Operation, str]]:
    """Each routed operation with its full path and its server's base path in it."""
    for context in iter_route_contexts(list(routes)):
        endpoint = context.endpoint
        if isinstance(endpoint, Endpoint):
            own = getattr(context.original_route, "path_format", "")
            prefix = (context.path_format or "").removesuffix(own)
            yield (
                prefix + endpoint.path,
                endpoint.operation,
                endpoint.path.removesuffix(endpoint.operation.path),
            )


def _add(item: dict[str, Any], method: str, operation: dict[str, Any]) -> None:
    """Methods without a field of their own stand under `additionalOperations`."""
    if method.lower() in _METHODS:
        item[method.lower()] = operation
    else:
        item.setdefault("additionalOperations", {})[method] = operation


def _operation(operation: Operation, base: str, schemas: Schemas) -> dict[str, Any]:
    namespace = f"{operation.source.id}." if operation.source.id else ""
    servers = [
        origin(server) for server in operation.servers if base_path(server) == base
    ]
    said: dict[str, Any] = {
        "tags": list(operation.tags),
        "summary": operation.summary,
        "description": operation.description,
        "operationId": None
        if operation.id is None
        else namespace + operation.id.removeprefix(namespace),
        "deprecated": operation.deprecated or None,
        "parameters": [
            _parameter(parameter, schemas) for parameter in operation.parameters
        ],
        "requestBody": None
        if operation.body is None
        else _body(operation.body, schemas),
        "responses": {
            each.status: _response(each, schemas) for each in operation.responses
        },
        "servers": [_server(server) for server in servers],
    }
    described = {key: value for key, value in said.items() if value not in (None, [])}
    described["security"] = [
        {
            namespace + each.scheme.removeprefix(namespace): list(each.scopes)
            for each in alternative
        }
        for alternative in operation.security
    ]
    return described


def _webhooks(receivers: Sequence[Operation], schemas: Schemas) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in receivers:
        if each.receiver is not None and each.receiver.kind == "webhook":
            item = found.setdefault(each.receiver.name, {})
            _add(item, each.method, _with_callbacks(each, "", receivers, schemas))
    return found


def _with_callbacks(
    operation: Operation, base: str, receivers: Sequence[Operation], schemas: Schemas
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in receivers:
        of = each.receiver and each.receiver.of
        if each.source is operation.source and of == operation.address:
            assert each.receiver is not None
            callback = found.setdefault(each.receiver.name, {})
            item = callback.setdefault(each.receiver.expression, {})
            _add(item, each.method, _with_callbacks(each, "", receivers, schemas))
    return _operation(operation, base, schemas) | _if(callbacks=found)


def _parameter(parameter: Parameter, schemas: Schemas) -> dict[str, Any]:
    said: dict[str, Any] = {"name": parameter.name, "in": parameter.place}
    said |= _if(description=parameter.description, required=parameter.required)
    said |= _if(deprecated=parameter.deprecated)
    if parameter.rest_of_path:
        said["x-specloom-rest-of-path"] = True
    schema = schemas.of(parameter.codec)
    if (
        parameter.default is not None
        and isinstance(schema, dict)
        and "default" not in schema
    ):
        schema["default"] = json.loads(parameter.default)
    if parameter.media_type is not None:
        return said | {"content": {parameter.media_type: {"schema": schema}}}
    said |= {"style": parameter.style, "explode": parameter.explode}
    said |= _if(allowReserved=parameter.allow_reserved)
    return said | {"schema": schema}


def _body(body: Body, schemas: Schemas) -> dict[str, Any]:
    return {
        **_if(description=body.description, required=body.required),
        "content": _contents(body.contents, schemas),
    }


def _response(response: Response, schemas: Schemas) -> dict[str, Any]:
    said: dict[str, Any] = {"description": response.description}
    said |= _if(headers=_headers(response.headers, schemas))
    if response.contents:
        said["content"] = _contents(response.contents, schemas)
    return said


def _headers(headers: Iterable[Header], schemas: Schemas) -> dict[str, Any]:
    return {header.name: _header(header, schemas) for header in headers}


def _header(header: Header, schemas: Schemas) -> dict[str, Any]:
    said = _if(
        description=header.description, required=header.required, explode=header.explode
    )
    value = {"schema": schemas.of(header.codec)}
    if header.media_type is not None:
        return said | {"content": {header.media_type: value}}
    return said | value


def _contents(contents: Iterable[Content], schemas: Schemas) -> dict[str, Any]:
    return {content.media_type: _content(content, schemas) for content in contents}


def _content(content: Content, schemas: Schemas) -> dict[str, Any]:
    if content.stream is not None:
        return {"itemSchema": _item(content.stream, schemas)}
    if content.codec is None:
        return {}
    schema = schemas.of(content.codec)
    if content.by_item:
        return {"itemSchema": schemas.entry(schema), **_encodings(content, schemas)}
    return {"schema": schema, **_encodings(content, schemas)}


def _encodings(content: Content, schemas: Schemas) -> dict[str, Any]:
    """How members and parts are written (OpenAPI 3.2, "Media Type Object")."""
    named = {name: _encoding(each, schemas) for name, each in content.encoding.items()}
    prefix = [_encoding(each, schemas) for each in content.prefix_encoding]
    rest = content.item_encoding
    return _if(
        encoding=_if(**named),
        prefixEncoding=prefix if any(prefix) else None,
        itemEncoding=None if rest is None else _encoding(rest, schemas),
    )


def _encoding(encoding: Encoding, schemas: Schemas) -> dict[str, Any]:
    said = {
        "style": encoding.style,
        "explode": encoding.explode,
        "allowReserved": encoding.allow_reserved,
    }
    return {
        **_if(contentType=encoding.content_type),
        **{key: value for key, value in said.items() if value is not None},
        **_if(headers=_headers(encoding.headers, schemas)),
    }


def _item(stream: Stream, schemas: Schemas) -> Any:
    """A line's own schema, or the event around the item (OpenAPI 3.2, "Server-Sent Event Streams")."""
    item = None if stream.item is None else schemas.of(stream.item)
    if stream.framing != "events":
        return {} if item is None else item
    if stream.texts is not None and stream.envelope is not None:
        # Several kinds of event: the envelope says what each of them carries.
        return schemas.of(stream.envelope)
    data: dict[str, Any] = {"type": "string"}
    if item is not None:
        data |= {"contentMediaType": "application/json", "contentSchema": item}
    event = {} if stream.envelope is None else schemas.whole(stream.envelope)
    required = [name for name in event.get("required", []) if name != "data"]
    members = {**event.get("properties", {}), "data": data}
    return {
        **event,
        "type": "object",
        "required": [*required, "data"],
        "properties": members,
    }


def _server(server: Server) -> dict[str, Any]:
    variables = {
        name: {
            "default": v.default,
            **_if(enum=list(v.enum), description=v.description),
        }
        for name, v in server.variables.items()
    }
    return {
        "url": server.url,
        **_if(description=server.description, variables=variables),
    }


def _shared_servers(paths: Mapping[str, Any]) -> dict[str, Any]:
    """Servers that all operations have in common are said once, for the whole document."""
    operations = [each for item in paths.values() for each in _operations(item)]
    shared = operations[0].get("servers") if operations else None
    if not shared or any(each.get("servers") != shared for each in operations):
        return {}
    for each in operations:
        del each["servers"]
    return {"servers": shared}


def _operations(item: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for key, value in item.items():
        if key == "additionalOperations":
            yield from value.values()
        else:
            yield value


def _tags(operations: Iterable[Operation]) -> dict[str, Any]:
    found: dict[str, str | None] = {}
    for operation in operations:
        for tag in operation.tags:
            found[tag] = found.get(tag) or operation.source.tags.get(tag)
    if not found:
        return {}
    return {
        "tags": [
            {"name": tag, **_if(description=text)}
            for tag, text in sorted(found.items())
        ]
    }


def _security_schemes(operations: Iterable[Operation]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for source in {
        id(operation.source): operation.source for operation in operations
    }.values():
        namespace = f"{source.id}." if source.id else ""
        for name, scheme in source.security_schemes.items():
            found[namespace + name.removeprefix(namespace)] = _scheme(scheme)
    return found


def _scheme(scheme: SecurityScheme) -> dict[str, Any]:
    """The scheme as its document writes it, held to what the hooks are given."""
    decisive = {
        "type": scheme.type,
        "name": scheme.name,
        "in": scheme.place,
        "scheme": scheme.scheme,
    }
    return {**scheme.declaration, **_if(**decisive)}


def _if(**said: Any) -> dict[str, Any]:
    """Only what says something."""
    return {key: value for key, value in said.items() if value}

"""Whether a served document says the same as the document it was generated from, up to naming.

Operations are told apart by method and full path (the server's base path included), so it makes no
difference which part of the path a document writes into its servers. Names of components, operation ids
and what is only said for readers are left out; everything else that an operation asks or answers is held
against the other side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from agreement.schemas import Comparison, Reader, pointed, text

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
STYLES = {"query": "form", "cookie": "form", "path": "simple", "header": "simple"}
EVENT_MEMBERS = {"event", "data", "id", "retry"}


def compare(source: Any, served: Any) -> list[str]:
    """The differences between two OpenAPI documents; none where they say the same."""
    return list(_Documents(source, served).differences())


class _Side:
    """One document: its operations, and its objects behind references."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.reader = Reader(document)
        self.operations: dict[str, dict[str, Any]] = {}
        self.servers: dict[str, set[str]] = {}
        for path, item in document.get("paths", {}).items():
            for method, operation in self._methods(self.object(item)):
                self._add(method, path, self.object(item), operation)
                self._add_callbacks(f"{method} {path}", operation)
        for name, item in document.get("webhooks", {}).items():
            self._receive(f"webhook {name}", self.object(item))

    def object(self, value: Any) -> Any:
        while isinstance(value, dict) and "$ref" in value:
            value = pointed(self.document, value["$ref"])
        return value

    def _methods(self, item: Any) -> Iterator[tuple[str, Any]]:
        yield from ((method.upper(), item[method]) for method in METHODS if method in item)
        yield from item.get("additionalOperations", {}).items()

    def _add(self, method: str, path: str, item: Any, operation: Any) -> None:
        servers = operation.get("servers") or item.get("servers") or self.document.get("servers")
        shared = {p: v for p, v in self._parameters(item).items() if p not in self._parameters(operation)}
        for server in servers or [{"url": "/"}]:
            base, origin = _taken_apart(server)
            key = f"{method} {base}{path}"
            self.operations[key] = operation | {"parameters": {**shared, **self._parameters(operation)}}
            self.servers.setdefault(key, set()).add(origin)

    def _add_callbacks(self, at: str, operation: Any) -> None:
        for name, callback in operation.get("callbacks", {}).items():
            for expression, item in self.object(callback).items():
                self._receive(f"{at} callback {name} {expression}", self.object(item))

    def _receive(self, at: str, item: Any) -> None:
        """What the API calls: where is the receiver's affair."""
        for method, operation in self._methods(item):
            parameters = {**self._parameters(item), **self._parameters(operation)}
            self.operations[f"{at} {method}"] = {**operation, "parameters": parameters}
            self.servers[f"{at} {method}"] = set()

    def _parameters(self, holder: Any) -> dict[tuple[str, str], Any]:
        found = [self.object(each) for each in holder.get("parameters", ())]
        ignored = {"accept", "content-type", "authorization"}
        return {
            (p["in"], p["name"].lower() if p["in"] == "header" else p["name"]): p
            for p in found
            if not (p["in"] == "header" and p["name"].lower() in ignored)
        }

    def security(self, operation: Any) -> set[str]:
        """Alternatives, each by the declarations of its schemes."""
        schemes = self.document.get("components", {}).get("securitySchemes", {})
        found = set()
        for alternative in operation.get("security", self.document.get("security", [])):
            needed = []
            for name, scopes in alternative.items():
                said = {k: v for k, v in self.object(schemes[name]).items() if k != "description"}
                if said["type"] == "http":
                    said["scheme"] = said["scheme"].lower()
                needed.append([said, sorted(scopes)])
            found.add(text(sorted(needed, key=text)))
        return found - {"[]"} if found == {"[]"} else found

    def item(self, media_type: Any, *, events: bool) -> tuple[Any, Any]:
        """A stream's data schema, and the schema of the rest of its events (None without an envelope).

        Events of which nothing is said carry text.
        """
        if events and not media_type.keys() & {"schema", "itemSchema"}:
            return {"type": "string"}, None
        item = media_type.get("itemSchema")
        if item is None:
            item = media_type.get("schema", {})
            arrays = [b for b in self.reader.branches(item) if b["type"] == "array"]
            if len(arrays) == 1 == len(self.reader.branches(item)):
                item = arrays[0].get("items", {})
        branches = self.reader.branches(item)
        members = branches[0].get("properties", {}) if len(branches) == 1 else {}
        if "data" not in members or not members.keys() <= EVENT_MEMBERS:
            return self._content(item), None
        rest = {name: schema for name, schema in members.items() if name != "data"}
        return self._content(members["data"]), ({"type": "object", "properties": rest} if rest else None)

    def _content(self, schema: Any) -> Any:
        branches = self.reader.branches(schema)
        if len(branches) != 1 or branches[0]["type"] != "string":
            return schema
        if "contentSchema" in branches[0]:
            return branches[0]["contentSchema"]
        json = branches[0].get("contentMediaType", "").startswith("application/json")
        return {} if json else {"type": "string"}


def _taken_apart(server: Any) -> tuple[str, str]:
    """The path of a server's URL, and the rest with what is said of its variables."""
    variables = server.get("variables", {})
    url = server["url"].rstrip("/")
    full = re.sub(r"\{([^{}]*)\}", lambda found: variables[found[1]]["default"], url)
    base = urlsplit(full).path.rstrip("/")
    origin = (url if url.endswith(base) else full).removesuffix(base) or "/"
    used = set(re.findall(r"\{([^{}]*)\}", origin))
    said = {n: {"default": v["default"], "enum": v.get("enum")} for n, v in variables.items() if n in used}
    return base, text([origin, said])


class _Documents:
    def __init__(self, source: Any, served: Any) -> None:
        self._source, self._served = _Side(source), _Side(served)
        self._requests = Comparison(source, served, "request")
        self._responses = Comparison(source, served, "response")
        self._schemas = self._requests

    def differences(self) -> Iterator[str]:
        ours, theirs = self._source.operations, self._served.operations
        for key in sorted(ours.keys() | theirs.keys()):
            if key not in ours:
                yield f"{key}: the operation is new"
            elif key not in theirs:
                yield f"{key}: the operation is missing"
            else:
                yield from self._operation(key, ours[key], theirs[key])

    def _operation(self, key: str, ours: Any, theirs: Any) -> Iterator[str]:
        yield from _said(key, "servers", self._source.servers[key], self._served.servers[key])
        yield from _said(key, "security", self._source.security(ours), self._served.security(theirs))
        for field in ("deprecated", "tags"):
            yield from _said(key, field, ours.get(field) or None, theirs.get(field) or None)
        for name, one, other in _pairs(ours["parameters"], theirs["parameters"]):
            yield from self._parameter(f"{key} {' '.join(name)}", one, other)
        yield from self._body(f"{key} body", ours.get("requestBody"), theirs.get("requestBody"))
        statuses = [
            {str(s).upper(): r for s, r in each.get("responses", {}).items()} for each in (ours, theirs)
        ]
        for status, one, other in _pairs(*statuses):
            yield from self._response(f"{key} {status}", one, other)

    def _parameter(self, at: str, one: Any, other: Any) -> Iterator[str]:
        self._schemas = self._requests
        if one is None or other is None:
            yield _lone(at, one)
            return
        for field in ("required", "allowReserved", "x-specloom-rest-of-path"):
            yield from _said(at, field, bool(one.get(field)), bool(other.get(field)))
        if "content" in one or "content" in other:
            yield from self._contents(at, one, other)
            return
        styles = [each.get("style", STYLES[each["in"]]) for each in (one, other)]
        explodes = [
            each.get("explode", style in ("form", "cookie"))
            for each, style in zip((one, other), styles, strict=True)
        ]
        yield from _said(at, "style", *styles)
        yield from _said(at, "explode", *explodes)
        yield from self._schemas.schemas(one.get("schema", {}), other.get("schema", {}), at)

    def _body(self, at: str, one: Any, other: Any) -> Iterator[str]:
        self._schemas = self._requests
        one, other = self._source.object(one), self._served.object(other)
        if one is None or other is None:
            if one is not other:
                yield _lone(at, one)
            return
        yield from _said(at, "required", bool(one.get("required")), bool(other.get("required")))
        yield from self._contents(at, one, other)

    def _response(self, at: str, one: Any, other: Any) -> Iterator[str]:
        self._schemas = self._responses
        one, other = self._source.object(one), self._served.object(other)
        if one is None or other is None:
            yield _lone(at, one)
            return
        yield from self._contents(at, one, other)
        yield from self._headers(at, one, other)

    def _contents(self, at: str, one: Any, other: Any) -> Iterator[str]:
        for name, left, right in _pairs(one.get("content", {}), other.get("content", {})):
            left, right = self._source.object(left), self._served.object(right)
            place = f"{at} {name}"
            if left is None or right is None:
                yield _lone(place, left)
            elif _sequential(name):
                yield from self._stream(place, left, right, events="event-stream" in name.lower())
            else:
                yield from self._schemas.schemas(left.get("schema", {}), right.get("schema", {}), place)
                yield from self._schemas.schemas(
                    left.get("itemSchema", {}), right.get("itemSchema", {}), place
                )
                yield from self._encodings(place, left, right)

    def _encodings(self, at: str, left: Any, right: Any) -> Iterator[str]:
        """How members and parts are written; an encoding that says nothing is none."""
        both = [
            {
                **side.get("encoding", {}),
                **{f"part {i}": each for i, each in enumerate(side.get("prefixEncoding", ()))},
                **({"other parts": side["itemEncoding"]} if side.get("itemEncoding") else {}),
            }
            for side in (left, right)
        ]
        for name, one, other in _pairs(*both):
            place = f"{at} encoding {name}"
            one, other = one or {}, other or {}
            for field in ("contentType", "style", "explode", "allowReserved"):
                yield from _said(place, field, one.get(field), other.get(field))
            yield from self._headers(place, one, other)

    def _headers(self, at: str, one: Any, other: Any) -> Iterator[str]:
        for name, left, right in _pairs(_headers(one), _headers(other)):
            left, right = self._source.object(left), self._served.object(right)
            place = f"{at} header {name}"
            if left is None or right is None:
                yield _lone(place, left)
                continue
            yield from _said(place, "required", bool(left.get("required")), bool(right.get("required")))
            yield from self._schemas.schemas(left.get("schema", {}), right.get("schema", {}), place)

    def _stream(self, at: str, left: Any, right: Any, *, events: bool) -> Iterator[str]:
        ours, theirs = self._source.item(left, events=events), self._served.item(right, events=events)
        yield from self._schemas.schemas(ours[0], theirs[0], f"{at} item")
        yield from self._schemas.schemas(ours[1] or {"type": "object"}, theirs[1] or {"type": "object"}, at)


def _headers(response: Any) -> dict[str, Any]:
    found = {name.lower(): header for name, header in response.get("headers", {}).items()}
    return {name: header for name, header in found.items() if name != "content-type"}


def _sequential(media_type: str) -> bool:
    bare = media_type.partition(";")[0].strip().lower()
    return bare in ("text/event-stream", "application/jsonl", "application/x-ndjson", "application/json-seq")


def _pairs(left: dict[Any, Any], right: dict[Any, Any]) -> Iterator[tuple[Any, Any, Any]]:
    for name in sorted(left.keys() | right.keys()):
        yield name, left.get(name), right.get(name)


def _said(at: str, what: str, one: Any, other: Any) -> Iterator[str]:
    if one != other:
        shown = [sorted(each) if isinstance(each, set) else each for each in (one, other)]
        yield f"{at}: {what} {shown[0]} became {shown[1]}"


def _lone(at: str, one: Any) -> str:
    return f"{at}: is new" if one is None else f"{at}: is missing"

"""Error documents made to a schema: its members filled by what they are commonly called.

The rule, for a member by its name (case and separators apart) and the types that its schema allows:

- texts called message, msg, detail, details, description, reason, error description, error message, and
  error, if it is the only one, say what is wrong; title, and error beside such a text, are the
  status's phrase; code, type, kind and error code are a code, or the listed one that names such an error;
- integers called status, status code, code or error code are the status;
- lists have an entry for each fault, filled by the same rule; `loc` is the way to the fault;
- param, parameter, field, property, pointer and path are the fault's place;
- constants, and enums of one value, are that value; `success` and `ok` are false;
- members that may be left out are, unless they are called so; where one must be there and is called
  otherwise, it is null if it may be, and else the schema cannot be filled.

Whether a document fits its schema is for the schema's type to say; here it is only made.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .values import is_list, is_mapping
from .wording import Facts, bare

_DETAIL: Final = frozenset(
    ["message", "msg", "errormessage", "detail", "details", "description"]
).union(["errordescription", "reason", "errors"])
_CODE: Final = frozenset(["code", "type", "kind", "errorcode", "errortype"])
_STATUS: Final = frozenset(
    [
        "status",
        "statuscode",
        "code",
        "errorcode",
        "httpstatus",
        "httpcode",
        "httpstatuscode",
    ]
)
_SUBJECT: Final = frozenset(
    ["param", "parameter", "field", "property", "pointer", "path", "location"]
)
_LISTS: Final = frozenset(
    ["errors", "error", "detail", "details", "issues", "violations", "faults"]
)
_HOLDERS: Final = _LISTS | {"source", "problem", "fault"}
_DEPTH: Final = 8

Schema = Mapping[str, Any]


class Unfilled(Exception):
    """A schema asks for something that no error is known to say."""


class Filler:
    """Makes documents to one JSON Schema, whose references lead to its own `$defs`."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._definitions: Mapping[str, Any] = schema.get("$defs", {})

    def fill(self, facts: Facts) -> Iterator[Any]:
        """Documents that may fit, in the order of the schema's alternatives. Each tells what is wrong."""
        for alternative in self._alternatives(self._schema, _DEPTH):
            try:
                document = self._value(alternative, "detail", facts, _DEPTH)
            except Unfilled:
                continue
            if _tells(document, facts):
                yield document

    def _alternatives(self, schema: Any, depth: int) -> Iterator[Schema]:
        """The schema without references and unions: one for each way to fit it."""
        if not is_mapping(schema) or depth <= 0:
            yield {}
            return
        own = {
            key: value
            for key, value in schema.items()
            if key not in ("$ref", "anyOf", "oneOf", "allOf")
        }
        found: list[Schema] = [own]
        name = schema.get("$ref")
        if isinstance(name, str):
            target = self._definitions.get(name.rpartition("/")[2], {})
            found = _joined(found, list(self._alternatives(target, depth - 1)))
        for member in schema.get("allOf", ()):
            found = _joined(found, list(self._alternatives(member, depth - 1)))
        for keyword in ("anyOf", "oneOf"):
            if keyword in schema:
                options = [
                    each
                    for member in schema[keyword]
                    for each in self._alternatives(member, depth - 1)
                ]
                found = _joined(found, options)
        yield from found

    def _first(self, schema: Any, name: str, facts: Facts, depth: int) -> Any:
        """A value for a member by the first alternative that can be filled; null comes last."""
        found = sorted(self._alternatives(schema, depth), key=_is_null)
        for alternative in found:
            try:
                return self._value(alternative, name, facts, depth)
            except Unfilled:
                continue
        raise Unfilled(name)

    def _value(self, schema: Schema, name: str, facts: Facts, depth: int) -> Any:
        if depth <= 0:
            raise Unfilled(name)
        if "const" in schema:
            return schema["const"]
        if is_list(schema.get("enum")):
            return _chosen(schema["enum"], name, facts)
        kinds = _kinds(schema)
        if "object" in kinds:
            return self._object(schema, facts, depth)
        if "array" in kinds:
            return self._array(schema, name, facts, depth)
        return _scalar(kinds, schema, bare(name), facts)

    def _object(self, schema: Schema, facts: Facts, depth: int) -> dict[str, Any]:
        members: Mapping[str, Any] = schema.get("properties", {})
        required = set(schema.get("required", ()))
        texts = any(bare(name) in _DETAIL for name in members)
        made: dict[str, Any] = {}
        for name, member in members.items():
            called = "title" if bare(name) == "error" and texts else name
            if name not in required and not _known(name):
                continue
            try:
                value = self._first(member, called, facts, depth - 1)
            except Unfilled:
                if name in required:
                    raise
                continue
            if name in required or value not in (None, [], {}):
                made[name] = value
        if required - made.keys():
            raise Unfilled(", ".join(sorted(required - made.keys())))
        return made

    def _array(self, schema: Schema, name: str, facts: Facts, depth: int) -> list[Any]:
        if bare(name) == "loc":
            return facts.location
        if bare(name) not in _LISTS:
            return []
        items = schema.get("items", {})
        try:
            return [
                self._first(items, "detail", each, depth - 1)
                for each in facts.entries()
            ]
        except Unfilled:
            return []


def _joined(left: list[Schema], right: list[Schema]) -> list[Schema]:
    return [_both(one, other) for one in left for other in right]


def _both(one: Schema, other: Schema) -> Schema:
    """What two schemas say together, as far as it matters here."""
    return {
        **one,
        **other,
        "properties": {**one.get("properties", {}), **other.get("properties", {})},
        "required": [*one.get("required", ()), *other.get("required", ())],
    }


def _kinds(schema: Schema) -> frozenset[str]:
    """The JSON types that may stand here; empty where the schema does not say."""
    said = schema.get("type")
    if isinstance(said, str):
        return frozenset([said])
    if is_list(said):
        return frozenset(map(str, said))
    return frozenset(["object"]) if schema.get("properties") else frozenset()


def _is_null(schema: Schema) -> bool:
    return schema.get("type") == "null"


def _known(name: str) -> bool:
    plain = bare(name)
    return plain in _DETAIL | _CODE | _STATUS | _SUBJECT | _HOLDERS | {"title", "loc"}


def _chosen(values: Any, name: str, facts: Facts) -> Any:
    """The only value of an enum, or the one that names such an error."""
    if len(values) == 1:
        return values[0]
    if facts.status in values and bare(name) in _STATUS:
        return facts.status
    listed = facts.listed(values)
    if listed is None:
        raise Unfilled(name)
    return listed


def _scalar(kinds: frozenset[str], schema: Schema, name: str, facts: Facts) -> Any:
    if kinds & {"integer", "number"} and name in _STATUS:
        return facts.status
    if not kinds or "string" in kinds:
        text = _text(name, schema.get("format"), facts)
        if text is not None:
            return text
    if "boolean" in kinds and name in ("success", "ok"):
        return False
    if not kinds or "null" in kinds:
        return None
    raise Unfilled(name)


def _text(name: str, format: str | None, facts: Facts) -> str | None:
    if format in ("uri", "uri-reference") and name == "type":
        return "about:blank"
    if format is not None:
        return None
    if name in _DETAIL or name == "error":
        return facts.detail
    if name == "title":
        return facts.title
    if name in _CODE:
        return facts.code
    if name in _SUBJECT:
        return facts.subject
    return str(facts.status) if name in _STATUS else None


def _tells(document: Any, facts: Facts) -> bool:
    """Whether a document says in any place what is wrong."""
    if is_mapping(document):
        return any(_tells(member, facts) for member in document.values())
    if is_list(document):
        return any(_tells(item, facts) for item in document)
    told = {facts.title, facts.detail, *(fault.detail for fault in facts.faults)}
    return isinstance(document, str) and document in told

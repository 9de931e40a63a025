"""What schemathesis has to know: how to write bodies that it has no words for, and what nobody can write."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import schemathesis
from schemathesis.transport.requests import REQUESTS_TRANSPORT

_SENTINEL = re.compile(rb"data: \[DONE\]\n\n\Z")
_BOUNDARY = "schemathesis-wrote-this"


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """The sentinel of a stream is no item, and OpenAPI has no words for it."""
    if response.headers.get("content-type", [""])[0].startswith("text/event-stream"):
        response.content = _SENTINEL.sub(b"", response.content)


@schemathesis.hook
def filter_case(context: Any, case: Any) -> bool:
    """Without bodies that cannot be written as what they are: parts or items that are no list, and members of
    forms."""
    media_type = (case.media_type or "").partition(";")[0]
    if media_type == "multipart/mixed" or media_type in _ITEMS:
        return isinstance(case.body, list)
    if media_type not in _FORMS or not isinstance(case.body, Mapping):
        return True
    media = case.operation.definition.raw["requestBody"]["content"][media_type]
    schemas, encoding = media["schema"]["properties"], media.get("encoding", {})
    return not any(
        _reads_as_another(member, schemas.get(name, {})) or _is_repeated(member, encoding.get(name, {}))
        for name, member in case.body.items()
    )


def _is_repeated(member: Any, encoding: Mapping[str, Any]) -> bool:
    """Whether schemathesis writes several entries for what has to be one: it knows no `explode` of a form."""
    return isinstance(member, list) and len(member) > 1 and encoding.get("explode") is False


def _reads_as_another(member: Any, schema: Mapping[str, Any]) -> bool:
    """Whether a form says something else by it: an entry is a list of it, a number or boolean its text, and
    an object without members of its own no member: nothing is written for it, or what stands beside it."""
    types = schema.get("type", ())
    types = {types} if isinstance(types, str) else set(types)
    entry = "array" in types and not isinstance(member, list)
    text = "string" in types and isinstance(member, bool | int | float)
    own = schema.get("properties", {}).keys()
    return entry or text or (isinstance(member, Mapping) and not member.keys() & own)


_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_ITEMS = {
    "application/jsonl": "{}\n",
    "application/x-ndjson": "{}\n",
    "application/json-seq": "\x1e{}\n",
}
"""How an item stands in a sequence (RFC 7464, and the specifications of JSON Lines)."""


@REQUESTS_TRANSPORT.serializer(*_ITEMS)
def items(context: Any, value: Any) -> Any:
    """A sequence of JSON texts."""
    form = _ITEMS[context.case.media_type]
    return {"data": "".join(form.replace("{}", json.dumps(item)) for item in value).encode()}


@REQUESTS_TRANSPORT.serializer("multipart/mixed")
def mixed(context: Any, value: Any) -> Any:
    """Parts without names: objects and lists as JSON, all else as the bytes of its text."""
    body = b"".join(b"--%s\r\n%s\r\n" % (_BOUNDARY.encode(), _part(item)) for item in value)
    label = f"multipart/mixed; boundary={_BOUNDARY}"
    return {"data": body + f"--{_BOUNDARY}--\r\n".encode(), "headers": {"Content-Type": label}}


def _part(item: Any) -> bytes:
    if isinstance(item, Mapping | list):
        return b"Content-Type: application/json\r\n\r\n" + json.dumps(item).encode()
    text = item if isinstance(item, str) else json.dumps(item)
    return b"\r\n" + text.encode("utf-8", "surrogatepass")

"""Header fields and bodies of answers, from the server to both clients."""

from __future__ import annotations

import importlib
from copy import copy

import pytest

from conformance.answers import ANSWERS, FIELDS, Answer, Field
from conformance.exchange import Exchange
from support.wire import taken


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_header_field(exchange: Exchange, field: Field) -> None:
    name = "".join(word.capitalize() for word in field.operation.split("_"))
    reply = getattr(exchange.server, f"{name}200")(headers={"X-Field": field.value})
    exchange.replies[field.operation] = lambda: reply
    kind = getattr(importlib.import_module("conforming.headers"), f"{name}200Headers")
    for raw in exchange.raw("fields", field.operation):
        assert raw.headers["x-field"] == field.wire
        assert {key: taken(value) for key, value in raw.headers_as(kind).items()} == {
            "X-Field": field.expected
        }


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)
def test_header_field_of_a_failure(exchange: Exchange, field: Field) -> None:
    name = "".join(word.capitalize() for word in field.operation.split("_"))
    replies = [getattr(exchange.server, f"{name}409")(headers={"X-Field": field.value})] * 2
    replies += [getattr(exchange.server, f"{name}409")()] * 2
    exchange.replies[field.operation] = replies.pop
    for expected in ({}, {"X-Field": field.expected}):
        errors = exchange.refused("fields", field.operation)
        assert [type(error).__name__ for error in errors] == [f"{name}ConflictError"] * 2
        for error in errors:
            assert {key: taken(value) for key, value in error.typed_headers.items()} == expected


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: case.name)
def test_answer(exchange: Exchange, case: Answer) -> None:
    exchange.replies[case.operation] = lambda: copy(case.gives)
    assert list(map(taken, exchange.contents("answers", case.operation))) == [case.gets, case.gets]
    assert exchange.recorder.answered == [case.wire, case.wire]
    shown = {raw.headers["content-type"] for raw in exchange.raw("answers", case.operation)}
    assert shown == {case.content_type}

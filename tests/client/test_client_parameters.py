"""Parameters on the wire, byte for byte, by the style table of the OpenAPI Specification and RFC 6570."""

from __future__ import annotations

import datetime
import enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from client_kit import Client, codec, operation
from specloom.runtime.client.errors import ArgumentError
from specloom.runtime.client.omit import OMIT
from specloom.runtime.operation import Parameter

LIST = ["a", "b,c"]
OBJECT = {"x": 1, "y": "é&"}


def parameter(place: Any, name: str = "p", type_: Any = Any, **named: Any) -> Parameter:
    style = {"query": "form", "cookie": "form"}.get(place, "simple")
    named = {"style": style, "explode": named.get("style", style) == "form", **named}
    return Parameter(name=name, argument="p", place=place, codec=codec(type_), **named)


@pytest.mark.parametrize(
    ("named", "value", "query"),
    [
        ({}, "a b&c=d/é", "p=a%20b%26c%3Dd%2F%C3%A9"),
        ({}, "", "p="),
        ({}, True, "p=true"),
        ({}, 1, "p=1"),
        ({}, 1.5, "p=1.5"),
        ({}, None, ""),
        ({}, LIST, "p=a&p=b%2Cc"),
        ({}, [1, None, False], "p=1&p=false"),
        ({}, [], ""),
        ({}, OBJECT, "x=1&y=%C3%A9%26"),
        ({"explode": False}, LIST, "p=a,b%2Cc"),
        ({"explode": False}, OBJECT, "p=x,1,y,%C3%A9%26"),
        ({"style": "spaceDelimited", "explode": False}, LIST, "p=a%20b%2Cc"),
        ({"style": "pipeDelimited", "explode": False}, LIST, "p=a%7Cb%2Cc"),
        ({"style": "spaceDelimited", "explode": True}, LIST, "p=a&p=b%2Cc"),
        (
            {"style": "deepObject", "explode": True},
            {"a b": 1, "k[": "v&w"},
            "p%5Ba%20b%5D=1&p%5Bk%5B%5D=v%26w",
        ),
        ({"media_type": "application/json"}, {"k": [1]}, "p=%7B%22k%22%3A%5B1%5D%7D"),
        ({"media_type": "text/plain"}, "a b", "p=a%20b"),
        ({"allow_reserved": True}, "a/b:c?d&e#f+%41%", "p=a/b:c?d%26e%23f%2B%41%25"),
        ({"name": "arr[]"}, ["x", "z"], "arr%5B%5D=x&arr%5B%5D=z"),
        ({}, datetime.datetime(2024, 2, 29, 12, 30, tzinfo=datetime.UTC), "p=2024-02-29T12%3A30%3A00Z"),
        ({}, datetime.date(2024, 2, 29), "p=2024-02-29"),
        ({}, enum.Enum("E", {"A": "a b"})["A"], "p=a%20b"),
    ],
)
def test_query(stub: Any, named: dict[str, Any], value: Any, query: str) -> None:
    Client(stub.url).call(operation(parameter("query", **named)), p=value)
    assert stub.last.target == ("/things?" + query if query else "/things")


@pytest.mark.parametrize(
    ("named", "value", "path"),
    [
        ({}, "a/b?c#d", "a%2Fb%3Fc%23d"),
        ({}, "100% x.txt", "100%25%20x.txt"),
        ({}, False, "false"),
        ({}, ["a", "b/c"], "a,b%2Fc"),
        ({}, {"x": 1, "y": 2}, "x,1,y,2"),
        ({"explode": True}, {"x": 1, "y": 2}, "x=1,y=2"),
        ({"style": "label"}, [1, 2], ".1,2"),
        ({"style": "label", "explode": True}, [1, 2], ".1.2"),
        ({"style": "label"}, {"x": 1}, ".x,1"),
        ({"style": "label", "explode": True}, {"x": 1, "y": 2}, ".x=1.y=2"),
        ({"style": "label"}, 5, ".5"),
        ({"style": "matrix"}, 5, ";p=5"),
        ({"style": "matrix"}, "", ";p"),
        ({"style": "matrix"}, [3, 4], ";p=3,4"),
        ({"style": "matrix", "explode": True}, [3, 4], ";p=3;p=4"),
        ({"style": "matrix"}, {"x": 1, "y": 2}, ";p=x,1,y,2"),
        ({"style": "matrix", "explode": True}, {"x": 1, "y": 2}, ";x=1;y=2"),
        ({"media_type": "application/json"}, {"k": "/"}, "%7B%22k%22%3A%22%2F%22%7D"),
        ({"rest_of_path": True}, "a/b c?d#e", "a/b%20c%3Fd%23e"),
        ({"rest_of_path": True}, "/v1/x", "v1/x"),
    ],
)
def test_path(stub: Any, named: dict[str, Any], value: Any, path: str) -> None:
    Client(stub.url).call(operation(parameter("path", required=True, **named), path="/of/{p}"), p=value)
    assert stub.last.target == f"/of/{path}"


@pytest.mark.parametrize("value", ["", ".", "..", None, []])
def test_a_path_value_cannot_lead_elsewhere(stub: Any, value: Any) -> None:
    with pytest.raises(ArgumentError, match="p is part of a path"):
        Client(stub.url).call(operation(parameter("path", required=True), path="/of/{p}"), p=value)
    assert stub.asked == []


@pytest.mark.parametrize("value", ["", "a/../b", "./a", ".."])
def test_nor_can_the_rest_of_a_path(stub: Any, value: str) -> None:
    rest = parameter("path", required=True, rest_of_path=True)
    with pytest.raises(ArgumentError, match="p is the rest of a path"):
        Client(stub.url).call(operation(rest, path="/of/{p}"), p=value)


def test_header_and_cookie(stub: Any) -> None:
    parameters = (
        Parameter("X-Ids", "ids", "header", codec(list[int])),
        Parameter("X-Point", "point", "header", codec(dict[str, int]), explode=True),
        Parameter("X-Json", "json", "header", codec(Any), media_type="application/json"),
        Parameter("session", "session", "cookie", codec(list[str]), style="form"),
        Parameter("other", "other", "cookie", codec(str), style="form"),
    )
    Client(stub.url).call(
        operation(*parameters),
        ids=[1, 2],
        point={"x": 1, "y": 2},
        json={"a": "b c"},
        session=["a", "b"],
        other="x;y",
    )
    sent = stub.last.headers
    assert (sent["x-ids"], sent["x-point"], sent["x-json"]) == ("1,2", "x=1,y=2", '{"a":"b c"}')
    assert sent["cookie"] == "session=a,b; other=x%3By"


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\0b", "€", " a", "a\t", ["a ", "b"], {"k": " v"}])
def test_a_header_holds_only_what_arrives_as_it_is(stub: Any, value: Any) -> None:
    with pytest.raises(ArgumentError, match="no header field"):
        Client(stub.url).call(operation(parameter("header", "X-Thing")), p=value)


def test_the_whole_query_can_be_one_value(stub: Any) -> None:
    form = parameter("querystring", media_type="application/x-www-form-urlencoded")
    Client(stub.url).call(operation(form), p={"a": "b c", "n": [1]} | {"n": 1})
    assert stub.last.query == "a=b%20c&n=1"


def test_values_are_held_to_their_schema_before_they_are_sent(stub: Any) -> None:
    limited = parameter("query", type_=Annotated[int, Field(le=3)])
    with pytest.raises(ArgumentError, match=r"p does not fit: .*less than or equal to 3"):
        Client(stub.url).call(operation(limited), p=4)
    with pytest.raises(ArgumentError, match="p does not fit"):
        Client(stub.url).call(operation(parameter("query", type_=Literal["a"])), p="b")
    with pytest.raises(ArgumentError, match="NaN"):
        Client(stub.url).call(operation(parameter("query")), p=float("nan"))
    assert stub.asked == []


def test_omitted_is_not_sent_and_required_is_asked_for(stub: Any) -> None:
    Client(stub.url).call(operation(parameter("query")), p=OMIT)
    assert stub.last.query == ""
    with pytest.raises(ArgumentError, match="p is required"):
        Client(stub.url).call(operation(parameter("query", required=True)))


def test_what_no_style_can_write_is_refused(stub: Any) -> None:
    with pytest.raises(ArgumentError, match="inside arrays"):
        Client(stub.url).call(operation(parameter("query")), p=[[1]])
    with pytest.raises(ArgumentError, match="objects only"):
        Client(stub.url).call(operation(parameter("query", style="deepObject")), p=[1])

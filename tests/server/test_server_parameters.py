"""Parameters of every style, read back from the wire forms of the OpenAPI and RFC 6570 examples."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from pydantic import ConfigDict, Field
from starlette.requests import Request

from specloom.runtime.server.parameters import ParametersReader
from specloom.runtime.server.problems import ProblemError
from support.descriptors import JSON, Model, operation, parameter


class Pair(Model):
    model_config = ConfigDict(strict=True, extra="ignore")
    a: int = 0
    b: bool = False


class Open(Model):
    a: int = 0


class Filter(Model):
    name: str = ""
    min: int = 0


def parsed(value: Any) -> Any:
    return value.model_dump(exclude_unset=True) if isinstance(value, Model) else value


def read(
    found: Any, query: str = "", *, path: str = "", headers: dict[str, str] | None = None
) -> dict[str, Any]:
    parameters = found if isinstance(found, tuple) else (found,)
    pairs = [(k.lower().encode(), v.encode()) for k, v in (headers or {}).items()]
    scope = {"type": "http", "method": "GET", "query_string": query.encode(), "headers": pairs}
    reader = ParametersReader(operation("get", "/", parameters=parameters))
    values = reader.read(Request(scope), {p.name: path for p in parameters if p.place == "path"})
    return {name: parsed(value) for name, value in values.items()}


def one(found: Any, query: str = "", **other: Any) -> Any:
    (value,) = read(found, query, **other).values()
    return value


Ints, Texts = list[Annotated[int, Field(strict=True)]], list[str]
Int = Annotated[int, Field(strict=True)]
Bool = Annotated[bool, Field(strict=True)]
Either = Int | Annotated[str, Field(strict=True)]


@pytest.mark.parametrize(
    ("found", "query", "value"),
    [
        (parameter("q", Int), "q=5", 5),
        (parameter("q", str), "q=5", "5"),
        (parameter("q", str), "q=a+b%2Bc", "a b+c"),
        (parameter("q", str, allow_reserved=True), "q=a+b/c:d", "a+b/c:d"),
        (parameter("q", Either), "q=5", 5),
        (parameter("q", Either), "q=05", "05"),
        (parameter("q", Literal["1", 2]), "q=1", "1"),
        (parameter("q", Literal["1", 2]), "q=2", 2),
        (parameter("q", bool), "q=true", True),
        (parameter("q", float), "q=1e2", 100.0),
        (parameter("q", Any), "q=5", "5"),
        (parameter("q", str), "q=", ""),
        (parameter("ids", Ints), "ids=1&ids=2", [1, 2]),
        (parameter("ids", Ints), "ids=1", [1]),
        (parameter("q", Ints | str), "q=1", [1]),
        (parameter("q", Ints | str), "q=x", "x"),
        (parameter("csv", Texts, explode=False), "csv=a,b%2Cc", ["a", "b,c"]),
        (parameter("csv", Ints, explode=False), "csv=", []),
        (parameter("csv", Texts, explode=False), "csv=", [""]),
        (parameter("sp", Texts, style="spaceDelimited", explode=False), "sp=a%20b", ["a", "b"]),
        (parameter("pi", Texts, style="pipeDelimited", explode=False), "pi=a%7Cb", ["a", "b"]),
        (parameter("pi", Texts, style="pipeDelimited", explode=False), "pi=a|b", ["a", "b"]),
        (parameter("arr[]", Texts), "arr%5B%5D=x&arr[]=z", ["x", "z"]),
        (parameter("o", Pair), "a=1&b=true&c=2", {"a": 1, "b": True}),
        (parameter("o", Open), "a=1&c=2", {"a": 1, "c": "2"}),
        (parameter("o", Pair, explode=False), "o=a,1,b,true", {"a": 1, "b": True}),
        (
            parameter("f", Filter, style="deepObject"),
            "f%5Bname%5D=x%20y&f[min]=3&f%5Bk%5B%5D=v%26w",
            {"name": "x y", "min": 3, "k[": "v&w"},
        ),
        (parameter("j", dict[str, Ints], media_type=JSON), "j=%7B%22k%22%3A%5B1%5D%7D", {"k": [1]}),
        (parameter("q", Int, default="7"), "", 7),
        (parameter("q", Int), "", None),
    ],
)
def test_query(found: Any, query: str, value: Any) -> None:
    assert one(found, query) == value


@pytest.mark.parametrize(
    ("style", "explode", "type_", "path", "value"),
    [
        ("simple", False, Int, "5", 5),
        ("simple", False, Texts, "a,b%2Fc", ["a", "b/c"]),
        ("simple", False, Pair, "a,1,b,true", {"a": 1, "b": True}),
        ("simple", True, Pair, "a=1,b=true", {"a": 1, "b": True}),
        ("label", False, Ints, ".1,2", [1, 2]),
        ("label", True, Ints, ".1.2", [1, 2]),
        ("label", True, Pair, ".a=1.b=true", {"a": 1, "b": True}),
        ("label", False, str, ".x%20y", "x y"),
        ("matrix", False, Ints, ";p=3,4", [3, 4]),
        ("matrix", True, Ints, ";p=3;p=4", [3, 4]),
        ("matrix", False, Pair, ";p=a,1,b,true", {"a": 1, "b": True}),
        ("matrix", True, Pair, ";a=1;b=true", {"a": 1, "b": True}),
        ("matrix", False, str, ";p=x", "x"),
    ],
)
def test_path(style: str, explode: bool, type_: Any, path: str, value: Any) -> None:
    assert one(parameter("p", type_, "path", style=style, explode=explode), path=path) == value


def test_headers_and_cookies() -> None:
    assert one(parameter("X-Ids", Ints, "header"), headers={"x-ids": "1, 2"}) == [1, 2]
    assert one(parameter("X-P", Pair, "header", explode=True), headers={"X-P": "a=1,b=true"}) == {
        "a": 1,
        "b": True,
    }
    assert one(parameter("X-T", str, "header"), headers={"X-T": "a, b%20é"}) == "a, b%20é"
    assert one(parameter("s", Texts, "cookie", explode=False), headers={"cookie": "t=1; s=a,b"}) == ["a", "b"]


def test_the_same_name_in_several_places() -> None:
    found = (parameter("id", Int), parameter("id", str, "header"))
    found = (found[0], type(found[1])(**{**_fields(found[1]), "argument": "id_header"}))
    assert read(found, "id=1", headers={"id": "x"}) == {"id": 1, "id_header": "x"}


def _fields(value: Any) -> dict[str, Any]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


@pytest.mark.parametrize(
    ("found", "query", "path"),
    [
        (parameter("q", Int), "q=five", ""),
        (parameter("q", Int), "q=1.5", ""),
        (parameter("q", Int), "q=1&q=2", ""),
        (parameter("q", Int, required=True), "", ""),
        (parameter("q", Bool), "q=yes", ""),
        (parameter("q", Texts, explode=False), "q=a&q=b", ""),
        (parameter("j", dict[str, Int], media_type=JSON), "j=%7B", ""),
        (parameter("p", Ints, "path", style="label"), "", "1,2"),
        (parameter("p", Ints, "path", style="matrix"), "", ";q=1"),
    ],
)
def test_what_is_refused(found: Any, query: str, path: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read(found, query, path=path)
    assert caught.value.status == 422
    assert {(fault.place, fault.name) for fault in caught.value.faults} == {(found.place, found.name)}


def test_all_faults_are_told_at_once_and_values_are_not_repeated() -> None:
    found = (parameter("token", Int), parameter("other", Int, required=True))
    with pytest.raises(ProblemError) as caught:
        read(found, "token=s3cret")
    told = json.dumps([fault.members() for fault in caught.value.faults])
    assert [fault.name for fault in caught.value.faults] == ["token", "other"]
    assert "s3cret" not in told

"""Lists in pages: a client walks through what a server gives, and declarations are held to documents."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Severity
from support.generated import Generated, Refused
from support.recording import Recorder
from support.serving import serving

PACKAGE = "client_pages_package"
SPEC = Path(__file__).parents[1] / "golden" / "pagination" / "spec" / "openapi.yaml"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    made = Generated(SPEC, tmp_path_factory.mktemp("pages"), PACKAGE, only=("client", "server"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def running(generated: Generated) -> Iterator[tuple[Recorder, str]]:
    server, models = generated.load("server"), generated.load("models")

    def item(number: int) -> Any:
        return models.Item(id=number)

    def by_cursor(_: Any, *, after: Any = "", size: Any = None) -> Any:
        number = int(after) if isinstance(after, str) and after else 0
        if number == 4:
            return models.CursorPage.model_validate({"data": None, "page": {"next": "9", "more": False}})
        return models.CursorPage.model_validate({"data": [{"id": number}], "page": {"next": str(number + 2)}})

    def by_offset(_: Any, *, from_: Any = 0) -> Any:
        offset = from_ if isinstance(from_, int) else 0
        return {"items": [item(n) for n in range(offset, min(offset + 2, 5))], "count": 5}

    def by_page(_: Any, *, page: Any = 1) -> Any:
        return {1: ["a", "b"], 2: ["c"]}.get(page if isinstance(page, int) else 1, [])

    def search(_: Any, *, body: Any) -> Any:
        number = int((body.page and body.page.after) or 0)
        page = models.CursorPage.model_validate({"data": [{"id": number}], "page": {"next": str(number + 1)}})
        if number == 2:
            page.page = None
        return server.Search200(body=page, headers={"X-Left": 2 - number})

    def scan(_: Any, *, body: Any = None) -> Any:
        start = (body and body.from_) or 0
        return ["a", "b", "c"][start : start + 2]

    methods = {
        "by_cursor": by_cursor,
        "by_offset": by_offset,
        "by_page": by_page,
        "search": search,
        "scan": scan,
    }
    service = type("Lists", (server.ListsService,), methods)()
    recorder = Recorder(server.create_app(lists=service))
    with serving(recorder) as origin:
        yield recorder, origin


def asked(recorder: Recorder) -> list[str]:
    sent = [each.path for each in recorder.sent]
    recorder.sent.clear()
    return sent


def test_items_of_all_pages(generated: Generated, running: Any) -> None:
    recorder, origin = running
    with generated.load("client").Client(base_url=origin) as client:
        lists = client.lists
        assert [each.id for each in lists.by_cursor_all(size=1)] == [0, 2]
        assert asked(recorder) == [f"/by-cursor?{query}size=1" for query in ("", "after=2&", "after=4&")]
        assert [each.id for each in lists.by_cursor_all(after="2")] == [2]
        assert asked(recorder) == ["/by-cursor?after=2", "/by-cursor?after=4"]
        assert [each.id for each in lists.by_offset_all()] == [0, 1, 2, 3, 4]
        assert asked(recorder) == ["/by-offset", "/by-offset?from=2", "/by-offset?from=4"]
        assert list(lists.by_page_all()) == ["a", "b", "c"]
        assert asked(recorder) == ["/by-page", "/by-page?page=2", "/by-page?page=3"]


def test_pages_are_asked_for_when_they_are_wanted(generated: Generated, running: Any) -> None:
    recorder, origin = running
    with generated.load("client").Client(base_url=origin) as client:
        pages = client.lists.by_offset_pages(from_=1)
        assert asked(recorder) == []
        assert [each.id for each in next(pages).items] == [1, 2]
        assert asked(recorder) == ["/by-offset?from=1"]
        assert [page.count for page in pages] == [5]


def test_the_same_asynchronously(generated: Generated, running: Any) -> None:
    recorder, origin = running

    async def run() -> tuple[list[int], list[list[str]]]:
        async with generated.load("client").AsyncClient(base_url=origin) as client:
            items = [each.id async for each in client.lists.by_cursor_all()]
            return items, [page async for page in client.lists.by_page_pages(page=2)]

    assert asyncio.run(run()) == ([0, 2], [["c"], []])
    recorder.sent.clear()


class TestInBodies:
    """What asks for the next page is a member of the body."""

    def test_a_cursor(self, generated: Generated, running: Any) -> None:
        recorder, origin = running
        with generated.load("client").Client(base_url=origin) as client:
            found = client.lists.search_all(query="q", page={"size": 1})
            assert [each.id for each in found] == [0, 1, 2]
        assert bodies(recorder) == [
            {"query": "q", "page": {"size": 1}},
            {"query": "q", "page": {"size": 1, "after": "1"}},
            {"query": "q", "page": {"size": 1, "after": "2"}},
        ]

    def test_a_model_as_the_body(self, generated: Generated, running: Any) -> None:
        recorder, origin = running
        search = generated.load("models").Search(query="q", page={"after": "1"})
        with generated.load("client").Client(base_url=origin) as client:
            assert [each.id for each in client.lists.search_all(body_=search)] == [1, 2]
        assert search.model_dump(by_alias=True, exclude_unset=True) == {"query": "q", "page": {"after": "1"}}
        assert [body["page"]["after"] for body in bodies(recorder)] == ["1", "2"]

    def test_an_offset_in_a_body_that_may_be_left_out(self, generated: Generated, running: Any) -> None:
        recorder, origin = running
        with generated.load("client").Client(base_url=origin) as client:
            assert list(client.lists.scan_all()) == ["a", "b", "c"]
            assert list(client.lists.scan_all(from_=1)) == ["b", "c"]
        assert bodies(recorder) == [None, {"from": 2}, {"from": 3}, {"from": 1}, {"from": 3}]


def bodies(recorder: Recorder) -> list[Any]:
    sent = [json.loads(each.body) if each.body else None for each in recorder.sent]
    recorder.sent.clear()
    return sent


class TestRaw:
    """Pages as they came."""

    def test_status_and_header_fields_of_each(self, generated: Generated, running: Any) -> None:
        recorder, origin = running
        kind = generated.load("headers").Search200Headers
        with generated.load("client").Client(base_url=origin) as client:
            pages = list(client.lists.search_pages(query="q").raw())
        assert [page.status for page in pages] == [200, 200, 200]
        assert [page.headers_as(kind) for page in pages] == [{"X-Left": n} for n in (2, 1, 0)]
        assert [page.parse().data[0].id for page in pages] == [0, 1, 2]
        recorder.sent.clear()

    def test_a_page_that_is_refused(self, generated: Generated, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=404, body=b""))
        module = generated.load("client")
        with module.Client(base_url=stub.url) as client:
            pages = client.lists.by_page_pages().raw()
            assert next(pages).status == 404
            with pytest.raises(module.NotFoundError):
                next(pages)

    def test_the_same_asynchronously(self, generated: Generated, running: Any) -> None:
        recorder, origin = running

        async def run() -> list[tuple[int, Any]]:
            async with generated.load("client").AsyncClient(base_url=origin) as client:
                pages = client.lists.search_pages(query="q", page={"after": "1"}).raw()
                return [(page.status, page.parse().data[0].id) async for page in pages]

        assert asyncio.run(run()) == [(200, 1), (200, 2)]
        recorder.sent.clear()

    def test_a_list_is_no_single_answer(self, generated: Generated, stub: Any) -> None:
        with generated.load("client").Client(base_url=stub.url) as client:
            for method in (client.lists.by_page_all, client.lists.by_page_pages):
                with pytest.raises(TypeError, match="not a single call"):
                    client.with_raw_response(method)()


class TestLinks:
    def walk(self, generated: Generated, stub: Any, **auth: Any) -> list[int]:
        with generated.load("client").Client(base_url=stub.url) as client:
            return [each.id for each in client.lists.by_link_all()]

    def test_the_next_page_is_where_the_server_says(
        self, generated: Generated, stub: Any, reply: Any
    ) -> None:
        link = '</by-link?p=1>; rel="prev first", <by-link?p=a%2Cb>; title="a, b;c"; REL="last NEXT"'
        stub.answers(
            reply(body=b'[{"id":1}]', headers={"Link": link}),
            reply(body=b'[{"id":2}]', headers={"Link": f"<{stub.url}/by-link?p=3>;rel=next"}),
            reply(body=b'[{"id":3}]', headers={"Link": "</by-link>; rel=first"}),
        )
        assert self.walk(generated, stub) == [1, 2, 3]
        assert [each.target for each in stub.asked] == ["/by-link", "/by-link?p=a%2Cb", "/by-link?p=3"]

    def test_what_a_parameter_quotes_is_no_parameter(
        self, generated: Generated, stub: Any, reply: Any
    ) -> None:
        link = '</by-link?p=1>; title="a; rel=next"; rel=prev; rel=next'
        stub.answers(reply(body=b'[{"id":1}]', headers={"Link": link}))
        assert self.walk(generated, stub) == [1]

    def test_a_server_is_the_same_however_it_is_written(
        self, generated: Generated, stub: Any, reply: Any
    ) -> None:
        there = stub.url.replace("http://127.0.0.1", "HTTP://u@LOCALHOST")
        stub.answers(
            reply(body=b'[{"id":1}]', headers={"Link": f"<{there}/by-link?p=1>; rel=next"}),
            reply(body=b'[{"id":2}]'),
        )
        with generated.load("client").Client(base_url=stub.url.replace("127.0.0.1", "localhost")) as client:
            assert [each.id for each in client.lists.by_link_all()] == [1, 2]

    @pytest.mark.parametrize("target", ["http://[/x", "http://localhost:x/"])
    def test_what_is_no_url(self, generated: Generated, stub: Any, reply: Any, target: str) -> None:
        stub.answers(reply(body=b"[]", headers={"Link": f"<{target}>; rel=next"}))
        with pytest.raises(generated.load("client").PaginationError, match="the next page"):
            self.walk(generated, stub)

    @pytest.mark.parametrize("target", ["http://elsewhere.invalid/by-link", "//elsewhere.invalid/x"])
    def test_no_other_server_is_asked(self, generated: Generated, stub: Any, reply: Any, target: str) -> None:
        stub.answers(reply(body=b"[]", headers={"Link": f"<{target}>; rel=next"}))
        with pytest.raises(generated.load("client").PaginationError, match="another server"):
            self.walk(generated, stub)
        assert len(stub.asked) == 1

    def test_no_page_comes_twice(self, generated: Generated, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b"[]", headers={"Link": "</by-link?p=1>; rel=next"}))
        with pytest.raises(generated.load("client").PaginationError, match="there already"):
            self.walk(generated, stub)
        assert len(stub.asked) == 2


def test_a_cursor_that_comes_twice(generated: Generated, stub: Any, reply: Any) -> None:
    stub.answers(reply(body=json.dumps({"data": [{"id": 1}], "page": {"next": "x"}}).encode()))
    client = generated.load("client")
    with client.Client(base_url=stub.url) as made, pytest.raises(client.PaginationError):
        list(made.lists.by_cursor_all())
    assert len(stub.asked) == 2


TYPED = f"""
from {PACKAGE} import AsyncClient, Client

reveal_type(Client().lists.by_offset_pages())
reveal_type(Client().lists.by_cursor_all())
reveal_type(AsyncClient().lists.by_page_all(page=2))
reveal_type(Client().lists.search_pages(query="q", page={{"size": 1}}).raw())
reveal_type(AsyncClient().lists.search_pages(body_={{"query": "q"}}).raw())
"""


def test_checkers_know_the_items(generated: Generated, reveal: Any) -> None:
    assert reveal(generated.folder, TYPED) == [
        "Pages[ByOffsetResponse]",
        "Iterator[Item]",
        "AsyncIterator[str]",
        "Iterator[RawResponse[CursorPage]]",
        "AsyncIterator[RawResponse[CursorPage]]",
    ]


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[str, str], list[tuple[str, str]]]:
    """The messages and places of a declaration that does not fit."""

    def ask(old: str, new: str) -> list[tuple[str, str]]:
        text = SPEC.read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "openapi.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(Refused) as caught:
            Generated(tmp_path / "openapi.yaml", tmp_path, PACKAGE, only=("client",))
        found = [each for each in caught.value.findings if each.severity is Severity.ERROR]
        assert {each.code for each in found} == {"pagination-invalid"}
        return [(each.message, each.location.pointer.split("x-specloom-pagination")[1]) for each in found]

    return ask


@pytest.mark.parametrize(
    ("old", "new", "message", "place"),
    [
        ("style: cursor", "style: guess", "`style` is one of cursor, offset, page, link", ""),
        ("parameter: after, ", "", "pagination by cursor needs `parameter` or `request`", ""),
        ("request: /from", "request: /from, parameter: x", "needs `parameter` or `request`, not both", ""),
        ("request: /from", 'request: ""', "`request` is a JSON Pointer to a member of the body", ""),
        (
            "request: /from",
            "request: /to",
            "`request` leads to nothing: the body has no member 'to'",
            "/request",
        ),
        ("{from: {type: integer}}", "{from: {type: string}}", "`request` leads to is string", "/request"),
        ("request: /page/after", "request: /page", "`request` leads to is an object, not a text", "/request"),
        ("parameter: from", "request: /x", "the operation has no JSON body that has a schema", "/request"),
        ("{style: link, ", "{style: link, next: /x, ", "pagination by link has no `next`", ""),
        ("items: /data", "items: data", "`items` is a JSON Pointer into a page", ""),
        ("parameter: page}", "parameter: page, start: -1}", "`start` is an integer from 0", ""),
        ("parameter: after", "parameter: before", "has no parameter called 'before'", "/parameter"),
        ("items: /data", "items: /date", "`items` leads to nothing", "/items"),
        ("items: /data", "items: /page", "`items` leads to an object, not to an array", "/items"),
        ("more: /page/more", "more: /page/next", "`more` leads to string, not to a boolean", "/more"),
        ("total: /count", "total: /items", "`total` leads to an array, not to an integer", "/total"),
        ("next: /page/next", "next: /page", "`next` leads to an object, not to a text or a number", "/next"),
        ('[integer, "null"]', "string", "'page' is string, not an integer", "/parameter"),
    ],
)
def test_a_declaration_is_held_to_the_document(
    refused: Any, old: str, new: str, message: str, place: str
) -> None:
    ((said, where),) = refused(old, new)
    assert message in said
    assert where == place

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

    methods = {"by_cursor": by_cursor, "by_offset": by_offset, "by_page": by_page}
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
"""


def test_checkers_know_the_items(generated: Generated, reveal: Any) -> None:
    pages, items, texts = reveal(generated.folder, TYPED)
    assert (pages, items, texts) == ("Iterator[ByOffsetResponse]", "Iterator[Item]", "AsyncIterator[str]")


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[str, str], list[tuple[str, str]]]:
    """The messages and places of a declaration that does not fit."""

    def ask(old: str, new: str) -> list[tuple[str, str]]:
        text = SPEC.read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "openapi.yaml").write_text(text.replace(old, new), encoding="utf-8")
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
        ("parameter: after, ", "", "pagination by cursor needs `parameter`", ""),
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

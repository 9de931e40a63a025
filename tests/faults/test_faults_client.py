"""What can go wrong on the way of an answer: errors of the package's own, alike from both clients."""

from __future__ import annotations

import gzip
from typing import Any

import pytest

from faults.answers import Answer, answering, chunked, closed_port, head, whole
from faults.calls import BINARY, EVENTS, ITEMS, LINES, ONCE, PIECES, SEQUENCE, TEXT, WHOLE, Reading, Tick
from specloom.runtime.client import errors
from specloom.runtime.client.options import Timeout
from specloom.runtime.operation import Operation

JSON = "Content-Type: application/json"
SHORT = Timeout(connect=20, read=0.05, write=20, idle=0.05)
LONGER = Timeout(connect=20, read=1, write=20, idle=1)  # So that what comes first comes in time.
LARGE = b"[" + b"0," * 50_000 + b"0]"
both = pytest.mark.parametrize("way", ["sync", "async"])

BROKEN: dict[str, Answer] = {
    "closed at once": Answer(b""),
    "reset at once": Answer(b"", "reset"),
    "cut in the head": Answer(b"HTTP/1.1 200 OK\r\nContent-Ty"),
    "no http": Answer(b"220 mail.example.com ESMTP\r\n"),
    "less than announced": Answer(head(JSON, "Content-Length: 100") + b'{"n"'),
    "reset in the body": Answer(head(JSON, "Content-Length: 100") + b'{"n"', "reset"),
    "cut between chunks": Answer(chunked(b'{"n": 1}', ended=False)),
    "cut in a chunk": Answer(chunked(ended=False) + b'ff\r\n{"n"'),
    "no size of a chunk": Answer(chunked(ended=False) + b"zz\r\n{}\r\n0\r\n\r\n"),
    "no zip": Answer(whole(b"garbage", "application/json", "Content-Encoding: gzip")),
    "too many header fields": Answer(head(JSON, *(f"X-{n}: {'a' * 100}" for n in range(2000)))),
    "a huge header field": Answer(head(JSON, f"X: {'a' * 300_000}")),
    "a nul in a header field": Answer(head(JSON, "X: a\0b", "Content-Length: 8") + b'{"n": 1}'),
    "two lengths": Answer(head(JSON, "Content-Length: 8", "Content-Length: 9") + b'{"n": 1}'),
}

UNREADABLE: dict[str, tuple[Operation, bytes, bytes]] = {
    "another type": (ONCE, whole(b"<p>", "text/html"), b"<p>"),
    "no json": (ONCE, whole(b'{"n": 1'), b'{"n": 1'),
    "nothing": (ONCE, whole(b""), b""),
    "json of another type": (ONCE, whole(b'{"n": "x"}'), b'{"n": "x"}'),
    "json beyond utf-8": (ONCE, whole(b'{"n": 1, "\xff": 1}'), b'{"n": 1, "\xff": 1}'),
    "deep json": (ONCE, whole(b"[" * 100_000), b"[" * 100_000),
    "text beyond its charset": (TEXT, whole(b"\xff", "text/plain; charset=utf-8"), b"\xff"),
    "a charset that is none": (TEXT, whole(b"a", "text/plain; charset=nonsense"), b"a"),
    "no content type, no text": (TEXT, head("Content-Length: 1") + b"\xff", b"\xff"),
}

FINE: dict[str, tuple[Operation, bytes, Any]] = {
    "early hints": (ONCE, head("Link: <a>", status="103 Early Hints") + whole(b'{"n": 1}'), Tick(n=1)),
    "no content": (ONCE, head(status="204 No Content"), None),
    "no content, with a body": (ONCE, head("Content-Length: 2", status="204 No Content") + b"{}", None),
    "http 1.0": (ONCE, head(JSON).replace(b"HTTP/1.1", b"HTTP/1.0") + b'{"n": 1}', Tick(n=1)),
    "odd bytes": (ONCE, whole(b'{"n": 1}', "application/json", "X: \xff\x80 caf\xe9"), Tick(n=1)),
    "zipped": (
        ONCE,
        whole(gzip.compress(b'{"n": 1}'), "application/json", "Content-Encoding: gzip"),
        Tick(n=1),
    ),
    "text in its charset": (TEXT, whole(b"\xe9", "text/plain; charset=iso-8859-1"), "é"),
}

TOO_LARGE: dict[str, bytes] = {
    "announced": whole(LARGE),
    "in chunks": chunked(LARGE[:50_000], LARGE[50_000:]),
    "never ending": chunked(*[b"x" * 1000] * 100, ended=False),
    "zipped": whole(gzip.compress(LARGE), "application/json", "Content-Encoding: gzip"),
}

# The kinds of stream, each with two items as they are sent.
STREAMS: dict[str, tuple[Operation, str, bytes, bytes]] = {
    "events": (EVENTS, "text/event-stream", b'data: {"n": 1}\n\n', b'data: {"n": 2}\n\n'),
    "lines": (LINES, "application/jsonl", b'{"n": 1}\n', b'{"n": 2}\n'),
    "sequence": (SEQUENCE, "application/json-seq", b'\x1e{"n": 1}\n', b'\x1e{"n": 2}\n'),
}


def raised(kind: type[Exception], read: Reading, what: Operation, url: str, **settings: Any) -> Any:
    """The error, and what came before it."""
    found: list[Any] = []
    with pytest.raises(kind) as caught:
        read(what, url, found, settings)
    assert type(caught.value) is kind
    return caught.value, found


@both
def test_nobody_listens(way: str) -> None:
    raised(errors.ApiConnectionError, WHOLE[way], ONCE, closed_port())
    raised(errors.ApiConnectionError, ITEMS[way], EVENTS, closed_port())
    raised(errors.ApiConnectionError, PIECES[way], BINARY, closed_port())


@both
@pytest.mark.parametrize("name", BROKEN)
def test_an_answer_that_does_not_come_whole(way: str, name: str) -> None:
    with answering(BROKEN[name]) as server:
        raised(errors.ApiConnectionError, WHOLE[way], ONCE, server.url)


@both
@pytest.mark.parametrize("data", [b"HTTP/1.1 200 OK\r\nX: ", head(JSON, "Content-Length: 9") + b"{"])
def test_a_server_that_says_nothing_more(way: str, data: bytes) -> None:
    with answering(Answer(data, "hold")) as server:
        raised(errors.ApiTimeoutError, WHOLE[way], ONCE, server.url, timeout=SHORT)
        assert server.left.wait(20)


@both
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_body_that_cannot_be_read(way: str, name: str) -> None:
    what, data, raw = UNREADABLE[name]
    with answering(data) as server:
        error, _ = raised(errors.DecodeError, WHOLE[way], what, server.url)
    assert (error.status, error.raw) == (200, raw)
    assert len(str(error)) < 1000


@both
@pytest.mark.parametrize("name", FINE)
def test_what_is_unusual_and_no_fault(way: str, name: str) -> None:
    what, data, value = FINE[name]
    found: list[Any] = []
    with answering(data) as server:
        WHOLE[way](what, server.url, found, {})
    assert found == [value]


@both
@pytest.mark.parametrize("name", TOO_LARGE)
def test_a_body_that_is_too_large(way: str, name: str) -> None:
    with answering(TOO_LARGE[name]) as server:
        error, _ = raised(errors.ResponseTooLargeError, WHOLE[way], ONCE, server.url, max_response_size=1000)
    assert (error.status, error.raw) == (200, b"")


@both
def test_redirects_are_not_followed(way: str) -> None:
    data = head("Location: http://example.com/", "Content-Length: 0", status="302 Found")
    found: list[Any] = []
    with answering(data) as server:
        with pytest.raises(errors.StatusError) as caught:
            WHOLE[way](ONCE, server.url, found, {})
        assert server.asked == 1
    assert (caught.value.status, caught.value.headers["location"]) == (302, "http://example.com/")


@both
@pytest.mark.parametrize("kind", STREAMS)
@pytest.mark.parametrize("end", ["close", "reset"])
@pytest.mark.parametrize("rest", [b"", b"ff\r\nda", b"zz\r\n"], ids=["between", "inside", "nonsense"])
def test_a_stream_that_breaks_off(way: str, kind: str, end: Any, rest: bytes) -> None:
    what, media_type, first, _ = STREAMS[kind]
    data = chunked(first, content_type=media_type, ended=False) + rest
    with answering(Answer(data, end)) as server:
        error, found = raised(errors.StreamError, ITEMS[way], what, server.url)
        assert server.asked == 1
    assert isinstance(error.__cause__, errors.ApiConnectionError)
    # A reset may overtake what was sent before it.
    assert error.items == len(found) <= 1
    assert end == "reset" or found == [Tick(n=1)]


@both
@pytest.mark.parametrize("kind", STREAMS)
def test_a_stream_shorter_than_announced(way: str, kind: str) -> None:
    what, media_type, first, second = STREAMS[kind]
    data = head(f"Content-Type: {media_type}", "Content-Length: 1000") + first + second
    with answering(data) as server:
        error, found = raised(errors.StreamError, ITEMS[way], what, server.url)
    assert (error.items, found) == (2, [Tick(n=1), Tick(n=2)])


@both
@pytest.mark.parametrize("kind", STREAMS)
def test_a_stream_that_falls_silent(way: str, kind: str) -> None:
    what, media_type, first, _ = STREAMS[kind]
    data = chunked(first, content_type=media_type, ended=False)
    with answering(Answer(data, "hold")) as server:
        error, found = raised(errors.StreamError, ITEMS[way], what, server.url, timeout=LONGER)
        assert server.left.wait(20)
    assert isinstance(error.__cause__, errors.ApiTimeoutError)
    assert found == [Tick(n=1)]


@both
@pytest.mark.parametrize("kind", STREAMS)
def test_items_that_cannot_be_read(way: str, kind: str) -> None:
    what, media_type, first, second = STREAMS[kind]
    for bad in (second.replace(b"2", b'"x"'), second.replace(b"{", b""), second.replace(b"n", b"\xff")):
        with answering(chunked(first + bad, content_type=media_type)) as server:
            error, found = raised(errors.DecodeError, ITEMS[way], what, server.url)
        assert (error.status, found) == (200, [Tick(n=1)])
    with answering(whole(b'{"n": 1}', "application/json")) as server:
        raised(errors.DecodeError, ITEMS[way], what, server.url)


@both
@pytest.mark.parametrize("name", ["less than announced", "reset in the body", "cut in a chunk", "no zip"])
def test_a_download_that_breaks_off(way: str, name: str) -> None:
    broken = BROKEN[name]
    data = broken.data.replace(b"application/json", b"application/octet-stream")
    with answering(Answer(data, broken.end)) as server:
        _, found = raised(errors.ApiConnectionError, PIECES[way], BINARY, server.url)
    assert b"".join(found) in (b"", b'{"n"')


@both
def test_a_download_that_falls_silent(way: str) -> None:
    data = chunked(b"one", content_type="application/octet-stream", ended=False)
    with answering(Answer(data, "hold")) as server:
        _, found = raised(errors.ApiTimeoutError, PIECES[way], BINARY, server.url, timeout=LONGER)
        assert server.left.wait(20)
    assert found == [b"one"]

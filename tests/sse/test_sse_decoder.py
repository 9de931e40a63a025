"""The event-stream rules of the HTML Standard (section 9.2.6), one by one, however the bytes are cut."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from specloom.runtime.sse import (
    EventDecoder,
    EventTooLargeError,
    ServerSentEvent,
    encode,
    encode_comment,
)


def event(
    data: str, event: str = "message", id: str | None = None, retry: int | None = None
) -> ServerSentEvent:
    return ServerSentEvent(data, event, id, retry)


def read(*chunks: bytes) -> list[ServerSentEvent]:
    decoder = EventDecoder()
    events = [found for chunk in chunks for found in decoder.feed(chunk)]
    decoder.finish()
    return events


RULES = {
    "line feeds": (b"data: a\n\ndata: b\n\n", [event("a"), event("b")]),
    "CRLF": (b"data: a\r\ndata: b\r\n\r\n", [event("a\nb")]),
    "CR only": (b"data: x\r\rdata: y\r\r", [event("x"), event("y")]),
    "mixed ends": (b"data: 1\n\r\ndata: 2\r\n\ndata: 3\r\r\n", [event("1"), event("2"), event("3")]),
    "data lines are joined": (b'data: {"a":\ndata:  1}\ndata\ndata: end\n\n', [event('{"a":\n 1}\n\nend')]),
    "one space is dropped": (
        b"data:none\n\ndata: one\n\ndata:  two\n\ndata:\ttab\n\n",
        [event("none"), event("one"), event(" two"), event("\ttab")],
    ),
    "unknown fields and comments": (
        b": comment\n:\nfoo: bar\ndata: a:b: c\nDATA: no\n data: no\n\n",
        [event("a:b: c")],
    ),
    "empty data is an event": (b"data\n\ndata:\n\n", [event(""), event("")]),
    "a block without data is none": (b"event: x\n\nid: 9\n\ndata: y\n\n", [event("y", id="9")]),
    "id and retry stay": (
        b"event: add\nid: 7\nretry: 1500\ndata: x\n\ndata: y\n\nevent: del\nid\ndata: z\n\n",
        [event("x", "add", "7", 1500), event("y", id="7", retry=1500), event("z", "del", "", 1500)],
    ),
    "the last event name wins": (b"event: a\nevent: b\ndata: x\n\n", [event("x", "b")]),
    "an empty event name is message": (b"event:\ndata: x\n\n", [event("x")]),
    "retry is digits only": (
        b"retry: +5\nretry: 5s\nretry:\nretry: 1_0\nretry: \xd9\xa3\ndata: x\n\n",
        [event("x")],
    ),
    "an id with NUL is ignored": (b"id: 1\nid: a\0b\ndata: x\n\n", [event("x", id="1")]),
    "byte order mark": (b"\xef\xbb\xbfdata: x\n\n", [event("x")]),
    "only the first byte order mark": (b"\xef\xbb\xbf\xef\xbb\xbfdata: x\n\ndata: y\n\n", [event("y")]),
    "unfinished block": (b"data: a\n\ndata: b\n", [event("a")]),
    "nothing": (b"\n\n\r\n: only a comment\n\n", []),
    "no bytes": (b"", []),
    "other separators are text": (
        "data: a\u2028b\u0085c\x0bd\x1ce\n\n".encode(),
        [event("a\u2028b\u0085c\x0bd\x1ce")],
    ),
    "several bytes a character": ("data: é€😀\n\n".encode(), [event("é€😀")]),
    "bytes that are not UTF-8": (b"data: a\xffb\n\n", [event("a\ufffdb")]),
    "leading line feeds": (b"\n\n\ndata: x\n\n\n\ndata: y\n\n", [event("x"), event("y")]),
}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_holds_at_every_cut(rule: str) -> None:
    stream, expected = RULES[rule]
    assert read(stream) == expected
    assert read(*(bytes([byte]) for byte in stream)) == expected
    for cut in range(len(stream) + 1):
        assert read(stream[:cut], stream[cut:]) == expected


PIECES = st.sampled_from(
    [
        b"\r",
        b"\n",
        b"\r\n",
        b":",
        b" ",
        b"data",
        b"data: ",
        b"data: x\n\n",
        b"event: a",
        b"id: 1",
        b"id",
        b"retry: 3",
        b"\x00",
        b"\xef\xbb\xbf",
        "é".encode(),
        "\u2028".encode(),
        b"\xff",
        b"x",
    ]
)


@given(st.lists(PIECES, max_size=40).map(b"".join), st.data())
def test_chunks_make_no_difference(stream: bytes, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=8).map(sorted))
    ends = [0, *cuts, len(stream)]
    chunks = [stream[start:end] for start, end in itertools.pairwise(ends)]
    assert read(*chunks) == read(stream)


def read_line_by_line(stream: str) -> list[ServerSentEvent]:
    """As the standard's section 9.2.6 says it, word by word, for a stream that ends its lines with LF."""
    found, data, name, last_id, retry = list[ServerSentEvent](), "", "", None, None
    for line in stream.split("\n")[:-1]:
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if line == "":
            if data:
                found.append(event(data.removesuffix("\n"), name or "message", last_id, retry))
            data = name = ""
        elif line[0] != ":" and field == "event":
            name = value
        elif field == "data":
            data += value + "\n"
        elif field == "id" and "\0" not in value:
            last_id = value
        elif field == "retry" and re.fullmatch("[0-9]+", value):
            retry = int(value)
    return found


LINES = st.sampled_from(
    [
        *("data: x", "data: y: z", "data:x", "data: ", "data:", "data", "data:  x", "data:x: y", "DATA: x"),
        *("event: a", "event: b", "event:a", "event: ", "event:", "event", "event: data: x", "event"),
        *("id: 1", "id:2", "id: ", "id", "id: a\0b", "retry: 5", "retry:7", "retry: x", "retry: +1"),
        *(": comment", ":", "é: é", "dat", " data: x", "data : x", ""),
    ]
)
SHAPES = st.one_of(
    st.lists(st.sampled_from(["data: x\n", "data: \n", "data: é\n", "event: a\ndata: x\n"])),
    st.lists(st.sampled_from(["event: a\ndata: x\n", "event: a\ndata: \n", "event: b\ndata: x\n"])),
    st.lists(LINES, max_size=6).map(lambda lines: ["".join(f"{line}\n" for line in lines)]),
)


@given(st.lists(SHAPES, max_size=6), st.data())
def test_blocks_of_all_shapes_are_read_line_by_line(shapes: list[list[str]], data: st.DataObject) -> None:
    text = "".join(block + "\n" for shape in shapes for block in shape)
    stream = text.encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=4)))
    ends = [0, *cuts, len(stream)]
    chunks = [stream[start:end] for start, end in itertools.pairwise(ends)]
    assert read(*chunks) == read_line_by_line(text)


@given(st.lists(PIECES, max_size=40).map(b"".join), st.integers(1, 20))
@example(b"id: 12\nid: 34\nid: 56\n\n", 10)  # The end of its last line is no part of the block.
def test_limits_do_not_depend_on_chunks(stream: bytes, limit: int) -> None:
    def outcome(chunks: list[bytes]) -> tuple[list[ServerSentEvent], bool]:
        decoder = EventDecoder(max_line=limit, max_event=2 * limit)
        events: list[ServerSentEvent] = []
        try:
            for chunk in chunks:
                events += decoder.feed(chunk)
            decoder.finish()
        except EventTooLargeError:
            return events, True
        return events, False

    assert outcome([stream]) == outcome([bytes([byte]) for byte in stream])


@pytest.mark.parametrize("size", [1, 7, 64])
def test_a_long_line_is_measured_once(size: int) -> None:
    """Whatever the chunks, a line of the longest length is taken, and one byte more is refused at once."""
    decoder = EventDecoder(max_line=1000, max_event=10_000)
    line = b"data: " + b"x" * 994
    stream = line + b"\n" + line
    for at in range(0, len(stream), size):
        assert decoder.feed(stream[at : at + size]) == []
    assert decoder.feed(b"\n\ndata: y\n\n") == [event("x" * 994 + "\n" + "x" * 994), event("y")]
    assert decoder.feed(line) == []
    with pytest.raises(EventTooLargeError, match="a line is longer than 1000 bytes"):
        decoder.feed(b"x")


def test_an_event_is_given_as_soon_as_it_is_complete() -> None:
    decoder = EventDecoder()
    assert decoder.feed(b"data: a\r\n\r") == [event("a")]
    assert decoder.feed(b"\ndata: b\r\r") == [event("b")]


def test_an_endless_line_is_refused() -> None:
    decoder = EventDecoder(max_line=100)
    assert decoder.feed(b"data: ok\n\n" + b"x" * 60) == [event("ok")]
    with pytest.raises(EventTooLargeError, match="100 bytes"):
        decoder.feed(b"x" * 60)


def test_an_endless_event_is_refused() -> None:
    decoder = EventDecoder(max_event=100)
    for _ in range(12):
        assert decoder.feed(b"data: x\n") == []
    with pytest.raises(EventTooLargeError, match="100 bytes"):
        decoder.feed(b"data: x\n")


TEXT = st.text(st.characters(exclude_categories=["Cs"]))
LINE = TEXT.filter(lambda text: not set(text) & set("\r\n\0"))


@given(st.builds(event, TEXT, LINE.filter(bool), st.none() | LINE, st.none() | st.integers(0, 10**9)))
def test_what_is_written_is_read_back(written: ServerSentEvent) -> None:
    data = written.data.replace("\r\n", "\n").replace("\r", "\n")
    assert read(encode(written)) == [written._replace(data=data)]


def test_a_comment_is_no_event() -> None:
    assert read(encode_comment("still here"), encode(event("x"))) == [event("x")]


@pytest.mark.parametrize("broken", [event("x", "a\nb"), event("x", id="a\rb"), event("x", id="a\0b")])
def test_what_a_stream_cannot_say_is_refused(broken: ServerSentEvent) -> None:
    with pytest.raises(ValueError, match="cannot hold"):
        encode(broken)

"""Forms: byte for byte from the client, from anybody's bytes on the server, and any value from end to end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from specloom.runtime.client import bodies, errors
from specloom.runtime.client.files import File
from specloom.runtime.model import Model
from specloom.runtime.operation import Body, Content, Encoding
from specloom.runtime.server import forms
from specloom.runtime.server.multipart import Limits
from specloom.runtime.server.problems import ProblemError
from specloom.runtime.uploads import UploadedFile
from support.descriptors import codec

LIMITS = Limits(parts=20, in_memory=16)
TEXT = st.text(st.characters(exclude_categories=["Cs"]))


class Whole(Model):
    title: str
    count: int | None = None
    open: bool | None = None
    ratio: float | None = None
    tags: list[str] | None = None
    inner: dict[str, Any] | None = None


class Upload(Model):
    title: str
    file: UploadedFile
    more: list[UploadedFile] | None = None


FORM = Content("application/x-www-form-urlencoded", codec(Whole))
PARTS = Content("multipart/form-data", codec(Whole))
FILES = {"file": Encoding(file=True), "more": Encoding(file=True)}
UPLOAD = Content("multipart/form-data", codec(Upload), encoding=FILES)
VALUES = st.fixed_dictionaries(
    {"title": TEXT},
    optional={
        "count": st.integers(),
        "open": st.booleans(),
        "ratio": st.floats(allow_nan=False, allow_infinity=False),
        "tags": st.lists(TEXT, min_size=1),
        "inner": st.dictionaries(TEXT, st.none() | st.booleans() | st.integers() | TEXT),
    },
)


def sent(content: Content, value: Any, **more: Any) -> tuple[str, bytes]:
    found = bodies.encode(Body((content,)), value, content_type=None, streaming=False, **more)
    assert found is not None
    return found[0], b"".join(found[1]) if not isinstance(found[1], bytes) else found[1]


def received(content: Content, media_type: str, data: bytes, size: int = 7, limits: Limits = LIMITS) -> Any:
    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, len(data), size):
            yield data[at : at + size]

    return asyncio.run(forms.multipart(content, pieces(), media_type, limits))


@given(VALUES)
@settings(deadline=None, max_examples=60)
def test_any_value_survives_a_form(value: dict[str, Any]) -> None:
    media_type, data = sent(FORM, value)
    found = forms.urlencoded(FORM, data, media_type)
    assert found.model_dump(exclude_unset=True) == value


@given(VALUES, st.integers(1, 100))
@settings(deadline=None, max_examples=60)
def test_any_value_survives_multipart_in_any_chunks(value: dict[str, Any], size: int) -> None:
    media_type, data = sent(PARTS, value)
    assert received(PARTS, media_type, data, size).model_dump(exclude_unset=True) == value


def urlencoded(content: Content, media_type: str, data: bytes) -> Any:
    return forms.urlencoded(content, data, media_type)


class Needs(Model):
    tags: list[str]
    some: list[str] | None
    inner: dict[str, int]


STYLED = {"inner": Encoding(style="deepObject", explode=True)}


@pytest.mark.parametrize("media_type", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_a_form_cannot_say_is_what_a_required_member_is_without_a_field(media_type: str) -> None:
    content = Content(media_type, codec(Needs), encoding=STYLED)
    empty = {"tags": [], "some": [], "inner": {}}
    label, data = sent(content, empty)
    found = (
        received(content, label, data)
        if "multipart" in media_type
        else forms.urlencoded(content, data, label)
    )
    assert found.model_dump() == {**empty, "some": None}


class Filled(Model):
    tags: list[str] = Field(min_length=1)


def test_a_list_that_may_not_be_empty_is_missing() -> None:
    with pytest.raises(ProblemError) as caught:
        forms.urlencoded(Content(FORM.media_type, codec(Filled)), b"", FORM.media_type)
    assert [fault.detail for fault in caught.value.faults] == ["Field required"]


class Album(Model):
    photos: list[UploadedFile]
    cover: UploadedFile | list[UploadedFile]
    prints: list[UploadedFile] | None = None


ALBUM = Content(
    "multipart/form-data",
    codec(Album),
    encoding={name: Encoding(file=True) for name in ("photos", "cover", "prints")},
)


def test_one_file_is_a_file_and_several_are_a_list_where_both_are_taken() -> None:
    for cover, wanted in ((b"1", b"1"), ([b"1", b"2"], [b"1", b"2"])):
        label, data = sent(ALBUM, {"photos": [b"p"], "cover": cover, "prints": [b"q"]})
        found = received(ALBUM, label, data)
        got = found.cover
        assert [b"".join(photo) for photo in (*found.photos, *found.prints)] == [b"p", b"q"]
        shown = [b"".join(each) for each in got] if isinstance(got, list) else b"".join(got)
        assert shown == wanted


def test_files_that_are_required_are_missing_and_not_an_empty_list() -> None:
    with pytest.raises(ProblemError) as caught:
        received(ALBUM, "multipart/form-data; boundary=b", b"--b--\r\n")
    found = {fault.pointer: fault.detail for fault in caught.value.faults}
    assert found == {"/photos": "Field required", "/cover": "Field required"}


@pytest.mark.parametrize("name", ["photos", "cover"])
def test_no_files_where_some_are_required_are_not_sent(name: str) -> None:
    with pytest.raises(errors.ArgumentError, match=name):
        sent(ALBUM, {"photos": [b"1"], "cover": b"2", name: []})
    assert sent(UPLOAD, {"title": "t", "file": b"1", "more": []})[1].count(b"; name=") == 2


@given(st.binary(max_size=200), st.text(st.characters(codec="utf-8", exclude_characters="%\0"), min_size=1))
@settings(deadline=None, max_examples=60)
def test_any_file_survives(data: bytes, filename: str) -> None:
    media_type, body = sent(UPLOAD, {"title": "t", "file": File(content=data, filename=filename)})
    file = received(UPLOAD, media_type, body).file
    assert (file.filename, b"".join(file), file.size) == (filename, data, len(data))


def test_multipart_byte_for_byte_and_a_boundary_that_is_free() -> None:
    marks = iter(["taken", "free"])
    value = {"title": "é", "file": File(content=b"is taken", filename='a"b.txt', headers={"X-A": "1"})}
    media_type, data = sent(UPLOAD, value, boundary=lambda: next(marks))
    assert media_type == "multipart/form-data; boundary=free"
    assert data == (
        b'--free\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xc3\xa9\r\n'
        b'--free\r\nContent-Disposition: form-data; name="file"; filename="a%22b.txt"\r\n'
        b"Content-Type: text/plain\r\nX-A: 1\r\n\r\nis taken\r\n--free--\r\n"
    )


PATCHES = Body(
    (
        Content("application/merge-patch+json", codec(Whole)),
        Content("application/json-patch+json", codec(list[dict[str, Any]])),
    )
)


@pytest.mark.parametrize(
    ("value", "media_type", "data"),
    [
        ({"title": "t"}, "application/merge-patch+json", b'{"title":"t"}'),
        ([{"op": "remove"}], "application/json-patch+json", b'[{"op":"remove"}]'),
    ],
)
def test_of_several_json_types_the_one_that_takes_the_value_is_sent(
    value: Any, media_type: str, data: bytes
) -> None:
    assert bodies.encode(PATCHES, value, content_type=None, streaming=False) == (media_type, data)


def test_what_none_of_several_json_types_takes_is_refused_as_the_first_refuses_it() -> None:
    with pytest.raises(errors.ArgumentError, match="title"):
        bodies.encode(PATCHES, {"count": 1}, content_type=None, streaming=False)


def test_what_httpx_writes_is_read() -> None:
    files = [("file", ("ü.bin", b"\x00" * 40, "image/png")), ("more", ("b", b"1")), ("more", ("c", b"2"))]
    request = httpx.Request("POST", "http://a.invalid", data={"title": "t"}, files=files)
    found = received(UPLOAD, request.headers["content-type"], request.read())
    assert (found.title, found.file.filename, found.file.content_type) == ("t", "ü.bin", "image/png")
    assert [b"".join(each) for each in (found.file, *found.more)] == [b"\x00" * 40, b"1", b"2"]


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 400),
        (b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nt', 400),
        (b"--b\r\nContent-Disposition: form-data\r\n\r\nt\r\n--b--\r\n", 400),
        (b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n\xff\r\n--b--\r\n', 400),
        (b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--b--\r\n', 422),
        (b'--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n' * 21 + b"--b--\r\n", 413),
    ],
)
def test_what_is_no_such_form_is_refused(data: bytes, status: int) -> None:
    with pytest.raises(ProblemError) as caught:
        received(UPLOAD, "multipart/form-data; boundary=b", data)
    assert caught.value.status == status


def test_a_file_of_another_type_than_the_document_takes_is_not_sent() -> None:
    content = Content(
        "multipart/form-data", UPLOAD.codec, encoding={"file": Encoding("image/png", file=True)}
    )
    with pytest.raises(errors.ArgumentError, match="image/png"):
        sent(content, {"title": "t", "file": File(content=b"", content_type="text/html")})


def test_a_text_in_a_content_encoding_is_labelled_as_bytes_and_read_again() -> None:
    """OpenAPI 3.2, 4.15.1.1, `contentType`: a string is text/plain only without `contentEncoding`."""
    encodings = {
        "title": Encoding(encoded=True),
        "tags": Encoding(encoded=True),
        "note": Encoding("text/x-note", encoded=True),
        "count": Encoding(encoded=True),
    }
    content = Content("multipart/form-data", PARTS.codec, encoding=encodings)
    value = {"title": "AAE=", "tags": ["AA==", "AQ=="], "note": "n", "count": 1}
    media_type, data = sent(content, value, boundary=lambda: "b")
    binary = b"Content-Type: application/octet-stream\r\n"
    assert (
        data
        == b"".join(
            b"--b\r\nContent-Disposition: form-data; name=%s\r\n%s\r\n%s\r\n" % part
            for part in (
                (b'"title"', binary, b"AAE="),
                (b'"tags"', binary, b"AA=="),
                (b'"tags"', binary, b"AQ=="),
                (b'"note"', b"Content-Type: text/x-note\r\n", b"n"),
                (b'"count"', b"", b"1"),
            )
        )
        + b"--b--\r\n"
    )
    assert received(content, media_type, data).model_dump(exclude_unset=True) == value

"""Request bodies that are made while they are sent, and what that means for sending them again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import pytest

from client_kit import Client
from specloom.runtime.client import errors
from specloom.runtime.operation import Body, Content
from support.descriptors import operation
from support.descriptors import reply as described

PUT = operation(
    "put",
    "/file",
    described("200", Content("application/json")),
    body=Body((Content("application/octet-stream"),)),
)


def test_what_can_be_read_once_is_sent_once(stub: Any, reply: Any) -> None:
    stub.answers(reply(status=503), reply(body=b"1"))
    with pytest.raises(errors.StatusError):
        Client(stub.url).call(PUT, iter([b"a"]))
    stub.answers(reply(status=503), reply(body=b"1"))
    assert Client(stub.url).call(PUT, BytesIO(b"ab")) == 1
    assert [each.body for each in stub.asked[-2:]] == [b"ab", b"ab"]
    with pytest.raises(errors.ArgumentError, match="async"):
        Client(stub.url).call(PUT, _never())


async def _never() -> AsyncIterator[bytes]:
    yield b""

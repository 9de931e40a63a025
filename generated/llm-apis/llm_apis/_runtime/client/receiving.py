"""Bodies read whole, up to a size."""

from __future__ import annotations

from .errors import ResponseTooLargeError
from .wire import Answer, AsyncAnswer, Head, Received, Request


def receive(answer: Answer, request: Request, limit: int) -> Received:
    """Read at most `limit` bytes.

    Raises :class:`ResponseTooLargeError` where there are more, and :class:`ApiConnectionError` where they
    end too soon.
    """
    if _announces(answer, request, limit):
        answer.close()
        raise _too_large(answer, request, limit)
    if _is_measured(answer, request):
        return Received(answer.status, answer.headers, answer.read())
    size, chunks = 0, list[bytes]()
    for chunk in answer.chunks():
        size += len(chunk)
        if size > limit:
            answer.close()
            raise _too_large(answer, request, limit)
        chunks.append(chunk)
    return Received(answer.status, answer.headers, b"".join(chunks))


async def receive_async(answer: AsyncAnswer, request: Request, limit: int) -> Received:
    """As :func:`receive`."""
    if _announces(answer, request, limit):
        await answer.close()
        raise _too_large(answer, request, limit)
    if _is_measured(answer, request):
        return Received(answer.status, answer.headers, await answer.read())
    size, chunks = 0, list[bytes]()
    async for chunk in answer.chunks():
        size += len(chunk)
        if size > limit:
            await answer.close()
            raise _too_large(answer, request, limit)
        chunks.append(chunk)
    return Received(answer.status, answer.headers, b"".join(chunks))


def _announces(answer: Head, request: Request, limit: int) -> bool:
    """Whether more bytes are to come; they may grow still when they are decompressed."""
    if request.method == "HEAD" or answer.status == 304:
        return False
    length = answer.headers.get("content-length", "")
    return length.isascii() and length.isdecimal() and int(length) > limit


def _is_measured(answer: Head, request: Request) -> bool:
    """Whether the size of the body, as it is read, is known: HTTP does not let it be larger."""
    headers = answer.headers
    return request.method == "HEAD" or (
        "content-length" in headers and "content-encoding" not in headers
    )


def _too_large(answer: Head, request: Request, limit: int) -> ResponseTooLargeError:
    return ResponseTooLargeError(
        f"{request.operation} answered {answer.status} with a body of more than {limit} bytes",
        operation=request.operation,
        status=answer.status,
        headers=answer.headers,
        raw=b"",
    )

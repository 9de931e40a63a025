"""A body that is made while it is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

from .files import Source


class Payload:
    """Pieces of a body, one after another. Each iteration, either way, begins anew.

    `length` is the number of bytes, None where it is not known before; `replayable` says whether the body
    can be sent a second time. Iterating raises :class:`ArgumentError` for what cannot be sent.
    """

    def __init__(self, *parts: bytes | Source) -> None:
        self._parts: Sequence[bytes | Source] = parts

    @property
    def length(self) -> int | None:
        total = 0
        for part in self._parts:
            size = len(part) if isinstance(part, bytes) else part.length
            if size is None:
                return None
            total += size
        return total

    @property
    def replayable(self) -> bool:
        return all(isinstance(part, bytes) or part.replayable for part in self._parts)

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            if isinstance(part, bytes):
                yield part
            else:
                yield from part

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self._parts:
            if isinstance(part, bytes):
                yield part
            else:
                async for piece in part:
                    yield piece

"""Lists that come in pages, as their documents declare it (`x-specloom-pagination`)."""

from __future__ import annotations

import re
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, TypeVar
from urllib.parse import urljoin, urlsplit

from ..operation import Operation, Pagination
from .bodies import found_at, placed
from .caller import AsyncCaller, Caller, Reader, Sent
from .errors import PaginationError
from .omit import OMIT
from .raw import RawResponse, kept
from .wire import Received, title

T = TypeVar("T")

_LINK: Final = re.compile(
    r"""<([^<>]*)>((?:\s*;\s*[^\s;,="]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)"""
)
_PARAMETER: Final = re.compile(
    r""";\s*([^\s;,="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?"""
)
_PORTS: Final = {"http": 80, "https": 443}


class Way:
    """What the next page is asked by: `arguments` and `body`, or a whole `url` that the last one named."""

    def __init__(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any
    ) -> None:
        if operation.pagination is None:
            raise ValueError(f"{title(operation)} declares no pagination")
        self._title = title(operation)
        self._how: Pagination = operation.pagination
        self._seen: set[str] = set()
        self.arguments = dict(arguments)
        self.body = body
        self.url: str | None = None

    def items(self, page: Any) -> Sequence[Any]:
        """The items of a page, none where it lacks the list."""
        return _at(page, self._how.items) or ()

    def advance(self, page: Any, sent: Sent[Received]) -> bool:
        """Go on behind a page; false where it is the last one.

        Raises :class:`PaginationError` where it leads to a page that was there already, or elsewhere.
        """
        how = self._how
        if how.more is not None and _at(page, how.more) is False:
            return False
        if how.style == "link":
            return self._follow(sent)
        if how.style == "cursor":
            return self._point(None if how.next is None else _at(page, how.next))
        return self._count(page)

    def _follow(self, sent: Sent[Received]) -> bool:
        found = next_link(sent.answer.headers.all("link"))
        if found is None:
            return False
        try:
            url = urljoin(sent.request.url, found)
            same = _origin(url) == _origin(sent.request.url)
        except ValueError as error:
            raise PaginationError(f"{self._title}: the next page: {error}") from error
        if not same:
            raise PaginationError(
                f"{self._title}: the next page is on another server: {urlsplit(url).netloc}"
            )
        self._once(url)
        self.url = url
        return True

    def _point(self, cursor: Any) -> bool:
        if cursor is None or cursor == "":
            return False
        self._once(str(cursor))
        self._ask(cursor)
        return True

    def _count(self, page: Any) -> bool:
        how = self._how
        count = len(self.items(page))
        given = self._asked()
        reached = (how.start if given is OMIT or given is None else given) + (
            count if how.style == "offset" else 1
        )
        total = None if how.total is None else _at(page, how.total)
        if not count or (total is not None and reached - how.start >= total):
            return False
        self._ask(reached)
        return True

    def _asked(self) -> Any:
        """What the last page was asked by, if by anything."""
        if self._how.request is not None:
            return found_at(self.body, self._how.request)
        return self.arguments.get(str(self._how.argument), OMIT)

    def _ask(self, value: Any) -> None:
        if self._how.request is not None:
            self.body = placed(self.body, self._how.request, value)
        else:
            self.arguments[str(self._how.argument)] = value

    def _once(self, key: str) -> None:
        if key in self._seen:
            raise PaginationError(
                f"{self._title}: the next page is one that was there already"
            )
        self._seen.add(key)


def next_link(fields: Sequence[str]) -> str | None:
    """The target of the link to the next page in Link header fields (RFC 8288, section 3)."""
    for field in fields:
        for target, parameters in _LINK.findall(field):
            said = (each.groups("") for each in _PARAMETER.finditer(parameters))
            rels = (
                quoted or plain for name, quoted, plain in said if name.lower() == "rel"
            )
            if "next" in next(rels, "").lower().split():  # Only the first counts.
                return str(target)
    return None


def _origin(url: str) -> tuple[str, str | None, int | None]:
    """Scheme, host and port (RFC 6454, section 4). Raises :class:`ValueError` where that is no URL."""
    parts = urlsplit(url)
    return parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)


class Pages(Iterator[T]):
    """The pages of a list, each asked for when it is wanted.

    Raises what the operation's call raises, and :class:`PaginationError`.
    """

    def __init__(
        self,
        caller: Caller,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str,
    ) -> None:
        self._caller, self._operation, self._errors = caller, operation, errors
        self._way = Way(operation, arguments, body)
        self._pages = (raw.parse() for raw in self.raw())

    def __next__(self) -> T:
        return next(self._pages)

    def items_(self) -> Iterator[Any]:
        """The items of all pages."""
        return (item for page in self._pages for item in self._way.items(page))

    def raw(self) -> Iterator[RawResponse[T]]:
        """The pages as they came. Whether there is another one is read of each when the next is wanted."""
        way, caller, operation = self._way, self._caller, self._operation
        while True:
            begun = time.monotonic()
            sent = caller.whole(operation, way.arguments, way.body, way.url)
            parse = cache(partial(_page, caller, operation, sent, self._errors))
            yield kept(caller, operation, sent, begun, parse)
            if not way.advance(parse(), sent):
                return


class AsyncPages(AsyncIterator[T]):
    """As :class:`Pages`."""

    def __init__(
        self,
        caller: AsyncCaller,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str,
    ) -> None:
        self._caller, self._operation, self._errors = caller, operation, errors
        self._way = Way(operation, arguments, body)
        self._pages = self.raw()

    async def __anext__(self) -> T:
        return (await anext(self._pages)).parse()

    async def items_(self) -> AsyncIterator[Any]:
        """The items of all pages."""
        async for page in self:
            for item in self._way.items(page):
                yield item

    async def raw(self) -> AsyncIterator[RawResponse[T]]:
        """As :meth:`Pages.raw`."""
        way, caller, operation = self._way, self._caller, self._operation
        while True:
            begun = time.monotonic()
            sent = await caller.whole(operation, way.arguments, way.body, way.url)
            parse = cache(partial(_page, caller, operation, sent, self._errors))
            yield kept(caller, operation, sent, begun, parse)
            if not way.advance(parse(), sent):
                return


def _page(
    reader: Reader, operation: Operation, sent: Sent[Received], errors: str
) -> Any:
    return reader.value(operation, sent.answer, sent.request, errors)


def _at(page: Any, path: Sequence[str]) -> Any:
    """What a page has at the end of a way; None where the way ends before."""
    for name in path:
        page = getattr(page, name, None)
    return page

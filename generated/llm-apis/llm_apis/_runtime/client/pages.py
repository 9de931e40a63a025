"""Lists that come in pages, as their documents declare it (`x-specloom-pagination`)."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from ..operation import Operation, Pagination
from .caller import AsyncCaller, Caller, Sent
from .errors import PaginationError
from .omit import OMIT
from .wire import Received, title

_LINK: Final = re.compile(
    r"""<([^<>]*)>((?:\s*;\s*[^\s;,="]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]*))?)*)"""
)
_REL: Final = re.compile(r""";\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))""", re.IGNORECASE)


class Pages:
    """What the next page is asked by: `arguments`, or a whole `url` that the last one named."""

    def __init__(self, operation: Operation, arguments: Mapping[str, Any]) -> None:
        if operation.pagination is None:
            raise ValueError(f"{title(operation)} declares no pagination")
        self._title = title(operation)
        self._how: Pagination = operation.pagination
        self._seen: set[str] = set()
        self.arguments = dict(arguments)
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
        url = urljoin(sent.request.url, found)
        old, new = urlsplit(sent.request.url), urlsplit(url)
        if (old.scheme, old.netloc) != (new.scheme, new.netloc):
            raise PaginationError(
                f"{self._title}: the next page is on another server: {new.netloc}"
            )
        self._once(url)
        self.url = url
        return True

    def _point(self, cursor: Any) -> bool:
        if cursor is None or cursor == "":
            return False
        self._once(str(cursor))
        self.arguments[str(self._how.argument)] = cursor
        return True

    def _count(self, page: Any) -> bool:
        how, name = self._how, str(self._how.argument)
        count = len(self.items(page))
        given = self.arguments.get(name, OMIT)
        reached = (how.start if given is OMIT or given is None else given) + (
            count if how.style == "offset" else 1
        )
        total = None if how.total is None else _at(page, how.total)
        if not count or (total is not None and reached - how.start >= total):
            return False
        self.arguments[name] = reached
        return True

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
            rel = _REL.search(parameters)
            if rel and "next" in (rel[1] or rel[2] or "").lower().split():
                return str(target)
    return None


def pages(
    caller: Caller,
    operation: Operation,
    arguments: Mapping[str, Any],
    body: Any,
    errors: str,
) -> Iterator[tuple[Any, Sequence[Any]]]:
    """Each page with its items; the next one is asked for when it is wanted."""
    way = Pages(operation, arguments)
    while True:
        sent = caller.whole(operation, way.arguments, body, way.url)
        page = caller.value(operation, sent.answer, sent.request, errors)
        yield page, way.items(page)
        if not way.advance(page, sent):
            return


async def async_pages(
    caller: AsyncCaller,
    operation: Operation,
    arguments: Mapping[str, Any],
    body: Any,
    errors: str,
) -> AsyncIterator[tuple[Any, Sequence[Any]]]:
    """As :func:`pages`."""
    way = Pages(operation, arguments)
    while True:
        sent = await caller.whole(operation, way.arguments, body, way.url)
        page = caller.value(operation, sent.answer, sent.request, errors)
        yield page, way.items(page)
        if not way.advance(page, sent):
            return


def _at(page: Any, path: Sequence[str]) -> Any:
    """What a page has at the end of a way; None where the way ends before."""
    for name in path:
        page = getattr(page, name, None)
    return page

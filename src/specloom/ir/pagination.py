"""How a list that comes in pages goes on."""

from __future__ import annotations

import enum

from specloom.diagnostics import Location
from specloom.values import Value


class PaginationStyle(enum.Enum):
    CURSOR = "cursor"
    OFFSET = "offset"
    PAGE = "page"
    LINK = "link"


class Pagination(Value, kw_only=True):
    """`parameter` is the wire name of the one that asks for the next page; or `request` is the way to what
    does so in the body.

    The others are ways into a page: to its `items`, to the cursor of the `next` page, to whether there are
    `more`, and to how many items (or pages) there are in `total`. `start` is the first offset or page.
    """

    style: PaginationStyle
    items: tuple[str, ...]
    parameter: str | None = None
    request: tuple[str, ...] | None = None
    next: tuple[str, ...] | None = None
    more: tuple[str, ...] | None = None
    total: tuple[str, ...] | None = None
    start: int = 0
    origin: Location

"""What goes into a merge."""

from __future__ import annotations

from typing import Final

from specloom.document.model import LoadedSource
from specloom.values import Value

MERGED_URI: Final = "<merged>"


class MergeSource(Value, kw_only=True):
    """One of the documents to merge. Its names get the prefix `namespace` and a dot, if there is one."""

    id: str
    loaded: LoadedSource
    namespace: str | None = None
    stream_sentinel: str | None = None
    idempotency_key: str | None = None


class MergeOptions(Value, kw_only=True):
    """`title`, `version` and `description` become the `info` of a document merged from several.

    `problem_responses` adds `4XX` and `5XX` with an RFC 9457 problem where an operation declares nothing
    of that class.
    """

    title: str | None = None
    version: str | None = None
    description: str | None = None
    problem_responses: bool = False

"""The sources of a merged document: one for each namespace, and one for all documents without."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.document.model import Document, MergedSource, Owner
from specloom.merge.model import MergeSource
from specloom.values import replace

SENTINEL = "x-specloom-stream-sentinel"
IDEMPOTENCY_KEY = "x-specloom-idempotency-key"


def described(source: MergeSource, document: Document) -> MergedSource:
    """What the merged document will no longer say for itself about a source."""
    content: Mapping[str, Any] = document.content
    written = content.get(SENTINEL)
    sentinel = (
        written if source.stream_sentinel is None and isinstance(written, str) else source.stream_sentinel
    )
    return MergedSource(
        id=source.id,
        namespace=source.namespace,
        info=content["info"],
        servers=tuple(content.get("servers") or ()),
        tags=tuple(content.get("tags") or ()),
        stream_sentinel=sentinel,
        location=Location(document.uri),
        idempotency_key=source.idempotency_key or content.get(IDEMPOTENCY_KEY),
    )


def joined(
    each: Sequence[MergedSource],
    merged: Mapping[str, Any],
    owners: Mapping[str, Owner],
    diagnostics: Diagnostics,
) -> tuple[tuple[MergedSource, ...], dict[str, Owner]]:
    """Sources without a namespace share all names and are one source from here on."""
    alike = sorted((source for source in each if source.namespace is None), key=lambda source: source.id)
    if len(alike) < 2:
        return tuple(each), dict(owners)
    _report_sentinels(alike, diagnostics)
    _report_keys(alike, diagnostics)
    first, ids = alike[0], {source.id for source in alike}
    names = {tag["name"] for source in alike for tag in source.tags}
    one = replace(
        first,
        info={**first.info, **{key: _all(alike, key) for key in ("title", "version")}},
        servers=tuple({repr(server): server for source in alike for server in source.servers}.values()),
        tags=tuple(tag for tag in merged.get("tags") or () if tag["name"] in names),
    )
    kept = [one if source is first else source for source in each if source is first or source not in alike]
    return tuple(kept), {
        pointer: replace(owner, source=first.id, document=owner.source) if owner.source in ids else owner
        for pointer, owner in owners.items()
    }


def _all(sources: Sequence[MergedSource], key: str) -> str:
    return ", ".join(dict.fromkeys(str(source.info.get(key, "")) for source in sources))


def _report_sentinels(sources: Sequence[MergedSource], diagnostics: Diagnostics) -> None:
    ending = [source for source in sources if source.stream_sentinel is not None]
    for first, other in pairwise(ending):
        if other.stream_sentinel != first.stream_sentinel:
            diagnostics.error(
                "merge-conflict",
                f"the streams of {first.id} and {other.id} end with different sentinels",
                other.location,
                related=[Related(f"in {first.id}", first.location)],
                hint="give the sources a `namespace` in the project file",
            )


def _report_keys(sources: Sequence[MergedSource], diagnostics: Diagnostics) -> None:
    for first, other in pairwise(sources):
        if other.idempotency_key != first.idempotency_key:
            diagnostics.error(
                "merge-conflict",
                f"{first.id} and {other.id} say different things by `{IDEMPOTENCY_KEY}`",
                other.location,
                related=[Related(f"in {first.id}", first.location)],
                hint="give the sources a `namespace` in the project file, or say it on their paths",
            )

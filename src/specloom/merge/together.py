"""Names that several sources have and that namespaces keep apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specloom.document.model import Document
from specloom.merge.grammar import SECTIONS
from specloom.merge.model import MergeSource
from specloom.merge.place import PlacedSource, slots
from specloom.merge.report import ReportBuilder


def names_kept_apart(
    sources: Sequence[MergeSource], bundled: Sequence[Document], report: ReportBuilder
) -> None:
    """Report every name of the bundled documents that sources of different namespaces have."""
    found: dict[tuple[str, str], dict[str, tuple[str | None, str]]] = {}
    for source, document in zip(sources, bundled, strict=True):
        prefix = "" if source.namespace is None else f"{source.namespace}."
        for kind, name in _names(document):
            found.setdefault((kind, name), {})[source.id] = (source.namespace, prefix + name)
    for (kind, name), holders in found.items():
        if len({namespace for namespace, _ in holders.values()}) > 1:
            report.twice(
                kind, name, [(source, became) for source, (_, became) in holders.items()], "separate"
            )


def paths_kept_apart(placed: Sequence[PlacedSource], report: ReportBuilder) -> None:
    """Report the operations that several sources have at one path and that mounting keeps apart."""
    found: dict[str, dict[str, str]] = {}
    for source in placed:
        for operation in source.operations:
            name = f"{operation.slot[-1].upper()} {operation.old_path}"
            found.setdefault(name, {})[source.id] = operation.key
    for name, holders in found.items():
        if len(set(holders.values())) > 1:
            report.twice("paths", name, holders.items(), "separate")


def _names(document: Document) -> Iterator[tuple[str, str]]:
    content = document.content
    for section in SECTIONS:
        yield from ((section, name) for name in (content.get("components") or {}).get(section) or ())
    yield from (("webhooks", name) for name in content.get("webhooks") or ())
    for item in (content.get("paths") or {}).values():
        for _, operation in slots(item) if isinstance(item, dict) else ():
            if isinstance(operation.get("operationId"), str):
                yield "operations", operation["operationId"]

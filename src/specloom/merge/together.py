"""One document of several, and the names that several have and that are kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specloom.diagnostics import Diagnostics
from specloom.document.model import Document, Owner
from specloom.merge.grammar import SECTIONS, slots
from specloom.merge.joining import Joining
from specloom.merge.model import MERGED_URI, MergeOptions, MergeSource
from specloom.merge.moves import Moves
from specloom.merge.namespace import with_namespace
from specloom.merge.place import PlacedSource, place
from specloom.merge.report import Mount, ReportBuilder
from specloom.merge.whole import same_security, whole


def together(
    sources: Sequence[MergeSource],
    bundled: Sequence[Document],
    options: MergeOptions,
    report: ReportBuilder,
    diagnostics: Diagnostics,
) -> tuple[Document, dict[str, Owner]]:
    """The joined document, and whose each piece of it is. Reports where sources contradict each other."""
    _names_kept_apart(sources, bundled, report)
    named = [
        document if source.namespace is None else with_namespace(document, source.namespace)
        for source, document in zip(sources, bundled, strict=True)
    ]
    push = not same_security([document.content for document in named])
    placed = [
        place(source.id, source.namespace, document, push_security=push, diagnostics=diagnostics)
        for source, document in zip(sources, named, strict=True)
    ]
    report.mounts += [
        Mount(source.id, path, count) for source in placed for path, count in source.mounts.items()
    ]
    _paths_kept_apart(placed, report)
    joining = Joining(placed, Moves(placed[0].document), report, diagnostics)
    content = whole(joining, options)
    return Document(MERGED_URI, content, joining.moves.locate), joining.owners


def _names_kept_apart(
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


def _paths_kept_apart(placed: Sequence[PlacedSource], report: ReportBuilder) -> None:
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

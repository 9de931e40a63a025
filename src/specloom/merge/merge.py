"""From the documents of a project to one."""

from __future__ import annotations

from collections.abc import Sequence

from specloom.diagnostics import Diagnostics
from specloom.document.model import Document, Merged, Owner
from specloom.document.pointer import join
from specloom.merge.bundle import bundle
from specloom.merge.grammar import SECTIONS
from specloom.merge.joining import Joining
from specloom.merge.model import MergeOptions, MergeSource
from specloom.merge.moves import Moves
from specloom.merge.namespace import with_namespace
from specloom.merge.place import place, slots
from specloom.merge.problems import add_problem_responses
from specloom.merge.report import MergeReport, Mount, ReportBuilder
from specloom.merge.sources import described, joined
from specloom.merge.together import names_kept_apart, paths_kept_apart
from specloom.merge.whole import same_security, whole

MERGED_URI = "<merged>"


def merge(
    sources: Sequence[MergeSource], *, options: MergeOptions, diagnostics: Diagnostics
) -> tuple[Merged, MergeReport]:
    """One document of all `sources`, each bundled, named and mounted, and what became of their names.

    A single source without a namespace keeps its names, paths, servers and info. Names that two sources
    use for different things are reported as `merge-conflict`, with both places.

    Raises `Stop`, after reporting, where references lead nowhere or the sources contradict each other.
    """
    report = ReportBuilder()
    bundled = [bundle(s.loaded, s.id, report=report, diagnostics=diagnostics) for s in sources]
    each = [described(source, document) for source, document in zip(sources, bundled, strict=True)]
    if len(sources) == 1 and sources[0].namespace is None:
        document, owners = _alone(sources[0].id, bundled[0])
    else:
        names_kept_apart(sources, bundled, report)
        document, owners = _joined(sources, bundled, options, report, diagnostics)
    diagnostics.stop_if_failed()
    if options.problem_responses:
        namespaces = {source.id: source.namespace for source in sources}
        document, owners = add_problem_responses(document, owners, namespaces, report)
    found, owners = joined(each, document.content, owners, diagnostics)
    diagnostics.stop_if_failed()
    return Merged(document=document, sources=found, owners=owners), report.build()


def _alone(source: str, bundled: Document) -> tuple[Document, dict[str, Owner]]:
    content = {**bundled.content, "openapi": "3.2.0"}
    owners: dict[str, Owner] = {}
    components = content.get("components") or {}
    for section in SECTIONS:
        for name in components.get(section) or ():
            owners[join(("components", section, name))] = Owner(source, name)
    for key in ("paths", "webhooks"):
        for path, item in (content.get(key) or {}).items():
            for slot, _ in slots(item) if isinstance(item, dict) and not path.startswith("x-") else ():
                owners[join((key, path, *slot))] = Owner(source, path)
    return Document(MERGED_URI, content, bundled.locate), owners


def _joined(
    sources: Sequence[MergeSource],
    bundled: Sequence[Document],
    options: MergeOptions,
    report: ReportBuilder,
    diagnostics: Diagnostics,
) -> tuple[Document, dict[str, Owner]]:
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
    paths_kept_apart(placed, report)
    joining = Joining(placed, Moves(placed[0].document), report, diagnostics)
    content = whole(joining, options)
    return Document(MERGED_URI, content, joining.moves.locate), joining.owners

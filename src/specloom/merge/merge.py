"""From the documents of a project to one."""

from __future__ import annotations

from collections.abc import Sequence

from specloom.diagnostics import Diagnostics
from specloom.document.model import Document, Merged, Owner
from specloom.document.pointer import join
from specloom.merge.bundle import bundle
from specloom.merge.grammar import SECTIONS, slots
from specloom.merge.model import MERGED_URI, MergeOptions, MergeSource
from specloom.merge.report import MergeReport, ReportBuilder
from specloom.merge.sources import described, joined


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
        from specloom.merge.together import together  # What joins several, one does without.

        document, owners = together(sources, bundled, options, report, diagnostics)
    diagnostics.stop_if_failed()
    if options.problem_responses:
        from specloom.merge.problems import add_problem_responses

        namespaces = {source.id: source.namespace for source in sources}
        document, owners = add_problem_responses(document, owners, namespaces, report)
    found, owners = joined(each, document.content, owners, diagnostics)
    diagnostics.stop_if_failed()
    keywords = frozenset[str]().union(*(source.loaded.keywords for source in sources))
    return Merged(document=document, sources=found, owners=owners, keywords=keywords), report.build()


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

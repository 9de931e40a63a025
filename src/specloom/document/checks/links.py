"""Link Objects that lead to no operation (OAS 3.2, 4.20)."""

from __future__ import annotations

import difflib
from urllib.parse import unquote

from specloom.diagnostics import Severity
from specloom.document import pointer as pointers
from specloom.document.checks.context import Context, Place


def check_links(context: Context) -> None:
    """Each `operationId`, and each `operationRef` within its file, is held against the operations."""
    links = context.objects["link"]
    operations = [place.value for place in context.objects["operation"] if links]
    names = sorted({str(each["operationId"]) for each in operations if "operationId" in each})
    for link in links:
        name, reference = link.value.get("operationId"), link.value.get("operationRef")
        if isinstance(name, str) and name not in names:
            near = difflib.get_close_matches(name, names, 1)
            context.report(
                "link-operation-unknown",
                Severity.WARNING,
                f"there is no operation {name!r} for this link",
                link.location("operationId"),
                hint=f"did you mean {near[0]!r}?" if near else None,
            )
        if isinstance(reference, str) and reference.startswith("#") and not _leads(context, link, reference):
            context.report(
                "link-operation-unknown",
                Severity.WARNING,
                f"the link's `operationRef` {reference!r} leads to no operation",
                link.location("operationRef"),
            )


def _leads(context: Context, link: Place, reference: str) -> bool:
    try:
        found = pointers.find(context.loaded.written[link.uri].content, unquote(reference[1:]))
    except LookupError:
        return False
    return isinstance(found, dict)

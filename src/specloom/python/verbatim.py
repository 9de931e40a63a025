"""What a package has that is in no template's hand."""

from __future__ import annotations

from specloom.python.canonical import canonical
from specloom.python.settings import PackageSettings
from specloom.python.views import Verbatim


def plan_verbatim(settings: PackageSettings) -> tuple[Verbatim, ...]:
    """`py.typed` and `openapi.json`."""
    verbatim = [Verbatim(f"{settings.package}/py.typed", b"")]
    if settings.openapi is not None:
        verbatim.append(Verbatim(f"{settings.package}/openapi.json", canonical(settings.openapi)))
    return tuple(verbatim)

"""The files at the top of a distribution: what installs it, introduces it and opens it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from specloom import ir
from specloom.python.settings import PackageSettings
from specloom.python.views import File, Verbatim


@dataclass(frozen=True, slots=True)
class TopFiles:
    files: tuple[File, ...]
    verbatim: tuple[Verbatim, ...]


def plan_package(api: ir.Api, settings: PackageSettings) -> TopFiles:
    verbatim = [Verbatim(f"{settings.package}/py.typed", "")]
    if settings.openapi is not None:
        verbatim.append(Verbatim(f"{settings.package}/openapi.json", _canonical(settings.openapi)))
    return TopFiles((), tuple(verbatim))


def _canonical(document: object) -> str:
    """JSON that differs only where the document does: members sorted, two spaces, no lone surrogates."""
    text = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"

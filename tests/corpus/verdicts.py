"""What the run of one document comes to."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from corpus.processes import Outcome

GOOD = ("generated", "refused")
"""All went well; or the document is wrong, and each error says where."""
_METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


@dataclass(slots=True)
class Verdict:
    """What became of a document, and what it took: seconds and peak MiB by stage.

    `findings` counts those of generation by "severity code"; `told` is a sample of what explains the verdict.
    """

    name: str
    key: str
    verdict: str
    size: int = 0
    operations: int = 0
    left_out: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    peak: dict[str, float] = field(default_factory=dict)
    findings: dict[str, int] = field(default_factory=dict)
    told: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return self.verdict in GOOD

    def line(self) -> str:
        """The verdict as a line of the report."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)


def failure(outcome: Outcome) -> str | None:
    """How a process failed that should have ended with an exit code of its own choice."""
    if outcome.timed_out:
        return "time-out"
    if "MemoryError" in outcome.err or outcome.code == -9:
        return "memory"
    if outcome.code < 0 or "Traceback" in outcome.err:
        return "crash"
    return None


def of_generation(outcome: Outcome, findings: Iterable[Mapping[str, Any]]) -> tuple[str, list[str]]:
    """The verdict on `specloom generate`, and what was told: "generated", "refused" or what is wrong."""
    failed = failure(outcome)
    if failed is not None:
        return failed, [outcome.err[-600:]]
    if outcome.code == 0:
        return "generated", []
    errors = [finding for finding in findings if finding["severity"] == "error"]
    told = [f"{where(finding)}: {finding['code']}: {finding['message']}" for finding in errors]
    if outcome.code != 1 or not errors:
        return "crash", [outcome.err[-600:]]
    unplaced = [text for text, finding in zip(told, errors, strict=True) if not is_placed(finding)]
    return ("unplaced", unplaced[:5]) if unplaced else ("refused", told[:5])


def is_placed(finding: Mapping[str, Any]) -> bool:
    """Whether a finding says file, line and column."""
    location = finding["location"] or {}
    return all(location.get(part) for part in ("file", "line", "column"))


def where(finding: Mapping[str, Any]) -> str:
    """The place of a finding, as messages have it."""
    location = finding["location"] or {}
    return f"{location.get('line')}:{location.get('column')}"


def dropped(
    document: Mapping[str, Any], made: Mapping[str, Any], findings: Iterable[Mapping[str, Any]]
) -> tuple[list[str], int]:
    """The operations and component schemas that are neither in the package nor in any finding.

    Also how many are only in findings.
    """
    text = "\n".join(f"{finding['message']} {finding['hint'] or ''}" for finding in findings)
    wanted = dict(operations(document))
    missing = {key: name for key, name in wanted.items() if key not in set(made["operations"])}
    components = document.get("components")
    schemas = components.get("schemas") if isinstance(components, dict) else None
    unnamed = [name for name in schemas or () if name not in set(made["schemas"])]
    silent = [key for key, name in missing.items() if key not in text and (not name or name not in text)]
    silent += [name for name in unnamed if name not in text]
    return silent, len(missing) + len(unnamed) - len(silent)


def operations(document: Mapping[str, Any]) -> list[tuple[str, str | None]]:
    """ "METHOD path" and id of each operation of `paths`."""
    found = []
    paths = document.get("paths")
    for path, item in paths.items() if isinstance(paths, dict) else ():
        if isinstance(item, dict) and not path.startswith("x-"):
            for method in _METHODS:
                if isinstance(item.get(method), dict):
                    found.append((f"{method.upper()} {path}", item[method].get("operationId")))
    return found

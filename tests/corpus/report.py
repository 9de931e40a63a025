"""The report: a JSON line a document, written as it is done; and a table of it."""

from __future__ import annotations

import json
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from corpus.verdicts import Verdict

_STAGES = ("generate", "compile", "load", "build", "mypy")


def read(file: Path) -> dict[str, Verdict]:
    """The last verdict on each document. A line that was cut off is none."""
    found: dict[str, Verdict] = {}
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        try:
            made = Verdict(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[made.name] = made
    return found


def add(file: Path, verdict: Verdict) -> None:
    """Write one more line."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as lines:
        lines.write(verdict.line() + "\n")


def table(verdicts: Sequence[Verdict]) -> str:
    """What became of the documents, what it took, and which findings there were, in Markdown."""
    counts = Counter(each.verdict for each in verdicts)
    text = "| verdict | documents |\n|---|---:|\n"
    text += "".join(f"| {name} | {count} |\n" for name, count in counts.most_common())
    text += f"| all | {len(verdicts)} |\n\n"
    text += f"{sum(each.operations for each in verdicts)} operations in documents that were generated from; "
    text += f"{sum(each.left_out for each in verdicts)} pieces left out with a warning.\n\n"
    text += (
        "| stage | documents | median s | p90 s | longest s | most MiB |\n|---|---:|---:|---:|---:|---:|\n"
    )
    for stage in _STAGES:
        text += _stage(stage, verdicts)
    text += "\n| finding | documents | times |\n|---|---:|---:|\n"
    found: Counter[str] = Counter()
    holders: Counter[str] = Counter()
    for each in verdicts:
        found.update(each.findings)
        holders.update(each.findings.keys())
    for name in sorted(found, key=lambda name: (-holders[name], name)):
        text += f"| {name} | {holders[name]} | {found[name]} |\n"
    return text + _told(verdicts)


def _stage(stage: str, verdicts: Iterable[Verdict]) -> str:
    took = sorted(each.seconds[stage] for each in verdicts if stage in each.seconds)
    if not took:
        return ""
    peak = max((each.peak.get(stage, 0) for each in verdicts), default=0)
    ninth = took[min(len(took) - 1, len(took) * 9 // 10)]
    row = f"| {stage} | {len(took)} | {statistics.median(took):.2f} | {ninth:.2f} | {took[-1]:.2f} |"
    return f"{row} {f'{peak:.0f}' if peak else ''} |\n"


def _told(verdicts: Iterable[Verdict]) -> str:
    rows = [
        f"| {each.verdict} | {each.name} | {_cell('; '.join(each.told))} |\n"
        for each in sorted(verdicts, key=lambda each: (each.good, each.verdict, each.name))
        if each.verdict != "generated"
    ]
    head = "\n| verdict | document | told |\n|---|---|---|\n"
    return head + "".join(rows) if rows else ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")[:300]

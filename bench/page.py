"""Writes docs/benchmarks.md (`make bench`): the whole page, or the parts that are named.

python bench/page.py [reading] [events] [calls] [serving] [generation]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import calls
import events
import generation
import serving
import validate

REPORT = Path(__file__).resolve().parents[1] / "docs" / "benchmarks.md"
PARTS: Mapping[str, Callable[[], str]] = {
    "reading": validate.section,
    "events": events.section,
    "calls": calls.section,
    "serving": serving.section,
    "generation": generation.section,
}


def parts_of(page: str) -> dict[str, str]:
    """The parts by name, as comments in the page tell them apart."""
    _, *found = re.split(r"^<!-- (\w+) -->\n", page, flags=re.MULTILINE)
    return dict(zip(found[::2], found[1::2], strict=True))


def page_of(parts: Mapping[str, str]) -> str:
    """The page of these parts, in our order."""
    return "".join(f"<!-- {name} -->\n{parts[name]}" for name in PARTS if name in parts)


def main(names: list[str]) -> None:
    unknown = sorted({*names} - {*PARTS})
    if unknown:
        sys.exit(f"there is no part {unknown[0]!r}; the parts are {', '.join(PARTS)}")
    for name in names or PARTS:
        text = PARTS[name]().strip("\n") + "\n\n"
        # What is measured is kept at once: a later part may fail.
        known = parts_of(REPORT.read_text(encoding="utf-8")) if REPORT.exists() else {}
        REPORT.write_text(page_of({**known, name: text}).strip("\n") + "\n", encoding="utf-8")
        print(text)


if __name__ == "__main__":
    main(sys.argv[1:])

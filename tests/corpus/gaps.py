"""Known gaps: documents with which something is known to go wrong. One that is not needed is a fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from corpus.verdicts import Verdict


def read(file: Path) -> dict[str, str]:
    """The verdict that is known, by document: lines of "verdict name"; `#` begins a comment."""
    lines = (line.partition("#")[0].split(maxsplit=1) for line in file.read_text("utf-8").splitlines())
    return {words[1].strip(): words[0] for words in lines if len(words) == 2}


def faults(verdicts: Iterable[Verdict], known: Mapping[str, str]) -> list[str]:
    """What is wrong that is not known, and what is known and not wrong."""
    found = []
    for each in verdicts:
        gap = known.get(each.name)
        if gap is None and not each.good:
            found.append(f"{each.name}: {each.verdict}: {'; '.join(each.told)[:300]}")
        elif gap is not None and gap != each.verdict:
            found.append(f"{each.name}: a known gap says {gap}, and it is {each.verdict}: take the entry out")
    return found

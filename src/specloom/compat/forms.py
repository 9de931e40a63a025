"""Changes as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from specloom.compat.changes import Changes, Group, Subject

_GROUPS = (("operations", "Operations"), ("types", "Types"), ("security_schemes", "Security schemes"))


def as_text(changes: Changes) -> str:
    """One line a subject, one more for each of its changes; a sentence where there are none."""
    if not changes:
        return "No changes.\n"
    lines = [line for attribute, title in _GROUPS for line in _lines(title, getattr(changes, attribute))]
    return "\n".join(lines) + "\n"


def as_json(changes: Changes) -> str:
    """A JSON object with `operations`, `types` and `security_schemes`, each `added`, `removed`, `changed`."""
    content = {attribute: _object(getattr(changes, attribute)) for attribute, _ in _GROUPS}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _lines(title: str, group: Group) -> Iterator[str]:
    if not group:
        return
    yield title
    yield from (f"  + {_shown(subject)}" for subject in group.added)
    yield from (f"  - {_shown(subject)}" for subject in group.removed)
    for changed in group.changed:
        yield f"  ~ {_shown(changed.subject)}"
        for change in changed.changes:
            yield f"      {change.where}: {change.what}" if change.where else f"      {change.what}"


def _shown(subject: Subject) -> str:
    return f"{subject.name} ({subject.source})" if subject.source else subject.name


def _object(group: Group) -> dict[str, object]:
    return {
        "added": [_subject(subject) for subject in group.added],
        "removed": [_subject(subject) for subject in group.removed],
        "changed": [
            {
                **_subject(changed.subject),
                "changes": [{"where": change.where, "what": change.what} for change in changed.changes],
            }
            for changed in group.changed
        ],
    }


def _subject(subject: Subject) -> dict[str, str]:
    return {"source": subject.source, "name": subject.name}

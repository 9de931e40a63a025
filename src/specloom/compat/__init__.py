"""Two APIs compared: what was added, removed and changed."""

from specloom.compat.changes import Change, Changed, Changes, Group, Subject
from specloom.compat.compare import diff
from specloom.compat.forms import as_json, as_text

__all__ = ["Change", "Changed", "Changes", "Group", "Subject", "as_json", "as_text", "diff"]

"""What differs between two APIs, as values."""

from __future__ import annotations

from specloom.values import Value


class Subject(Value, order=True):
    """An operation ("POST /orders"), a type or a security scheme, by its name in its source."""

    source: str
    name: str


class Change(Value, order=True):
    """One difference. `where` is the part of the subject, "" for the whole; `what` says it in words."""

    where: str
    what: str


class Changed(Value, order=True):
    """A subject that both APIs have, and how it differs."""

    subject: Subject
    changes: tuple[Change, ...]


class Group(Value, kw_only=True):
    """All differences between subjects of one kind, sorted."""

    added: tuple[Subject, ...] = ()
    removed: tuple[Subject, ...] = ()
    changed: tuple[Changed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


class Changes(Value, kw_only=True):
    """The differences between two APIs; false where there are none."""

    operations: Group
    types: Group
    security_schemes: Group

    def __bool__(self) -> bool:
        return bool(self.operations or self.types or self.security_schemes)

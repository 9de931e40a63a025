"""What differs between two APIs, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Subject:
    """An operation ("POST /orders"), a type or a security scheme, by its name in its source."""

    source: str
    name: str


@dataclass(frozen=True, slots=True, order=True)
class Change:
    """One difference. `where` is the part of the subject, "" for the whole; `what` says it in words."""

    where: str
    what: str


@dataclass(frozen=True, slots=True, order=True)
class Changed:
    """A subject that both APIs have, and how it differs."""

    subject: Subject
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """All differences between subjects of one kind, sorted."""

    added: tuple[Subject, ...] = ()
    removed: tuple[Subject, ...] = ()
    changed: tuple[Changed, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The differences between two APIs; false where there are none."""

    operations: Group
    types: Group
    security_schemes: Group

    def __bool__(self) -> bool:
        return bool(self.operations or self.types or self.security_schemes)

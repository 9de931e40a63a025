"""What is to be said of a refused request, and the words in which error documents commonly say it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..problem import phrase
from .problems import Fault, ProblemError

_SHOWN: Final = 3
"""How many faults one sentence tells."""
_INVALID: Final = (
    "invalid_request",
    "invalid_request_error",
    "invalid_argument",
    "validation_error",
    "validation_failed",
    "bad_request",
    "unprocessable_entity",
    "unprocessable_content",
    "invalid",
)
_CODES: Final[Mapping[int, tuple[str, ...]]] = {
    400: _INVALID,
    401: (
        "unauthorized",
        "unauthenticated",
        "authentication_error",
        "authentication_required",
    ),
    403: (
        "forbidden",
        "permission_denied",
        "permission_error",
        "access_denied",
        "insufficient_scope",
    ),
    404: ("not_found", "not_found_error", "resource_not_found"),
    405: ("method_not_allowed",),
    406: ("not_acceptable",),
    409: ("conflict", "already_exists"),
    413: (
        "content_too_large",
        "payload_too_large",
        "request_entity_too_large",
        "request_too_large",
    ),
    415: ("unsupported_media_type",),
    422: _INVALID,
    429: (
        "too_many_requests",
        "rate_limited",
        "rate_limit_error",
        "resource_exhausted",
    ),
    500: (
        "internal_server_error",
        "internal_error",
        "server_error",
        "api_error",
        "internal",
    ),
    501: ("not_implemented", "unimplemented"),
    503: ("service_unavailable", "unavailable", "overloaded_error"),
}
"""What error codes of APIs are called, by status; the first is used where any may be."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What an error document can be filled from. `fault` is the one that an entry of a list is about."""

    status: int
    title: str
    detail: str
    faults: tuple[Fault, ...] = ()
    fault: Fault | None = None

    @classmethod
    def of(cls, refused: ProblemError) -> Facts:
        title = phrase(refused.status)
        detail = refused.detail or title
        if refused.faults:
            told = "; ".join(map(_told, refused.faults[:_SHOWN]))
            detail = f"{detail.rstrip('.')}: {told}"
        return cls(refused.status, title, detail, refused.faults)

    def entries(self) -> Sequence[Facts]:
        """The same for each fault alone; if there are none, for the whole."""
        found = [replace(self, detail=f.detail, fault=f) for f in self.faults]
        return found or [self]

    @property
    def codes(self) -> tuple[str, ...]:
        fallback = (_slug(self.title),)
        return _CODES.get(self.status, fallback)

    @property
    def code(self) -> str:
        """An error code: the kind of a fault, else what the status is commonly called."""
        kind = self.fault.type if self.fault is not None else None
        return kind or self.codes[0]

    def listed(self, values: Iterable[object]) -> str | None:
        """Which of the listed texts names such an error, whatever its case and separators."""
        wanted = {bare(code) for code in self.codes}
        texts = (value for value in values if isinstance(value, str))
        return next((text for text in texts if bare(text) in wanted), None)

    @property
    def location(self) -> list[str | int]:
        """The way to the fault: the part of the request, then names and indices."""
        if self.fault is None:
            return []
        if self.fault.place is not None:
            return [self.fault.place, self.fault.name or ""]
        steps = (self.fault.pointer or "").split("/")[1:]
        plain = [step.replace("~1", "/").replace("~0", "~") for step in steps]
        return ["body", *(int(s) if s.isdecimal() else s for s in plain)]

    @property
    def subject(self) -> str | None:
        """The parameter's name, or the JSON Pointer into the body, of the first fault."""
        found = self.fault or next(iter(self.faults), None)
        return None if found is None else found.name or found.pointer or None


def _told(fault: Fault) -> str:
    where = (
        f"{fault.place} {fault.name}"
        if fault.place is not None
        else f"body {fault.pointer or ''}".rstrip()
    )
    return f"{where}: {fault.detail}"


def bare(name: str) -> str:
    """A name without what spellings differ in: `errorMessage`, `error_message`, `error-message`."""
    return re.sub("[^a-z0-9]", "", name.lower())


def _slug(title: str) -> str:
    return re.sub("[^a-z0-9]+", "_", title.lower()).strip("_")

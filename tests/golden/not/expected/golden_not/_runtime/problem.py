"""Problem details for HTTP APIs, by RFC 9457."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

MEDIA_TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem details object (RFC 9457, section 3.1). `extensions` are members of the problem's own."""

    status: int
    title: str
    detail: str | None = None
    type: str = "about:blank"
    instance: str | None = None
    extensions: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @classmethod
    def of(cls, status: int, detail: str | None = None, **extensions: Any) -> Problem:
        """A problem that its status says all about: the title is the status's phrase (section 4.2.1)."""
        return cls(
            status=status, title=phrase(status), detail=detail, extensions=extensions
        )

    def members(self) -> dict[str, Any]:
        """The object's members; what was not given, and a type of `about:blank`, are left out."""
        own = {
            "type": None if self.type == "about:blank" else self.type,
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "instance": self.instance,
        }
        return {
            **self.extensions,
            **{name: value for name, value in own.items() if value is not None},
        }

    def encode(self) -> bytes:
        """The object as JSON text in UTF-8."""
        return json.dumps(
            self.members(), ensure_ascii=False, separators=(",", ":")
        ).encode()


def phrase(status: int) -> str:
    """The reason phrase of a status code, or "Status 599" for one that has none."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"

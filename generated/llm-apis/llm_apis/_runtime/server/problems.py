"""Answers to what cannot be served: problem details (RFC 9457)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from starlette.responses import Response

from ..problem import MEDIA_TYPE, Problem


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a request: where it stands, and what is wrong. Never the value itself.

    `pointer` is a JSON Pointer (RFC 6901) into the body; a parameter is told by `place` and `name`.
    `type` is what validators call such a fault: "missing", "string_type".
    """

    detail: str
    pointer: str | None = None
    place: str | None = None
    name: str | None = None
    type: str | None = field(default=None, compare=False)

    def members(self) -> dict[str, str]:
        said = {
            "detail": self.detail,
            "pointer": self.pointer,
            "in": self.place,
            "name": self.name,
        }
        return {key: value for key, value in said.items() if value is not None}


class ProblemError(Exception):
    """Ends a request with problem details; handlers and security hooks may raise it too.

    `status` is an HTTP status from 400 to 599, `detail` is shown to the client, `faults` are listed
    under `errors`, and `headers` go into the answer.
    """

    def __init__(
        self,
        status: int,
        detail: str | None = None,
        faults: Sequence[Fault] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, detail)
        self.status = status
        self.detail = detail
        self.faults = tuple(faults)
        self.headers = dict(headers or {})


def invalid(faults: Sequence[Fault]) -> ProblemError:
    """A request that is well formed, but is not what the operation takes (RFC 9110, section 15.5.21)."""
    return ProblemError(422, "The request is not valid.", faults)


def problem(refused: ProblemError, status: int | None = None) -> Problem:
    """The problem details of a refused request, with a status of its own or with `status`."""
    extensions = (
        {"errors": [fault.members() for fault in refused.faults]}
        if refused.faults
        else {}
    )
    return Problem.of(status or refused.status, refused.detail, **extensions)


def respond(refused: ProblemError) -> Response:
    """The answer to a refused request as problem details."""
    said = problem(refused)
    return Response(said.encode(), said.status, refused.headers, MEDIA_TYPE)

"""How an operation answers what it cannot serve: in its own documented shape where there is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pydantic import ValidationError
from starlette.responses import Response

from ..media_type import kind
from ..operation import Content, Operation
from ..operation import Response as Described
from ..problem import MEDIA_TYPE
from .filling import Filler
from .problems import ProblemError, problem, respond
from .wording import Facts

_INVALID: Final = ("422", "400")
"""Where an invalid request is described: either is meant for it, whichever the document has."""


class Refusals:
    """The answers of one operation to requests that it refuses, and to faults of its own.

    An invalid request is answered by the operation's response 422, else 400, else 4XX, else the default,
    and any other refusal by that of its status, of its range, or the default: the first that can be
    filled (see :mod:`.filling`), with the status that it describes. If none can, or there is none, the
    answer is problem details (RFC 9457). Types are built at the first refusal, once.
    """

    def __init__(self, operation: Operation) -> None:
        self._described = {each.status.upper(): each for each in operation.responses}
        self._forms: dict[int, list[_Form]] = {}

    def respond(self, refused: ProblemError) -> Response:
        forms = self._forms.get(refused.status)
        if forms is None:
            forms = self._forms[refused.status] = list(self._found(refused.status))
        facts = Facts.of(refused)
        given = {name.lower() for name in refused.headers}
        for form in forms:
            if (
                form.headers <= given
                and (data := form.fill(refused, facts)) is not None
            ):
                return Response(data, form.status, refused.headers, form.media_type)
        return respond(refused)

    def _found(self, status: int) -> Iterator[_Form]:
        exact = [str(status)]
        if status in (400, 422):
            exact += [each for each in _INVALID if each not in exact]
        for key in (*exact, f"{status // 100}XX", "DEFAULT"):
            described = self._described.get(key)
            if described is not None:
                yield from _forms(described, int(key) if key.isdigit() else status)


def _forms(described: Described, status: int) -> Iterator[_Form]:
    """The ways to fill one response. One that says nothing of a body takes problem details."""
    headers = frozenset(h.name.lower() for h in described.headers if h.required)
    if not described.contents:
        yield _Form(status, headers, Content(MEDIA_TYPE))
    contents = [each for each in described.contents if each.stream is None]
    for wanted in ("json", "text"):
        for content in contents:
            if kind(content.media_type) == wanted:
                yield _Form(status, headers, content)


@dataclass(frozen=True)
class _Form:
    """A documented body to fill. `headers` are those that must go with it, in lower case."""

    status: int
    headers: frozenset[str]
    content: Content

    @property
    def media_type(self) -> str:
        return self.content.media_type

    @cached_property
    def _filler(self) -> Filler | None:
        codec = self.content.codec
        return None if codec is None else Filler(codec.adapter.json_schema())

    def fill(self, refused: ProblemError, facts: Facts) -> bytes | None:
        """The body, or None where nothing that its schema takes can be said."""
        if kind(self.media_type) == "text":
            return facts.detail.encode() if self._takes(facts.detail) else None
        for document in self._candidates(refused, facts):
            if self._takes(document):
                return json.dumps(document, ensure_ascii=False).encode()
        return None

    def _candidates(self, refused: ProblemError, facts: Facts) -> Iterator[Any]:
        """Problem details come first where they are meant, else last: an open schema takes them as well."""
        whole = problem(refused, self.status).members()
        is_problem = self.media_type.partition(";")[0].strip().lower() == MEDIA_TYPE
        if is_problem:
            yield whole
        if self._filler is not None:
            yield from self._filler.fill(facts)
        if not is_problem:
            yield whole

    def _takes(self, document: Any) -> bool:
        if self.content.codec is None:
            return True
        try:
            self.content.codec.decode(json.dumps(document))
        except ValidationError:
            return False
        return True

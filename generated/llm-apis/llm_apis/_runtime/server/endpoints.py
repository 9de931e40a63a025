"""One operation served: from a request to a response."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from inspect import Parameter as SignatureParameter
from inspect import Signature
from typing import Any

from fastapi.params import Depends
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from ..operation import Content
from ..operation import Response as Described
from . import bodies, context, replies, streams
from .calls import call
from .credentials import Hook
from .framing import Framing
from .multipart import Limits
from .negotiation import preferred
from .nonces import Nonces
from .parameters import ParametersReader
from .refusals import Refusals
from .security import Guard
from .sent import is_streamed
from .services import (
    AbortError,
    AnyReply,
    Handles,
    Reply,
    Service,
    filled,
    unfilled,
)
from .values import is_mapping

# Annotations here are objects, not strings: FastAPI reads those of `Endpoint.__call__`, and can look
# up strings only for functions.


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How operations are served.

    `validate_responses`: hold every answer to its type. `ping_interval`: seconds of silence before a
    stream of events is sent a comment, None for never. `max_body_size`: in bytes, None for no limit.
    `max_parts`: how many parts a multipart body may have. `max_part_in_memory`: in bytes, a longer part goes
    to disk. `digest_lifetime`: seconds for which the nonce of a digest challenge may be used. `digest_key`:
    by which nonces are recognised, at least 32 random bytes; several processes need the same one, and
    without one each has its own.
    """

    validate_responses: bool = True
    ping_interval: float | None = 15.0
    max_body_size: int | None = 64 * 2**20
    max_parts: int = 1000
    max_part_in_memory: int = 2**20
    digest_lifetime: float = 300.0
    digest_key: bytes | None = field(default=None, repr=False)

    @property
    def limits(self) -> Limits:
        return Limits(parts=self.max_parts, in_memory=self.max_part_in_memory)


class Endpoint:
    """Answers the requests for one operation.

    `path` is its template, the server's base path included; `names` takes the names of the path's
    parameters in the route to those in the document. A `service` that is a class is made anew for each
    request, by FastAPI, so that what its `__init__` takes are FastAPI's dependencies.
    """

    def __init__(
        self,
        path: str,
        names: Mapping[str, str],
        handles: Handles,
        service: Service | type[Service],
        interface: type[Service],
        hooks: Mapping[str, Hook | None],
        settings: Settings,
    ) -> None:
        self.path = path
        self._names = names
        self.operation = handles.operation
        self._service = service
        self._once = _own(service, interface, handles.once)
        self._stream = _own(service, interface, handles.stream)
        self._settings = settings
        self._limits = settings.limits
        taken = {parameter.argument for parameter in self.operation.parameters}
        self._body = "body_" if "body" in taken else "body"
        self._parameters = ParametersReader(self.operation)
        self._replies = replies.Replies(self.operation)
        self.refusals = Refusals(self.operation)
        self._contents = _success(self.operation.responses)
        self._streams = any(content.stream for _, content in self._contents)
        self.dependencies: list[Depends] = []
        self.__signature__ = _ALONE
        if self.filled:
            nonces = Nonces(settings.digest_key, settings.digest_lifetime)
            self._guard = Guard(self.operation, hooks, nonces)
        if self.filled and isinstance(service, type):
            # Credentials are asked for before anything is made for the request.
            self.dependencies = [Depends(self.admit)]
            self.__signature__ = _signature(service)

    @property
    def filled(self) -> bool:
        """Whether the service has anything of its own to answer with."""
        return self._once is not None or self._stream is not None

    async def admit(self, request: Request) -> None:
        """Let the request in. Raises :class:`ProblemError`, status 401 or 403."""
        context.enter(request)
        context.identify(await self._guard.check(request))

    async def __call__(self, request: Request, service: Any = None) -> Response:
        if not self.filled:
            unfilled()
        if service is None:
            service = self._service
            await self.admit(request)
        path = {
            self._names[key]: raw
            for key, raw in request.path_params.items()
            if key in self._names
        }
        arguments = self._parameters.read(request, path)
        body = self.operation.body
        if body is not None:
            arguments[self._body] = await bodies.read(
                request, body, self._settings.max_body_size, self._limits
            )
        accept = request.headers.get("accept", "")
        try:
            if self._wants_stream(arguments.get(self._body), accept):
                return await self._answer_stream(request, service, arguments, accept)
            result = await call(_method(service, self._once), **arguments)
        except AbortError as abort:
            result = abort.reply
        return await self._respond(request, result, accept)

    async def _respond(self, request: Request, result: Any, accept: str) -> Response:
        validate = self._settings.validate_responses
        found = self._replies.respond(result, accept=accept, validate=validate)
        if isinstance(found, replies.Streamed):
            return await streams.send(request, found)
        return found

    def _wants_stream(self, body: Any, accept: str) -> bool:
        """The body's `stream` member decides; Accept only where there is no such member."""
        if not self._streams or all(content.stream for _, content in self._contents):
            return self._streams
        member = self.operation.body and self.operation.body.stream_member
        if member:
            return _member(body, member) is True
        return (
            preferred([content for _, content in self._contents], accept)[0].stream
            is not None
        )

    async def _answer_stream(
        self, request: Request, service: Any, arguments: dict[str, Any], accept: str
    ) -> Response:
        result = await call(_method(service, self._stream), **arguments)
        reply = result if isinstance(result, AnyReply) else None
        offered = self._contents if reply is None else self._statuses(reply)
        chosen = None if reply is None else reply.media_type
        offered = [
            (status, content)
            for status, content in offered
            if content.stream and chosen in (None, content.media_type)
        ]
        if reply is not None and not (offered and is_streamed(reply.body)):
            return await self._respond(request, reply, accept)
        content = preferred([content for _, content in offered], accept)[0]
        status = next(status for status, each in offered if each is content)
        assert content.stream is not None
        validate = self._settings.validate_responses
        whole = reply or Reply(status=status, body=result)
        declared = self._replies.find(status).headers
        fields = replies.header_fields(declared, whole, validate)
        return await streams.begin(
            request,
            streams.items(whole.body),
            Framing(content.stream, validate),
            status=status,
            media_type=content.media_type,
            ping=self._settings.ping_interval,
            headers={**streams.LIVE, **fields},
        )

    def _statuses(self, reply: AnyReply) -> list[tuple[int, Content]]:
        """What the reply's status can be answered with."""
        found = self._replies.find(reply.status)
        return [(reply.status, content) for content in found.contents]


def _own(
    service: Service | type[Service], interface: type[Service], name: str | None
) -> str | None:
    """The method's name, if the service has written it."""
    return name if name is not None and filled(service, interface, name) else None


def _method(service: Any, name: str | None) -> Any:
    """The handler. Raises :class:`UnfilledError` where only the other one is written."""
    return getattr(service, name) if name is not None else unfilled()


_REQUEST = SignatureParameter(
    "request", SignatureParameter.POSITIONAL_OR_KEYWORD, annotation=Request
)
_ALONE = Signature([_REQUEST])
"""What FastAPI is to call an endpoint with."""


def _signature(service: type[Service]) -> Signature:
    """The same where the service is made for each request."""
    made = SignatureParameter(
        "service",
        SignatureParameter.POSITIONAL_OR_KEYWORD,
        annotation=Any,
        default=Depends(service),
    )
    return Signature([_REQUEST, made])


def _success(responses: Iterable[Described]) -> list[tuple[int, Content]]:
    """The contents that a success can have, with their statuses."""
    described = [each for each in responses if each.status.startswith("2")]
    described = described or [each for each in responses if each.status == "default"]
    return [
        (int(each.status) if each.status.isdigit() else 200, content)
        for each in described
        for content in each.contents
    ]


def _member(body: Any, name: str) -> Any:
    """A member of a decoded body by its name in the document."""
    if is_mapping(body):
        return body.get(name)
    if not isinstance(body, BaseModel):
        return None
    for attribute, info in type(body).model_fields.items():
        if (info.serialization_alias or attribute) == name:
            return getattr(body, attribute)
    return (body.__pydantic_extra__ or {}).get(name)

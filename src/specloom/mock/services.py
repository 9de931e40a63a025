"""The generated service interfaces filled in with answers, and hooks that take one token."""

from __future__ import annotations

import hmac
from collections.abc import AsyncIterator, Callable, Mapping
from typing import TYPE_CHECKING, Any

from specloom.mock import preferences
from specloom.mock.answers import NO_RESPONSE, Answer, Answers, Shown
from specloom.mock.items import Item
from specloom.mock.preferences import Preferences

if TYPE_CHECKING:
    from specloom.mock.loading import MemoryPackage
    from specloom.runtime.operation import SecurityScheme


class Answering:
    """Answers one operation of a generated package."""

    def __init__(self, answers: Answers, package: MemoryPackage) -> None:
        self._answers = answers
        self._server: Any = package.load("_runtime.server")
        self._negotiation: Any = package.load("_runtime.server.negotiation")
        self._sse: Any = package.load("_runtime.sse")

    async def once(self, **arguments: Any) -> Any:
        """A handler: the reply that the client prefers."""
        await _taken(arguments)
        return self._reply(*self._chosen(stream=False))

    async def stream(self, **arguments: Any) -> Any:
        """A handler: a reply with a stream, or one without where the client prefers such a status."""
        await _taken(arguments)
        answer, prefer = self._chosen(stream=True)
        found = self._found(answer, prefer, streamed=True)
        if found is None:
            return self._reply(answer, prefer)
        shown, example = found
        return self._server.Reply(
            status=prefer.code or answer.status,
            body=self._items(shown, shown.items[example or ""]),
            headers=answer.headers,
            extra_headers=_applied(prefer, example),
            media_type=shown.media_type,
        )

    def _chosen(self, *, stream: bool) -> tuple[Answer, Preferences]:
        """The answer, and what it is chosen by. Raises a problem where it cannot be made."""
        prefer = preferences.read(", ".join(self._server.current_request().headers.getlist("prefer")))
        answer = self._answers.find(prefer.code) if prefer.code is not None else None
        if answer is None:
            prefer = Preferences(None, prefer.example)
            answer = self._answers.usual(stream=stream)
        if answer is None or answer.fault is not None:
            raise self._server.ProblemError(501, NO_RESPONSE if answer is None else answer.fault)
        return answer, prefer

    def _found(
        self, answer: Answer, prefer: Preferences, *, streamed: bool
    ) -> tuple[Shown, str | None] | None:
        """What is shown: of those with the example the one that the client accepts best, else of all."""
        able = [each for each in answer.shown if (each.content.stream is not None) is streamed]
        named = [each for each in able if prefer.example in (each.items if streamed else each.bodies)]
        if not able:
            return None
        accept = self._server.current_request().headers.get("accept", "")
        liked = self._negotiation.preferred([each.content for each in named or able], accept)[0]
        return next(each for each in able if each.content is liked), prefer.example if named else None

    def _reply(self, answer: Answer, prefer: Preferences) -> Any:
        status = prefer.code or answer.status
        found = self._found(answer, prefer, streamed=False)
        shown, example = found or (None, None)
        without = shown is None or status in (204, 304)
        return self._server.Reply(
            status=status,
            body=None if shown is None or without else shown.bodies[example or ""],
            headers=answer.headers,
            extra_headers=_applied(prefer, example),
            media_type=None if shown is None or without else shown.media_type,
        )

    async def _items(self, shown: Shown, items: tuple[Item, ...]) -> AsyncIterator[Any]:
        stream = shown.content.stream
        assert stream is not None
        for item in items:
            if stream.framing == "events":
                yield self._sse.ServerSentEvent(item.data, item.event, item.id, item.retry)
            else:
                yield item.data if stream.item is None else stream.item.decode(item.data)


async def _taken(arguments: Mapping[str, Any]) -> None:
    """Read a body of items, each of which is checked as it comes."""
    for body in (arguments.get("body"), arguments.get("body_")):
        if body is not None and hasattr(body, "__aiter__"):
            async for _ in body:
                pass


def _applied(prefer: Preferences, example: str | None) -> dict[str, str]:
    said = preferences.applied(code=prefer.code, example=example)
    return {} if said is None else {"Preference-Applied": said}


def service(interface: type[Any], answering: Mapping[int, Answering]) -> Any:
    """An instance of the interface with all its methods, by the identity of their operations."""
    methods: dict[str, Callable[..., Any]] = {}
    for handles in interface.operations_:
        answers = answering[id(handles.operation)]
        if handles.once is not None:
            methods[handles.once] = staticmethod(answers.once)
        if handles.stream is not None:
            methods[handles.stream] = staticmethod(answers.stream)
    return type(f"Mocked{interface.__name__}", (interface,), methods)()


def hook(scheme: SecurityScheme, token: str) -> Callable[[Any], object]:
    """Takes exactly the token: as the key, the bearer's token, or the password of any user.

    A client's certificate cannot be shown to a server without TLS: what asks for one lets everybody in.
    """

    def decide(credential: Any) -> object:
        if scheme.type == "mutualTLS":
            return True
        if hasattr(credential, "matches"):
            return credential.matches(token)
        shown = next(
            getattr(credential, name)
            for name in ("key", "token", "password", "value")
            if hasattr(credential, name)
        )
        return hmac.compare_digest(shown.encode(), token.encode())

    return decide

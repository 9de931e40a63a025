"""A generated package whose clients call its server over a socket, while the bytes are looked at."""

from __future__ import annotations

import fcntl
import importlib
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from anyio.from_thread import start_blocking_portal

from support.generated import Generated
from support.recording import Recorder, Sent
from support.serving import serving
from support.wire import taken


def generated_once(folder: Path, package: str, document: Any) -> ModuleType:
    """Generate a package in `folder`, unless another process of the same run did, and import it."""
    folder.mkdir(parents=True, exist_ok=True)
    done = folder / "done"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            source = folder / "openapi.json"
            source.write_text(json.dumps(document), encoding="utf-8")
            Generated(source, folder / "out", package, only=("client", "server")).close()
            done.touch()
    sys.path.append(str(folder / "out"))
    importlib.invalidate_caches()
    return importlib.import_module(package)


@dataclass(frozen=True)
class Outcome:
    """What the client gave, the request that it sent, and what the handler was given."""

    found: Any
    sent: Sent
    arrived: dict[str, Any]


class Exchange:
    """Both clients of a package, and its server, whose handlers give back what they are given."""

    def __init__(self, package: ModuleType) -> None:
        self.package = package
        self.server = importlib.import_module(f"{package.__name__}.server")
        self.replies: dict[str, Callable[..., Any]] = {}
        self.arrived: dict[str, Any] = {}
        services = {
            name.removesuffix("Service").lower(): self._service(getattr(self.server, name))()
            for name in self.server.__all__
            if name.endswith("Service") and name != "Service"
        }
        # Any key is a good one.
        security = self.server.Security(key=lambda shown: True)
        self.app = self.server.create_app(**services, security=security)
        self.recorder = Recorder(self.app)
        self.sync: Any = None
        self.asynchronous: Any = None
        self._portal: Any = None

    def _service(self, interface: Any) -> type:
        methods: dict[str, Any] = {}
        for handles in interface.operations_:
            for name in filter(None, (handles.once, handles.stream)):
                answers = handles.operation.responses[0].contents
                methods[name] = self._method(name, _first if answers else _nothing)
        return type("Filled", (interface,), methods)

    def _method(self, name: str, default: Callable[..., Any]) -> Any:
        def method(_: object, **arguments: Any) -> Any:
            self.arrived = {argument: taken(value) for argument, value in arguments.items()}
            return self.replies.get(name, default)(**arguments)

        return method

    @property
    def document(self) -> Any:
        """The document that the package ships."""
        folder = Path(self.package.__path__[0])
        return json.loads((folder / "openapi.json").read_text(encoding="utf-8"))

    @contextmanager
    def running(self) -> Iterator[Exchange]:
        with (
            serving(self.recorder) as base,
            self._client("Client", base) as self.sync,
            start_blocking_portal() as self._portal,
        ):
            self.asynchronous = self._client("AsyncClient", base)
            try:
                yield self
            finally:
                self._portal.call(self.asynchronous.aclose)

    def _client(self, kind: str, base: str) -> Any:
        auth = self.package.Auth(api_key="k")
        return getattr(self.package, kind)(base_url=base, max_retries=0, auth=auth)

    def both(
        self,
        group: str,
        operation: str,
        give: Callable[[], Mapping[str, Any]],
        later: Callable[[], Mapping[str, Any]] | None = None,
    ) -> list[Outcome]:
        """What came of a call by the one client and by the other, its arguments made for each anew; `later`
        makes the other's, where they are not the same."""
        self.recorder.sent.clear()
        outcomes: list[Outcome] = []
        method = getattr(getattr(self.asynchronous, group), operation)

        async def awaited() -> Any:
            return await method(**(later or give)())

        for call in (
            lambda: getattr(getattr(self.sync, group), operation)(**give()),
            lambda: self._portal.call(awaited),
        ):
            found = call()
            outcomes.append(Outcome(found, self.recorder.sent[-1], self.arrived))
        return outcomes

    def raw(self, group: str, operation: str) -> list[Any]:
        """The answers as they came to the one client and to the other."""
        self.recorder.answered.clear()
        method = getattr(getattr(self.asynchronous, group), operation)

        async def awaited() -> Any:
            return await self.asynchronous.with_raw_response(method)()

        once = self.sync.with_raw_response(getattr(getattr(self.sync, group), operation))()
        return [once, self._portal.call(awaited)]

    def contents(self, group: str, operation: str) -> list[Any]:
        """The bodies of such answers as the clients give them; downloads are read."""
        once, later = (raw.parse() for raw in self.raw(group, operation))

        async def read() -> Any:
            return await later.read()

        return [once.read(), self._portal.call(read)] if hasattr(once, "read") else [once, later]

    def refused(self, group: str, operation: str) -> list[Exception]:
        """What the one client and the other raise."""
        method = getattr(getattr(self.asynchronous, group), operation)

        async def awaited() -> Any:
            return await method()

        found: list[Exception] = []
        for call in (getattr(getattr(self.sync, group), operation), lambda: self._portal.call(awaited)):
            try:
                call()
            except self.package.StatusError as error:
                found.append(error)
        return found

    def gives(self, operation: str, items: list[Any], *, asynchronous: bool) -> None:
        """Have an operation stream these items; an :class:`Event` is sent as a whole event."""
        module = importlib.import_module(f"{self.package.__name__}.server")

        def made() -> Iterator[Any]:
            for item in items:
                yield module.ServerSentEvent(**asdict(item)) if is_dataclass(item) else item

        async def made_later() -> AsyncIterator[Any]:
            for item in made():
                yield item

        self.replies[operation] = made_later if asynchronous else made

    def streamed(self, group: str, operation: str, **arguments: Any) -> list[list[Any]]:
        """The items of a stream, by the one client and by the other."""
        self.recorder.answered.clear()
        with getattr(getattr(self.sync, group), operation)(**arguments) as stream:
            once = list(stream)

        async def read() -> list[Any]:
            async with getattr(getattr(self.asynchronous, group), operation)(**arguments) as items:
                found: AsyncIterator[Any] = aiter(items)
                return [item async for item in found]

        return [once, self._portal.call(read)]


def _first(**arguments: Any) -> Any:
    """An answer with what came."""
    return next(iter(arguments.values()), None)


def _nothing(**arguments: Any) -> None:
    """An answer without a body."""

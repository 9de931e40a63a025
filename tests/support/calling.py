"""A topic's server, filled in with what `instances.yaml` says, and its client calling it."""

from __future__ import annotations

import importlib
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import Any

from support.golden import Topic
from support.packages import load
from support.recording import Recorder
from support.serving import serving
from support.wire import events, taken


@dataclass(frozen=True)
class Call:
    """One entry of `calls`: the names on the way to the client's method, and what is to happen."""

    names: tuple[str, ...]
    entry: dict[str, Any]

    @property
    def group(self) -> tuple[str, ...]:
        return self.names[:-1]

    @property
    def received_at(self) -> str | None:
        """The path of a webhook or callback."""
        found: str | None = self.entry.get("received_at")
        return found


def calls(topic: Topic) -> list[Call]:
    return [Call(tuple(entry["operation"].split(".")), entry) for entry in topic.instances["calls"]]


class Filled:
    """The services of a topic. `current` is the call they answer."""

    def __init__(self, topic: Topic) -> None:
        self.topic = topic
        self.current: Call | None = None
        self.arguments: dict[str, Any] = {}
        self.server = load(topic.tree, f"{topic.package}.server")

    def app(self) -> Any:
        services: dict[tuple[str, ...], Any] = {}
        for call in calls(self.topic):
            if call.received_at is None:
                services.setdefault(call.group, self._service(self._module(call.group)))
        arguments = self._by_source(services) if any(len(g) > 1 for g in services) else {}
        for group, service in services.items():
            if len(group) == 1:
                arguments[group[0]] = service
        app = self.server.create_app(**arguments, **self._security())
        for router in self._receivers():
            app.include_router(router)
        return app

    def _receivers(self) -> Iterator[Any]:
        """The routers of webhooks and callbacks, each of which is called at its path."""
        paths: dict[str, dict[str, str]] = {}
        for call in calls(self.topic):
            if call.received_at is not None:
                paths.setdefault(call.group[0], {})[call.names[-1]] = call.received_at
        for name, found in paths.items():
            create = getattr(self.server, f"create_{name.removesuffix('s')}_router")
            service = self._service(load(self.topic.tree, f"{self.topic.package}.server.{name}"))
            yield create(service, paths=found, **self._security())

    def _by_source(self, services: dict[tuple[str, ...], Any]) -> dict[str, Any]:
        sources: dict[str, dict[str, Any]] = {}
        for (source, group), service in services.items():
            sources.setdefault(source, {})[group] = service
        classes = {source: getattr(self.server, f"{source.title()}Services") for source in sources}
        return {source: classes[source](**groups) for source, groups in sources.items()}

    def _security(self) -> dict[str, Any]:
        hooks = self.topic.instances.get("auth")
        if hooks is None:
            return {}

        def know(credential: Any) -> object:
            shown = getattr(credential, "key", None) or getattr(credential, "token", None)
            return shown == hooks[credential.scheme]

        scheme_names = [field.name for field in fields(self.server.Security)]
        return {"security": self.server.Security(**dict.fromkeys(scheme_names, know))}

    def _module(self, group: tuple[str, ...]) -> Any:
        # The modules of the client are called like those of the server.
        caller = load(self.topic.tree, self.topic.package).Client()
        for name in group:
            caller = getattr(caller, name)
        of_client, of_server = f"{self.topic.package}.client.", f"{self.topic.package}.server."
        return importlib.import_module(type(caller).__module__.replace(of_client, of_server))

    def _service(self, module: Any) -> Any:
        own = (
            value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__
        )
        (interface,) = (value for value in own if hasattr(value, "operations_"))
        methods: dict[str, Any] = {}
        for handles in interface.operations_:
            if handles.once:
                methods[handles.once] = self._once(handles.operation)
            if handles.stream:
                methods[handles.stream] = self._stream(handles.operation)
        return type("Service", (interface,), methods)()

    def _once(self, operation: Any) -> Any:
        def method(_: object, **arguments: Any) -> Any:
            assert self.current is not None
            self.arguments = taken(arguments)
            entry = self.current.entry
            described = find(operation, entry["status"])
            codecs = {header.name: header.codec for header in described.headers}
            said = entry.get("fields", {})
            headers = {name: codecs[name].decode(json.dumps(value)) for name, value in said.items()}
            if "answer" not in entry:
                return self._reply(status=entry["status"], body=None, headers=headers)
            answer = entry["answer"]
            content = next(content for content in described.contents if content.stream is None)
            if isinstance(answer, bytes):
                body: Any = iter([answer[:1], answer[1:]])
            elif "json" in content.media_type:
                body = content.codec.decode(json.dumps(answer))
            else:
                body = answer
            media_type = entry.get("media_type")
            return self._reply(status=entry["status"], body=body, headers=headers, media_type=media_type)

        return method

    def _stream(self, operation: Any) -> Any:
        async def method(_: object, **arguments: Any) -> AsyncIterator[Any]:
            assert self.current is not None
            self.arguments = arguments
            described = find(operation, self.current.entry["status"])
            (stream,) = (content.stream for content in described.contents if content.stream is not None)
            sse = importlib.import_module(f"{self.topic.package}._runtime.sse")
            for item in events(sse, self.current.entry["items"]):
                whole = isinstance(item, sse.ServerSentEvent)
                yield item if whole else stream.item.decode(json.dumps(item))

        return method

    def _reply(self, **said: Any) -> Any:
        services = importlib.import_module(f"{self.topic.package}._runtime.server.services")
        return services.Reply(**said)


def find(operation: Any, status: int) -> Any:
    described = {response.status: response for response in operation.responses}
    return next(described[key] for key in (str(status), f"{status // 100}XX", "default") if key in described)


@contextmanager
def running(topic: Topic) -> Iterator[tuple[Filled, Recorder, str]]:
    """The filled-in server of a topic over HTTP, what it was sent, and where it is."""
    filled = Filled(topic)
    recorder = Recorder(filled.app())
    with serving(recorder) as origin:
        yield filled, recorder, origin


def client(topic: Topic, name: str, origin: str) -> Any:
    """A `Client` or `AsyncClient` for a running topic."""
    package = load(topic.tree, topic.package)
    base = topic.instances.get("base", {})
    arguments: dict[str, Any] = {"base_url": origin}
    if base:
        arguments = {"servers": {source: origin + path for source, path in base.items()}}
    if "auth" in topic.instances:
        arguments["auth"] = package.Auth(schemes=topic.instances["auth"])
    return getattr(package, name)(max_retries=0, **arguments)

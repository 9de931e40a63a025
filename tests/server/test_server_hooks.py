"""What users hang into a generated server: lifespans, middleware, dependencies, services by request."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import fastapi
import httpx
import pytest
from fastapi import APIRouter, Depends, FastAPI, Header, HTTPException
from fastapi.telemetry import get_telemetry_data
from opentelemetry.trace import NoOpTracer, Tracer, TracerProvider
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Receive, Scope, Send

from support.generated import Generated
from support.serving import serving

DOCUMENT = """
openapi: 3.1.0
info: {title: Hooks, version: '1'}
servers: [{url: /v1}]
security: [{key: []}]
paths:
  /things:
    get:
      operationId: listThings
      tags: [things]
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: {type: string}}}}}
        default:
          description: wrong
          content:
            application/json:
              schema:
                type: object
                required: [message]
                properties: {message: {type: string}}
                additionalProperties: false
components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}
"""
KEY = {"x-key": "good"}
EVENTS: list[str] = []


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder: Path = tmp_path_factory.mktemp("hooks")
    (folder / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    generated = Generated(folder / "openapi.yaml", folder / "out", "hooked")
    yield generated
    generated.close()


@pytest.fixture(autouse=True)
def _forget() -> None:
    EVENTS.clear()


async def session() -> AsyncIterator[str]:
    EVENTS.append("opened")
    try:
        yield "session"
        EVENTS.append("committed")
    except Exception as error:
        EVENTS.append(f"rolled back for {type(error).__name__}")
        raise
    finally:
        EVENTS.append("closed")


def by_request(server: Any) -> Any:
    class Things(server.ThingsService):  # type: ignore[misc]
        def __init__(
            self, session: Annotated[str, Depends(session)], fail: Annotated[int | None, Header()] = None
        ) -> None:
            self.session = session
            self.fail = fail

        def list_things(self) -> list[str]:
            EVENTS.append("handled")
            if self.fail == 409:
                raise HTTPException(409, "There already.")
            if self.fail is not None:
                raise RuntimeError
            return [self.session]

    return Things


def security(server: Any) -> Any:
    def check(credential: Any) -> bool:
        EVENTS.append("asked")
        return bool(credential.key == "good")

    return server.Security(key=check)


def test_a_class_of_services_is_made_for_each_request(package: Generated) -> None:
    server = package.load("server")
    app = server.create_app(things=by_request(server), security=security(server))
    with serving(app) as base:
        assert httpx.get(f"{base}/v1/things", headers=KEY).json() == ["session"]
    assert EVENTS == ["asked", "opened", "handled", "committed", "closed"]
    EVENTS.clear()
    with serving(app) as base:
        assert httpx.get(f"{base}/v1/things", headers={"x-key": "bad"}).status_code == 401
    assert EVENTS == ["asked"]


@pytest.mark.parametrize(
    ("fail", "status", "message"),
    [
        ("409", 409, "There already."),
        ("1", 500, "Internal Server Error"),
        ("x", 422, "The request is not valid: header fail: Input should be a valid integer"),
    ],
)
def test_dependencies_see_what_went_wrong_and_the_answer_keeps_its_shape(
    package: Generated, fail: str, status: int, message: str
) -> None:
    server = package.load("server")
    app = server.create_app(things=by_request(server), security=security(server))
    with serving(app) as base:
        answer = httpx.get(f"{base}/v1/things", headers={**KEY, "fail": fail})
    assert (answer.status_code, answer.json()["message"][: len(message)]) == (status, message)
    assert any(event.startswith("rolled back") for event in EVENTS)
    assert EVENTS[-1] == "closed"


class Counting:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        EVENTS.append(f"middleware {scope['type']}")
        await self.app(scope, receive, send)


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, str]]:
    EVENTS.append("started")
    yield {"pool": "open"}
    EVENTS.append("stopped")


def test_lifespan_middleware_and_dependencies(package: Generated) -> None:
    server = package.load("server")

    class Things(server.ThingsService):  # type: ignore[misc]
        def list_things(self) -> list[str]:
            return [server.current_request().state.pool]

    app = server.create_app(
        things=Things(),
        security=security(server),
        lifespan=lifespan,
        middleware=[Middleware(Counting)],
        dependencies=[Depends(session)],
    )
    with serving(app) as base:
        assert httpx.get(f"{base}/v1/things", headers=KEY).json() == ["open"]
    assert [
        *("middleware lifespan", "started", "middleware http"),
        *("opened", "asked", "committed", "closed", "stopped"),
    ] == EVENTS


def test_a_router_in_an_application_of_the_users(package: Generated) -> None:
    server = package.load("server")
    router = server.create_router(
        things=by_request(server), security=security(server), prefix="/api", dependencies=[Depends(session)]
    )
    app = FastAPI()
    app.include_router(router, prefix="/outer")

    @app.get("/own")
    def own() -> str:
        return "own"

    with serving(app) as base, httpx.Client(base_url=base) as client:
        assert client.get("/own").json() == "own"
        assert client.get("/outer/api/v1/things", headers=KEY).json() == ["session"]
        refused = client.get("/outer/api/v1/things")
        failed = client.get("/outer/api/v1/things", headers={**KEY, "fail": "409"})
    assert (refused.status_code, refused.json()) == (401, {"message": "Valid credentials are required."})
    assert (failed.status_code, failed.json()) == (409, {"message": "There already."})


def test_dependencies_of_every_router_around_are_asked(package: Generated) -> None:
    """Also where the operation itself depends on nothing, as that of an instance does."""
    server = package.load("server")

    class Things(server.ThingsService):  # type: ignore[misc]
        def list_things(self) -> list[str]:
            EVENTS.append("handled")
            return []

    def outer() -> None:
        EVENTS.append("outer")

    async def told() -> None:
        EVENTS.append("told")

    def router(**options: Any) -> APIRouter:
        made: APIRouter = server.create_router(things=Things(), security=security(server), **options)
        return made

    around = APIRouter(dependencies=[Depends(outer)])
    around.include_router(router(), prefix="/around")
    app = FastAPI()
    app.include_router(around)
    app.include_router(router(dependencies=[Depends(session)]), prefix="/own")
    app.include_router(router(), prefix="/given", dependencies=[Depends(session)])
    app.include_router(router(), prefix="/none")
    app.dependency_overrides[outer] = told
    seen: dict[str, list[str]] = {}
    for place in ("around", "own", "given", "none"):
        EVENTS.clear()
        with serving(app) as base:
            assert httpx.get(f"{base}/{place}/v1/things", headers=KEY).json() == []
        seen[place] = list(EVENTS)
    assert seen == {
        "around": ["told", "asked", "handled"],
        "own": ["opened", "asked", "handled", "committed", "closed"],
        "given": ["opened", "asked", "handled", "committed", "closed"],
        "none": ["asked", "handled"],
    }


class Untold(TracerProvider):
    """What traces as any other does, but tells nobody."""

    def get_tracer(self, *args: Any, **kwargs: Any) -> Tracer:
        return NoOpTracer()


def test_fastapis_telemetry_is_told_of_the_request(package: Generated) -> None:
    server = package.load("server")

    class Things(server.ThingsService):  # type: ignore[misc]
        def list_things(self) -> list[str]:
            data = get_telemetry_data()
            assert data is not None
            assert data.request is not None
            return [data.request.url.path]

    app = server.create_app(
        things=Things(), security=security(server), telemetry={"tracer_provider": Untold()}
    )
    with serving(app) as base:
        assert httpx.get(f"{base}/v1/things", headers=KEY).json() == ["/v1/things"]


@pytest.mark.parametrize("included", [False, True])
def test_who_looks_on_at_fastapis_handlers_sees_the_request(
    package: Generated, monkeypatch: pytest.MonkeyPatch, included: bool
) -> None:
    """As tools that watch applications do: they put a function of their own round each handler."""
    server = package.load("server")
    make = fastapi.routing.get_request_handler

    def watched(*args: Any, **kwargs: Any) -> Any:
        handler = make(*args, **kwargs)

        async def watching(request: Any) -> Any:
            EVENTS.append(f"watched {request.method}")
            return await handler(request)

        return watching

    class Things(server.ThingsService):  # type: ignore[misc]
        def list_things(self) -> list[str]:
            EVENTS.append("handled")
            return []

    monkeypatch.setattr(fastapi.routing, "get_request_handler", watched)
    app = FastAPI()
    if included:
        app.include_router(server.create_router(things=Things(), security=security(server)))
    else:
        app = server.create_app(things=Things(), security=security(server))
    EVENTS.clear()
    with serving(app) as base:
        assert httpx.get(f"{base}/v1/things", headers=KEY).json() == []
    assert EVENTS == ["watched GET", "asked", "handled"]


def test_an_exception_handler_of_the_users_comes_first(package: Generated) -> None:
    server = package.load("server")
    app = server.create_app(things=by_request(server), security=security(server))

    @app.exception_handler(RuntimeError)
    async def handler(request: Any, error: RuntimeError) -> Any:
        from starlette.responses import JSONResponse

        return JSONResponse({"message": "mine"}, 503)

    with serving(app) as base:
        answer = httpx.get(f"{base}/v1/things", headers={**KEY, "fail": "1"})
    assert (answer.status_code, answer.json()) == (503, {"message": "mine"})


def test_without_fastapi_the_extra_is_named(package: Generated) -> None:
    code = "import sys; sys.modules['fastapi'] = None; import hooked.server"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=package.folder, capture_output=True, text=True, check=False
    )
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: hooked.server needs FastAPI, which is not installed")
    assert "'NAME[server]'" in last

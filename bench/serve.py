"""Serves the orders and prints its port: `serve.py generated|by-hand directly|included FOLDER`.

`included` is a router that the application includes, where the others have their routes themselves.
"""

import importlib
import socket
import sys
import time
from typing import Any

import service
import uvicorn
from fastapi import APIRouter, FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send


def generated(included: bool) -> Any:
    server, models = (importlib.import_module(f"bench_service.{name}") for name in ("server", "models"))
    kept = models.Order.model_validate_json(service.ORDER)

    async def create_order(self: Any, *, body: Any) -> Any:
        return body

    async def get_order(self: Any, *, id: int, currency: str | None) -> Any:
        return kept

    methods = {"create_order": create_order, "get_order": get_order}
    orders = type("Orders", (server.OrdersService,), methods)()
    return _including(server.create_router(orders=orders)) if included else server.create_app(orders=orders)


def by_hand(included: bool) -> Any:
    models = importlib.import_module("bench_service.models")
    order: Any = models.Order
    kept = order.model_validate_json(service.ORDER)
    app: APIRouter | FastAPI = APIRouter() if included else FastAPI()

    @app.post("/orders", response_model=order, response_model_exclude_unset=True)
    async def create_order(body: order) -> Any:
        return body

    @app.get("/orders/{id}", response_model=order, response_model_exclude_unset=True)
    async def get_order(id: int, currency: str | None = None) -> Any:
        return kept

    return _including(app) if isinstance(app, APIRouter) else app


def _including(router: APIRouter) -> FastAPI:
    app = FastAPI()
    app.include_router(router)
    return app


def telling(app: ASGIApp) -> ASGIApp:
    """The application, which also tells what it has taken of the processor."""

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == service.PROCESSOR_TIME:
            await PlainTextResponse(str(time.process_time()))(scope, receive, send)
        else:
            await app(scope, receive, send)

    return asked


def main() -> None:
    kind, where, folder = sys.argv[1:]
    sys.path.insert(0, folder)
    app = {"generated": generated, "by-hand": by_hand}[kind](where == "included")
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # else asyncio leaves its delays on
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(telling(app), http="h11", log_level="error", access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()

"""Serves the orders: `serve.py generated FOLDER` or `serve.py by-hand FOLDER`. Prints its port."""

import importlib
import socket
import sys
from typing import Any

import service
import uvicorn
from fastapi import FastAPI


def generated() -> Any:
    server, models = (importlib.import_module(f"bench_service.{name}") for name in ("server", "models"))
    kept = models.Order.model_validate_json(service.ORDER)

    async def create_order(self: Any, *, body: Any) -> Any:
        return body

    async def get_order(self: Any, *, id: int, currency: str | None) -> Any:
        return kept

    methods = {"create_order": create_order, "get_order": get_order}
    return server.create_app(orders=type("Orders", (server.OrdersService,), methods)())


def by_hand() -> Any:
    models = importlib.import_module("bench_service.models")
    order: Any = models.Order
    kept = order.model_validate_json(service.ORDER)
    app = FastAPI()

    @app.post("/orders", response_model=order, response_model_exclude_unset=True)
    async def create_order(body: order) -> Any:
        return body

    @app.get("/orders/{id}", response_model=order, response_model_exclude_unset=True)
    async def get_order(id: int, currency: str | None = None) -> Any:
        return kept

    return app


def main() -> None:
    sys.path.insert(0, sys.argv[2])
    app = generated() if sys.argv[1] == "generated" else by_hand()
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # else asyncio leaves its delays on
    listening.bind(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    config = uvicorn.Config(app, log_level="error", access_log=False, lifespan="off")
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()

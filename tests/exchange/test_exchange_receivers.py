"""Webhooks and callbacks: sent by the API's package, received by an application of its client's."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from agreement.comparison import compare
from support.generated import Generated
from support.golden import Topic
from support.serving import serving

SEEN: list[Any] = []


def generated(name: str, folder: Path) -> Generated:
    return Generated(Topic(name).document, folder, f"received_{name}", only=("client", "server"))


@pytest.fixture(scope="module")
def webhooks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    made = generated("webhooks", tmp_path_factory.mktemp("webhooks"))
    yield made
    made.close()


@pytest.fixture(scope="module")
def callbacks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    made = generated("callbacks", tmp_path_factory.mktemp("callbacks"))
    yield made
    made.close()


def receiver(package: Generated, **options: Any) -> FastAPI:
    server = package.load("server")

    class Received(server.WebhooksService):  # type: ignore[misc]
        async def order_paid(self, *, x_attempt: int | None, body: Any) -> None:
            SEEN.append((x_attempt, body))

        def put_stock_low(self, *, body: Any) -> list[str]:
            return ["screws"] * body.left

    app = FastAPI()
    security = server.Security(signature=lambda credential: credential.key == "s")
    app.include_router(
        server.create_webhook_router(Received(), security=security, **options), prefix="/hooks"
    )
    return app


def test_webhooks_are_sent_and_received(webhooks: Generated) -> None:
    package, sender = webhooks.load(), webhooks.load("client.webhooks").Webhooks
    order = webhooks.load("models").Order(id=1, note=None)
    app = receiver(webhooks, paths={"put_stock_low": "/stock"})
    with serving(app) as base, package.Client(auth=package.Auth(api_key="s"), max_retries=0) as client:
        client.send_to(f"{base}/hooks/order.paid/v2", sender).order_paid(body_=order, x_attempt=2)
        assert client.send_to(f"{base}/hooks/stock", sender).put_stock_low(left=2) == ["screws"] * 2
    assert SEEN.pop() == (2, order)


def test_webhooks_are_held_to_their_description(webhooks: Generated) -> None:
    package, sender = webhooks.load(), webhooks.load("client.webhooks").AsyncWebhooks
    order = {"id": 1}

    async def refused(base: str, key: str, url: str) -> Any:
        async with package.AsyncClient(auth=package.Auth(api_key=key), max_retries=0) as client:
            with pytest.raises(package.StatusError) as caught:
                await client.send_to(f"{base}{url}", sender).order_paid(body_=order)
        return caught.value.status

    with serving(receiver(webhooks)) as base:
        assert asyncio.run(refused(base, "wrong", "/hooks/order.paid/v2")) == 401
        assert asyncio.run(refused(base, "s", "/hooks/elsewhere")) == 404
        import httpx

        answer = httpx.post(f"{base}/hooks/order.paid/v2", json={}, headers={"x-signature": "s"})
    assert (answer.status_code, list(answer.json())) == (400, ["message"])


def test_callbacks_go_where_the_request_says(callbacks: Generated) -> None:
    package, server = callbacks.load(), callbacks.load("server")
    client_module, operations = callbacks.load("client.callbacks"), callbacks.load("operations.callbacks")
    models = callbacks.load("models")
    heard: list[Any] = []

    class Received(server.CallbacksService):  # type: ignore[misc]
        def on_event(self, *, body: Any) -> None:
            heard.append(body.kind)

        def ended(self) -> None:
            heard.append(server.current_request().url.query)

    app = FastAPI()
    paths = {"on_event": "/me", "ended": "/me/end"}
    app.include_router(server.create_callback_router(Received, paths=paths))
    with serving(app) as base, package.Client(max_retries=0) as client:
        exchange = package.client.Exchange(
            body=models.Subscription(callback_url=f"{base}/me"), response_body={"id": 7}
        )
        url = package.client.callback_url(operations.ON_EVENT, exchange)
        client.send_to(url, client_module.Callbacks).on_event(kind="made")
        url = package.client.callback_url(operations.ENDED, exchange)
        client.send_to(url, client_module.Callbacks).ended()
    assert heard == ["made", "of=7"]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("$url", "https://api.example/x?q=1"),
        ("$method", "POST"),
        ("$statusCode", "201"),
        ("$request.query.q", "1"),
        ("$request.path.id", "p"),
        ("$request.header.X-To", "https://a.example"),
        ("$response.header.location", "/made"),
        ("$request.body#/a~1b/0", "true"),
        ("https://b.example/{$response.body#/id}?x={$request.query.q}", "https://b.example/7?x=1"),
        ("$request.body#/missing", None),
        ("$request.query.missing", None),
        ("$other", None),
    ],
)
def test_runtime_expressions(callbacks: Generated, expression: str, value: str | None) -> None:
    import dataclasses

    package, ended = callbacks.load(), callbacks.load("operations.callbacks").ENDED
    operation = dataclasses.replace(
        ended, receiver=dataclasses.replace(ended.receiver, expression=expression)
    )
    exchange = package.client.Exchange(
        url="https://api.example/x?q=1",
        method="POST",
        status=201,
        path={"id": "p"},
        query={"q": "1"},
        headers={"x-to": "https://a.example"},
        body={"a/b": [True]},
        response_headers={"Location": "/made"},
        response_body={"id": 7},
    )
    if value is None:
        with pytest.raises(package.ArgumentError):
            package.client.callback_url(operation, exchange)
    else:
        assert package.client.callback_url(operation, exchange) == value


def test_where_it_is_sent_must_be_said(webhooks: Generated) -> None:
    package, sender = webhooks.load(), webhooks.load("client.webhooks").Webhooks
    with package.Client() as client, pytest.raises(package.ConfigurationError, match="absolute"):
        client.send_to("/hook", sender).put_stock_low(left=1)


def test_paths_are_checked(webhooks: Generated, callbacks: Generated) -> None:
    with pytest.raises(ValueError, match="no operation 'nothing'"):
        receiver(webhooks, paths={"nothing": "/x"})
    with pytest.raises(ValueError, match="begin with a slash"):
        receiver(webhooks, paths={"order_paid": "x"})


def test_the_served_document_has_them_again(webhooks: Generated, callbacks: Generated) -> None:
    for package in (webhooks, callbacks):
        document, served = package.document, package.load("server").create_app().openapi()
        assert compare(document, served) == []
    assert set(webhooks.load("server").create_app().openapi()["webhooks"]) == {"order.paid/v2", "stockLow"}
    (path,) = callbacks.load("server").create_app().openapi()["paths"].values()
    assert set(path["post"]["callbacks"]) == {"onEvent", "onEnd"}

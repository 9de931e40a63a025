"""Security: alternatives, what hooks are given, and the answers to who is not let in."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from specloom.runtime.operation import SecurityScheme
from specloom.runtime.server import (
    ApiKey,
    Basic,
    Bearer,
    Digest,
    MissingHookError,
    MutualTls,
    Other,
    ProblemError,
    Settings,
    principals,
)
from support.descriptors import body, content, operation, parameter, source
from support.services import application
from support.serving import serving

SCHEMES = {
    "bearer": SecurityScheme("http", scheme="Bearer"),
    "basic": SecurityScheme("http", scheme="basic"),
    "appId": SecurityScheme("apiKey", name="app_id", place="query"),
    "appKey": SecurityScheme("apiKey", name="X-App-Key", place="header"),
    "session": SecurityScheme("apiKey", name="sid", place="cookie"),
    "raw": SecurityScheme("apiKey", name="authorization", place="header"),
    "oidc": SecurityScheme("openIdConnect"),
    "oauth": SecurityScheme("oauth2"),
    "digest": SecurityScheme("http", scheme="digest"),
    "tls": SecurityScheme("mutualTLS"),
    "hoba": SecurityScheme("http", scheme="HOBA"),
}
SOURCE = source(schemes=SCHEMES)
ALTERNATIVES: dict[str, tuple[tuple[str, ...], ...]] = {
    "inherits": (("bearer",),),
    "open": (),
    "optional": ((), ("bearer",)),
    "either": (("appId", "appKey"), ("basic",), ("session",)),
    "raw": (("raw",),),
    "scoped": (("oidc",),),
    "oauth": (("oauth",),),
    "digest": (("digest",),),
    "tls": (("tls", "bearer"),),
    "hoba": (("hoba",),),
}
OPERATIONS = [
    operation("get", f"/{name}", name=name, security=alternatives, source=SOURCE)
    for name, alternatives in ALTERNATIVES.items()
]
SEEN: dict[str, Any] = {}


async def bearer(credential: Bearer) -> str | None:
    if credential.token == "forbidden":
        raise ProblemError(403, "Not for you.")
    return "ann" if credential.token == "good" else None


def key(credential: ApiKey) -> bool:
    return credential.key == "good"


def basic(credential: Basic) -> bool:
    return (credential.username, credential.password) == ("ann", "p:w")


def digest(credential: Digest) -> str | None:
    return credential.username if credential.matches("p:w") else None


def tls(credential: MutualTls) -> str | None:
    told = (*credential.certificates, credential.request.headers.get("x-client-cert"))
    return "client" if "PEM" in told else None


def hoba(credential: Other) -> bool:
    return credential.value == "good"


HOOKS = (
    {"bearer": bearer, "oidc": bearer, "oauth": bearer, "basic": basic}
    | {"digest": digest, "tls": tls, "hoba": hoba}
    | dict.fromkeys(("appId", "appKey", "session", "raw"), key)
)


@pytest.fixture(scope="module")
def base() -> Any:
    def handler() -> None:
        SEEN.update(principals())

    app = application(*OPERATIONS, hooks=HOOKS, **dict.fromkeys(ALTERNATIVES, handler))
    with serving(app) as url:
        yield url


BASIC = {"authorization": "Basic YW5uOnA6dw=="}


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("inherits", {}, 401),
        ("inherits", {"authorization": "bearer good"}, 204),
        ("inherits", {"authorization": "Bearer bad"}, 401),
        ("inherits", {"authorization": "Bearer forbidden"}, 403),
        ("inherits", {"authorization": "Bearer"}, 401),
        ("inherits", BASIC, 401),
        ("open", {}, 204),
        ("open", {"authorization": "Bearer bad"}, 204),
        ("optional", {}, 204),
        ("optional", {"authorization": "Bearer good"}, 204),
        ("either?app_id=good", {}, 401),
        ("either?app_id=good", {"x-app-key": "good"}, 204),
        ("either?app_id=good", {"x-app-key": "bad"}, 401),
        ("either", BASIC, 204),
        ("either", {"authorization": "Basic !!"}, 401),
        ("either", {"cookie": "sid=good"}, 204),
        ("either?app_id=bad", {"cookie": "sid=good", "x-app-key": "good"}, 204),
        ("raw", {"authorization": "good"}, 204),
        ("scoped", {"authorization": "Bearer good"}, 204),
        ("oauth", {"authorization": "Bearer good"}, 204),
        ("oauth", BASIC, 401),
        ("tls", {"authorization": "Bearer good"}, 401),
        ("tls", {"x-client-cert": "PEM"}, 401),
        ("tls", {"x-client-cert": "PEM", "authorization": "Bearer good"}, 204),
        ("hoba", {"authorization": "hoba good"}, 204),
        ("hoba", {"authorization": "hoba bad"}, 401),
        ("digest", {"authorization": 'Digest username="ann"'}, 401),
    ],
)
def test_who_is_let_in(base: str, path: str, headers: dict[str, str], status: int) -> None:
    answer = httpx.get(f"{base}/{path}", headers=headers)
    assert answer.status_code == status
    if status == 401:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["www-authenticate"]


def test_handlers_are_told_who_it_is(base: str) -> None:
    SEEN.clear()
    httpx.get(f"{base}/optional", headers={"authorization": "Bearer good"})
    assert SEEN == {"bearer": "ann"}


def test_the_challenge_names_the_schemes(base: str) -> None:
    challenges = [httpx.get(f"{base}/{path}").headers["www-authenticate"] for path in ("inherits", "either")]
    assert challenges == ['Bearer realm="api"', 'Basic realm="api"']


def test_a_filled_in_operation_needs_its_hooks() -> None:
    application(*OPERATIONS)
    with pytest.raises(MissingHookError, match=r"'inherits'.*'bearer'") as caught:
        application(*OPERATIONS, inherits=lambda: None)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(("password", "status"), [("p:w", 204), ("other", 401)])
def test_a_digest_is_checked_by_its_password(base: str, password: str, status: int) -> None:
    SEEN.clear()
    auth = httpx.DigestAuth("ann", password)
    assert httpx.get(f"{base}/digest?a=b%20c", auth=auth).status_code == status
    assert SEEN.get("digest") == ("ann" if status == 204 else None)


def test_a_digest_of_another_target_is_refused(base: str) -> None:
    seen: list[str] = []
    hooks = {"request": [lambda request: seen.append(request.headers.get("authorization", ""))]}
    with httpx.Client(auth=httpx.DigestAuth("ann", "p:w"), event_hooks=hooks) as client:
        assert client.get(f"{base}/digest?a=1").status_code == 204
    assert httpx.get(f"{base}/digest?a=2", headers={"authorization": seen[-1]}).status_code == 401


DIGESTING = {"digest": digest}


def answers(base: str, authorization: str) -> httpx.Response:
    return httpx.get(f"{base}/digest", headers={"authorization": authorization})


def challenged(base: str) -> str:
    """An answer to a challenge, of somebody who knows the password."""
    seen: list[str] = []
    hooks = {"request": [lambda request: seen.append(request.headers.get("authorization", ""))]}
    with httpx.Client(auth=httpx.DigestAuth("ann", "p:w"), event_hooks=hooks) as client:
        client.get(f"{base}/digest")
    return seen[-1]


@pytest.mark.parametrize("nonce", ["", "mine", "1.2.3", "9999999999.aaaa.bbbb"])
def test_nonces_that_the_server_has_not_made_are_refused(base: str, nonce: str) -> None:
    request = httpx.Request("GET", f"{base}/digest")
    made = httpx.Response(
        401,
        headers={"www-authenticate": f'Digest realm="api", qop="auth", algorithm=SHA-256, nonce="{nonce}"'},
        request=request,
    )
    flow = httpx.DigestAuth("ann", "p:w").auth_flow(request)
    next(flow)
    refused = answers(base, flow.send(made).headers["authorization"])
    assert refused.status_code == 401
    assert "stale" not in refused.headers["www-authenticate"]


def test_nonces_grow_old() -> None:
    (digesting,) = (each for each in OPERATIONS if each.name == "digest")
    settings = Settings(digest_lifetime=0)
    app = application(digesting, hooks=DIGESTING, settings=settings, digest=lambda: None)
    with serving(app) as base:
        refused = answers(base, challenged(base))
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].endswith(", stale=true")


@pytest.mark.parametrize(("key", "status"), [(b"k" * 32, 204), (b"o" * 32, 401)])
def test_processes_with_the_same_key_answer_for_one_another(key: bytes, status: int) -> None:
    (digesting,) = (each for each in OPERATIONS if each.name == "digest")
    one, other = (
        application(digesting, hooks=DIGESTING, settings=Settings(digest_key=each), digest=lambda: None)
        for each in (b"k" * 32, key)
    )
    with serving(one) as base:
        answer = challenged(base)
    with serving(other) as base:
        assert answers(base, answer).status_code == status
    assert "kkk" not in repr(Settings(digest_key=b"k" * 32))


def test_certificates_come_from_the_asgi_server() -> None:
    async def run() -> int:
        app: Any = application(*OPERATIONS, hooks=HOOKS, **dict.fromkeys(ALTERNATIVES, lambda: None))

        async def told(scope: Any, receive: Any, send: Any) -> None:
            extensions = {"tls": {"client_cert_chain": ["PEM"]}}
            await app({**scope, "extensions": extensions}, receive, send)

        transport = httpx.ASGITransport(told)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            return (await client.get("/tls", headers={"authorization": "Bearer good"})).status_code

    assert asyncio.run(run()) == 204


def test_credentials_are_asked_before_anything_else_is_looked_at() -> None:
    guarded = operation(
        "post",
        "/guarded",
        name="guarded",
        security=(("bearer",),),
        source=SOURCE,
        parameters=(parameter("n", int, required=True),),
        body=body(content(int)),
    )
    app = application(guarded, hooks=HOOKS, settings=Settings(max_body_size=1), guarded=lambda n, body: None)
    headers = {"content-type": "application/json"}
    with serving(app) as base:
        without = httpx.post(f"{base}/guarded", content=b"not json", headers=headers)
        with_ = httpx.post(
            f"{base}/guarded?n=1", content=b"12", headers={**headers, "authorization": "Bearer good"}
        )
    assert (without.status_code, with_.status_code) == (401, 413)


def test_credentials_do_not_show() -> None:
    request: Any = None
    shown = [
        ApiKey(scheme="k", scopes=(), request=request, key="s3cret"),
        Bearer(scheme="k", scopes=(), request=request, token="s3cret"),
        Basic(scheme="k", scopes=(), request=request, username="ann", password="s3cret"),
    ]
    assert "s3cret" not in repr(shown)

"""Security: alternatives, what hooks are given, and the answers to who is not let in."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from specloom.runtime.operation import SecurityScheme
from specloom.runtime.server import ApiKey, Basic, Bearer, MissingHookError, ProblemError, principals
from support.descriptors import operation, source
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
}
SOURCE = source(schemes=SCHEMES)
ALTERNATIVES: dict[str, tuple[tuple[str, ...], ...]] = {
    "inherits": (("bearer",),),
    "open": (),
    "optional": ((), ("bearer",)),
    "either": (("appId", "appKey"), ("basic",), ("session",)),
    "raw": (("raw",),),
    "scoped": (("oidc",),),
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


HOOKS = {"bearer": bearer, "oidc": bearer, "basic": basic} | dict.fromkeys(
    ("appId", "appKey", "session", "raw"), key
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


def test_credentials_do_not_show() -> None:
    request: Any = None
    shown = [
        ApiKey(scheme="k", scopes=(), request=request, key="s3cret"),
        Bearer(scheme="k", scopes=(), request=request, token="s3cret"),
        Basic(scheme="k", scopes=(), request=request, username="ann", password="s3cret"),
    ]
    assert "s3cret" not in repr(shown)

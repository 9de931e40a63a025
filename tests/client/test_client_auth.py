"""Credentials that take more than a header field: client credentials, digest, client certificates."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

import pytest

from client_kit import AsyncClient, Client, operation, source
from specloom.runtime.client import errors, statuses
from specloom.runtime.client.auth import Auth
from specloom.runtime.client.logs import LoggingMiddleware
from specloom.runtime.client.oauth import ClientCredentials
from specloom.runtime.operation import Body, Content, Requirement, SecurityScheme

FLOWS = {"flows": {"clientCredentials": {"tokenUrl": "/token", "scopes": {}}}}
SCHEMES = {
    "oauth": SecurityScheme("oauth2", declaration=FLOWS),
    "digest": SecurityScheme("http", scheme="digest"),
}
SOURCE = source(schemes=SCHEMES)
GUARDED = operation(security=(("oauth",),), of=SOURCE)


def token(reply: Any, value: str, **more: Any) -> Any:
    members = "".join(f',"{name}":{value}' for name, value in more.items())
    return reply(body=f'{{"access_token":"{value}","token_type":"Bearer"{members}}}'.encode())


def oauth(**more: Any) -> Auth:
    return Auth(client_credentials=ClientCredentials("id:x", "s e+cret", **more))


def paths(stub: Any) -> list[str]:
    return [asked.path for asked in stub.asked]


class TestClientCredentials:
    def test_a_token_is_asked_for_and_kept(self, stub: Any, reply: Any) -> None:
        stub.answers(token(reply, "t1"), reply(body=b"1"))
        client = Client(stub.url, auth=oauth())
        assert client.call(GUARDED) == client.call(GUARDED) == 1
        assert paths(stub) == ["/token", "/things", "/things"]
        assert stub.asked[0].method == "POST"
        assert stub.asked[0].body == b"grant_type=client_credentials"
        basic = stub.asked[0].headers["authorization"].removeprefix("Basic ")
        assert base64.b64decode(basic) == b"id%3Ax:s+e%2Bcret"
        assert [asked.headers["authorization"] for asked in stub.asked[1:]] == ["Bearer t1"] * 2

    def test_scopes_are_the_operations_unless_given(self, stub: Any, reply: Any) -> None:
        wanted = operation(of=SOURCE)
        object.__setattr__(wanted, "security", ((Requirement("oauth", ("read", "write")),),))
        stub.answers(token(reply, "t1"), reply(body=b"1"))
        Client(stub.url, auth=oauth(in_body=True, extra={"audience": "a"})).call(wanted)
        assert parse_qs(stub.asked[0].body.decode()) == {
            "grant_type": ["client_credentials"],
            "audience": ["a"],
            "scope": ["read write"],
            "client_id": ["id:x"],
            "client_secret": ["s e+cret"],
        }
        assert "authorization" not in stub.asked[0].headers
        stub.answers(token(reply, "t2"), reply(body=b"1"))
        Client(stub.url, auth=oauth(scopes=["all"], token_url=f"{stub.url}/mine")).call(wanted)
        assert (stub.asked[2].path, b"scope=all" in stub.asked[2].body) == ("/mine", True)

    def test_it_expires_a_little_early(self, stub: Any, reply: Any) -> None:
        time = [1000.0]
        stub.answers(token(reply, "t1", expires_in=100), reply(body=b"1"))
        client = Client(stub.url, auth=oauth(now=lambda: time[0]))
        for now, requests in ((1000.0, 2), (1069.0, 3)):
            time[0] = now
            client.call(GUARDED)
            assert len(stub.asked) == requests
        time[0] = 1070.0
        stub.answers(token(reply, "t2", expires_in=10), reply(body=b"1"))
        client.call(GUARDED)
        assert paths(stub)[3:] == ["/token", "/things"]
        assert stub.last.headers["authorization"] == "Bearer t2"

    def test_a_kept_token_that_is_refused_is_replaced_once(self, stub: Any, reply: Any) -> None:
        stub.answers(
            token(reply, "t1"), reply(body=b"1"), reply(status=401), token(reply, "t2"), reply(body=b"2")
        )
        client = Client(stub.url, auth=oauth())
        post = operation(method="POST", security=(("oauth",),), of=SOURCE)
        assert [client.call(post), client.call(post)] == [1, 2]
        assert paths(stub) == ["/token", "/things", "/things", "/token", "/things"]
        stub.answers(reply(status=401), token(reply, "t3"), reply(status=401))
        with pytest.raises(statuses.UnauthorizedError):
            client.call(post)
        assert paths(stub)[5:] == ["/things", "/token", "/things"]

    def test_a_body_that_was_read_is_not_sent_again(self, stub: Any, reply: Any) -> None:
        contents = (Content("application/octet-stream"),)
        post = operation(method="POST", body=Body(contents), security=(("oauth",),), of=SOURCE)
        stub.answers(token(reply, "t1"), reply(body=b"1"), reply(status=401))
        client = Client(stub.url, auth=oauth())
        client.call(post, iter([b"a"]))
        with pytest.raises(statuses.UnauthorizedError):
            client.call(post, iter([b"a"]))
        assert paths(stub) == ["/token", "/things", "/things"]
        stub.answers(token(reply, "t2"), reply(body=b"2"))
        assert client.call(post, iter([b"a"])) == 2

    def test_a_new_token_that_is_refused_is_not(self, stub: Any, reply: Any) -> None:
        stub.answers(token(reply, "t1"), reply(status=401))
        with pytest.raises(statuses.UnauthorizedError):
            Client(stub.url, auth=oauth()).call(GUARDED)
        assert paths(stub) == ["/token", "/things"]

    def test_threads_wait_for_one_token(self, stub: Any, reply: Any) -> None:
        stub.answers(token(reply, "t1"), reply(body=b"1"))
        client = Client(stub.url, auth=oauth())
        together = threading.Barrier(8)

        def call(_: int) -> Any:
            together.wait()
            return client.call(GUARDED)

        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(call, range(8))) == [1] * 8
        assert paths(stub).count("/token") == 1

    def test_tasks_do_too(self, stub: Any, reply: Any) -> None:
        auth = oauth()

        async def run() -> list[Any]:
            async with AsyncClient(stub.url, auth=auth) as client:
                return await asyncio.gather(*(client.call(GUARDED) for _ in range(8)))

        stub.answers(token(reply, "t1"), reply(body=b"1"))
        assert asyncio.run(run()) == asyncio.run(run()) == [1] * 8
        assert paths(stub).count("/token") == 1

    @pytest.mark.parametrize(
        ("status", "body"),
        [
            (401, b'{"error":"invalid_client"}'),
            (200, b"{}"),
            (200, b"["),
            (200, b'{"access_token":"t","token_type":"mac"}'),
        ],
    )
    def test_what_is_no_token(self, stub: Any, reply: Any, status: int, body: bytes) -> None:
        stub.answers(reply(status=status, body=body))
        with pytest.raises(errors.TokenError, match=f"/token gave no token, but answered {status}") as caught:
            Client(stub.url, auth=oauth()).call(GUARDED)
        assert caught.value.status == status
        assert isinstance(caught.value, errors.CredentialsError)
        assert ("invalid_client" in str(caught.value)) == (status == 401)

    def test_nobody_names_a_token_url(self, stub: Any) -> None:
        scheme = SecurityScheme("oauth2", declaration={"flows": {"clientCredentials": {}}})
        bare = operation(security=(("oauth",),), of=source(schemes={"oauth": scheme}))
        with pytest.raises(errors.CredentialsError, match="token_url"):
            Client(stub.url, auth=oauth()).call(bare)
        assert stub.asked == []

    def test_secrets_are_not_shown(self, stub: Any, reply: Any, caplog: Any) -> None:
        caplog.set_level(logging.DEBUG)
        stub.answers(token(reply, "to-ken"), reply(body=b"1"))
        auth = oauth(in_body=True)
        Client(stub.url, auth=auth, middleware=[LoggingMiddleware(headers=True)]).call(GUARDED)
        assert "POST" in caplog.text
        assert not re.search("s.e.cret|to-ken", caplog.text + repr(auth))


class TestDigest:
    CALL = operation(method="POST", security=(("digest",),), of=SOURCE)
    CHALLENGE = 'Digest realm="r", nonce="n0", qop="auth", algorithm=SHA-256'

    def answer(self, sent: Any) -> tuple[dict[str, str], str]:
        """The members of an Authorization field, and what its response has to be (RFC 7616, section 3.4)."""
        said = dict(re.findall(r'(\w+)="?([^",]*)"?', sent.headers["authorization"].removeprefix("Digest ")))

        def hashed(*parts: str) -> str:
            return hashlib.sha256(":".join(parts).encode()).hexdigest()

        secret, what = hashed("user", "r", "pass"), hashed("POST", sent.target)
        return said, hashed(secret, said["nonce"], said["nc"], said["cnonce"], "auth", what)

    def test_a_challenge_is_answered_and_remembered(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=401, headers={"WWW-Authenticate": self.CHALLENGE}), reply(body=b"1"))
        client = Client(stub.url, auth=Auth(digest=("user", "pass")))
        assert client.call(self.CALL) == client.call(self.CALL) == 1
        assert "authorization" not in stub.asked[0].headers
        for sent, count in zip(stub.asked[1:], ("00000001", "00000002"), strict=True):
            said, response = self.answer(sent)
            assert (said["username"], said["nonce"], said["nc"]) == ("user", "n0", count)
            assert said["response"] == response

    def test_the_same_asynchronously(self, stub: Any, reply: Any) -> None:
        async def run() -> Any:
            async with AsyncClient(stub.url, auth=Auth(schemes={"digest": ("user", "pass")})) as client:
                return await client.call(self.CALL)

        stub.answers(reply(status=401, headers={"WWW-Authenticate": self.CHALLENGE}), reply(body=b"1"))
        assert asyncio.run(run()) == 1
        said, response = self.answer(stub.last)
        assert said["response"] == response

    def test_a_wrong_password_is_a_401(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=401, headers={"WWW-Authenticate": self.CHALLENGE}))
        with pytest.raises(statuses.UnauthorizedError) as caught:
            Client(stub.url, auth=Auth(digest=("user", "pass"))).call(self.CALL)
        assert "pass" not in str(caught.value)
        assert len(stub.asked) == 2


@pytest.mark.parametrize("password", [":", "t", "127"])
def test_a_secret_that_the_servers_url_holds_too(stub: Any, password: str) -> None:
    Client(stub.url, auth=Auth(basic=("u", password))).call(operation(security=(("basic",),)))
    assert (
        stub.last.headers["authorization"] == f"Basic {base64.b64encode(f'u:{password}'.encode()).decode()}"
    )


@pytest.mark.parametrize("auth", [Auth(basic=("u:x", "p")), Auth(bearer="t "), Auth(bearer="\n")])
def test_credentials_that_cannot_be_sent(stub: Any, auth: Auth) -> None:
    with pytest.raises(errors.CredentialsError):
        Client(stub.url, auth=auth).call(operation(security=(("basic",), ("bearer",))))
    assert stub.asked == []

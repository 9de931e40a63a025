"""TLS: whom a client trusts, and a certificate of its own for a server that wants one."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import trustme

from client_kit import operation
from specloom.runtime.client import errors
from specloom.runtime.client.base import AsyncClientBase, SyncClient
from specloom.runtime.client.omit import OMIT
from specloom.runtime.client.options import Connections, ServerChoice, Settings
from specloom.runtime.client.retry import RetryPolicy

AUTHORITY = trustme.CA()
"""Made for this run alone: nobody else trusts it."""


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response_only(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(b"1")

    def log_message(self, format: str, *args: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """A client without a certificate is no error here."""


@contextmanager
def serving(context: ssl.SSLContext | None) -> Iterator[str]:
    server = Server(("127.0.0.1", 0), Handler)
    if context is not None:
        # Whoever connects and says nothing is waited for by a thread of its own.
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"{'http' if context is None else 'https'}://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def context_of_server() -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    AUTHORITY.issue_cert("127.0.0.1").configure_cert(context)
    return context


@pytest.fixture
def url() -> Iterator[str]:
    context = context_of_server()
    AUTHORITY.configure_trust(context)
    context.verify_mode = ssl.CERT_REQUIRED
    with serving(context) as url:
        yield url


def call(url: str, cert: str | tuple[str, str] | None) -> object:
    settings = Settings(servers={"": ServerChoice(base_url=url)}, retry=RetryPolicy(0))
    trusted = ssl.create_default_context()
    AUTHORITY.configure_trust(trusted)
    connections = Connections(tls=trusted, cert=cert)
    with SyncClient(settings, connections=connections) as client:
        return client._caller.call(operation(security=(("mtls",),)), {}, OMIT)


@pytest.mark.parametrize("apart", [False, True], ids=["one file", "two files"])
def test_a_certificate_is_shown(url: str, apart: bool, tmp_path: Path) -> None:
    made = AUTHORITY.issue_cert("client@example.com")
    whole, chain, key = (str(tmp_path / name) for name in ("whole.pem", "chain.pem", "key.pem"))
    made.private_key_and_cert_chain_pem.write_to_path(whole)
    made.cert_chain_pems[0].write_to_path(chain)
    made.private_key_pem.write_to_path(key)
    assert call(url, (chain, key) if apart else whole) == 1


def test_without_one_there_is_no_answer(url: str) -> None:
    with pytest.raises(errors.ApiConnectionError):
        call(url, None)


def call_as_usual(url: str, *, is_async: bool) -> object:
    """A call with the connections that a client has by itself."""
    settings = Settings(servers={"": ServerChoice(base_url=url)}, retry=RetryPolicy(0))

    async def awaited() -> object:
        async with AsyncClientBase(settings) as client:
            return await client._caller.call(operation(), {}, OMIT)

    if is_async:
        return asyncio.run(awaited())
    with SyncClient(settings) as client:
        return client._caller.call(operation(), {}, OMIT)


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_authorities_of_the_environment_count(
    is_async: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    AUTHORITY.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    with serving(context_of_server()) as url:
        with pytest.raises(errors.ApiConnectionError, match="certificate verify failed"):
            call_as_usual(url, is_async=is_async)
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        assert call_as_usual(url, is_async=is_async) == 1


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_a_name_that_is_not_the_certificates_is_not_trusted(
    is_async: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    AUTHORITY.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    with serving(context_of_server()) as url, pytest.raises(errors.ApiConnectionError, match="not valid for"):
        call_as_usual(url.replace("127.0.0.1", "localhost"), is_async=is_async)


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
def test_plain_http_reads_no_authorities(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/dev/null/missing.pem")
    with serving(None) as url:
        assert call_as_usual(url, is_async=is_async) == 1
    with serving(context_of_server()) as url, pytest.raises(errors.ApiConnectionError):
        call_as_usual(url, is_async=is_async)

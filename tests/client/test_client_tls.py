"""Mutual TLS: a client certificate on the way to a server that wants one."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
import trustme

from client_kit import operation
from specloom.runtime.client import errors
from specloom.runtime.client.base import SyncClient
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


@pytest.fixture
def url() -> Iterator[str]:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    AUTHORITY.configure_trust(context)
    AUTHORITY.issue_cert("127.0.0.1").configure_cert(context)
    context.verify_mode = ssl.CERT_REQUIRED
    server = Server(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"https://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


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

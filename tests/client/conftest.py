"""A server on loopback that answers as it is told, and remembers what it was asked."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest


@dataclass
class Asked:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return self.target.partition("?")[0]

    @property
    def query(self) -> str:
        return self.target.partition("?")[2]


@dataclass
class Reply:
    """`chunks` are sent one by one; `cut` breaks the connection after them."""

    status: int = 200
    body: bytes = b"{}"
    content_type: str | None = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    chunks: list[bytes] | None = None
    cut: bool = False
    wait: threading.Event | None = None


class Stub:
    """Replies are given in order, the last one for ever."""

    def __init__(self) -> None:
        self.replies: list[Reply] = [Reply()]
        self.asked: list[Asked] = []
        self.left = threading.Event()
        stub = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                pass

            def __getattr__(self, name: str) -> Callable[[], None]:
                if name.startswith("do_"):
                    return self.reply
                raise AttributeError(name)

            def reply(self) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                stub.asked.append(Asked(self.command, self.path, headers, self._body()))
                reply = stub.replies.pop(0) if len(stub.replies) > 1 else stub.replies[0]
                self.send_response_only(reply.status)
                if reply.content_type is not None:
                    self.send_header("Content-Type", reply.content_type)
                for name, value in reply.headers.items():
                    self.send_header(name, value)
                if reply.chunks is None:
                    self.send_header("Content-Length", str(len(reply.body) + (10 if reply.cut else 0)))
                    self.end_headers()
                    self.wfile.write(reply.body)
                else:
                    self.send_header("Transfer-Encoding", "chunked")
                    self.end_headers()
                    for chunk in reply.chunks:
                        self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
                    if reply.wait is not None:
                        self._await_end(reply.wait)
                    if not reply.cut:
                        self.wfile.write(b"0\r\n\r\n")
                if reply.cut:
                    self.close_connection = True
                    self.connection.shutdown(socket.SHUT_RDWR)

            def _body(self) -> bytes:
                if "transfer-encoding" not in self.headers:
                    return self.rfile.read(int(self.headers.get("content-length") or 0))
                chunks: list[bytes] = []
                while size := int(self.rfile.readline(), 16):
                    chunks.append(self.rfile.read(size + 2)[:-2])
                self.rfile.readline()
                return b"".join(chunks)

            def _await_end(self, released: threading.Event) -> None:
                self.connection.settimeout(0.02)
                while not released.is_set():
                    try:
                        if not self.connection.recv(1, socket.MSG_PEEK):
                            stub.left.set()
                            self.close_connection = True
                            return
                    except TimeoutError:
                        continue
                    except OSError:
                        stub.left.set()
                        return
                self.connection.settimeout(None)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False

            def handle_error(self, request: Any, client_address: Any) -> None:
                """A client that leaves is no error here."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answers(self, *replies: Reply) -> None:
        self.replies = list(replies)

    @property
    def last(self) -> Asked:
        return self.asked[-1]


@pytest.fixture
def stub() -> Iterator[Stub]:
    server = Stub()
    yield server
    server.close()


@pytest.fixture
def reply() -> type[Reply]:
    return Reply


@pytest.fixture
def reveal(tmp_path: Path) -> Callable[[Path, str], list[str]]:
    """The types that mypy and pyright, at their strictest, reveal in a module: what both say."""

    def ask(folder: Path, code: str) -> list[str]:
        (tmp_path / "revealing.py").write_text(code, encoding="utf-8")
        mypy, pyright = _mypy(folder, tmp_path), _pyright(folder, tmp_path)
        assert mypy == pyright
        return mypy

    return ask


def _mypy(folder: Path, here: Path) -> list[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "revealing.py"]
    cache = {"MYPYPATH": str(folder), "MYPY_CACHE_DIR": str(folder / ".mypy_cache")}
    done = subprocess.run(
        command, cwd=here, env={**os.environ, **cache}, capture_output=True, text=True, check=False
    )
    notes = done.stdout.splitlines()
    assert all("note: Revealed type is" in note for note in notes), done.stdout
    return [_bare(note.partition('is "')[2].rstrip('"')) for note in notes]


def _pyright(folder: Path, here: Path) -> list[str]:
    config = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": ["revealing.py"],
        "extraPaths": [str(folder)],
    }
    (here / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(
        [*command, "--project", str(here)], cwd=here, capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout)["generalDiagnostics"]
    assert all(each["severity"] == "information" for each in found), found
    return [_bare(each["message"].partition('is "')[2].rstrip('"')) for each in found]


def _bare(revealed: str) -> str:
    """A type without the modules of its names, and as mypy and pyright spell it alike."""
    return re.sub(r"(\w+\.)+", "", revealed).replace("builtins.", "")

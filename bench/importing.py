"""What a generated package costs a fresh process: importing it, making a client, the first call.

Every number comes from processes of their own. Each does one step after another (the libraries that the
package stands on, the package, a call) and tells after each what it has used so far, so that what a step
costs is a difference within one process, which what else the machine does meets alike. Of several
packages the processes take turns, and the medians count.

    costs = measure([Target("ours", folder, "import pkg\nclient = pkg.Client(base_url=url)", calls=calls)])
"""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

ROUNDS = 5
LIBRARIES = "import httpx, pydantic\nhttpx.Client, pydantic.BaseModel"
NOTHING = "pass"
TIMEOUT = 300.0  # seconds, of one process


@dataclass(frozen=True)
class Call:
    """A call as code, in which `client` is what the target's `imports` made. A stub on loopback answers it
    with JSON; its URL is `url`, in the code and in `imports`."""

    what: str
    code: str
    answer: bytes
    status: int = 200


@dataclass(frozen=True)
class Target:
    """A package to measure: `folder` is where it is imported from, `python` has what it depends on.

    `imports` is code that imports it and makes a client, if it has one; `libraries` imports what it stands
    on, whose cost is not the package's. Each of `calls` is made first in a process of its own.
    """

    what: str
    folder: Path
    imports: str
    calls: tuple[Call, ...] = ()
    libraries: str = LIBRARIES
    python: str = sys.executable


@dataclass(frozen=True)
class Cost:
    """What a step used: CPU and wall time in seconds, resident memory in bytes."""

    cpu: float
    wall: float
    memory: float


@dataclass(frozen=True)
class Costs:
    """What the steps of a target cost, each beyond the one before. `failed` has the last line of what a step
    that did not work said, by the call ("" for importing)."""

    libraries: Cost | None = None
    imported: Cost | None = None
    calls: Mapping[str, Cost] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)


def measure(targets: Sequence[Target], rounds: int = ROUNDS) -> list[Costs]:
    """The costs of each target, medians of as many rounds. What fails in the first one is left out then."""
    readings: dict[tuple[int, int], list[list[Cost]]] = {}
    failed: list[dict[str, str]] = [{} for _ in targets]
    with _stub() as stub:
        for _ in range(rounds):
            for number, target in enumerate(targets):
                for place, call in enumerate(target.calls or (None,)):
                    what = call.what if call is not None else ""
                    if what in failed[number] or "" in failed[number]:
                        continue
                    stub.answer = (200, b"") if call is None else (call.status, call.answer)
                    found = _fresh(target, call, stub.url)
                    if isinstance(found, str):
                        failed[number][what] = found
                    else:
                        readings.setdefault((number, place), []).append(found)
    return [_costs(number, target, readings, failed[number]) for number, target in enumerate(targets)]


def _costs(
    number: int, target: Target, readings: Mapping[tuple[int, int], list[list[Cost]]], failed: dict[str, str]
) -> Costs:
    own = {place: found for (of, place), found in readings.items() if of == number}
    every = [reading for found in own.values() for reading in found]
    if not every:
        return Costs(failed=failed)
    calls = {
        target.calls[place].what: _median([reading[2] for reading in found])
        for place, found in own.items()
        if target.calls
    }
    libraries, imported = (_median([reading[step] for reading in every]) for step in (0, 1))
    return Costs(libraries, imported, calls, failed)


def _median(costs: Sequence[Cost]) -> Cost:
    return Cost(
        statistics.median(cost.cpu for cost in costs),
        statistics.median(cost.wall for cost in costs),
        statistics.median(cost.memory for cost in costs),
    )


_STEPS = """
import os, sys, time
page = os.sysconf("SC_PAGE_SIZE")
def used():
    with open("/proc/self/statm") as file:
        pages = int(file.read().split()[1])
    return time.process_time(), time.perf_counter(), pages * page
url, *steps = sys.argv[1:]
names = {"url": url}
told = [used()]
for step in steps:
    exec(compile(step, "<step>", "exec"), names)
    told.append(used())
print("told", *(number for each in told for number in each))
"""


def _fresh(target: Target, call: Call | None, url: str) -> list[Cost] | str:
    """What each step costs a process of its own (Linux), or the last line of what it said when it failed."""
    steps = [target.libraries, target.imports, *([] if call is None else [call.code])]
    # Bytecode is written to the caches by the first round; hash seeds must not make rounds differ.
    environment = {**os.environ, "PYTHONPATH": str(target.folder), "PYTHONHASHSEED": "0"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [target.python, "-c", _STEPS, url, *steps]
    try:
        done = subprocess.run(
            command, env=environment, cwd=target.folder, capture_output=True, text=True, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return f"not done after {TIMEOUT:.0f} s"
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    numbers = list(map(float, done.stdout.split("told")[-1].split()))
    moments = [Cost(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)]
    return [
        Cost(after.cpu - before.cpu, after.wall - before.wall, after.memory - before.memory)
        for before, after in pairwise(moments)
    ]


class _Stub(ThreadingHTTPServer):
    """Gives the same answer to whatever it is asked."""

    answer: tuple[int, bytes] = (200, b"")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_one_request(self) -> None:
        self.raw_requestline = self.rfile.readline(65537)
        if not self.raw_requestline or not self.parse_request():
            self.close_connection = True
            return
        self.rfile.read(int(self.headers.get("content-length", 0)))
        assert isinstance(self.server, _Stub)
        status, body = self.server.answer
        self.send_response(status)
        if status != 204:
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(b"" if status == 204 else body)

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads a log."""


@contextlib.contextmanager
def _stub() -> Iterator[_Stub]:
    with _Stub(("127.0.0.1", 0), _Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def example(document: Any, path: str, method: str, status: str = "200") -> bytes:
    """The answer that a document has as the example of an operation's JSON response.

    Raises :class:`LookupError` where it has none.
    """
    response = _at(document, document["paths"][path][method]["responses"][status])
    content = _at(document, response["content"]["application/json"])
    if "example" in content:
        return json.dumps(content["example"]).encode()
    first = next(iter(content["examples"].values()))
    return json.dumps(_at(document, first)["value"]).encode()


def _at(document: Any, node: Any) -> Any:
    """The node, or what it refers to within the document."""
    while "$ref" in node:
        found = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part.replace("~1", "/").replace("~0", "~")]
        node = found
    return node

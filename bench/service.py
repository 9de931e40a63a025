"""What the stub, the clients and the servers of the benchmarks have in common."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCUMENT = HERE / "service.yaml"
PROCESSOR_TIME = "/processor-time"
"""Where a server tells how many seconds of the processor it has taken."""
ORDER = json.dumps(
    {
        "id": 7,
        "customer": "Ada",
        "address": {"street": "Main Street 1", "city": "Bern", "country": "CH"},
        "note": None,
        "lines": [{"sku": f"sku-{n}", "quantity": n, "price": n / 4, "gift": False} for n in range(1, 6)],
    }
).encode()


def changes(count: int = 5000) -> list[bytes]:
    said = {"state": "packed", "text": "It is on the shelf beside the door. " * 3}
    return [json.dumps({"number": number, **said}).encode() for number in range(count)]


def content_length(head: bytes) -> int:
    """Of a request or an answer, from its start line and fields."""
    for line in head.lower().split(b"\r\n")[1:]:
        name, _, value = line.partition(b":")
        if name == b"content-length":
            return int(value)
    return 0


def generate(folder: Path) -> None:
    """Write the package `bench_service` into the folder."""
    command = [sys.executable, "-m", "specloom", "generate", str(DOCUMENT)]
    subprocess.run([*command, "--package", "bench_service", "--output", str(folder)], check=True)


@contextlib.contextmanager
def process(*command: str) -> Iterator[int]:
    """A Python process that prints the port that it listens on first."""
    with subprocess.Popen([sys.executable, *command], cwd=HERE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        try:
            yield int(running.stdout.readline())
        finally:
            running.terminate()

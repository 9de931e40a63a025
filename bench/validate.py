"""How fast the generated models read JSON, beside models written by hand (`make bench`).

Both read the same bytes, in turns, so that what else the machine does meets both alike; the medians count.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import documents
import pydantic
import pydantic_core
import scalars
import written
from pydantic import TypeAdapter

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 41
SECONDS = 0.02  # of one round of one kind
GOAL = 1.15
INTRODUCTION = f"""\
# Benchmarks

`make bench` writes this page. Generated models read JSON with `validate_json`, beside plain pydantic models
that somebody would write by hand for the same JSON (`bench/written.py`): strict scalars, unknown members
kept. Both read in turns; each number is the median of {ROUNDS} rounds, the ratio that of each round's own.
The goal is {GOAL} or less.
"""
SCALARS = """\
## Scalars

Lists and maps of 10,000 scalars and nothing else (`bench/scalars.py`), where a scalar's own cost shows: in
the documents above it is a small part of the whole. Plain pydantic cannot say all of these schemas; where it
decides otherwise, the last column tells an example.

| | generated, ns each | by hand, ns each | ratio | by hand, it |
|---|---:|---:|---:|---|
"""


@dataclass(frozen=True)
class Result:
    what: str
    size: int
    generated: float
    by_hand: float
    ratio: float


def generate(document: Path, package: str, folder: Path) -> None:
    command = [sys.executable, "-m", "specloom", "generate", str(document)]
    options = ["--package", package, "--only", "models", "--output", str(folder)]
    subprocess.run([*command, *options], check=True, cwd=ROOT)


def compare(what: str, text: bytes, ours: Any, hand: Any) -> Result:
    """Median seconds of one reading, for both, and the median of the rounds' ratios."""
    readers = [TypeAdapter(type_).validate_json for type_ in (ours, hand)]
    count = max(1, round(SECONDS / _once(readers[1], text)))
    rounds: tuple[list[float], list[float]] = ([], [])
    gc.collect()
    gc.disable()
    for number in range(ROUNDS):
        for index in (0, 1) if number % 2 else (1, 0):
            rounds[index].append(_run(readers[index], text, count))
    gc.enable()
    ratio = statistics.median(one / other for one, other in zip(*rounds, strict=True))
    return Result(what, len(text), statistics.median(rounds[0]), statistics.median(rounds[1]), ratio)


def _once(read: Callable[[bytes], Any], text: bytes) -> float:
    return min(_run(read, text, 1) for _ in range(20))


def _run(read: Callable[[bytes], Any], text: bytes, count: int) -> float:
    start = time.process_time()  # What other processes take does not count.
    for _ in range(count):
        read(text)
    return (time.process_time() - start) / count


def results() -> list[Result]:
    sys.path.insert(0, str(ROOT / "generated" / "llm-apis"))
    with tempfile.TemporaryDirectory() as folder:
        generate(ROOT / "bench" / "openapi.yaml", "bench_models", Path(folder))
        sys.path.insert(0, folder)
        gateway = importlib.import_module("llm_apis.models.inference_gateway")
        bench = importlib.import_module("bench_models.models")
        pairs = {
            "chat completion, request": (
                documents.REQUEST,
                gateway.CreateChatCompletionRequest,
                written.ChatRequest,
            ),
            "chat completion, response": (
                documents.RESPONSE,
                gateway.CreateChatCompletionResponse,
                written.ChatResponse,
            ),
            "list of 1,000 records": (documents.RECORDS, bench.Records, list[written.Record]),
            "maps and unions": (documents.PAGE, bench.Page, written.Page),
        }
        return [compare(what, *pair) for what, pair in pairs.items()]


def scalar_results() -> list[Result]:
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "scalars.json"
        document.write_text(json.dumps(scalars.document()), encoding="utf-8")
        generate(document, "bench_scalars", Path(folder) / "package")
        sys.path.insert(0, str(Path(folder) / "package"))
        models = importlib.import_module("bench_scalars.models")
        return [
            compare(what, kind.text, getattr(models, f"Kind{number}"), kind.by_hand)
            for number, (what, kind) in enumerate(scalars.KINDS.items())
        ]


IMPORTS = {
    "`import llm_apis`": "import llm_apis",
    "`from llm_apis import Client`": "from llm_apis import Client",
    "`import pydantic, httpx` alone": "import pydantic, httpx; pydantic.BaseModel, httpx.Client",
    "all models imported": (
        "from llm_apis import models\n"
        "for space in models.SCHEMA_TYPES.values():\n    for name in space: space[name]"
    ),
    "all models imported and built": (
        "from llm_apis import models\nfrom pydantic import TypeAdapter\n"
        "for space in models.SCHEMA_TYPES.values():\n    for name in space: TypeAdapter(list[space[name]])"
    ),
}


def imports() -> list[tuple[str, float, float]]:
    """Milliseconds and MiB that a fresh process needs for each, beyond what Python itself needs (Linux)."""
    bare = _fresh("pass")
    found = []
    for what, code in IMPORTS.items():
        seconds, memory = _fresh(code)
        found.append((what, (seconds - bare[0]) * 1000, (memory - bare[1]) / 2**20))
    return found


def _fresh(code: str) -> tuple[float, float]:
    measured = (
        "import os, time\nstart = time.perf_counter()\n"
        f"exec({code!r})\n"
        "pages = int(open('/proc/self/statm').read().split()[1])\n"
        "print(time.perf_counter() - start, pages * os.sysconf('SC_PAGE_SIZE'))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generated" / "llm-apis")}
    runs = []
    for _ in range(5):
        done = subprocess.run(
            [sys.executable, "-c", measured], env=environment, capture_output=True, text=True, check=True
        )
        runs.append(tuple(map(float, done.stdout.split())))
    return statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)


def report(compared: list[Result], single: list[Result], imported: list[tuple[str, float, float]]) -> str:
    versions = f"pydantic {pydantic.VERSION}, pydantic-core {pydantic_core.__version__}"
    machine = f"{platform.system()} {platform.machine()} with {os.cpu_count()} cores"
    lines = [
        INTRODUCTION,
        f"Measured with Python {platform.python_version()}, {versions}, on {machine}.",
        "",
        "| document | bytes | generated, µs | by hand, µs | ratio |",
        "|---|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {r.what} | {r.size:,} | {r.generated * 1e6:,.1f} | {r.by_hand * 1e6:,.1f} | {r.ratio:.2f} |"
        for r in compared
    ]
    lines += ["", SCALARS.rstrip("\n"), *map(scalar_line, single)]
    lines += [
        "",
        "## Imports",
        "",
        "What importing `llm_apis` costs a fresh process, beyond Python's own start:",
        "",
        "| | ms | MiB |",
        "|---|---:|---:|",
    ]
    lines += [f"| {what} | {milliseconds:,.0f} | {memory:,.1f} |" for what, milliseconds, memory in imported]
    return "\n".join(lines) + "\n"


def scalar_line(result: Result) -> str:
    generated, by_hand = (seconds / scalars.COUNT * 1e9 for seconds in (result.generated, result.by_hand))
    otherwise = scalars.KINDS[result.what].otherwise
    return f"| {result.what} | {generated:,.0f} | {by_hand:,.0f} | {result.ratio:.2f} | {otherwise} |"


def section() -> str:
    """The top of the page, and the part that is about reading."""
    return report(results(), scalar_results(), imports())

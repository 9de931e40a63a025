"""What a second process makes ahead is what this one would have made."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from specloom import pipeline
from specloom.ahead import Shared, ahead
from specloom.diagnostics import Diagnostics, Stop
from specloom.project import from_documents
from specloom.run import Places, Run
from support.command import SPECLOOM

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are copied on Linux alone")


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "linux":
        processors(monkeypatch, 2)


def processors(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: frozenset(range(count)))


def numbers() -> Iterator[tuple[int, int]]:
    for number in range(3):
        yield number, os.getpid()


@linux
def test_values_come_in_order_from_another_process() -> None:
    found = list(ahead(numbers))
    assert [number for number, _ in found] == [0, 1, 2]
    assert os.getpid() not in {process for _, process in found}


def test_one_processor_makes_them_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    processors(monkeypatch, 1)
    assert list(ahead(numbers)) == [(number, os.getpid()) for number in range(3)]


@linux
def test_what_nobody_waits_for_closes_what_it_has_opened(tmp_path: Path) -> None:
    def make() -> Iterator[int]:
        with tempfile.TemporaryDirectory(dir=tmp_path):
            yield 1
            threading.Event().wait()

    values = ahead(make)
    assert next(values) == 1
    assert list(tmp_path.iterdir()) != []
    del values
    assert list(tmp_path.iterdir()) == []


def test_what_is_raised_comes_after_the_values_before_it() -> None:
    def make() -> Iterator[int]:
        yield 1
        raise Stop("enough")

    values = ahead(make)
    assert next(values) == 1
    with pytest.raises(Stop, match="enough"):
        next(values)


@linux
def test_a_process_that_is_ended_is_made_up_for() -> None:
    here = os.getpid()

    def make() -> Iterator[int]:
        yield 1
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        yield 2

    assert list(ahead(make)) == [1, 2]


@linux
def test_who_makes_values_goes_on_before_they_are_asked_for() -> None:
    told, tell = os.pipe()

    def make() -> Iterator[bytes]:
        yield bytes(300_000)
        os.write(tell, b"made")
        yield bytes(300_000)

    values = ahead(make)
    assert select.select([told], [], [], 60)[0], "it waits until somebody asks"
    assert [len(value) for value in values] == [300_000, 300_000]
    os.close(told)
    os.close(tell)


@linux
def test_values_that_nobody_wants_end_their_process() -> None:
    def make() -> Iterator[int]:
        while True:
            yield os.getpid()

    values = ahead(make)
    process = next(values)
    del values
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def front_of(shared: Shared[int]) -> Iterator[list[int]]:
    yield list(shared.first())


@pytest.mark.parametrize("count", [0, 1, 7, 2500])
def test_what_is_shared_is_taken_once(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for available in (1, 2):
        processors(monkeypatch, available)
        shared = Shared(range(count))
        theirs = ahead(partial(front_of, shared))
        ours = list(shared.last())
        (front,) = theirs
        assert sorted([*front, *ours]) == list(range(count))


@linux
def test_one_alone_is_left_what_nobody_else_comes_to() -> None:
    shared, gone = Shared(range(10)), threading.Event()

    def make() -> Iterator[list[int]]:
        yield [next(shared.first())]
        gone.wait()

    theirs = ahead(make)
    assert next(theirs) == [0]
    assert sorted(shared.last()) == list(range(1, 10))


@linux
def test_what_an_ended_process_had_taken_is_made_up_for() -> None:
    shared, here = Shared(range(10)), os.getpid()

    def make() -> Iterator[list[int]]:
        taken = [each for each, _ in zip(shared.first(), range(4), strict=False)]
        if os.getpid() != here:
            os.kill(os.getpid(), signal.SIGKILL)
        yield [*taken, *shared.first()] if len(taken) == 4 else taken

    theirs = ahead(make)
    ours = list(shared.last())
    assert sorted({*ours, *next(theirs)}) == list(range(10))


UNWANTED = """
import gc, os
from specloom.ahead import ahead
os.sched_getaffinity = lambda _: {0, 1}
def leave():
    values = ahead(lambda: iter(range(5)))
    assert next(values) == 0
    holder = [values]
    holder.append(holder)
leave()
gc.collect()
"""


@linux
def test_values_that_nobody_wants_are_no_trouble_at_the_end() -> None:
    done = subprocess.run([sys.executable, "-c", UNWANTED], capture_output=True, text=True, check=True)
    assert done.stderr == ""


WANTED = """
import os
from specloom.ahead import ahead
os.sched_getaffinity = lambda _: {0, 1}
assert list(ahead(lambda: iter(range(5)))) == [0, 1, 2, 3, 4]
"""


@linux
def test_nothing_is_left_open_once_all_values_are_there() -> None:
    command = [sys.executable, "-X", "dev", "-c", WANTED]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def large(count: int = 220) -> dict[str, Any]:
    """A document with findings in its models and a pattern that needs a library."""
    name = {"type": "string", "pattern": "^(a)\\1$"}
    thing = {"type": "object", "properties": {"name": name, "size": {"type": "integer", "default": "x"}}}
    answer = {"description": "Things.", "content": {"application/json": {"schema": thing}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "paths": {f"/things/{i}": {"get": {"responses": {"200": answer}}} for i in range(3)},
        "components": {"schemas": {f"Thing{i}": thing for i in range(count)}},
    }


@linux
@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_who_is_interrupted_leaves_nobody_at_work(asked: signal.Signals, tmp_path: Path) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(large(12_000)), encoding="utf-8")
    command = [SPECLOOM, "generate", "openapi.json", "--package", "things"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, cwd=tmp_path, stdout=quiet, stderr=quiet) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (helpers := children.read_text(encoding="ascii").split()):
            assert process.poll() is None, "it has made all by itself"
        process.send_signal(asked)
    assert process.returncode == 128 + asked
    for helper in map(int, helpers):
        with pytest.raises(ProcessLookupError):
            os.kill(helper, 0)
    assert not (tmp_path / "things").exists()


def made(document: Path) -> tuple[Mapping[str, bytes], list[str]]:
    """The files, none where the document is refused, and all that was found."""
    project = from_documents([str(document)], package="things", output="out")
    found = Diagnostics()
    run = Run(project=project, diagnostics=found, places=Places(), step=lambda _: None)
    (package,) = project.packages
    files: Mapping[str, bytes] = {}
    with suppress(Stop):
        files = pipeline.generate(package, run).files
    return files, sorted(map(str, found))


def test_a_large_package_is_the_same_however_many_make_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = tmp_path / "openapi.json"
    document.write_text(json.dumps(large()), encoding="utf-8")
    files, found = made(document)
    processors(monkeypatch, 1)
    assert (files, found) == made(document)
    assert sum("default-invalid" in finding for finding in found) >= 220
    assert b"regex>=" in files["pyproject.toml"]
    assert "things/models/thing219.py" in files


def _at(*place: str, value: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(document: dict[str, Any]) -> None:
        *holders, last = place
        holder = document
        for step in holders:
            holder = holder[step]
        holder[last] = value

    return spoil


SCHEMA = ("components", "schemas", "Thing7")


@pytest.mark.parametrize(
    "spoil",
    [
        _at("paths", value=[]),
        _at("paths", "/things/0", value="get"),
        _at("paths", "/things/0", "get", "responses", value=None),
        _at("components", value=3),
        _at(*SCHEMA, value="string"),
        _at(*SCHEMA, "properties", value=["name"]),
        _at(*SCHEMA, "type", value={"a": 1}),
        _at(*SCHEMA, "allOf", value={}),
        _at(*SCHEMA, "required", value="name"),
        _at(*SCHEMA, "properties", "name", "pattern", value=5),
    ],
    ids=range(10),
)
def test_a_large_document_is_judged_the_same_while_others_go_on_with_it(
    spoil: Callable[[dict[str, Any]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = large(20)
    spoil(document)
    document["info"]["description"] = "large " * 100_000
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    files, found = made(path)
    assert not files
    assert found
    processors(monkeypatch, 1)
    assert (files, found) == made(path)

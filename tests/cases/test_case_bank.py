"""Faults that were seen in other generators, each as a small document and what is right for it.

A case is a folder of `bank/`: `openapi.yaml` (or the files in `inputs`) and `case.yaml`, whose keys are

    kind       what kind of fault it stands for
    inputs     the documents to generate from together [openapi.yaml]
    fails      generation stops: `codes` of the errors, JSON Pointers it names (`at`), `lines`, and words
               that the findings hold (`mentions`); nothing is written
    warns      the same for findings with which generation goes on
    accepts    values that the type of a component schema takes and gives back; `defaults` are attributes
               that were not set, `class` is the name of the class that was chosen, `context` is "request"
               or "response" where the type's form in that direction is meant
    rejects    values that it refuses; `error` is the type of the only error then
    requests   what the client sends for an operation and its arguments
    calls      the same over HTTP: `sends` has `headers` (null: is not sent), and `content` or `parts`;
               `answer` is what comes back (`status`, `headers`, `content`), `gets` what is made of it, or
               `raises` the status and body of the error
    security   operation id -> the alternatives of its descriptor
    servers    operation id -> the URL of its first server
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from pydantic import TypeAdapter, ValidationError

from support.answering import Answering, answering
from support.command import Done, specloom, tree
from support.packages import load
from support.recording import Sent
from support.wire import given, parts

BANK = Path(__file__).parent / "bank"


@dataclass(frozen=True)
class Case:
    name: str

    @property
    def folder(self) -> Path:
        return BANK / self.name

    @property
    def package(self) -> str:
        return "case_" + self.name.replace("-", "_").replace(".", "_")

    @property
    def wanted(self) -> dict[str, Any]:
        found: dict[str, Any] = yaml.safe_load((self.folder / "case.yaml").read_text(encoding="utf-8"))
        return found

    @property
    def inputs(self) -> list[Path]:
        return [self.folder / name for name in self.wanted.get("inputs", ["openapi.yaml"])]

    def generate(self, out: Path) -> Done:
        return specloom(
            "generate",
            *self.inputs,
            "-o",
            out,
            "--package",
            self.package,
            "--format",
            "json",
            cwd=self.folder,
        )


CASES = [Case(path.name) for path in sorted(BANK.iterdir())]
REFUSED = [case for case in CASES if "fails" in case.wanted]
TAKEN = [case for case in CASES if "fails" not in case.wanted]


def _name(case: Case) -> str:
    return case.name


@pytest.mark.parametrize("case", REFUSED, ids=_name)
def test_what_is_wrong_is_said_and_nothing_is_written(case: Case, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "mine.txt").write_text("kept", encoding="utf-8")
    done = case.generate(out)
    assert done.code == 1
    assert tree(out) == {"mine.txt": b"kept"}
    _assert_found(case.wanted["fails"], json.loads(done.said)["findings"], severity="error")


@pytest.mark.parametrize("case", REFUSED, ids=_name)
def test_validate_says_the_same(case: Case) -> None:
    if case.wanted["kind"] == "merge":
        done = specloom("merge", *case.inputs, cwd=case.folder)
        assert done.code == 1
        return
    done = specloom("validate", *case.inputs, "--format", "json", cwd=case.folder)
    assert done.code == 1
    findings = json.loads(done.said)["findings"]
    _assert_found(case.wanted["fails"], findings, severity="error")
    assert [f for f in findings if f["code"] == "spec-validator-only"] == []


@pytest.mark.parametrize("case", TAKEN, ids=_name)
def test_what_is_right_is_generated_and_works(case: Case, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = case.generate(out)
    assert done.code == 0, done.said
    assert all(out.resolve() in path.resolve().parents for path in tmp_path.rglob("*.py"))
    if "warns" in case.wanted:
        _assert_found(case.wanted["warns"], json.loads(done.said)["findings"], severity="warning")
    package = load(out, case.package)
    models = load(out, f"{case.package}.models")
    for entry in case.wanted.get("accepts", ()):
        _assert_accepts(_type(models, entry), entry)
    for entry in case.wanted.get("rejects", ()):
        with pytest.raises(ValidationError) as caught:
            TypeAdapter(_type(models, entry)).validate_json(json.dumps(entry["value"]))
        if "error" in entry:
            assert [error["type"] for error in caught.value.errors()] == [entry["error"]]
    operations = {operation.id: operation for operation in _operations(case.package)}
    for entry in case.wanted.get("requests", ()):
        _assert_sends(package, operations[entry["operation"]], entry)
    if calls := case.wanted.get("calls"):
        with (
            answering() as (server, origin),
            package.Client(**_base(package, origin), max_retries=0) as client,
        ):
            for entry in calls:
                _assert_calls(package, client, operations[entry["operation"]], entry, server)
    for name, alternatives in case.wanted.get("security", {}).items():
        found = [[r.scheme for r in every] for every in operations[name].security]
        assert found == alternatives
    for name, url in case.wanted.get("servers", {}).items():
        assert operations[name].servers[0].url == url


def _assert_found(wanted: dict[str, Any], findings: list[dict[str, Any]], *, severity: str) -> None:
    found = [f for f in findings if f["severity"] == severity]
    assert {f["code"] for f in found} >= set(wanted["codes"])
    if severity == "error":
        assert {f["code"] for f in found} <= set(wanted["codes"])
    places = [p for f in found for p in (f["location"], *(r["location"] for r in f["related"])) if p]
    assert all(p["file"] and p["line"] and p["column"] for p in places)
    pointers = {"#" + (p["pointer"] or "") if p["pointer"] else "" for p in places}
    assert pointers >= set(wanted.get("at", ()))
    assert {p["line"] for p in places} >= set(wanted.get("lines", ()))
    text = json.dumps(found, ensure_ascii=False)
    assert [word for word in wanted.get("mentions", ()) if str(word) not in text] == []


def _type(models: Any, entry: dict[str, Any]) -> Any:
    """A component's type, in whichever source it is."""
    schema = entry["schema"]
    types = getattr(models, f"{entry.get('context', 'schema').upper()}_TYPES")
    if schema in types and not hasattr(types[schema], "keys"):
        return types[schema]
    return next(of[schema] for of in types.values() if hasattr(of, "keys") and schema in of)


def _assert_accepts(type_: Any, entry: dict[str, Any]) -> None:
    adapter = TypeAdapter(type_)
    parsed = adapter.validate_json(json.dumps(entry["value"]))
    assert json.loads(adapter.dump_json(parsed, by_alias=True, exclude_unset=True)) == entry["value"]
    for name, value in entry.get("defaults", {}).items():
        assert getattr(parsed, name) == value
    if "class" in entry:
        assert type(parsed).__name__ == entry["class"]


def _operations(package: str) -> Iterator[Any]:
    """Every descriptor."""
    root = importlib.import_module(f"{package}.operations")
    prefix = root.__name__ + "."
    for found in pkgutil.walk_packages(root.__path__, prefix):
        module = importlib.import_module(found.name)
        for value in vars(module).values():
            if value.__class__.__name__ == "Operation":
                yield value


def _method(client: Any, name: str) -> Any:
    """The method of an operation, in whichever group it is."""
    groups = [getattr(client, group) for group in dir(client) if not group.startswith("_")]
    (method,) = (getattr(group, name) for group in groups if hasattr(type(group), name))
    return method


class CaughtError(Exception):
    """Stands for the answer, which nobody waits for."""


class Recorder:
    """A transport that keeps the request."""

    request: Any

    def send(self, request: Any) -> Any:
        self.request = request
        raise CaughtError

    def close(self) -> None:
        pass


def _assert_sends(package: Any, operation: Any, entry: dict[str, Any]) -> None:
    recorder = Recorder()
    client = package.Client(transport=recorder, **_base(package, "http://case.invalid"))
    with pytest.raises(CaughtError):
        _method(client, operation.name)(**entry["arguments"])
    sent = recorder.request
    url = urlsplit(sent.url)
    assert sent.method == operation.method
    assert url.path == entry["path"]
    assert url.query == entry.get("query", "")
    headers = {name.lower(): value for name, value in sent.headers}
    for name, value in entry.get("headers", {}).items():
        assert headers[name.lower()] == value
    assert (json.loads(sent.content) if sent.content else None) == entry.get("body")


def _assert_calls(
    package: Any, client: Any, operation: Any, entry: dict[str, Any], server: Answering
) -> None:
    server.say(**entry["answer"])
    arguments = given(package, entry.get("arguments", {}))

    def call() -> Any:
        found = _method(client, operation.name)(**arguments)
        return found.read() if hasattr(found, "read") else found

    if "raises" in entry:
        with pytest.raises(package.StatusError) as caught:
            call()
        assert {"status": caught.value.status, "body": _plain(caught.value.body)} == entry["raises"]
    else:
        assert _plain(call()) == entry["gets"]
    _assert_sent(server.asked, entry.get("sends", {}))


def _assert_sent(sent: Sent, wanted: dict[str, Any]) -> None:
    for name, value in wanted.get("headers", {}).items():
        assert sent.headers.get(name) == value
    if "parts" in wanted:
        said = [{**part, "text": _bytes(part["text"])} for part in wanted["parts"]]
        assert parts(sent.headers["content-type"], sent.body) == said
    elif "content" in wanted:
        assert sent.body == _bytes(wanted["content"])


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _plain(value: Any) -> Any:
    """The JSON value of a model, or of what holds some; bytes stay what they are."""
    return (
        value
        if isinstance(value, bytes)
        else json.loads(TypeAdapter(Any).dump_json(value, by_alias=True, exclude_unset=True))
    )


def _base(package: Any, url: str) -> dict[str, Any]:
    import inspect

    return {"base_url": url} if "base_url" in inspect.signature(package.Client).parameters else {}

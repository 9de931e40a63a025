"""The corpus run, on documents of its own: what it finds, what it remembers and what it allows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from corpus import documents, gaps, report, run
from corpus.processes import Limits
from corpus.processes import run as process
from corpus.verdicts import Verdict, dropped, of_generation

GOOD: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Good", "version": "1"},
    "paths": {"/a": {"get": {"operationId": "getA", "responses": {"204": {"description": "none"}}}}},
    "components": {"schemas": {"Thing": {"type": "object", "properties": {"a": {"type": "string"}}}}},
}
WRONG = {**GOOD, "components": {"schemas": {"Thing": {"$ref": "#/components/schemas/None"}}}}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good.json").write_text(json.dumps(GOOD), encoding="utf-8")
    (tmp_path / "wrong.json").write_text(json.dumps(WRONG), encoding="utf-8")
    (tmp_path / "no.json").write_text("{", encoding="utf-8")
    (tmp_path / "gaps.txt").write_text("", encoding="utf-8")
    (tmp_path / "list.txt").write_text(
        "".join(f"{tmp_path / name}.json # a document\n" for name in ("good", "wrong", "no")),
        encoding="utf-8",
    )
    return tmp_path


def corpus(folder: Path, *more: str) -> int:
    options = ["--folder", folder / "work", "--gaps", folder / "gaps.txt", "--list", folder / "list.txt"]
    return run.main([*map(str, options), *more])


def test_documents_go_all_the_way_or_are_refused_with_places(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "CHECKED", 1)
    assert corpus(folder) == 0
    found = {Path(name).stem: made for name, made in report.read(folder / "work/report.jsonl").items()}
    assert {name: made.verdict for name, made in found.items()} == {
        "good": "generated", "wrong": "refused", "no": "refused",
    }  # fmt: skip
    assert set(found["good"].seconds) == {"generate", "compile", "load", "build", "mypy"}
    assert found["good"].operations == 1
    assert min(found["good"].peak.values()) > 10
    assert found["wrong"].findings["error ref-unresolved"] == 1
    assert "| generated | 1 |" in capsys.readouterr().out


def test_what_was_done_is_not_done_again_unless_something_changed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def done() -> list[str]:
        corpus(folder)
        return [Path(line.split()[-1]).stem for line in capsys.readouterr().err.splitlines()]

    assert done() == ["good", "wrong", "no"]
    assert done() == []
    (folder / "no.json").write_text(json.dumps(GOOD), encoding="utf-8")
    assert done() == ["no"]
    with (folder / "work/report.jsonl").open("a", encoding="utf-8") as lines:
        lines.write('{"name": "cut o')
    assert done() == []
    monkeypatch.setattr(run, "state", lambda: "another specloom")
    assert done() == ["good", "wrong", "no"]


def test_a_gap_is_allowed_where_it_is_and_nowhere_else(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert corpus(folder, "--seconds", "0.05") == 1
    assert capsys.readouterr().err.count("time-out") >= 3
    known = "".join(f"time-out {folder / name}.json\n" for name in ("good", "wrong", "no"))
    (folder / "gaps.txt").write_text(known, encoding="utf-8")
    assert corpus(folder, "--seconds", "0.05") == 0
    (folder / "work/report.jsonl").unlink()
    assert corpus(folder) == 1
    assert capsys.readouterr().err.count("take the entry out") == 3


def test_faults_of_a_package_are_found_by_stage(folder: Path) -> None:
    made = folder / "made"
    (made / "subject/models").mkdir(parents=True)
    (made / "subject/__init__.py").write_text("", encoding="utf-8")
    (made / "subject/_runtime").mkdir()
    (made / "subject/_runtime/operation.py").write_text("class Operation: pass", encoding="utf-8")
    models = made / "subject/models/__init__.py"
    runner = run.Runner(folder, Limits(), "x")
    for text, stage in (
        ("def f(: pass", "compile"),
        ("import nothing_there", "load"),
        ("SCHEMA_TYPES = {'A': 'NotDefined'}", "build"),
    ):
        models.write_text(text, encoding="utf-8")
        verdict = Verdict("x", "y", "generated")
        runner.examine(verdict, folder / "good.json", made, [])
        assert verdict.verdict == stage, verdict.told


def test_what_is_missing_must_be_named() -> None:
    nothing = {"operations": [], "schemas": []}
    assert dropped(GOOD, nothing, []) == (["GET /a", "Thing"], 0)
    told = [{"message": "GET /a is left out", "hint": None}]
    assert dropped(GOOD, nothing, told) == (["Thing"], 1)
    assert dropped(GOOD, {"operations": ["GET /a"], "schemas": ["Thing"]}, []) == ([], 0)


def test_an_error_without_a_place_is_no_refusal(tmp_path: Path) -> None:
    done = process(["false"], cwd=tmp_path, environment={}, limits=Limits())
    finding = {"severity": "error", "code": "c", "message": "m", "location": {"file": "a", "line": None}}
    assert of_generation(done, [finding])[0] == "unplaced"
    finding["location"] = {"file": "a", "line": 1, "column": 2}
    assert of_generation(done, [finding]) == ("refused", ["1:2: c: m"])


def test_processes_end_in_time_and_within_their_memory(tmp_path: Path) -> None:
    late = process(["sleep", "20"], cwd=tmp_path, environment={}, limits=Limits(seconds=0.2))
    assert late.timed_out
    assert late.seconds < 10
    big = ["python3", "-c", "x = bytearray(3 << 30)"]
    assert "MemoryError" in process(big, cwd=tmp_path, environment={}, limits=Limits(memory=512)).err


def test_entries_are_packages_or_files() -> None:
    found = documents.entry("@readme/oas-examples@8.2.2:3.0/json/a b.json")
    assert (found.package, found.path) == ("@readme/oas-examples@8.2.2", "3.0/json/a b.json")
    assert found.file(Path("w")) == Path("w/readme-oas-examples@8.2.2/package/3.0/json/a b.json")
    assert documents.entry("C.json").file(Path("w")) == Path("C.json")
    assert len(documents.listed(run.HERE / "corpus.txt")) == 140
    assert all(each.package in documents.PACKAGES for each in documents.listed(run.HERE / "corpus.txt"))
    gaps.read(run.HERE / "gaps.txt")

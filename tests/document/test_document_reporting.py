"""Findings printed as text, JSON and GitHub annotations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.reporting import github, json_report, text
from support.command import specloom

_FILE = "one: 1\ntwo: two\n"


def _locate(where: Location) -> Location:
    return Location(where.uri, where.pointer, 2, 6) if where.line is None else where


def _line(uri: str, number: int) -> str | None:
    return _FILE.splitlines()[number - 1] if uri == "a.yaml" else None


def _some() -> Diagnostics:
    found = Diagnostics()
    found.warning("b-code", "later", Location("b.yaml", "", 1, 1))
    first = [Related("first here", Location("a.yaml", "", 1, 1))]
    found.error("a-code", "it is wrong", Location("a.yaml", "/two"), related=first, hint="mend it")
    found.error("a-code", "it is wrong", Location("a.yaml", "", 2, 6))
    return found


def test_text_shows_the_line_the_caret_related_places_and_the_hint() -> None:
    assert text(_some(), locate=_locate, line=_line) == (
        "a.yaml:2:6: error[a-code]: it is wrong\n"
        "  2 | two: two\n"
        "    |      ^\n"
        "  at #/two\n"
        "  a.yaml:1:1: first here\n"
        "  1 | one: 1\n"
        "    | ^\n"
        "  hint: mend it\n"
        "b.yaml:1:1: warning[b-code]: later\n"
        "1 error, 1 warning\n"
    )


def test_colours_only_when_asked_for() -> None:
    assert "\x1b" not in text(_some(), locate=_locate, line=_line)
    assert "\x1b[1;31merror" in text(_some(), locate=_locate, line=_line, color=True)


def test_no_findings() -> None:
    assert text(Diagnostics(), locate=_locate) == "no findings\n"
    assert github(Diagnostics(), locate=_locate) == "no findings\n"


def test_json_has_every_member() -> None:
    report = json.loads(json_report(_some(), locate=_locate))
    assert report["counts"] == {"error": 1, "warning": 1, "note": 0}
    assert report["findings"][0] == {
        "code": "a-code",
        "severity": "error",
        "message": "it is wrong",
        "location": {"file": "a.yaml", "line": 2, "column": 6, "pointer": "/two"},
        "related": [
            {"message": "first here", "location": {"file": "a.yaml", "line": 1, "column": 1, "pointer": ""}}
        ],
        "hint": "mend it",
        "detail": None,
    }


def test_github_annotations_are_escaped() -> None:
    found = Diagnostics()
    found.error("code", "100% \r\n::error::forged \x1b[31m", Location("a,b:c.yaml", "", 3, 4))
    assert github(found, locate=_locate) == (
        "::error file=a%2Cb%3Ac.yaml,line=3,col=4,title=code::"
        "100%25 %0D%0A::error::forged \\u001b[31m\n1 error\n"
    )


def test_control_characters_are_shown_not_sent() -> None:
    found = Diagnostics()
    found.error("code", "a\x1b[2Jb\nc\u202ed", Location("a.yaml", "", 1, 3))
    shown = text(found, locate=_locate, line=lambda *_: "\x1b]0;x\x07\ty")
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "a\\u001b[2Jb c\\u202ed" in shown
    lines = shown.splitlines()
    assert lines[1] == "  1 | \\u001b]0;x\\u0007 y"
    assert lines[2].index("^") - 6 == len("\\u001b]")


def test_long_lines_are_cut_around_the_place() -> None:
    found = Diagnostics()
    found.error("code", "here", Location("a.json", "", 1, 5001))
    shown = text(found, locate=_locate, line=lambda *_: "x" * 5000 + "Y" + "x" * 5000).splitlines()
    assert len(shown[1]) < 140
    assert shown[1][shown[2].index("^")] == "Y"


BROKEN_DEFAULTS = """\
openapi: 3.1.0
info: {title: Defaults, version: "1"}
paths:
  /a:
    get:
      operationId: a
      parameters:
      - {name: n, in: query, schema: {type: integer, default: x}}
      responses: {"204": {description: Nothing.}}
components:
  schemas:
    A:
      type: object
      properties:
        whole: {type: integer, default: x}
        day: {type: string, format: date, default: tomorrow}
        inner: {type: object, properties: {a: {type: integer}}, default: {a: x}}
        small: {$ref: "#/components/schemas/Small", default: 5}
    Small: {type: integer, maximum: 3}
"""


@pytest.mark.parametrize("several", [False, True])
def test_a_default_that_its_schema_refuses_is_said_once_at_its_place(tmp_path: Path, several: bool) -> None:
    (tmp_path / "a.yaml").write_text(BROKEN_DEFAULTS)
    (tmp_path / "b.yaml").write_text("openapi: 3.1.0\ninfo: {title: B, version: '1'}\npaths: {}\n")
    sources = (
        "  - {id: a, path: a.yaml, namespace: a}\n" + "  - {id: b, path: b.yaml, namespace: b}\n" * several
    )
    (tmp_path / "specloom.yaml").write_text(f"packages:\n- package: p\n  output: out\n  sources:\n{sources}")
    done = specloom("generate", "--config", "specloom.yaml", "--format", "json", cwd=tmp_path)
    assert done.code == 0, done.said
    found = [each for each in json.loads(done.out)["findings"] if each["code"] == "default-invalid"]
    member = "/components/schemas/A/properties"
    assert [(each["location"]["line"], each["location"]["pointer"]) for each in found] == [
        (8, "/paths/~1a/get/parameters/0/schema/default"),
        (15, f"{member}/whole/default"),
        (16, f"{member}/day/default"),
        (17, f"{member}/inner/default/a"),
        (18, f"{member}/small/default"),
    ]

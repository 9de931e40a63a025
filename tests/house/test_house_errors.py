"""A user's fault ends in one clear message, an exit code of 1 or 2, and the old tree as it was."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen, run

import pytest

from specloom.faults import guarded
from support.command import SPECLOOM, Done, specloom, tree

GOOD = """\
openapi: 3.1.0
info: {title: Good, version: 1.0.0}
paths: {}
components:
  schemas:
    Thing:
      type: object
      properties: {a: {type: integer}}
"""

PROJECT = """\
packages:
  - package: good
    output: out
    only: [models]
    sources:
      - {id: good, path: good.yaml}
"""


GENERATE = ("generate", "-o", "out", "--package", "good", "--only", "models")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "good.yaml").write_text(GOOD)
    done = specloom(*GENERATE, "good.yaml", cwd=folder)
    assert done.code == 0, done.said
    return folder


@pytest.fixture
def work(made: Path, tmp_path: Path) -> Path:
    """A folder of its own with a good document and the package made from it."""
    return Path(shutil.copytree(made, tmp_path, dirs_exist_ok=True))


def expect(done: Done, code: int, place: str, *words: str) -> None:
    assert done.code == code, done.said
    assert re.search(rf"^{re.escape(place)}\b", done.said, re.MULTILINE), done.said
    for word in words:
        assert word in done.said, done.said


@pytest.mark.parametrize(
    ("name", "text", "place", "words"),
    [
        ("bad.yaml", "openapi: 3.1.0\ninfo: {title: [}\n", "bad.yaml:2:16", []),
        ("tab.yaml", "openapi: 3.1.0\ninfo:\n\ttitle: x\n", "tab.yaml:3:1", []),
        ("bad.json", '{"openapi": "3.1.0",\n "info": nul}', "bad.json:2:10", []),
        ("latin.yaml", "openapi: 3.1.0 # \udce9\n", "latin.yaml:1:18", ["UTF-8"]),
        ("empty.yaml", "", "empty.yaml:1:1", ["empty"]),
        ("deep.json", '{"a":\n' + "[" * 300 + "]" * 300 + "}", "deep.json:2:100", ["100"]),
        ("digits.json", '{"openapi":\n' + "9" * 5000 + "}", "digits.json:2:1", ["digits"]),
        ("uri.yaml", GOOD.replace("{type: integer}", '{$ref: "http://[::1"}'), "uri.yaml:8:", ["reference"]),
        ("id.yaml", GOOD.replace("type: object", '$id: "http://[::1"'), "id.yaml:7:12", ["uri"]),
        ("list.yaml", "[1, 2]\n", "list.yaml", []),
        ("twice.yaml", GOOD + "info: {title: Again, version: 2.0.0}\n", "twice.yaml:9:1", ["info"]),
        ("swagger.yaml", 'swagger: "2.0"\ninfo: {}\n', "swagger.yaml:1", ["Swagger"]),
        (
            "ref.yaml",
            GOOD.replace("{type: integer}", '{$ref: "#/components/schemas/None"}'),
            "ref.yaml:8:",
            ["#/components/schemas/None"],
        ),
        (
            "away.yaml",
            GOOD.replace("{type: integer}", '{$ref: "other.yaml#/a"}'),
            "away.yaml:8:",
            ["other.yaml"],
        ),
        ("type.yaml", GOOD.replace("integer", "integr"), "type.yaml:8:", ["integr"]),
    ],
    ids=lambda value: value if isinstance(value, str) and value.endswith((".yaml", ".json")) else "",
)
def test_a_document_with_a_fault(work: Path, name: str, text: str, place: str, words: list[str]) -> None:
    (work / name).write_text(text, errors="surrogateescape")
    before = tree(work / "out")
    expect(specloom(*GENERATE, name, cwd=work), 1, place, *words)
    expect(specloom("validate", name, cwd=work), 1, place, *words)
    assert tree(work / "out") == before


def test_a_document_that_is_not_there(work: Path) -> None:
    before = tree(work / "out")
    for command in (GENERATE, ["validate"]):
        done = specloom(*command, "none.yaml", cwd=work)
        expect(done, done.code, "none.yaml:1:1")
        assert done.code in (1, 2)
    assert tree(work / "out") == before


@pytest.mark.parametrize(
    ("old", "new", "place", "word"),
    [
        ("output", "outputs", "specloom.yaml:3:5", "outputs"),
        ("path: good.yaml", "path: [good.yaml]", "specloom.yaml:6:", "path"),
        ("packages", "package", "specloom.yaml:1:1", "package"),
        ("output: out", 'output: "o\\0"', "specloom.yaml:3:13", "folder"),
        ("package: good", "package: not-a-name", "specloom.yaml:2:14", "not-a-name"),
    ],
)
def test_a_project_file_with_a_fault(work: Path, old: str, new: str, place: str, word: str) -> None:
    (work / "specloom.yaml").write_text(PROJECT.replace(old, new, 1))
    before = tree(work / "out")
    for command in ("generate", "check", "validate", "merge"):
        expect(specloom(command, cwd=work), 2, place, word)
    assert tree(work / "out") == before


def test_a_project_file_that_is_not_there(work: Path) -> None:
    assert specloom("generate", "--config", "none.yaml", cwd=work).code == 2
    done = specloom("generate", cwd=work)
    assert done.code == 2
    assert "specloom.yaml" in done.said


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("--", ["Missing command"]),
        ("generat", ["'generat'", "Did you mean 'generate'?"]),
        ("no-such-command", ["'no-such-command'"]),
        ("generate --no-such-option", ["'--no-such-option'"]),
        ("generate --outptu x", ["'--outptu'", "Did you mean '--output'?"]),
        ("generate --out x", ["'--out'", "'--format', '--output'"]),
        ("generate --format odd", ["'--format': 'odd' is not one of 'text', 'json', 'github'."]),
        ("generate --format JSON", ["'JSON' is not one of"]),
        (
            "generate --only models --only odd",
            ["'--only': 'odd' is not one of 'models', 'client', 'server'."],
        ),
        ("generate --style=", ["'--style': '' is not one of"]),
        ("diff one", ["Missing argument 'NEW'."]),
        ("diff one two three four", ["three four"]),
        ("diff one two --format github", ["'github' is not one of 'text', 'json'."]),
        ("mock --port 65536", ["'--port': 65536 is not in the range 0<=x<=65535."]),
        ("mock --port=-1", ["'--port': -1 is not in the range"]),
        ("mock --port=x", ["'--port': 'x' is not a valid integer"]),
        ("mock --seed 1.5", ["'--seed': '1.5' is not a valid integer."]),
    ],
)
def test_wrong_usage(tmp_path: Path, command: str, words: list[str]) -> None:
    done = specloom(*command.split(), cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    usage, _, said = done.err.partition("\n\nError: ")
    assert re.match(r"Usage: specloom .*\nTry 'specloom .*--help' for help\.\Z", usage), done.err
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("generate --output", "Option '--output' requires an argument."),
        ("generate good.yaml -o", "Option '-o' requires an argument."),
        ("check --strict=1", "Option '--strict' does not take a value."),
    ],
)
def test_a_value_is_missing_or_too_much(work: Path, command: str, said: str) -> None:
    done = specloom(*command.split(), cwd=work)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_arguments_that_make_no_sense_together(work: Path) -> None:
    done = specloom("generate", "good.yaml", "--config", "specloom.yaml", cwd=work)
    assert done == Done(2, "", "specloom: give documents or --config, not both\n")


def test_who_is_interrupted_says_so(work: Path) -> None:
    (work / "long.yaml").write_text(f"{GOOD}      description: {'long ' * 100_000}\n")
    with Popen(
        [SPECLOOM, "merge", "long.yaml"], stdout=PIPE, stderr=PIPE, stdin=DEVNULL, cwd=work
    ) as process:
        assert process.stdout is not None
        process.stdout.read(1)  # It can write no more than a pipe holds until more is read.
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"specloom: interrupted\n")


@pytest.mark.parametrize("name", ["not-a-name", "class", "a.b", "../x", ""])
def test_a_package_needs_a_name_that_python_can_import(work: Path, name: str) -> None:
    done = specloom("generate", "good.yaml", "-o", "other", "--package", name, cwd=work)
    assert done.code == 2, done.said
    assert not (work / "other").exists()


def test_a_target_that_cannot_be_written(work: Path) -> None:
    done = specloom("generate", "good.yaml", "-o", "good.yaml/out", "--package", "good", cwd=work)
    assert done.code in (1, 2)
    assert "cannot write" in done.said
    assert (work / "good.yaml").read_text() == GOOD


def test_every_file_edited_by_hand_is_named(work: Path) -> None:
    edited = ["out/README.md", "out/good/__init__.py"]
    for path in edited:
        (work / path).write_text("# mine\n")
    before = tree(work / "out")
    done = specloom(*GENERATE, "good.yaml", cwd=work)
    assert done.code == 1
    assert all(path in done.said for path in edited)
    assert tree(work / "out") == before
    done = specloom(*GENERATE, "good.yaml", "--force", cwd=work)
    assert done.code == 0, done.said
    assert tree(work / "out") != before


def test_check_sees_what_is_stale(work: Path) -> None:
    (work / "specloom.yaml").write_text(PROJECT)
    specloom("generate", "--force", cwd=work)
    assert specloom("check", cwd=work) == Done(0, "", "")
    (work / "good.yaml").write_text(GOOD.replace("a: {", "b: {"))
    done = specloom("check", cwd=work)
    assert done.code == 1
    assert "out/good/models/thing.py" in done.said
    specloom("generate", cwd=work)
    assert specloom("check", cwd=work).code == 0


def test_an_address_is_no_file(work: Path) -> None:
    done = specloom(*GENERATE, "https://example.com/openapi.yaml", cwd=work)
    assert done.code == 1
    assert "download it first" in done.said


def test_a_template_with_a_fault(work: Path) -> None:
    (work / "templates" / "models").mkdir(parents=True)
    (work / "templates" / "models" / "module.py.jinja").write_text("{{ no_such_thing }}")
    before = tree(work / "out")
    done = specloom(*GENERATE, "good.yaml", "--templates", "templates", cwd=work)
    assert done.code == 1
    assert "templates/models/module.py.jinja:1:1: error[template-failed]" in done.said
    assert "no_such_thing" in done.said
    assert tree(work / "out") == before
    assert specloom(*GENERATE, "good.yaml", "--templates", "none", cwd=work).code == 2


def test_a_fault_of_ours_asks_for_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> None:
        raise AssertionError("what must never happen")

    assert guarded(broken) == 3
    said = capsys.readouterr().err
    assert "Please report it" in said
    assert "what must never happen" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("merge good.yaml", 0),
        ("diff good.yaml good.yaml", 0),
        ("validate none.yaml", 1),
        ("--help", 0),
        ("merge --help", 0),
        ("--version", 0),
    ],
)
def test_a_closed_pipe_is_no_fault(work: Path, command: str, code: int) -> None:
    with Popen([SPECLOOM, *command.split()], stdout=PIPE, stderr=PIPE, stdin=DEVNULL, cwd=work) as done:
        assert done.stdout is not None
        assert done.stderr is not None
        done.stdout.close()
        assert b"Traceback" not in done.stderr.read()
    assert done.returncode == code


@pytest.mark.parametrize("command", ["merge good.yaml", "--help"])
def test_output_that_cannot_be_written(work: Path, command: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = run([SPECLOOM, *command.split()], stdout=full, stderr=PIPE, cwd=work, text=True, check=False)
    assert done.returncode == 2
    assert "No space left" in done.stderr
    assert "fault of specloom" not in done.stderr


def test_closed_streams_are_no_fault(work: Path) -> None:
    shutil.rmtree(work / "out")
    command = [*map(str, (SPECLOOM, *GENERATE)), "good.yaml"]
    script = "import os, sys; os.closerange(0, 3); os.execv(sys.argv[1], sys.argv[1:])"
    assert run([sys.executable, "-c", script, *command], cwd=work, check=False).returncode == 0
    assert specloom("check", *GENERATE[1:], "good.yaml", cwd=work).code == 0


def test_a_deleted_working_directory(work: Path) -> None:
    gone = work / "gone"
    gone.mkdir()
    script = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"
    for document, code in ((work / "good.yaml", 0), (Path("good.yaml"), 1)):
        gone.mkdir(exist_ok=True)
        command = [sys.executable, "-c", script, str(SPECLOOM), "validate", str(document)]
        assert run(command, cwd=gone, capture_output=True, check=False).returncode == code


def test_a_name_that_is_no_unicode(work: Path) -> None:
    name = os.fsdecode(b"b\xffd.yaml")
    (work / name).write_text(GOOD)
    done = specloom("generate", name, "-o", "odd", "--package", "good", cwd=work)
    assert done.code == 0, done.said
    assert "b\\xffd.yaml" in json.loads((work / "odd/.specloom.json").read_text())["inputs"]


def test_a_document_of_the_greatest_depth(work: Path) -> None:
    schema = '{"type": "array", "maxItems": 9, "items": ' * 95 + "{}" + "}" * 95
    (work / "deep.yaml").write_text(GOOD + f"    Deep: {schema}\n")
    assert specloom("validate", "deep.yaml", cwd=work) == Done(0, "", "")
    assert specloom("generate", "-o", "deep", "--only", "models", "deep.yaml", cwd=work) == Done(0, "", "")


def test_a_document_may_be_called_like_a_keyword(work: Path) -> None:
    (work / "async.yaml").write_text(GOOD)
    assert specloom("validate", "async.yaml", cwd=work) == Done(0, "", "")


def test_json_and_github_formats(work: Path) -> None:
    (work / "ref.yaml").write_text(GOOD.replace("{type: integer}", '{$ref: "#/none"}'))
    done = specloom("validate", "ref.yaml", "--format", "json", cwd=work)
    assert done.code == 1
    (found,) = json.loads(done.out)["findings"]
    assert (found["code"], found["severity"]) == ("ref-unresolved", "error")
    done = specloom("validate", "ref.yaml", "--format", "github", cwd=work)
    assert done.code == 1
    assert done.out.startswith("::error file=ref.yaml,line=8,")

"""Every snippet of README.md runs, in its order, as one reader would run them."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from llm_support.filled import app as llm_app
from support.command import specloom
from support.packages import REPOSITORY
from support.serving import serving

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SNIPPETS = [text for language, text in BLOCKS if language == "python"]


@pytest.fixture(scope="module")
def pets(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The package of the tour, made by the commands that stand there."""
    folder = tmp_path_factory.mktemp("tour")
    (document,) = (text for language, text in BLOCKS if language == "yaml")
    (folder / "pets.yaml").write_text(document)
    commands = [line for language, text in BLOCKS if language == "console" for line in text.splitlines()]
    for line in commands:
        prompt, program, *arguments = shlex.split(line, comments=True)
        assert prompt == "$"
        if program == "specloom":
            done = specloom(*arguments, cwd=folder)
            assert (done.code, done.said) == (0, ""), line
    sys.path.append(str(folder / "pets"))
    yield
    sys.path.remove(str(folder / "pets"))


@pytest.mark.usefixtures("pets")
def test_the_tour() -> None:
    models, server, client, _ = SNIPPETS
    names: dict[str, object] = {}
    run(models, names)
    run(server, names)
    with serving(names["app"]) as origin:
        run(client.replace("Client()", f"Client(base_url={origin!r})"), names)


def test_the_four_systems() -> None:
    snippet = SNIPPETS[-1]
    with serving(llm_app()) as origin:
        servers = f"servers={{'inference_gateway': {origin!r}, 'olivaw': {origin + '/api/v1'!r}}}, "
        run(snippet.replace("with Client(", f"with Client({servers}"), {})


def run(snippet: str, names: dict[str, object]) -> None:
    exec(compile(snippet, "README.md", "exec"), names)


def test_every_dependency_has_its_reason() -> None:
    project = (REPOSITORY / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.findall(r'^    "([a-z0-9-]+)>=', project.partition("dev = [")[0], re.MULTILINE)
    table = README.partition("## What it stands on")[2].partition("\n\nGenerated")[0]
    header, *explained = re.findall(r"^\| ([a-z0-9-]+) \| .", table, re.MULTILINE)
    assert header == "dependency"
    assert sorted(explained) == sorted(declared)


PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in Path(REPOSITORY, "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text):
        assert (REPOSITORY / page).parent.joinpath(target).exists(), target

"""`--reference`: copies of documents that have a URI elsewhere, as users give them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.command import specloom

URI = "https://example.com/a.json"
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "t", "version": "1"},
    "paths": {},
    "components": {"schemas": {"Own": {"type": "object", "properties": {"a": {"$ref": URI}}}}},
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "api.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "copy.json").write_text('{"title": "Copy", "type": "object"}')
    return tmp_path


@pytest.mark.parametrize("copy", [f"{URI}=copy.json", "https://example.com/=all"])
def test_commands_take_copies(copy: str, folder: Path) -> None:
    (folder / "all").mkdir()
    (folder / "all/a.json").write_bytes((folder / "copy.json").read_bytes())
    asked = specloom("validate", "api.json", cwd=folder)
    assert (asked.code, "--reference" in asked.said) == (1, True)
    assert specloom("validate", "api.json", "--reference", copy, cwd=folder).code == 0
    merged = specloom("merge", "api.json", "--reference", copy, cwd=folder)
    assert merged.code == 0
    assert "Copy" in merged.out
    assert specloom("diff", "api.json", "api.json", "--reference", copy, cwd=folder).code == 0
    made = ("api.json", "--reference", copy, "-o", "out", "--only", "models")
    assert specloom("generate", *made, cwd=folder).code == 0
    assert specloom("check", *made, cwd=folder).code == 0


def test_the_command_line_counts_before_the_project_file(folder: Path) -> None:
    (folder / "other.json").write_text('{"title": "Other", "type": "object"}')
    source = "{package: p, output: out, sources: [{id: a, path: api.json}]}"
    text = f"packages: [{source}]\nreferences: {{files: {{'{URI}': copy.json}}}}\n"
    (folder / "specloom.yaml").write_text(text)
    assert '"Copy"' in specloom("merge", cwd=folder).out
    assert '"Other"' in specloom("merge", "--reference", f"{URI}=other.json", cwd=folder).out


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("copy.json", "URI=PATH"),
        (f"{URI}=no.json", "there is no file 'no.json'"),
        ("https://example.com/=copy.json", "there is no folder 'copy.json'"),
        ("a.json=copy.json", "has a scheme and no fragment"),
        (f"{URI}#x=copy.json", "has a scheme and no fragment"),
    ],
)
def test_wrong_copies_are_wrong_use(given: str, said: str, folder: Path) -> None:
    done = specloom("validate", "api.json", "--reference", given, cwd=folder)
    assert done.code == 2
    assert said in done.said

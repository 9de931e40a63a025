"""The project file: what it may say, and what is said of one that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from specloom.config.load import find_config, load_config
from specloom.diagnostics import Diagnostic, Diagnostics, Stop

GOOD = """\
packages:
  - package: my_api
    output: ../out
    only: [models]
    skip: [getIt, "GET /x"]
    names: {"a:Error": ApiError, /components/schemas/class: Class}
    sources:
      - id: a
        path: a.yaml
        overlays: [a.overlay.yaml]
        namespace: a
        stream_sentinel: END
        idempotency_key: X-Key
limits: {max_depth: 9}
references:
  roots: [more]
  files: {"https://example.com/a": a.yaml, "https://example.com/all/": ../specs}
  remote: true
  hosts: [internal.invalid]
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").mkdir()
    for name in ("a.yaml", "a.overlay.yaml", "b.yaml"):
        (tmp_path / "specs" / name).write_text("")


def refused(text: str) -> list[Diagnostic]:
    Path("specs/specloom.yaml").write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    with pytest.raises(Stop):
        load_config("specs/specloom.yaml", diagnostics)
    return sorted(diagnostics, key=place)


def place(found: Diagnostic) -> tuple[int, int]:
    assert found.location is not None
    return found.location.line or 0, found.location.column or 0


def places(found: list[Diagnostic]) -> list[tuple[str, int, int]]:
    return [(d.code, *place(d)) for d in found]


def test_a_project_with_paths_beside_its_file_and_defaults_filled_in() -> None:
    Path("specs/specloom.yaml").write_text(GOOD)
    project = load_config("specs/specloom.yaml", Diagnostics())
    (package,) = project.packages
    assert (package.package, package.distribution, package.version) == ("my_api", "my-api", "0.1.0")
    assert (package.title, package.requires_python, package.output) == ("my-api", ">=3.11", "out")
    assert (package.only, package.skip) == (("models",), ("getIt", "GET /x"))
    assert package.names == {"a:Error": "ApiError", "/components/schemas/class": "Class"}
    (source,) = package.sources
    assert (source.path, source.overlays) == ("specs/a.yaml", ("specs/a.overlay.yaml",))
    assert (source.namespace, source.stream_sentinel, source.idempotency_key) == ("a", "END", "X-Key")
    assert (project.limits.max_depth, project.references.roots) == (9, ("specs/more",))
    assert project.references.files == {
        "https://example.com/a": "specs/a.yaml",
        "https://example.com/all/": "specs",
    }
    assert (project.references.remote, project.references.hosts) == (True, ("internal.invalid",))


def test_all_problems_are_told_at_once_each_with_its_place() -> None:
    found = refused(
        "packages:\n"
        "  - package: class\n"
        "    distributon: x\n"
        "    version: one\n"
        "    requires_python: 3.11\n"
        "    output: out\n"
        "    only: [model]\n"
        "    sources:\n"
        "      - {id: a, path: nope.yaml, namespace: n}\n"
        "      - {id: a, path: b.yaml, namespace: n}\n"
        "limit: {}\n"
    )
    assert places(found) == [
        ("config-invalid", 2, 14),
        ("config-unknown-key", 3, 5),
        ("config-invalid", 4, 14),
        ("config-invalid", 5, 22),
        ("config-invalid", 7, 12),
        ("config-missing-file", 9, 23),
        ("config-duplicate", 10, 14),
        ("config-duplicate", 10, 42),
        ("config-unknown-key", 11, 1),
    ]
    hints = [d.hint for d in found if d.code == "config-unknown-key"]
    assert hints == ["did you mean `distribution`?", "did you mean `limits`?"]
    assert "such as 1.2.0" in found[2].message
    related = next(d for d in found if d.code == "config-duplicate").related
    assert [r.location.line for r in related] == [9]


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("package", "a-b"), ("package", "1a"), ("package", "a.b"), ("distribution", "-a"),
        ("distribution", "a b"), ("version", "v1"), ("version", "1.0-beta"), ("requires_python", "3.11"),
    ],
)  # fmt: skip
def test_names_and_versions_that_packaging_refuses(setting: str, value: str) -> None:
    entry = {"package": "p", "output": "out", setting: value}
    lines = "".join(f"    {key}: '{text}'\n" for key, text in entry.items()).replace("    ", "  - ", 1)
    found = refused(f"packages:\n{lines}    sources: [{{id: a, path: a.yaml}}]\n")
    assert [d.code for d in found] == ["config-invalid"]
    assert repr(value) in found[0].message


def test_packages_may_not_share_name_or_folder() -> None:
    source = "sources: [{id: a, path: a.yaml}]"
    one, other = f"{{package: a_b, output: out, {source}}}", f"{{package: A_B, output: ./out/x, {source}}}"
    found = refused(f"packages:\n  - {one}\n  - {other}\n")
    assert [d.code for d in found] == ["config-duplicate", "config-duplicate"]


@pytest.mark.parametrize("text", ["[]", "packages: []", "packages: {}", "packages: [1]", "packages", "{}"])
def test_a_file_of_another_shape_is_told_what_must_stand_there(text: str) -> None:
    assert {d.code for d in refused(text)} == {"config-invalid"}


def test_a_key_twice_and_bad_yaml_are_findings() -> None:
    assert "duplicate-key" in [d.code for d in refused(GOOD + "limits: {}\n")]
    assert [d.code for d in refused("packages: [")] == ["yaml-syntax"]


def test_the_file_that_is_found_is_here_or_in_specs() -> None:
    assert find_config() is None
    Path("specs/specloom.yaml").write_text(GOOD)
    assert find_config() == "specs/specloom.yaml"
    Path("specloom.yaml").write_text(GOOD)
    assert find_config() == "specloom.yaml"


@pytest.mark.parametrize(
    ("uri", "path", "code", "said"),
    [
        ("https://example.com/a", "no.json", "config-missing-file", "there is no file 'no.json'"),
        ("https://example.com/", "no", "config-missing-file", "there is no folder 'no'"),
        ("https://example.com/", "a.yaml", "config-missing-file", "there is no folder 'a.yaml'"),
        ("https://example.com/a", "../specs", "config-missing-file", "'../specs' is a folder"),
        ("schemas/a.json", "a.yaml", "config-invalid", "it has a scheme and no fragment"),
        ("https://example.com/a#b", "a.yaml", "config-invalid", "it has a scheme and no fragment"),
        ("https://[a", "a.yaml", "config-missing-file", "is no URI"),
        ("https://example.com/a", "[a.yaml]", "config-invalid", ""),
        ("https://example.com/a", "''", "config-invalid", ""),
    ],
)
def test_copies_have_a_uri_and_are_there(uri: str, path: str, code: str, said: str) -> None:
    source = "{package: p, output: out, sources: [{id: a, path: a.yaml}]}"
    found = refused(f'packages:\n  - {source}\nreferences:\n  files:\n    "{uri}": {path}\n')
    assert any(said in d.message for d in found)
    assert (code, 5) in {(d.code, place(d)[0]) for d in found}


def test_a_table_of_copies_is_a_table() -> None:
    source = "{package: p, output: out, sources: [{id: a, path: a.yaml}]}"
    found = refused(f"packages:\n  - {source}\nreferences: {{files: [a.yaml]}}\n")
    assert places(found) == [("config-invalid", 3, 21)]

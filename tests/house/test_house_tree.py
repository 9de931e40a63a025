"""A generated tree is replaced wholly or not at all, and nothing of the user's is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics, Stop
from specloom.tree.compare import check
from specloom.tree.manifest import MANIFEST, Manifest
from specloom.tree.replace import write


def encoded(files: Mapping[str, str]) -> dict[str, bytes]:
    return {path: text.encode() for path, text in files.items()}


def put(target: Path, files: Mapping[str, str], *, force: bool = False) -> list[str]:
    """Write a tree; the codes of what was reported, "Stop" last if it was refused."""
    diagnostics, data = Diagnostics(), encoded(files)
    manifest = Manifest.of(data, generator="1", inputs={})
    try:
        write(data, target, manifest=manifest, force=force, diagnostics=diagnostics)
    except Stop:
        return [*(d.code for d in diagnostics), "Stop"]
    return [d.code for d in diagnostics]


def drift(target: Path, files: Mapping[str, str]) -> dict[str, str]:
    diagnostics, data = Diagnostics(), encoded(files)
    check(data, target, manifest=Manifest.of(data, generator="1", inputs={}), diagnostics=diagnostics)
    return {Path(d.location.uri).relative_to(target).as_posix(): d.code for d in diagnostics if d.location}


def tree(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != MANIFEST
    }


def test_it_writes_replaces_and_deletes(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert put(out, {"a.py": "1\n", "pkg/b.py": "é\n", "pkg/deep/c.py": ""}) == []
    assert put(out, {"a.py": "1\n", "pkg/b.py": "2\n"}) == []
    assert tree(out) == {"a.py": "1\n", "pkg/b.py": "2\n"}
    assert not (out / "pkg/deep").exists()
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]
    assert drift(out, {"a.py": "1\n", "pkg/b.py": "2\n"}) == {}


def test_a_file_that_stays_the_same_is_not_touched(tmp_path: Path) -> None:
    put(tmp_path, {"same.py": "", "other.py": "1"})
    before = (tmp_path / "same.py").stat()
    put(tmp_path, {"same.py": "", "other.py": "2"})
    after = (tmp_path / "same.py").stat()
    assert (before.st_mtime_ns, before.st_ino) == (after.st_mtime_ns, after.st_ino)


def test_the_manifest_says_what_went_in_and_came_out(tmp_path: Path) -> None:
    files = {"b.py": b"", "a.py": b""}
    manifest = Manifest.of(files, generator="1.2", inputs={"api.yaml": "0" * 64})
    write(files, tmp_path, manifest=manifest, force=False, diagnostics=Diagnostics())
    written = json.loads((tmp_path / MANIFEST).read_text())
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert written == {
        "generator": "specloom 1.2",
        "inputs": {"api.yaml": "0" * 64},
        "files": {"a.py": empty, "b.py": empty},
    }


def test_every_file_edited_by_hand_is_named_and_kept(tmp_path: Path) -> None:
    put(tmp_path, {"a.py": "1", "b.py": "1", "c.py": "1", "d.py": "1"})
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("mine")
    before = tree(tmp_path)
    assert put(tmp_path, {"a.py": "2", "c.py": "2"}) == ["file-edited", "file-edited", "Stop"]
    assert tree(tmp_path) == before
    assert put(tmp_path, {"a.py": "2", "c.py": "2"}, force=True) == []
    assert tree(tmp_path) == {"a.py": "2", "c.py": "2"}


def test_an_edit_that_says_what_would_be_generated_is_no_edit(tmp_path: Path) -> None:
    put(tmp_path, {"a.py": "1"})
    (tmp_path / "a.py").write_text("2")
    assert put(tmp_path, {"a.py": "2"}) == []


def test_files_that_specloom_never_wrote_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    assert put(tmp_path, {"a.py": "1", "pkg/b.py": "1"}) == []
    (tmp_path / "pkg/mine.py").write_text("mine")
    assert put(tmp_path, {"a.py": "1"}) == []
    assert tree(tmp_path) == {"a.py": "1", "mine.txt": "mine", "pkg/mine.py": "mine"}
    assert put(tmp_path, {"mine.txt": "ours"}) == ["file-in-the-way", "Stop"]
    assert put(tmp_path, {"mine.txt": "ours"}, force=True) == []
    assert tree(tmp_path) == {"mine.txt": "ours", "pkg/mine.py": "mine"}


@pytest.mark.parametrize("path", ["../a", "/a", "a/../../b", "a\\b", "", ".", "c:a", "a//b", "a/"])
def test_no_generated_path_leaves_the_tree(tmp_path: Path, path: str) -> None:
    with pytest.raises(ValueError, match="not inside the tree"):
        put(tmp_path / "out", {path: "x"})
    assert list(tmp_path.rglob("*")) == []


def test_no_listed_path_leaves_the_tree(tmp_path: Path) -> None:
    out, victim = tmp_path / "out", tmp_path / "victim"
    victim.write_text("keep")
    put(out, {"a.py": "1"})
    manifest = json.loads((out / MANIFEST).read_text())
    manifest["files"]["../victim"] = Manifest.of({"v": b"keep"}, generator="1", inputs={}).files["v"]
    (out / MANIFEST).write_text(json.dumps(manifest))
    assert put(out, {"a.py": "1"}) == ["manifest-invalid", "Stop"]
    assert put(out, {"a.py": "1"}, force=True) == []
    assert victim.read_text() == "keep"


@pytest.mark.parametrize("text", ["{", "[]", '{"files": 1}', '{"generator": "x", "files": {"a": "short"}}'])
def test_a_broken_manifest_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    assert put(tmp_path, {"a.py": "1"}) == ["manifest-invalid", "Stop"]
    assert tree(tmp_path) == {}


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "b.py").write_text("keep")
    out = tmp_path / "out"
    out.mkdir()
    (out / "pkg").symlink_to(outside)
    assert put(out, {"pkg/b.py": "1"}, force=True) == ["file-in-the-way", "Stop"]
    (out / "pkg").unlink()
    (out / "b.py").symlink_to(outside / "b.py")
    assert put(out, {"b.py": "1"}, force=True) == ["file-in-the-way", "Stop"]
    assert tree(outside) == {"b.py": "keep"}


def test_the_target_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert put(tmp_path / "link", {"a.py": "1"}) == []
    assert (tmp_path / "link").is_symlink()
    assert tree(tmp_path / "real") == {"a.py": "1"}


def test_a_target_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("keep")
    assert put(tmp_path / "file", {"a.py": "1"}) == ["file-in-the-way", "Stop"]
    assert put(tmp_path / "file/below", {"a.py": "1"}) == ["target-unwritable", "Stop"]
    assert (tmp_path / "file").read_text() == "keep"


@pytest.mark.parametrize("moves", range(5))
def test_a_run_that_fails_between_two_moves_leaves_the_old_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    out = tmp_path / "out"
    put(out, {"a.py": "1", "pkg/b.py": "1", "gone.py": "1"})
    before = tree(out)
    real, done = os.replace, []

    def full_disk(staged: str, place: str) -> None:
        done.append(place)
        if len(done) == moves + 1:
            raise OSError(28, "No space left on device", str(place))
        real(staged, place)

    monkeypatch.setattr(os, "replace", full_disk)
    assert put(out, {"a.py": "2", "pkg/b.py": "2", "new/c.py": "2"}) == ["target-unwritable", "Stop"]
    assert tree(out) == before
    assert not (out / "new").exists()
    assert drift(out, before) == {}
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_a_file_that_is_missing_comes_back_or_nothing_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"a.py": "1", "b.py": "1"}
    put(tmp_path / "out", files)
    (tmp_path / "out/a.py").unlink()
    real = os.replace

    def full_disk(staged: str, place: str) -> None:
        if str(place).endswith("a.py"):
            raise OSError(28, "No space left on device", str(place))
        real(staged, place)

    monkeypatch.setattr(os, "replace", full_disk)
    assert put(tmp_path / "out", files) == ["target-unwritable", "Stop"]
    assert drift(tmp_path / "out", files) == {"a.py": "file-missing"}
    monkeypatch.setattr(os, "replace", real)
    assert put(tmp_path / "out", files) == []
    assert drift(tmp_path / "out", files) == {}


KILLED = """
import os, pathlib, sys
from specloom.diagnostics import Diagnostics
from specloom.tree.manifest import Manifest
from specloom.tree.replace import write

real, left = os.replace, int(sys.argv[2])
def replace(staged, place):
    global left
    left -= 1
    if left < 0:
        os.kill(os.getpid(), 9)
    return real(staged, place)

os.replace = replace
files = {"a.py": b"2", "b.py": b"2"}
manifest = Manifest.of(files, generator="1", inputs={})
write(files, pathlib.Path(sys.argv[1]), manifest=manifest, force=False, diagnostics=Diagnostics())
"""


@pytest.mark.parametrize("moves", range(4))
def test_a_killed_run_never_needs_force(tmp_path: Path, moves: int) -> None:
    out = tmp_path / "out"
    put(out, {"a.py": "1", "b.py": "1", "gone.py": "1"})
    done = subprocess.run([sys.executable, "-c", KILLED, str(out), str(moves)], check=False)
    assert done.returncode == -9
    if moves == 0:
        assert tree(out) == {"a.py": "1", "b.py": "1", "gone.py": "1"}
    assert put(out, {"a.py": "3", "b.py": "1"}) == []
    assert tree(out) == {"a.py": "3", "b.py": "1"}
    assert drift(out, {"a.py": "3", "b.py": "1"}) == {}
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


FULL = """
import pathlib, resource, sys
from specloom.diagnostics import Diagnostics, Stop
from specloom.tree.manifest import Manifest
from specloom.tree.replace import write

resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
files, found = {"a.py": b"1", "b.py": b"2" * 5000}, Diagnostics()
manifest = Manifest.of(files, generator="1", inputs={})
try:
    write(files, pathlib.Path(sys.argv[1]), manifest=manifest, force=False, diagnostics=found)
except Stop:
    print(*(each.code for each in found))
"""


def test_a_file_of_which_only_a_part_can_be_written_is_none(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", FULL, str(tmp_path / "out")], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("target-unwritable\n", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("linked", [True, False], ids=["links", "no links"])
def test_the_old_files_are_kept_until_the_last_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, linked: bool
) -> None:
    out = tmp_path / "out"
    put(out, {"a.py": "1", "b.py": "1"})
    before, real = tree(out), os.replace

    def no_link(*_: str) -> None:
        raise OSError(95, "Operation not supported")

    def full_disk(staged: str, place: str) -> None:
        if str(place).endswith("b.py") and not failed:
            failed.append(place)
            raise OSError(28, "No space left on device", str(place))
        real(staged, place)

    failed: list[str] = []
    monkeypatch.setattr(os, "replace", full_disk)
    if not linked:
        monkeypatch.setattr(os, "link", no_link)
    assert put(out, {"a.py": "2", "b.py": "2"}) == ["target-unwritable", "Stop"]
    assert tree(out) == before


def test_a_killed_first_run_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = subprocess.run([sys.executable, "-c", KILLED, str(out), "0"], check=False)
    assert (done.returncode, out.exists()) == (-9, False)
    assert put(out, {"a.py": "3"}) == []
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_only_stages_of_this_tree_are_removed(tmp_path: Path) -> None:
    mine = [".out-specloom-notes.d", ".other-specloom-abcdefgh", "out-specloom-abcdefgh"]
    for name in (*mine, ".out-specloom-abcdefgh"):
        (tmp_path / name).mkdir()
    put(tmp_path / "out", {"a.py": "1"})
    assert sorted(entry.name for entry in tmp_path.iterdir()) == sorted([*mine, "out"])


def test_two_runs_at_once_leave_the_tree_of_one(tmp_path: Path) -> None:
    trees = [{f"m{number}.py": f"{run}" for number in range(60)} for run in range(4)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda files: put(tmp_path / "out", files), trees)) == [[]] * 4
    assert tree(tmp_path / "out") in trees
    assert drift(tmp_path / "out", tree(tmp_path / "out")) == {}
    assert [entry.name for entry in tmp_path.iterdir()] == ["out"]


def test_check_tells_stale_edited_missing_and_extra_apart(tmp_path: Path) -> None:
    names = ("same", "stale", "edited", "gone", "missing")
    put(tmp_path, {f"pkg/{name}.py": "1" for name in names})
    (tmp_path / "pkg/missing.py").unlink()
    (tmp_path / "pkg/edited.py").write_text("3")
    (tmp_path / "pkg/stranger.py").write_text("?")
    (tmp_path / "pkg/sub").mkdir()
    (tmp_path / "CHANGES.md").write_text("a file of the user's beside the package")
    now = {"pkg/same.py": "1", "pkg/stale.py": "2", "pkg/edited.py": "1", "pkg/missing.py": "1"}
    assert drift(tmp_path, now) == {
        MANIFEST: "file-stale",
        "pkg/stale.py": "file-stale",
        "pkg/edited.py": "file-edited",
        "pkg/gone.py": "file-extra",
        "pkg/missing.py": "file-missing",
        "pkg/stranger.py": "file-extra",
    }


def test_check_shows_a_short_difference(tmp_path: Path) -> None:
    put(tmp_path, {"a.py": "".join(f"{n}\n" for n in range(200))})
    files = encoded({"a.py": "".join(f"{-n}\n" for n in range(200))})
    diagnostics = Diagnostics()
    check(files, tmp_path, manifest=Manifest.of(files, generator="1", inputs={}), diagnostics=diagnostics)
    detail = next(d.detail for d in diagnostics if d.location and d.location.uri.endswith("a.py"))
    assert detail is not None
    assert "\n-1\n-2\n" in detail
    assert detail.endswith("more lines")
    assert detail.count("\n") < 30


def test_check_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert drift(tmp_path / "none", {"a.py": "1"}) == {".": "file-missing"}

"""The same input gives the same bytes, whatever the environment."""

from __future__ import annotations

from pathlib import Path

from support.command import specloom, tree
from support.packages import REPOSITORY


def test_generation_does_not_depend_on_the_environment(tmp_path: Path) -> None:
    config = REPOSITORY / "specs" / "specloom.yaml"
    (tmp_path / "elsewhere").mkdir()
    environments = [
        (REPOSITORY, "specs/specloom.yaml", {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"}),
        (tmp_path / "elsewhere", str(config), {"PYTHONHASHSEED": "42", "TZ": "Asia/Tokyo"}),
        (REPOSITORY / "specs", "specloom.yaml", {"LANG": "tr_TR.UTF-8", "COLUMNS": "40"}),
    ]
    trees = []
    for number, (cwd, path, environment) in enumerate(environments):
        out = tmp_path / str(number)
        done = specloom("generate", "--config", path, "-o", out, cwd=cwd, **environment)
        assert done.code == 0, done.said
        trees.append(tree(out))
    assert trees[0] == trees[1] == trees[2]
    assert trees[0] == tree(REPOSITORY / "generated" / "llm-apis")

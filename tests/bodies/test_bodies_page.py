"""The example of docs/bodies.md does what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from support.command import specloom
from support.packages import REPOSITORY
from support.serving import serving

PAGE = (REPOSITORY / "docs" / "bodies.md").read_text(encoding="utf-8")


def test_the_page_runs(tmp_path: Path) -> None:
    document, server, client = re.findall(r"^```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "herbarium.yaml").write_text(document, encoding="utf-8")
    done = specloom("generate", "herbarium.yaml", "-o", "out", cwd=tmp_path)
    assert (done.code, done.said) == (0, "")
    sys.path.append(str(tmp_path / "out"))
    names: dict[str, object] = {}
    exec(compile(server, "bodies.md", "exec"), names)
    with serving(names["app"]) as origin:
        exec(compile(client.replace("http://localhost:8080", origin), "bodies.md", "exec"), names)

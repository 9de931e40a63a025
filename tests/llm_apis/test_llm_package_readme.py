"""The examples in the README of the committed package run, against its own server and a filled one."""

from __future__ import annotations

import re

import pytest

from llm_support.filled import app as filled
from support.packages import REPOSITORY
from support.serving import serving

README = (REPOSITORY / "generated" / "llm-apis" / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
MODELS, CALLS, ERRORS, INPUTS, SERVER = BLOCKS


def run(snippet: str) -> dict[str, object]:
    names: dict[str, object] = {}
    exec(compile(snippet, "README.md", "exec"), names)
    return names


def against(snippet: str, origin: str) -> str:
    servers = {"inference_gateway": origin, "olivaw": f"{origin}/api/v1"}
    return re.sub(r"with Client\(", f"with Client(servers={servers!r}, ", snippet)


def test_models_and_plain_dicts() -> None:
    assert run(MODELS)
    assert run(INPUTS)


def test_credentials_and_streams(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Auth(" in CALLS
    with serving(filled()) as origin:
        known = CALLS.replace('bearer="token"', 'bearer="sesame"').replace('api_key="key"', 'api_key="open"')
        asked = known.replace("messages=[]", 'messages=[{"role": "user", "content": "one two"}]')
        names = run(against(asked, origin))
    assert type(names["reply"]).__name__ == "ListModelsResponse"
    assert capsys.readouterr().out.count("\n") >= 1


def test_retries_errors_and_raw_answers_of_the_server_of_the_example(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "max_retries=5" in ERRORS
    with serving(run(SERVER)["app"]) as origin:
        run(against(ERRORS, origin))
        assert capsys.readouterr().out.startswith("200 ")
        refused = against(ERRORS, origin).replace('bearer="token"', 'bearer="other"')
        assert refused != against(ERRORS, origin)
        with pytest.raises(__import__("llm_apis").StatusError) as raised:
            run(refused)
    assert raised.value.status == 401
    assert capsys.readouterr().out.startswith("401 ")

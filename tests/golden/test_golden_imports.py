"""Every module of a package can be the first one, modules can be imported in any order, and by threads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support import orders
from support.golden import Topic, topics
from support.packages import REPOSITORY, committed, package_of

LLM_APIS = REPOSITORY / "generated" / "llm-apis"


def run(*arguments: object) -> str:
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


@pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)
def test_modules_in_any_order(topic: Topic) -> None:
    build = ["--build"] if topic.style in (None, "pydantic") else []
    assert "modules" in run(orders.__file__, topic.tree, topic.package, *build)


@pytest.mark.parametrize("folder", committed(), ids=lambda folder: folder.name)
def test_modules_of_committed_packages_in_any_order(folder: Path) -> None:
    assert "modules" in run(orders.__file__, folder, package_of(folder), "--build", "--runtime")


THREADS = """
import importlib, sys, threading
sys.path.insert(0, {folder!r})
sys.setswitchinterval(1e-5)
start, failed = threading.Barrier(8), []

def read():
    start.wait()
    try:
        from llm_apis import Client
        from llm_apis.models import inference_gateway, olivaw
        from llm_apis.operations.olivaw.completion import CREATE_CHAT_COMPLETION
        from llm_apis.server import create_app
        from llm_apis._runtime.server import Reply
        Client().olivaw.completion
        codec = CREATE_CHAT_COMPLETION.responses[1].contents[0].codec
        answer = codec.decode(b'{{"object": "error", "type": "client", "message": "b"}}')
        assert type(answer) is olivaw.Error, answer
        read = inference_gateway.Message.model_validate_json(b'{{"role": "user", "content": "a"}}')
        assert read.content == "a"
        assert Reply(status=1, body=2) == Reply(status=1, body=2)
        create_app()
    except BaseException as error:
        failed.append(repr(error))

threads = [threading.Thread(target=read) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
print(failed)
"""


def test_many_threads_import_and_build_at_once() -> None:
    for _ in range(3):
        assert run("-c", THREADS.format(folder=str(LLM_APIS))).strip() == "[]"

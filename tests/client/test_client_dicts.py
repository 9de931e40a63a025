"""Plain dicts as arguments: what type checkers take is what is sent, and nothing else passes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import UserList
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from client_kit import codec
from specloom.runtime.client.errors import ArgumentError
from specloom.runtime.client.values import checked
from specloom.runtime.scalars import DecimalNumber
from support.generated import Generated
from support.golden import ROOT
from support.serving import serving

RIGHT = """
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from plain_dicts import Client
from plain_dicts.inputs import ChatDict, KeysDict, MessageInput, OptionsDict, PartDict, TreeInput
from plain_dicts.models import Chat, Leaf, Part, UserMessage


def calls(client: Client) -> list[Chat]:
    day, moment = date(2024, 1, 2), datetime(2024, 1, 2, 3, tzinfo=UTC)
    whole: ChatDict = {"model": "m", "messages": [{"role": "user", "content": "hi"}]}
    quotes: list[MessageInput] = [{"role": "tool", "result": [1]}, {"role": "user", "content": ""}]
    part: PartDict = {"text": "t", "quotes": quotes}
    later: list[MessageInput] = [{"role": "user", "content": [part]}]
    later.append(UserMessage(role="user", content=[Part(text="x")]))
    options: OptionsDict = {"date": day, "str": "2024-01-02T03:00:00Z", "level": "low"}
    sent = [
        client.chats.create_chat(model="m", messages=[{"role": "user", "content": "hi"}]),
        client.chats.create_chat(body_=whole),
        client.chats.create_chat(body_={"model": "m", "messages": later}),
        client.chats.create_chat(
            body_={"model": "m", "messages": ({"role": "tool", "result": None, "class": None},)}
        ),
        client.chats.create_chat(
            model="m", messages=later, options=None, where={"zip": 1}, since="2024-01-02"
        ),
        client.chats.create_chat(model="m", messages=later, options=options, since=day),
        client.chats.create_chat(
            model="m",
            messages=tuple(later),
            options={"price": Decimal("1.5"), "date": "2024-01-02", "str": moment, "day": "2024-01-02"},
        ),
        client.chats.create_chat(
            model="m",
            messages=[{"role": "user", "content": "hi"}],
            options={"price": 1.5, "day": day, "labels": ("a", "b"), "counts": {"a": 1}},
            answer={"chat": {"model": "m", "messages": later}},
        ),
        client.chats.create_chat(body_=Chat(model="m", messages=[UserMessage(role="user", content="hi")])),
    ]
    tree: TreeInput = ["a", ["b", {"leaf": 1}], Leaf(leaf=2)]
    client.chats.put_trees(body_=[tree, {"leaf": 1}, "c"])
    keys: KeysDict = {"__kind": "k", "two words": 2, "from": {"leaf": 1}}
    named: Mapping[str, Any] = {"id": 1, "more": "x"}
    client.chats.put_odd(keys=keys, leaf={"dict": {"leaf": 1}})
    client.chats.put_odd(named={"keys": "k", "items": 1, "Sequence": ["s"]})
    client.chats.put_odd(typed=named, spelled={"id": 1, "x-a": "b"}, either={"a": 1, "b": 2})
    client.chats.put_odd(branch={"kind": "big", "size": 1})
    return sent
"""
WRONG = """
from datetime import time
from plain_dicts import Client
from plain_dicts.inputs import ChatDict, KeysDict
def calls(client: Client) -> None:
    client.chats.create_chat(model="m", messages=[{"role": "user"}])  # a member is missing
    client.chats.create_chat(model="m", messages=[{"role": "system", "content": ""}])  # no such role
    client.chats.create_chat(model="m", messages=[{"role": "user", "content": 1}])  # wrong type
    client.chats.create_chat(model="m", messages=[{"role": "tool", "result": 1, "klass": ""}])  # misspelt
    client.chats.create_chat(model="m", messages=[{"role": "user", "content": [{"txt": ""}]}])  # further in
    client.chats.create_chat(body_={"model": "m"})  # a member is missing
    client.chats.create_chat(body_={"model": "m", "messages": [], "mode": 1})  # no such member
    client.chats.create_chat(body_={"model": "m", "messages": [{"role": "user"}]})  # further in
    client.chats.create_chat(model="m", messages=[], options={"date": 1})  # no date
    client.chats.create_chat(model="m", messages=[], options={"level": "middle"})  # not of the enum
    client.chats.create_chat(model="m", messages=[], options={"counts": {"a": "b"}})  # a map's value
    client.chats.create_chat(model="m", messages=[], where={"zip": "1"})  # a parameter's member
    client.chats.create_chat(model="m", messages=[], since=time())  # a parameter's type
    client.chats.put_trees(body_=[{"leaf": "1"}])  # within a recursive alias
    client.chats.put_odd(keys={"__kind": 1})  # a key that is no attribute
    client.chats.put_odd(either={"c": 1})  # where an assertion decides the rest
    client.chats.put_odd(either={"a": "1"})  # its type
whole: ChatDict = {"model": "m", "messages": [{}]}  # on its own
keys: KeysDict = {"from": {"leaf": 1}}  # a member is missing
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("dicts")
    document = ROOT / "plain-dicts" / "spec" / "openapi.yaml"
    made = Generated(document, folder, "plain_dicts", only=("client", "server"))
    (folder / "plain_right.py").write_text(RIGHT, encoding="utf-8")
    (folder / "plain_wrong.py").write_text(WRONG, encoding="utf-8")
    yield made
    made.close()


def test_mypy_tells_right_from_wrong(package: Generated, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--hide-error-context", "--cache-dir", str(tmp_path)]
    done = subprocess.run(
        [*command, "plain_right.py", "plain_wrong.py"],
        cwd=package.folder,
        env={**os.environ, "MYPYPATH": str(package.folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line.split(":") for line in done.stdout.splitlines() if ": error:" in line]
    assert {(name, int(line)) for name, line, *_ in found} == marked(), done.stdout


def test_pyright_tells_right_from_wrong(package: Generated) -> None:
    config = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": ["plain_right.py", "plain_wrong.py", "plain_dicts/inputs", "plain_dicts/client"],
    }
    (package.folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(
        [*command, "--project", str(package.folder)],
        cwd=package.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)["generalDiagnostics"]
    places = {(Path(each["file"]).name, each["range"]["start"]["line"] + 1) for each in found}
    assert places == marked(), found


def marked() -> set[tuple[str, int]]:
    return {("plain_wrong.py", n) for n, line in enumerate(WRONG.splitlines(), 1) if "#" in line}


def test_what_type_checks_is_sent(package: Generated) -> None:
    namespace: dict[str, Any] = {}
    exec(RIGHT, namespace)
    server = package.load("server")

    class Chats(server.ChatsService):  # type: ignore[misc, name-defined]
        def create_chat(self, *, body: Any, **_: Any) -> Any:
            return body

        def put_trees(self, *, body: Any) -> None:
            assert len(body) == 3

        def put_odd(self, *, body: Any) -> None:
            assert body.model_fields_set

    with (
        serving(server.create_app(chats=Chats())) as origin,
        package.load().Client(base_url=origin) as client,
    ):
        sent = [json.loads(chat.model_dump_json()) for chat in namespace["calls"](client)]
    hi = {"role": "user", "content": "hi"}
    assert sent[0] == sent[1] == sent[8] == {"model": "m", "messages": [hi]}
    assert sent[3]["messages"] == [{"role": "tool", "result": None, "class": None}]
    assert sent[4]["options"] is None
    assert sent[5]["options"] == {"date": "2024-01-02", "str": "2024-01-02T03:00:00Z", "level": "low"}
    assert sent[6]["options"] == {
        "price": 1.5,
        "date": "2024-01-02",
        "str": "2024-01-02T03:00:00Z",
        "day": "2024-01-02",
    }
    assert sent[7]["options"] == {
        "price": 1.5,
        "day": "2024-01-02",
        "labels": ["a", "b"],
        "counts": {"a": 1},
    }
    assert sent[7]["answer"]["chat"]["messages"] == sent[2]["messages"] == sent[6]["messages"]


def test_only_who_asks_loads_them(package: Generated) -> None:
    code = (
        "import sys, plain_dicts as p, plain_dicts.inputs as i; p.Client().chats; n = 'plain_dicts.inputs.';"
        "assert not any(m.startswith(n) for m in sys.modules);"
        "i.LeafDict; assert [m for m in sys.modules if m.startswith(n)] == [n + 'leaf']"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=package.folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_no_more_of_them_than_requests_speak_of(package: Generated) -> None:
    """Those without a form of their own (typed members without a name, enums) have none either."""
    assert set(package.load("inputs").__all__) == {
        *("WhereDict", "ChatDict", "AnswerDict", "MessageInput", "UserMessageDict", "ToolMessageDict"),
        *("PartDict", "OptionsDict", "DayInput", "LabelsInput", "TreeInput", "LeafDict", "LeafDictDict"),
        *("OddDict", "KeysDict", "NamedDict", "EitherDict"),
    }


def test_any_sequence_and_any_mapping_will_do() -> None:
    amounts = codec(dict[str, list[DecimalNumber]])
    for made in (dict, MappingProxyType):
        for entries in (range(2), UserList([0, 1]), (0, 1), [Decimal(0), 1], (Decimal(0), 1)):
            assert json.loads(checked(made({"a": entries}), amounts, "it")) == {"a": [0, 1]}


def test_what_holds_itself_is_refused() -> None:
    circle: list[Any] = []
    circle.append(circle)
    for value in (circle, UserList(circle)):
        with pytest.raises(ArgumentError):
            checked(value, codec(Any), "it")

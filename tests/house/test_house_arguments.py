"""What the command line takes, how it tells of that, and how it refuses the rest."""

from __future__ import annotations

import pytest

from specloom.arguments import parse
from specloom.options import COMMANDS


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as end:
        parse(arguments)
    said = capsys.readouterr()
    assert (end.value.code, said.out) == (2, "")
    return said.err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_what_it_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse([command, "--help"])
    told = capsys.readouterr().out
    assert end.value.code == 0
    does, takes = COMMANDS[command]
    assert told.startswith(f"Usage: specloom {command} [OPTIONS]")
    assert does in " ".join(told.split())
    for argument in takes:
        assert argument.help in " ".join(told.split())
        assert all(name in told for name in argument.names if name.startswith("-"))


def test_help_names_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        parse(["--help"])
    told = capsys.readouterr().out
    assert end.value.code == 0
    assert all(f"\n  {command} " in told for command in COMMANDS)


def test_without_a_command_help_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Commands:" in refused(capsys)


def test_documents_and_options_may_be_mixed() -> None:
    command, given = parse(
        ["generate", "a.yaml", "--skip", "getPet", "b.yaml", "-oout", "--skip=GET /pets", "--strict"]
    )
    assert command == "generate"
    assert given.specs == ["a.yaml", "b.yaml"]
    assert given.skip == ["getPet", "GET /pets"]
    assert (given.output, given.strict, given.force) == ("out", True, False)


def test_what_is_given_once_is_not_there_the_next_time() -> None:
    parse(["generate", "--skip", "getPet", "--only", "models"])
    _, given = parse(["generate"])
    assert (given.specs, given.skip, given.only) == ([], [], [])


def test_documents_may_look_like_options_after_two_dashes() -> None:
    for arguments in (["--strict", "--", "-a.yaml", "b.yaml"], ["--", "-a.yaml", "b.yaml"]):
        assert parse(["generate", *arguments])[1].specs == ["./-a.yaml", "b.yaml"]


def test_places_by_order() -> None:
    _, given = parse(["diff", "old.yaml", "--format", "json", "new.yaml"])
    assert (given.old, given.new, given.format) == ("old.yaml", "new.yaml", "json")


def test_a_negative_seed() -> None:
    assert parse(["mock", "a.yaml", "--seed", "-1", "--port", "8080"])[1].seed == -1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["genrate"], "no such command: genrate (did you mean generate?)"),
        (["--"], "there is no command"),
        (["--verson"], "no such option: --verson (did you mean --version?)"),
        (["generate", "--frce"], "no such option: --frce (did you mean --force?)"),
        (["generate", "--form", "json"], "no such option: --form (did you mean --format?)"),
        (["generate", "--zzz=1"], "no such option: --zzz"),
        (["generate", "--only", "model"], "--only: invalid choice: 'model'"),
        (["generate", "--output"], "--output: expected one argument"),
        (["diff", "a.yaml"], "the following arguments are required: NEW"),
        (["diff", "a.yaml", "b.yaml", "c.yaml"], "one argument too many: c.yaml"),
        (["mock", "--port", "65536"], "'65536' is no number from 0 to 65535"),
        (["mock", "--port", "-1"], "'-1' is no number from 0 to 65535"),
        (["mock", "--port", "http"], "'http' is no number from 0 to 65535"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_use_is_told_with_a_hint(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(capsys, *arguments)
    assert words in said
    assert said.startswith("Usage: specloom ")
    assert "--help' for help." in said

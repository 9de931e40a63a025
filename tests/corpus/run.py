"""Real documents through everything: generated, compiled, imported, built, and some of them type-checked.

    PYTHONPATH=src:tests python -m corpus.run [--list FILE | --all [--most N]] [DOCUMENT…]

`--report` is continued: what was done with the same specloom, on the same document, is not done again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import specloom
from corpus import documents, gaps, report
from corpus.processes import Limits, Outcome, run
from corpus.verdicts import Verdict, dropped, failure, of_generation, operations

HERE = Path(__file__).parent
TESTS = HERE.parent
ROOT = TESTS.parent
SOURCE = Path(specloom.__file__).parent
PACKAGE = "subject"
CHECKED = 5  # one of so many documents is type-checked


class Runner:
    """Runs documents in `folder`, each stage in a process within `limits`."""

    def __init__(self, folder: Path, limits: Limits, state: str) -> None:
        self._folder = folder
        self._limits = limits
        self._state = state
        self._path = f"{SOURCE.parent}:{TESTS}"

    def key(self, file: Path) -> str:
        """What a verdict depends on: specloom, this tool and the document."""
        return digest([file], self._state)

    def run(self, name: str, file: Path, *, checked: bool) -> Verdict:
        """The verdict on one document."""
        verdict = Verdict(name, self.key(file), "generated", size=file.stat().st_size)
        target = self._folder / "out"
        shutil.rmtree(target, ignore_errors=True)
        done = self._generate(verdict, file, target)
        if verdict.verdict == "generated":
            self.examine(verdict, file, target, done)
        elif verdict.verdict == "refused":
            self._doubt(verdict, file)
        if verdict.verdict == "generated" and checked:
            self._check(verdict, target)
        return verdict

    def _generate(self, verdict: Verdict, file: Path, target: Path) -> list[Any]:
        command = ["-m", "specloom", "generate", str(file), "-o", str(target), "--package", PACKAGE]
        done = self._python(verdict, "generate", *command, "--format", "json")
        try:
            findings: list[Any] = json.loads(done.out)["findings"]
        except ValueError:
            findings = []
        verdict.findings = dict(
            sorted(Counter(f"{each['severity']} {each['code']}" for each in findings).items())
        )
        verdict.verdict, verdict.told = of_generation(done, findings)
        return findings

    def examine(self, verdict: Verdict, file: Path, target: Path, findings: list[Any]) -> None:
        """Look at the package in `target`, and at what it lacks of the document `file`."""
        done = self._python(verdict, "examine", "-m", "corpus.examine", str(target), PACKAGE)
        failed = failure(done)
        if failed or done.code:
            verdict.verdict, verdict.told = f"examine-{failed or 'crash'}", [done.err[-600:]]
            return
        made = json.loads(done.out)
        verdict.peak["build"] = verdict.peak.pop("examine")
        del verdict.seconds["examine"]
        verdict.seconds.update(made["seconds"])
        if made["stage"] != "done":
            verdict.verdict, verdict.told = made["stage"], made["faults"]
            return
        document = json.loads(file.read_text(encoding="utf-8"))
        verdict.operations = len(operations(document))
        silent, verdict.left_out = dropped(document, made, findings)
        if silent:
            verdict.verdict, verdict.told = "silent-drop", silent[:5]

    def _doubt(self, verdict: Verdict, file: Path) -> None:
        """A document is refused by right only where openapi-spec-validator refuses it, too."""
        done = self._python(verdict, "second opinion", "-m", "openapi_spec_validator", str(file))
        if done.code == 0 and not done.timed_out:
            verdict.verdict = "refused-valid"

    def _check(self, verdict: Verdict, target: Path) -> None:
        limits = Limits(self._limits.seconds * 5, self._limits.memory)
        command = ["-m", "mypy", "--strict", "--cache-dir", str(self._folder / "mypy"), PACKAGE]
        done = self._python(verdict, "mypy", *command, cwd=target, limits=limits)
        if done.timed_out or done.code:
            verdict.verdict = "mypy-time-out" if done.timed_out else "mypy"
            verdict.told = (done.out + done.err).splitlines()[:5]

    def _python(
        self,
        verdict: Verdict,
        stage: str,
        *arguments: str,
        cwd: Path | None = None,
        limits: Limits | None = None,
    ) -> Outcome:
        environment = {"PYTHONPATH": self._path, "PYTHONDONTWRITEBYTECODE": "1"}
        done = run(
            [sys.executable, *arguments],
            cwd=cwd or self._folder,
            environment=environment,
            limits=limits or self._limits,
        )
        verdict.seconds[stage], verdict.peak[stage] = done.seconds, done.peak
        return done


def digest(files: Iterable[Path], start: str = "") -> str:
    """SHA-256 of the contents of files, cut short."""
    found = hashlib.sha256(start.encode())
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()[:16]


def state() -> str:
    """What stands for specloom and this tool as they are."""
    folders = (SOURCE, ROOT / "templates", HERE)
    files = (f for folder in folders for f in sorted(folder.rglob("*")) if f.is_file())
    return digest(f for f in files if f.suffix in (".py", ".jinja") and not f.name.startswith("test_"))


def is_checked(name: str) -> bool:
    """Whether the document is one of those whose package is type-checked."""
    return hashlib.sha256(name.encode()).digest()[0] % CHECKED == 0


def chosen(options: argparse.Namespace) -> list[documents.Entry]:
    """The documents to run; their packages have been fetched."""
    if options.documents:
        found = [documents.entry(name) for name in options.documents]
    elif not options.all:
        found = documents.listed(options.list)
    else:
        documents.fetch(options.folder, documents.PACKAGES)
        found = list(documents.every(options.folder))[: options.most]
    documents.fetch(options.folder, (each.package for each in found))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the documents that the arguments choose; 1 where something goes wrong that is no known gap."""
    options = _options(arguments)
    options.folder = options.folder.absolute()
    options.folder.mkdir(parents=True, exist_ok=True)
    runner = Runner(options.folder, Limits(options.seconds, options.memory), state())
    known = report.read(options.report)
    verdicts = []
    entries = chosen(options)
    for number, each in enumerate(entries, 1):
        file = each.file(options.folder).absolute()
        verdict = known.get(each.name)
        if verdict is None or verdict.key != runner.key(file):
            verdict = runner.run(each.name, file, checked=is_checked(each.name))
            report.add(options.report, verdict)
            print(f"{number}/{len(entries)} {verdict.verdict} {each.name}", file=sys.stderr, flush=True)
        verdicts.append(verdict)
    text = report.table(verdicts)
    options.report.with_suffix(".md").write_text(text, encoding="utf-8")
    print(text)
    found = gaps.faults(verdicts, gaps.read(options.gaps))
    for fault in found:
        print(fault, file=sys.stderr)
    return 1 if found else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="corpus.run", description=__doc__)
    parser.add_argument(
        "documents", nargs="*", metavar="DOCUMENT", help="files, or entries as lists have them"
    )
    parser.add_argument("--list", type=Path, default=HERE / "corpus.txt", help="a list of documents")
    parser.add_argument("--all", action="store_true", help="every document of the packages, small ones first")
    parser.add_argument("--most", type=int, help="with --all: no more than this many")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "corpus", help="where to work")
    parser.add_argument("--report", type=Path, help="the report to go on with [FOLDER/report.jsonl]")
    parser.add_argument("--gaps", type=Path, default=HERE / "gaps.txt", help="the list of known gaps")
    parser.add_argument("--seconds", type=float, default=60, help="the time of each stage")
    parser.add_argument("--memory", type=int, default=4096, help="the memory of each process, in MiB")
    options = parser.parse_args(arguments)
    options.report = options.report or options.folder / "report.jsonl"
    return options


if __name__ == "__main__":
    sys.exit(main())

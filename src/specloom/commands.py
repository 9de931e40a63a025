"""What each command does, once it is clear what to work on."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from specloom import __version__, ir, pipeline, unchanged
from specloom.config import Package
from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.faults import UsageError
from specloom.project import relative_name
from specloom.render import RenderError, strangers
from specloom.run import Run
from specloom.tree.compare import check as compare
from specloom.tree.manifest import Manifest
from specloom.tree.replace import write
from specloom.values import Value, replace


def generate(run: Run, *, templates: Path | None, force: bool) -> None:
    """Write every package. No file is touched before all packages have rendered."""
    for target, files, manifest in _generated(run, templates):
        run.step(f"writing {target}")
        write(files, target, manifest=manifest, force=force, diagnostics=run.diagnostics)
    for package in run.project.packages:
        unchanged.touch(package)


def check(run: Run, *, templates: Path | None) -> None:
    """Report how the packages on disk differ from what would be generated now."""
    for target, files, manifest in _generated(run, templates):
        compare(files, target, manifest=manifest, diagnostics=run.diagnostics)


def _generated(run: Run, templates: Path | None) -> list[tuple[Path, dict[str, bytes], Manifest]]:
    made, unknown = [], []
    for name, near in strangers(templates).items() if templates is not None else ():
        run.diagnostics.warning(
            "template-unused",
            f"the template {name} stands in for none of ours",
            Location(str(Path(str(templates), name))),
            hint=f"did you mean {near}?" if near else None,
        )
    for package in run.project.packages:
        before = len(run.diagnostics)
        try:
            texts = pipeline.generate(package, run, templates=templates)
        except RenderError as error:
            if templates is None:
                raise
            run.diagnostics.error("template-failed", str(error), error.place or Location(str(templates)))
            raise Stop from None
        unknown.append(texts.api.unknown)
        inputs = {relative_name(path, run.project): digest for path, digest in texts.inputs.items()}
        manifest = Manifest.of(
            texts.files,
            generator=__version__,
            inputs=inputs,
            settings=unchanged.settings(package, run.project, templates),
            findings=len(run.diagnostics) > before,
        )
        made.append((Path(package.output), texts.files, manifest))
    if len(made) > 1:
        for name in sorted(frozenset(run.project.skip).intersection(*unknown)):
            message = f"nothing in any package is called {name!r}, so nothing is skipped by it"
            run.diagnostics.warning("skip-unused", message)
    return made


def scaffold(run: Run, *, target: str, templates: Path | None) -> str:
    """Write the first version of an application, and tell what was written and what was there already.

    Raises :class:`UsageError`.
    """
    from specloom import scaffold

    (package,) = _only(run)
    if not Path(target).name.isidentifier():
        raise UsageError(f"--output {target!r}: its last part is to be imported, so it must be a name")
    if Path(target).name == package.package:
        raise UsageError(f"--output {target!r}: it would be imported in place of the package that it is for")
    files = pipeline.scaffold(package, run, templates=templates)
    made = scaffold.write(files, Path(target), diagnostics=run.diagnostics)
    lines = [f"wrote {target}/{name}" for name in made.written]
    lines += [f"left {target}/{name}: it is there already" for name in made.left]
    return "".join(f"{line}\n" for line in lines)


class Mocked(Value):
    """A mock that is ready: what to tell of it, and what serves it until it is interrupted."""

    told: str
    run: Callable[[], None]


@contextmanager
def mocked(run: Run, *, host: str, port: int, token: str, seed: int) -> Iterator[Mocked]:
    """The generated server with answers of the documents. Raises :class:`UsageError`, and `Stop`."""
    from specloom import mock

    mock.check_installed()
    (package,) = _only(run)
    made = pipeline.generate(package, run)
    run.step("making answers")
    with mock.MemoryPackage(made.files, package.package) as loaded:
        app = mock.application(made.api, loaded, seed=seed, token=token, diagnostics=run.diagnostics)
        with mock.listen(host, port) as listener:
            url = mock.url(listener)
            served = " and ".join(f"{url}{base}" for base in mock.bases(loaded))
            told = (
                f"{package.title} is mocked at {served}, documented at {url}/docs; the token is {token!r}\n"
            )
            yield Mocked(told, partial(mock.serve, app, listener))


def _only(run: Run) -> tuple[Package]:
    """The one package of the project. Raises :class:`UsageError` where there are several."""
    if len(run.project.packages) > 1:
        raise UsageError("the project has several packages: choose one with --package")
    return (run.project.packages[0],)


def validate(run: Run) -> None:
    """Report what is wrong in every document, by our own pass and by a second opinion."""
    from specloom.document.second_opinion import second_opinion  # It loads what takes longest to import.

    for package in run.project.packages:
        found = Diagnostics()
        for source in package.sources:
            run.step(f"checking {source.path}")
            with suppress(Stop):
                pipeline.open_source(source, package, replace(run, diagnostics=found), second_opinion)
        if package.strict:
            found.raise_warnings()
        found.raise_faults()
        run.diagnostics.extend(found)


def merge(run: Run, *, output: str | None) -> None:
    """Write the merged document of the one package, as JSON, and the report to standard error."""
    (package,) = _only(run)
    sources = pipeline.documents(package, run)
    if output is not None:
        _keep_inputs(output, pipeline.inputs(package, sources, run.project), run)
    merged, report = pipeline.combine(package, sources, run)
    text = json.dumps(merged.document.content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    if output is None:
        sys.stdout.write(text)
    else:
        _write(output, text, run)
    sys.stderr.write(report.text())


def diff(old: Run, new: Run, *, as_json: bool) -> str:
    """The changes between two documents, as text or JSON."""
    from specloom import compat

    changes = compat.diff(_api(old), _api(new))
    return compat.as_json(changes) if as_json else compat.as_text(changes)


def _api(run: Run) -> ir.Api:
    (package,) = run.project.packages
    return pipeline.interpret(package, run)


def _keep_inputs(output: str, inputs: frozenset[str], run: Run) -> None:
    """Report an output that is one of the files that are read, by whatever name."""
    target = os.path.realpath(output)
    if any(os.path.realpath(path) == target for path in inputs):
        run.diagnostics.error(
            "output-is-input", f"{output} is one of the documents that are merged", Location(output)
        )
        raise Stop


def _write(path: str, text: str, run: Run) -> None:
    """Wholly or not at all: written beside the file, then moved there."""
    target = Path(os.path.realpath(path))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8", newline="\n")  # A pipe or a device is written to.
            return
        beside = target.with_name(f".{target.name}.{os.getpid()}")
        try:
            beside.write_text(text, encoding="utf-8", newline="\n")
            beside.replace(target)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        run.diagnostics.error("target-unwritable", f"cannot write here: {error.strerror}", Location(path))
        raise Stop from None

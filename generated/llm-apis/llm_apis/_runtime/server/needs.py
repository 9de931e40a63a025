"""Says what is missing where the package was installed without its extra `server`."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("fastapi") is None:
    _package = __name__.partition("._runtime")[0]
    raise ImportError(
        f"{_package}.server needs FastAPI, which is not installed: "
        f"install the distribution of {_package} with its extra `server` (pip install 'NAME[server]')",
        name="fastapi",
    )

"""Serving the mock over HTTP until somebody interrupts it."""

from __future__ import annotations

import gc
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from specloom.faults import UsageError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

_NEEDS: Final = {"fastapi": "FastAPI", "uvicorn": "uvicorn"}
_GRACE: Final = 2
"""Seconds that open requests have left when the server is interrupted."""


def check_installed() -> None:
    """Raises :class:`UsageError` where what serves is not installed."""
    missing = [name for module, name in _NEEDS.items() if find_spec(module) is None]
    if missing:
        raise UsageError(
            f"mock needs {' and '.join(missing)}, which came without: pip install 'specloom[mock]'"
        )


def listen(host: str, port: int) -> socket.socket:
    """A socket of the host; with port 0 the system chooses a free one. Raises :class:`UsageError`."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UsageError(f"cannot listen on {host} port {port}: {error.strerror or error}") from None


def url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(app: ASGIApp, listener: socket.socket) -> None:
    """Answer requests until SIGINT, which is how it is meant to end."""
    import uvicorn

    gc.freeze()  # What has been made stays. What requests leave is looked for, though no command does so.
    gc.enable()
    config: Any = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=_GRACE, lifespan="off")
    try:
        uvicorn.Server(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass  # uvicorn has ended all requests, and passes the signal on.
    finally:
        listener.close()

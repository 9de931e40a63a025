"""Which class an answer that is no success is raised as: the operation's own, if the package has one.

The modules of those classes are imported when the first error of one of their operations is raised.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Final

from ..operation import Operation, Response
from .errors import StatusError
from .statuses import error_class

_MADE: Final = dict[tuple[type[StatusError], type[StatusError]], type[StatusError]]()


def raised_class(
    operation: Operation, status: int, response: Response | None, module: str
) -> type[StatusError]:
    """The class for a status of an operation whose classes are in `module` ("" for none).

    `response` is the documented one that the answer is in full, its body included; without it the class
    is the operation's general one, which promises nothing about the body. Either way it is a subclass of
    the status's class.
    """
    general = error_class(status)
    if not module:
        return general
    own = _classes(module)[operation.name]
    key = "" if response is None else response.status
    return _both(own.get(key, own[""]), general)


def _classes(module: str) -> Mapping[str, Mapping[str, type[StatusError]]]:
    loaded = importlib.import_module(f"...client.errors.{module}", __package__)
    found: Mapping[str, Mapping[str, type[StatusError]]] = loaded.ERRORS
    return found


def _both(own: type[StatusError], general: type[StatusError]) -> type[StatusError]:
    """A class for a range or for `default` is that of the very status, too."""
    if issubclass(own, general):
        return own
    if (own, general) in _MADE:
        return _MADE[own, general]
    members = {
        "__module__": own.__module__,
        "__doc__": own.__doc__,
        "made_of": (own, general),
    }
    _MADE[own, general] = made = type(own.__name__, (own, general), members)
    return made


def raised_again(
    made_of: tuple[type[StatusError], type[StatusError]],
) -> type[StatusError]:
    """The class of an error that was pickled."""
    return _both(*made_of)

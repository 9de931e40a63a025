"""The value of an argument that is not given."""

from __future__ import annotations

from typing import Final, Literal, final


@final
class Omit:
    """The class of :data:`OMIT`, for annotations. It has one instance, which is false."""

    __slots__ = ()
    _instance: Omit | None = None

    def __new__(cls) -> Omit:
        if cls._instance is None:
            cls._instance = super().__new__(cls)
        return cls._instance

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "OMIT"

    def __reduce__(self) -> str:
        return "OMIT"  # pickled and copied as the module's constant: there is only one


OMIT: Final = Omit()
"""Not given, and so not sent. `None` is different: it is sent as null, where the document allows null."""

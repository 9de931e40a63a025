"""The one way for a document's text into generated files.

Every function here makes text that is safe in one kind of place and returns it as :class:`Code`.
Templates can print nothing else.
"""

from __future__ import annotations


class Code(str):
    """Text that may be printed as it is. Made by this module and by *plan*, never straight from a document."""

    __slots__ = ()

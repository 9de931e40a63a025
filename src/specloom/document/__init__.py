"""Stage *load*: from paths to documents in one dialect, every node of which can be placed."""

from specloom.document.load import load
from specloom.document.model import Document, LoadedSource
from specloom.document.options import Limits, References
from specloom.document.second_opinion import second_opinion
from specloom.document.skipping import kept
from specloom.document.validate import validate

__all__ = ["Document", "Limits", "LoadedSource", "References", "kept", "load", "second_opinion", "validate"]

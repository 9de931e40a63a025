"""Stage *load*: from paths to documents in one dialect, every node of which can be placed."""

from specloom.document.load import load
from specloom.document.model import Document, LoadedSource
from specloom.document.options import Limits, References

__all__ = ["Document", "Limits", "LoadedSource", "References", "load"]

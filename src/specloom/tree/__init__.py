"""A generated tree on disk: what is in it, replacing it whole, and telling whether it is stale."""

from specloom.tree.compare import check
from specloom.tree.manifest import MANIFEST, Manifest, read
from specloom.tree.replace import write

__all__ = ["MANIFEST", "Manifest", "check", "read", "write"]

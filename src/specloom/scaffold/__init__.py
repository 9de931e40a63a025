"""Files that users go on with: written once, and never touched again."""

from specloom.scaffold.write import Scaffolded, write

__all__ = ["Scaffolded", "write"]

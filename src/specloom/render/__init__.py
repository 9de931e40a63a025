"""*render*: views and templates in, formatted text out."""

from specloom.render.formatting import RenderError, format_tree
from specloom.render.render import print_files, render
from specloom.render.templates import strangers

__all__ = ["RenderError", "format_tree", "print_files", "render", "strangers"]

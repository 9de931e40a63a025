"""*render*: views and templates in, formatted text out."""

from specloom.render.formatting import RenderError
from specloom.render.render import finished, print_files, render
from specloom.render.templates import strangers

__all__ = ["RenderError", "finished", "print_files", "render", "strangers"]

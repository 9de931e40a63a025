"""*render*: views and templates in, formatted text out."""

from specloom.render.formatting import RenderError
from specloom.render.render import finishing, print_files, render, runtime_of
from specloom.render.templates import strangers

__all__ = ["RenderError", "finishing", "print_files", "render", "runtime_of", "strangers"]

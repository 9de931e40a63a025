"""*render*: views and templates in, formatted text out."""

from specloom.render.formatting import Files, RenderError, Scratch, scratch
from specloom.render.render import finishing, print_files, render, runtime_of
from specloom.render.templates import strangers

__all__ = [
    "Files",
    "RenderError",
    "Scratch",
    "finishing",
    "print_files",
    "render",
    "runtime_of",
    "scratch",
    "strangers",
]

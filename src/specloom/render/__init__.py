"""*render*: views and templates in, formatted text out."""

from specloom.render.formatting import RenderError
from specloom.render.render import render, rendered
from specloom.render.templates import strangers

__all__ = ["RenderError", "render", "rendered", "strangers"]

"""*render*: views and templates in, formatted text out."""

from specloom.render.formatting import RenderError
from specloom.render.render import render

__all__ = ["RenderError", "render"]

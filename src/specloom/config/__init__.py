"""The project file: which packages to generate, from which documents, and how."""

from specloom.config.model import Package, Project, Source

__all__ = ["Package", "Project", "Source"]

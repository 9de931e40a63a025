"""The project file: which packages to generate, from which documents, and how."""

from specloom.config.load import find_config, load_config
from specloom.config.model import Package, Project, Source
from specloom.config.owntypes import own_types
from specloom.config.pins import pins

__all__ = ["Package", "Project", "Source", "find_config", "load_config", "own_types", "pins"]

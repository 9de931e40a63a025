"""*plan*: from the intermediate model to views of Python modules, in which everything is decided."""

from specloom.python.plan import plan
from specloom.python.settings import PackageSettings
from specloom.python.views import Package

__all__ = ["Package", "PackageSettings", "plan"]

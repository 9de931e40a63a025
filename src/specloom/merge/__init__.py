"""Many documents to one."""

from specloom.merge.merge import merge
from specloom.merge.model import MergeOptions, MergeSource
from specloom.merge.report import MergeReport

__all__ = ["MergeOptions", "MergeReport", "MergeSource", "merge"]

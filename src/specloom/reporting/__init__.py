"""Findings for people and machines: as text, as JSON, as annotations of a GitHub workflow."""

from specloom.reporting.findings import Finding, arrange, summary
from specloom.reporting.github import github
from specloom.reporting.json_report import json_report
from specloom.reporting.text import read_line, text

__all__ = ["Finding", "arrange", "github", "json_report", "read_line", "summary", "text"]

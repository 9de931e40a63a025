"""From a document's words to the intermediate model: the one place that knows JSON Schema and OpenAPI."""

from specloom.normalise.api import normalise

__all__ = ["normalise"]

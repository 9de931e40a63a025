"""specloom: OpenAPI documents in, Python packages out."""

__version__ = "0.1.0"

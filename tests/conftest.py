"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# The same examples on every machine and in every run: a test that fails, fails for everybody.
settings.register_profile("specloom", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("specloom")

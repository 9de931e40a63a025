"""`python -m specloom`."""

from specloom.cli import main

main()

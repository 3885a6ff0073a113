"""Name and size of the shipped encoder, known without loading it."""

from __future__ import annotations

from typing import Final

IDENTITY: Final = "codegraph-static-1/256/ac79865468c143a6"
"""Name, dimension, and the first digits of the table's SHA-256, which a test compares with the file."""

DIMENSION: Final = 256

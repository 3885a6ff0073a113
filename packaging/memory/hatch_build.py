"""Build hooks of `codegraph-memory`: its metadata.

A source distribution has it in PKG-INFO.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
TOP = HERE.parent.parent
IS_UNPACKED = (HERE / "PKG-INFO").is_file()


class MemoryMetadata(MetadataHookInterface):
    """Fields that the project at the top decides."""

    def update(self, metadata: dict[str, Any]) -> None:
        if not IS_UNPACKED:
            sys.path.insert(0, str(TOP / "scripts"))
            import distributions

            metadata.update(distributions.build_memory_metadata(TOP))


class LicenseHook(BuildHookInterface[Any]):
    """The licence for a source distribution, which lies at the top."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "sdist" and not IS_UNPACKED:
            build_data["force_include"][str(TOP / "LICENSE")] = "LICENSE"

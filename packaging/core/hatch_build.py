"""Build hooks of `codegraph-core`: its metadata, and the code from the top of the tree.

A source distribution has the code beside this file, and its metadata in PKG-INFO.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

HERE = Path(__file__).resolve().parent
IS_UNPACKED = (HERE / "codegraph").is_dir()
SOURCES = HERE if IS_UNPACKED else HERE.parent.parent

sys.path.insert(0, str(SOURCES / "scripts"))
import compile_hook  # noqa: E402

PACKED = ("codegraph", "parsers/codegraph_parsers", "scripts/compile_hook.py", "README.md", "LICENSE")


class CoreMetadata(MetadataHookInterface):
    """Fields that the project at the top decides."""

    def update(self, metadata: dict[str, Any]) -> None:
        if not IS_UNPACKED:
            import distributions

            metadata.update(distributions.build_core_metadata(SOURCES))


class CoreHook(compile_hook.CompileHook):
    """Code for a wheel or a source distribution, compiled where that is asked for."""

    sources = SOURCES

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise RuntimeError("an editable install is that of the project at the top: pip install -e .")
        if self.target_name == "wheel":
            for name in PACKED[:2]:
                build_data["force_include"][str(SOURCES / name)] = Path(name).name
        elif not IS_UNPACKED:
            build_data["force_include"].update({str(SOURCES / name): name for name in PACKED})
        super().initialize(version, build_data)

"""Build hook: the resolver compiled with mypyc into the wheel.

    CODEGRAPH_COMPILE=1 pip wheel --no-deps .

Without that variable a build is plain Python, and an install needs no C compiler. The compiled modules are the same
code and give the same graph in about 0.65 of the time; `scripts/check_compiled.py` holds them to that. An editable
install is never compiled, since a compiled module would hide the source that is being edited.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface  # pyright: ignore[reportMissingImports]

COMPILED = "codegraph/resolve"
"""Most of an index's time in Python is spent there. The parsers gain a fifth only: much of theirs is tree-sitter's."""

PLAIN = frozenset({"lazy_facts.py", "spread_value.py", "summaries.py"})
"""Modules with classes that mypyc does not compile: their bases are builtin sequences or facts."""

LIMIT_S = 900

BUILD = """
import sys
from mypyc.build import mypycify
from setuptools import setup
options = ["--ignore-missing-imports", "--no-site-packages"]
modules = mypycify([*options, *sys.argv.pop().split("|")], opt_level="2", multi_file=True)
setup(name="compiled", packages=[], ext_modules=modules)
"""


class CompileHook(BuildHookInterface[Any]):
    """Hook of hatchling that adds the compiled modules to a wheel."""

    PLUGIN_NAME = "custom"
    folder: Path | None = None
    sources: Path | None = None  # where the code is, if not in the folder of the project

    def dependencies(self) -> list[str]:
        """Return what a build needs besides hatchling."""
        return ["mypy==2.4.1", "setuptools>=80,<90"] if is_wanted() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or self.target_name != "wheel" or not is_wanted():
            return
        self.folder = Path(tempfile.mkdtemp(prefix="codegraph-compile-"))
        for built in sorted(compile_modules(self.sources or Path(self.root), self.folder)):
            build_data["force_include"][str(built)] = built.relative_to(self.folder).as_posix()
        build_data["infer_tag"] = True
        build_data["pure_python"] = False

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)


def is_wanted() -> bool:
    """Tell whether the environment asks for compiled modules."""
    return os.environ.get("CODEGRAPH_COMPILE", "") not in ("", "0")


def compile_modules(root: Path, target: Path) -> list[Path]:
    """Build the extension modules of the resolver below `target`, and return them.

    The Python interface is left out, because the package names it: the compiler would follow it into everything.
    Raises RuntimeError with what the compiler said."""
    with tempfile.TemporaryDirectory() as scratch:
        for folder in ("codegraph", "parsers/codegraph_parsers"):
            shutil.copytree(root / folder, Path(scratch, Path(folder).name), ignore=shutil.ignore_patterns("api"))
        names = sorted(p.relative_to(root).as_posix() for p in (root / COMPILED).rglob("*.py"))
        names = [name for name in names if Path(name).name not in PLAIN and not name.endswith("__init__.py")]
        build = ["build_ext", "--build-lib", str(target), "-j", str(os.cpu_count() or 1)]
        done = subprocess.run(
            [sys.executable, "-c", BUILD, *build, "|".join(names)],
            cwd=scratch, capture_output=True, text=True, check=False, timeout=LIMIT_S,
        )  # fmt: skip
        if done.returncode:
            said = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if "error" in line.lower()]
            raise RuntimeError("\n".join(["the resolver could not be compiled", *said[-40:]]))
    return [*target.rglob("*.so"), *target.rglob("*.pyd")]

"""Virtual environment in `.venv` with the project and its locked dependencies.

It uses nothing but the standard library and pip, so that a machine with Python and git is enough. pip's own settings
(mirrors, certificates) apply; the versions come from `uv.lock`.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
OLDEST = (3, 11)


def require_python() -> None:
    """Exit with advice when this interpreter is too old for the project."""
    if sys.version_info < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        sys.exit(f"error: Python {wanted} or newer is needed, this is {sys.version.split()[0]}")


def get_executable(name: str) -> Path:
    """Return the path of a program in the environment."""
    return VENV / ("Scripts" if os.name == "nt" else "bin") / (name + (".exe" if os.name == "nt" else ""))


def prepare(*, development: bool) -> Path:
    """Make or refresh the environment and return the path of its Python.

    It has the development tools if requested.
    """
    require_python()
    python = get_executable("python")
    stamp = VENV / ("development.stamp" if development else "runtime.stamp")
    if python.exists() and stamp.exists() and stamp.read_text() == _compute_fingerprint():
        return python
    say(f"setting up {VENV.relative_to(ROOT)} (once)")
    if not python.exists():
        _create()
    _install(python, development)
    for name in ("runtime.stamp", "development.stamp") if development else ("runtime.stamp",):
        (VENV / name).write_text(_compute_fingerprint())
    return python


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _compute_fingerprint() -> str:
    digest = hashlib.sha256(sys.version.encode())
    for name in ("pyproject.toml", "uv.lock"):
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def _create() -> None:
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
    if made.returncode:
        sys.exit("error: could not make a virtual environment\nhint: on Debian and Ubuntu, install python3-venv")


def _install(python: Path, development: bool) -> None:
    import tomllib

    constraints = VENV / "locked.txt"
    constraints.write_text("\n".join(_list_constraints()) + "\n")
    wanted = ["--editable", str(ROOT)]
    if development:
        wanted += tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["dev"]
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--use-pep517"]
    if subprocess.run([*pip, "--constraint", str(constraints), *wanted], check=False).returncode == 0:
        return
    say("warning: not every locked version can be had here; taking the newest that pyproject.toml allows")
    if subprocess.run([*pip, *wanted], check=False).returncode:
        sys.exit("error: pip could not install the project, see above")


def _list_constraints() -> list[str]:
    """Return `uv.lock` as pip constraints.

    A package that is locked twice keeps the marker of each version.
    """
    import tomllib

    lines: list[str] = []
    for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]:
        if "registry" in package["source"]:
            markers = package.get("resolution-markers", [])
            condition = " or ".join(f"({m})" for m in markers)
            lines.append(f"{package['name']}=={package['version']}" + (f" ; {condition}" if condition else ""))
    return lines

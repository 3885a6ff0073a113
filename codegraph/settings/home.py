"""Home folder, which contains everything.

It is a module of its own because hooks need it, and none of the settings.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

_NAME: Final = "codegraph"
_XDG: Final = {"data": ("XDG_DATA_HOME", "~/.local/share"), "config": ("XDG_CONFIG_HOME", "~/.config")}
"""Variable and default of the XDG Base Directory Specification, which counts only absolute paths."""


def get_home_folder(env: Mapping[str, str]) -> Path:
    """Return CODEGRAPH_HOME, else the user data folder of the platform.

    It is not created here.
    """
    if env.get("CODEGRAPH_HOME"):
        return Path(env["CODEGRAPH_HOME"]).expanduser().absolute()
    return get_user_folder(env, "data")


def get_user_folder(env: Mapping[str, str], what: Literal["data", "config"]) -> Path:
    """Return the user's folder for data or settings of this program.

    It is where the platform keeps such files.
    """
    if sys.platform == "win32":
        kept = env.get("LOCALAPPDATA", "")
        return (Path(kept) if kept else _expand_user("~/AppData/Local")) / _NAME
    variable, usual = _XDG[what]
    chosen = env.get(variable, "")
    if sys.platform == "darwin":
        usual = "~/Library/Application Support"
    return (Path(chosen) if chosen.startswith("/") else _expand_user(usual)) / _NAME


def _expand_user(place: str) -> Path:
    try:
        return Path(place).expanduser()
    except RuntimeError:
        from codegraph.errors import ConfigError

        raise ConfigError(
            "this user has no home folder", hint="set CODEGRAPH_HOME to a folder to keep indexes in"
        ) from None

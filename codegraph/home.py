"""Where everything is kept. A module of its own: hooks need it, and nothing of the settings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def home_folder(env: Mapping[str, str]) -> Path:
    """CODEGRAPH_HOME, else the user data folder of the platform. Not created here."""
    if env.get("CODEGRAPH_HOME"):
        return Path(env["CODEGRAPH_HOME"]).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_data_dir("codegraph", appauthor=False))

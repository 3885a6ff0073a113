"""The folders of this program, where each platform keeps such things."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from codegraph.settings.home import get_home_folder, get_user_folder

HOME = Path("~").expanduser()


@pytest.mark.parametrize(
    ("platform", "what", "env", "place"),
    [
        ("linux", "data", {}, HOME / ".local/share/codegraph"),
        ("linux", "config", {}, HOME / ".config/codegraph"),
        ("linux", "data", {"XDG_DATA_HOME": "/kept"}, Path("/kept/codegraph")),
        ("linux", "data", {"XDG_DATA_HOME": "not/absolute"}, HOME / ".local/share/codegraph"),
        ("freebsd14", "config", {}, HOME / ".config/codegraph"),
        ("darwin", "data", {}, HOME / "Library/Application Support/codegraph"),
        ("darwin", "config", {}, HOME / "Library/Application Support/codegraph"),
        ("darwin", "config", {"XDG_CONFIG_HOME": "/kept"}, Path("/kept/codegraph")),
        ("win32", "data", {"LOCALAPPDATA": "/local"}, Path("/local/codegraph")),
        ("win32", "config", {}, HOME / "AppData/Local/codegraph"),
    ],
)
def test_each_platform_has_a_place(
    platform: str, what: str, env: dict[str, str], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert get_user_folder(env, what) == place  # type: ignore[arg-type]


def test_a_variable_names_another_home() -> None:
    assert get_home_folder({"CODEGRAPH_HOME": "/elsewhere", "XDG_DATA_HOME": "/kept"}) == Path("/elsewhere")

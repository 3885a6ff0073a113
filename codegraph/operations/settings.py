"""The settings in force, and changing one."""

from __future__ import annotations

import json

from codegraph.config import SETTINGS, Value, parse_text, write_setting
from codegraph.operations.answers import Answer, ConfigSetAnswer, ConfigShowAnswer, SettingRow
from codegraph.operations.context import Context
from codegraph.operations.requests import ConfigSetRequest, ConfigShowRequest
from codegraph.operations.worktree import work_tree


def show(context: Context, request: ConfigShowRequest) -> Answer[ConfigShowAnswer]:
    config = context.config
    rows = [
        SettingRow(s.name, toml_value(getattr(config, s.name)), config.origin(s.name), s.doc) for s in SETTINGS.values()
    ]
    return Answer(ConfigShowAnswer(str(config.home), tuple(rows), request.origin))


def set_value(context: Context, request: ConfigSetRequest) -> Answer[ConfigSetAnswer]:
    folder = work_tree(context.repo)
    path = write_setting(folder, request.key, request.value)
    return Answer(ConfigSetAnswer(str(path), request.key, toml_value(parse_text(request.key, request.value))))


def toml_value(value: Value) -> str:
    """A value in TOML notation. JSON's strings, numbers and booleans are TOML's too."""
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)

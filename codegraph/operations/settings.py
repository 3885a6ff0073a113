"""The settings in force, and changing one."""

from __future__ import annotations

import json

from codegraph.operations.answers import Answer, ConfigSetAnswer, ConfigShowAnswer, SettingRow
from codegraph.operations.context import Context
from codegraph.operations.request_folder import find_work_tree
from codegraph.operations.requests import ConfigSetRequest, ConfigShowRequest
from codegraph.settings.config import SETTINGS, Value, parse_text, write_setting


def show(context: Context, request: ConfigShowRequest) -> Answer[ConfigShowAnswer]:
    config = context.config
    rows = [
        SettingRow(s.name, to_toml(_hide_password(getattr(config, s.name))), config.get_origin(s.name), s.doc)
        for s in SETTINGS.values()
    ]
    return Answer(ConfigShowAnswer(str(config.home), tuple(rows), request.origin))


def _hide_password(value: Value) -> Value:
    """Return a setting as it may be shown.

    The address of a database may hold a password.
    """
    if not isinstance(value, str) or "@" not in value:
        return value
    from codegraph.store.memory.postgres import hide_password

    return hide_password(value)


def set_value(context: Context, request: ConfigSetRequest) -> Answer[ConfigSetAnswer]:
    folder = find_work_tree(context.repo)
    path = write_setting(folder, request.key, request.value)
    return Answer(ConfigSetAnswer(str(path), request.key, to_toml(parse_text(request.key, request.value))))


def to_toml(value: Value) -> str:
    """Return a value in TOML notation.

    JSON's strings, numbers and booleans are TOML's, too.
    """
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)

"""A client's configuration file as text: read, set one entry, remove one entry.

In every format, a change is returned only after the new text was parsed again and contains exactly what it should: the
same data, with this one entry set or removed.
"""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Sequence

from codegraph.setup import jsonc
from codegraph.setup.clients import Format
from codegraph.setup.jsonc import Json, JsoncError


class MalformedError(ValueError):
    """A file that cannot be read, or cannot be changed without other changes.

    The message gives the reason.
    """


def load(text: str, format: Format) -> dict[str, Json]:
    """Parse a file; an empty file has no data.

    Raises MalformedError.
    """
    if not text.strip("\ufeff \t\r\n"):
        return {}
    try:
        if format is Format.TOML:
            return tomllib.loads(text)
        data = jsonc.read(text, comments=format is Format.JSONC).data
    except (JsoncError, tomllib.TOMLDecodeError) as error:
        raise MalformedError(str(error)) from error
    assert isinstance(data, dict)
    return data


def get_entry(data: dict[str, Json], keys: Sequence[str]) -> Json:
    """Return the value at `keys`, None when there is none."""
    here: Json = data
    for key in keys:
        if not isinstance(here, dict) or key not in here:
            return None
        here = here[key]
    return here


def put(text: str, format: Format, keys: Sequence[str], value: dict[str, Json] | list[Json]) -> str:
    """Return `text` with the entry at `keys` set.

    Raises MalformedError.
    """
    wanted = copy.deepcopy(load(text, format))
    here = wanted
    for key in keys[:-1]:
        inner = here.setdefault(key, {})
        if not isinstance(inner, dict):
            raise MalformedError(f"`{key}` should be a table")
        here = inner
    if here.get(keys[-1]) == value:
        return text
    here[keys[-1]] = value
    if not text.strip("\ufeff \t\r\n"):
        return render(wanted, format)
    try:
        if format is Format.TOML:
            assert isinstance(value, dict), "a list is set in JSON files only"
            made = _put_toml(text, keys, value)
        else:
            made = _put_json(text, format, keys, value)
    except JsoncError as error:
        raise MalformedError(str(error)) from error
    return _check_result(made, format, wanted)


def drop(text: str, format: Format, keys: Sequence[str]) -> str:
    """Return `text` without the entry at `keys`.

    Tables around it that hold nothing else are removed, too. Raises MalformedError.
    """
    data = load(text, format)
    if get_entry(data, keys) is None:
        return text
    try:
        if format is Format.TOML:
            made = _drop_toml(text, keys)
        else:
            made = jsonc.drop(text, keys, comments=format is Format.JSONC)
    except JsoncError as error:
        raise MalformedError(str(error)) from error
    return _check_result(made, format, _remove(data, keys), empty_tables=True)


def render(data: dict[str, Json], format: Format) -> str:
    """Return a file, or a part of one to paste, that contains `data`."""
    if format is not Format.TOML:
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"
    import tomlkit

    return tomlkit.dumps(data)


def _put_json(text: str, format: Format, keys: Sequence[str], value: Json) -> str:
    return jsonc.put(text, keys, value, comments=format is Format.JSONC)


def _put_toml(text: str, keys: Sequence[str], value: dict[str, Json]) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    if get_entry(tomllib.loads(text), keys) is None:
        # A table with its own header may stand anywhere, so it is added at the end and moves nothing.
        nested: dict[str, Json] = value
        for key in reversed(keys):
            nested = {key: nested}
        gap = "" if text.endswith("\n\n") else "\n" if text.endswith("\n") else "\n\n"
        return text + (gap + tomlkit.dumps(nested)).replace("\n", "\r\n" if "\r\n" in text else "\n")
    try:
        document = tomlkit.parse(text)
        here = document
        for key in keys:
            here = here[key]  # type: ignore[assignment]
        for key, item in value.items():
            here[key] = item
        return tomlkit.dumps(document)
    except TOMLKitError as error:
        raise MalformedError(str(error)) from error


def _drop_toml(text: str, keys: Sequence[str]) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
        here = document
        for key in keys[:-1]:
            here = here[key]  # type: ignore[assignment]
        del here[keys[-1]]
        made = tomlkit.dumps(document)
    except TOMLKitError as error:
        raise MalformedError(str(error)) from error
    kept = text[: len(text) - len(text.lstrip())] + made.lstrip()
    return kept.rstrip("\r\n") + text[len(text.rstrip("\r\n")) :] if kept.strip() else ""


def _remove(data: dict[str, Json], keys: Sequence[str]) -> dict[str, Json]:
    wanted = copy.deepcopy(data)
    parents = [wanted]
    for key in keys[:-1]:
        inner = parents[-1][key]
        assert isinstance(inner, dict)
        parents.append(inner)
    del parents[-1][keys[-1]]
    return wanted


def _check_result(text: str, format: Format, wanted: dict[str, Json], *, empty_tables: bool = False) -> str:
    found = load(text, format)
    if empty_tables:
        found, wanted = _prune_empty(found), _prune_empty(wanted)
    if found != wanted:
        raise MalformedError("it cannot be changed without touching something else")
    return text


def _prune_empty(data: dict[str, Json]) -> dict[str, Json]:
    """Return tables without empty ones.

    Removing those around a removed entry is allowed.
    """
    inner = {key: _prune_empty(value) if isinstance(value, dict) else value for key, value in data.items()}
    return {key: value for key, value in inner.items() if value != {}}

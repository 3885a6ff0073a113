"""Models of frameworks that a repository adds, in `.codegraph/frameworks`.

Such a model is parsed and never run. It names nothing but calls and files, and may not speak of what another model
speaks of. Its size and the number of its names are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from codegraph_parsers.frameworks import load_models
from codegraph_parsers.frameworks.framework_model import FrameworkModel, ModelError
from codegraph_parsers.frameworks.parsing import parse_model

FOLDER: Final = ".codegraph/frameworks"
FILE: Final = "model.toml"
MAX_BYTES: Final = 64 * 1024
MAX_MODELS: Final = 16
MAX_NAMES: Final = 2000
"""Names of calls, classes and files that one model may speak of."""

MAX_NAME_CHARS: Final = 200
KEY: Final = re.compile(r"[a-z][a-z0-9_-]{0,31}")
_NAME: Final = re.compile(r"[\w$@.:/()\[\]{}<>*-]+")


def make_path(key: str) -> str:
    """Return the path of a repository's model."""
    return f"{FOLDER}/{key}/{FILE}"


def parse_repository_model(key: str, text: str, others: Iterable[FrameworkModel]) -> FrameworkModel:
    """Return the model that a repository's table describes.

    Raises ModelError, also where one of the others speaks of the same."""
    if not KEY.fullmatch(key):
        raise ModelError(f"`{key[:40]!a}` is no name of a model: lower-case letters, digits, `_` and `-`, at most 32")
    if len(text.encode("utf-8", "replace")) > MAX_BYTES:
        raise ModelError(f"{key}: larger than {MAX_BYTES // 1024} KiB")
    try:
        model = parse_model(key, text, MAX_NAMES)
    except RecursionError:
        raise ModelError(f"{key}: nested too deeply") from None
    _check_names(model)
    _check_cycles(model)
    for other in others:
        _check_difference(model, other)
    return model


def list_repository_models(manifests: Mapping[str, str]) -> tuple[FrameworkModel, ...]:
    """Return the models among manifests that can be used, by their keys."""
    found: list[FrameworkModel] = []
    for path in sorted(manifests):
        if path.startswith(f"{FOLDER}/") and path.endswith(f"/{FILE}"):
            try:
                key = path[len(FOLDER) + 1 : -len(FILE) - 1]
                found.append(parse_repository_model(key, manifests[path], (*load_models(), *found)))
            except ModelError:
                continue  # reported by whoever read it
    return tuple(found[:MAX_MODELS])


def _list_calls(model: FrameworkModel) -> set[str]:
    return {
        *model.routers, *model.routes, *model.mounts, *model.clients, *model.requests, *model.reverses, *model.names,
        *model.channels.consumers, *model.channels.publishers,
    }  # fmt: skip


def _check_names(model: FrameworkModel) -> None:
    """Raise ModelError for too many names, and for one that no code can have."""
    files = (text for rule in model.file_routes for text in (*rule.folders, rule.file, *rule.handlers) if text)
    names = [*_list_calls(model), *model.names.values(), *model.modules, *model.verbs, *model.file_configs, *files]
    if len(names) > MAX_NAMES:
        raise ModelError(f"{model.key}: speaks of {len(names):,} names, and may of {MAX_NAMES:,}")
    for name in names:
        if len(name) > MAX_NAME_CHARS or not _NAME.fullmatch(name):
            raise ModelError(f"{model.key}: {name[:40]!a} is no name of code of at most {MAX_NAME_CHARS} characters")


def _check_cycles(model: FrameworkModel) -> None:
    """Raise ModelError for names that lead back to themselves."""
    for first in model.names:
        seen, name = {first}, first
        while (name := model.names.get(name, "")) and name not in seen:
            seen.add(name)
        if name == first:
            raise ModelError(f"{model.key}: `names`: {first} leads back to itself")


def _check_difference(model: FrameworkModel, other: FrameworkModel) -> None:
    """Raise ModelError where two models speak of one call."""
    if model.key == other.key:
        raise ModelError(f"{model.key}: another model has that name")
    if not set(model.languages) & set(other.languages):
        return
    if model.package and model.package == other.package:
        raise ModelError(f"{model.key}: `package`: {model.package} is what the model {other.key} speaks of")
    same = sorted(_list_calls(model) & _list_calls(other))
    if same:
        raise ModelError(f"{model.key}: {same[0]} is what the model {other.key} speaks of")

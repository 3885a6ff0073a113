"""Steps of `codegraph setup`: plan changes of files, show and make them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from codegraph.errors import NotFoundError, StorageError, WiringError
from codegraph.foreign_files import atomic_change
from codegraph.foreign_files.atomic_change import FileChange
from codegraph.operations.tools.tool_table import choose
from codegraph.setup import documents, hooks, instructions
from codegraph.setup.clients import BY_NAME, CLIENTS, Client, Format, Places, Scope
from codegraph.setup.documents import MalformedError
from codegraph.setup.plugin import MARKETPLACE, build_marketplace, build_plugin_files, list_foreign_files
from codegraph.setup.server_entry import SERVER, build_command, build_serve_command, is_ours, make_entry


class FileReport(NamedTuple):
    path: str
    action: str  # created, changed, deleted, unchanged
    diff: str
    backup: str  # the file as it was, "" when there was nothing to keep


class SetupReport(NamedTuple):
    """Changes that were made, or on a dry run would be."""

    client: str
    scope: str
    dry_run: bool
    files: tuple[FileReport, ...]
    next: str  # what the user does now, "" for nothing


class SetupFailure(NamedTuple):
    """A client whose files could not be changed; they are as they were."""

    client: str
    message: str
    hint: str


class SetupReports(NamedTuple):
    """Reports of setting up several clients at once."""

    reports: tuple[SetupReport, ...]
    failures: tuple[SetupFailure, ...]


class ClientState(NamedTuple):
    client: str
    title: str
    scope: str
    path: str
    state: str  # a value of `State`
    installed: bool  # the client was found on this machine
    command: str  # what wires it


class ClientList(NamedTuple):
    clients: tuple[ClientState, ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """Wish of a user: which client to wire, for whom, with which tools."""

    client: Client
    scope: Scope
    toolsets: tuple[str, ...] = ()
    instructions: bool = False
    hooks: bool = False


class State(StrEnum):
    """Wiring of codegraph in a client's file."""

    WIRED = "wired"
    UNWIRED = "not wired"
    FOREIGN = "another server of that name"
    MALFORMED = "malformed"


def find_client(name: str) -> Client:
    if name not in BY_NAME:
        raise NotFoundError(f"no coding agent `{name}`", hint=f"known: {', '.join(BY_NAME)}")
    return BY_NAME[name]


def build_snippet(wish: Wish, existing_keys: Sequence[str] = ()) -> str:
    """Return the part of the client's file that wires it, to add by hand."""
    words = build_serve_command(wish.scope, wish.toolsets)
    nested: dict[str, documents.Json] = make_entry(wish.client, words)
    for key in reversed((*(existing_keys or wish.client.keys), SERVER)):
        nested = {key: nested}
    return documents.render(nested, wish.client.format)


def plan_setup(wish: Wish, places: Places) -> list[FileChange]:
    """Plan the files to write.

    Raises WiringError, which says what to add by hand, and ConfigError for an unknown toolset.
    """
    if wish.toolsets:
        choose(wish.toolsets)  # a name that does not exist is told now, not by a server that does not start
    path = find_config_file(wish.client, wish.scope, places)
    before = atomic_change.read(path)
    try:
        data = documents.load(before or "", wish.client.format)
        keys = find_server_keys(wish.client, data)
        existing = documents.get_entry(data, (*keys, SERVER))
        if existing is not None and not is_ours(existing):
            raise WiringError(
                f"{path} has a server `{SERVER}` that is not this program",
                hint=f"rename or remove that entry, or add this under another name:\n{build_snippet(wish, keys)}",
            )
        made = make_entry(wish.client, build_serve_command(wish.scope, wish.toolsets), existing)
        after = documents.put(before or "", wish.client.format, (*keys, SERVER), made)
    except MalformedError as error:
        raise _build_manual_error(path, error, wish) from error
    changes = [FileChange(path, before, after)]
    if wish.instructions:
        changes.append(_plan_instructions(wish, places))
    if wish.hooks:
        changes.append(_plan_hooks(wish, places))
    return changes


def plan_removal(wish: Wish, places: Places) -> list[FileChange]:
    """Plan the files without the changes that codegraph made.

    These are the entry, the instructions block and the hooks.
    """
    path = find_config_file(wish.client, wish.scope, places)
    before = atomic_change.read(path)
    changes = []
    if before is not None:
        try:
            data = documents.load(before, wish.client.format)
            keys = (*find_server_keys(wish.client, data), SERVER)
            ours = is_ours(documents.get_entry(data, keys))
            after: str | None = documents.drop(before, wish.client.format, keys) if ours else before
            mine = wish.client.dedicated or wish.scope is Scope.PROJECT
            if ours and mine and (after or "").strip() in ("", "{}") and not path.is_symlink():
                after = None
        except MalformedError as error:
            raise WiringError(
                f"{path} cannot be changed: {error}", hint=f"remove the entry `{SERVER}` by hand; nothing was changed"
            ) from error
        changes.append(FileChange(path, before, after))
    told = places.get_instructions_file(wish.client, wish.scope)
    text = atomic_change.read(told) if told is not None else None
    if told is not None and text is not None:
        try:
            if instructions.has_block(text):
                left = instructions.drop_block(text)
                changes.append(FileChange(told, text, "" if left is None and told.is_symlink() else left))
        except MalformedError as error:
            raise WiringError(f"{told}: {error}", hint="remove the block by hand; nothing was changed") from error
    return [*changes, *_plan_hook_removal(wish, places)]


def _plan_hook_removal(wish: Wish, places: Places) -> list[FileChange]:
    path = places.get_hooks_file(wish.client, wish.scope)
    text = atomic_change.read(path) if path is not None else None
    if path is None or text is None:
        return []
    try:
        if not hooks.has_hooks(text):
            return []
        left = hooks.drop_hooks(text)
    except MalformedError as error:
        raise WiringError(
            f"{path} cannot be changed: {error}",
            hint="remove the `codegraph hook` commands by hand; nothing was changed",
        ) from error
    gone = left.strip() == "{}" and wish.scope is Scope.PROJECT and not path.is_symlink()
    return [FileChange(path, text, None if gone else left)]


def plan_plugin(folder: Path) -> list[FileChange]:
    """Return the Claude Code plugin as files below `folder`.

    The folder is a marketplace of this one plugin too."""
    foreign = list_foreign_files(folder)
    if foreign:
        raise WiringError(f"{folder} holds other files: {', '.join(foreign[:3])}", hint="name an empty folder")
    files = {**build_plugin_files(), MARKETPLACE: build_marketplace(".")}
    return [FileChange(folder / name, atomic_change.read(folder / name), text) for name, text in files.items()]


def carry_out(
    wish: Wish, changes: Sequence[FileChange], home: Path, *, dry_run: bool, next_step: str = ""
) -> SetupReport:
    """Make the changes, or only report them."""
    rows = []
    for change in changes:
        backup = None if dry_run else atomic_change.apply(change, home)
        rows.append(FileReport(str(change.path), change.action, change.diff(), str(backup or "")))
    return SetupReport(wish.client.name, wish.scope.value, dry_run, tuple(rows), next_step)


def set_up_several(
    wishes: Sequence[Wish], places: Places, home: Path, *, uninstall: bool, dry_run: bool
) -> SetupReports:
    """Wire, or unwire, one client after the other.

    A file that cannot be changed stops none of the others. Instructions and hooks go to the clients that have a
    place for them."""
    reports: list[SetupReport] = []
    failures: list[SetupFailure] = []
    for wish in wishes:
        client, scope = wish.client, wish.scope
        wish = replace(
            wish,
            instructions=wish.instructions and places.get_instructions_file(client, scope) is not None,
            hooks=wish.hooks and places.get_hooks_file(client, scope) is not None,
        )
        try:
            changes = plan_removal(wish, places) if uninstall else plan_setup(wish, places)
            step = "" if uninstall else client.after
            reports.append(carry_out(wish, changes, home, dry_run=dry_run, next_step=step))
        except (WiringError, StorageError) as error:
            failures.append(SetupFailure(client.name, error.message, error.hint))
    return SetupReports(tuple(reports), tuple(failures))


def list_clients(places: Places) -> ClientList:
    """List every client and scope.

    Each row has the present state of its file and whether the client is installed.
    """
    rows = []
    installed = {client.name for client in places.find_installed_clients()}
    for client in CLIENTS:
        for scope in Scope:
            path = places.get_config_file(client, scope)
            if path is not None:
                command = f"codegraph setup {client.name}{' --scope project' * (scope is Scope.PROJECT)}"
                row = (client.name, client.title, scope.value, str(path), read_state(client, path))
                rows.append(ClientState(*row, client.name in installed, command))
    return ClientList(tuple(rows))


def read_state(client: Client, path: Path) -> State:
    """Return the state of a client's file regarding codegraph."""
    try:
        text = atomic_change.read(path)
        if text is None:
            return State.UNWIRED
        data = documents.load(text, client.format)
    except (WiringError, MalformedError):
        return State.MALFORMED
    found = documents.get_entry(data, (*find_server_keys(client, data), SERVER))
    if found is None:
        return State.UNWIRED
    return State.WIRED if is_ours(found) else State.FOREIGN


def find_config_file(client: Client, scope: Scope, places: Places) -> Path:
    path = places.get_config_file(client, scope)
    if path is None:
        raise WiringError(f"{client.title} has no file for one project", hint="leave out `--scope project`")
    if path.is_dir():
        raise WiringError(f"{path} is a folder, not {client.title}'s settings", hint="nothing was changed")
    return Path(os.path.abspath(path))


def find_server_keys(client: Client, data: dict[str, documents.Json]) -> tuple[str, ...]:
    """Return the keys under which this file has its servers."""
    if client.newer_keys and isinstance(documents.get_entry(data, client.newer_keys), dict):
        return client.newer_keys
    return client.keys


def _plan_hooks(wish: Wish, places: Places) -> FileChange:
    path = places.get_hooks_file(wish.client, wish.scope)
    if path is None:
        raise WiringError(f"{wish.client.title} has no hooks that are known here", hint="leave out `--hooks`")
    text = atomic_change.read(path)
    words = build_command(wish.scope)
    try:
        return FileChange(path, text, hooks.put_hooks(text or "", words))
    except MalformedError as error:
        pasted = documents.render({"hooks": {**hooks.build_hook_groups(words=words)}}, Format.JSON)
        hint = f"nothing was changed. Correct the file and run this again, or add this to it:\n{pasted}"
        raise WiringError(f"{path} cannot be changed: {error}", hint=hint) from error


def _plan_instructions(wish: Wish, places: Places) -> FileChange:
    path = places.get_instructions_file(wish.client, wish.scope)
    if path is None:
        raise WiringError(
            f"{wish.client.title} reads instructions from projects only",
            hint="add `--scope project`; nothing was changed",
        )
    text = atomic_change.read(path)
    try:
        return FileChange(path, text, instructions.put_block(text))
    except MalformedError as error:
        raise WiringError(
            f"{path}: {error}", hint=f"remove them and run this again, or add:\n{instructions.build_block()}"
        ) from error


def _build_manual_error(path: Path, error: MalformedError, wish: Wish) -> WiringError:
    hint = f"nothing was changed. Correct the file and run this again, or add this to it:\n{build_snippet(wish)}"
    return WiringError(f"{path} cannot be changed: {error}", hint=hint)

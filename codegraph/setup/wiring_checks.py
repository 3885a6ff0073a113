"""Findings of `codegraph doctor` on the wiring, with fixes.

Nothing is changed.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from codegraph import __version__
from codegraph.errors import WiringError
from codegraph.foreign_files import atomic_change
from codegraph.query_results import Check, CheckStatus
from codegraph.setup import documents, hooks, instructions
from codegraph.setup.clients import CLIENTS, Client, Places, Scope
from codegraph.setup.documents import MalformedError
from codegraph.setup.probe import Probe, probe
from codegraph.setup.server_entry import SERVER, build_command, extract_command, is_ours
from codegraph.setup.wiring import find_server_keys

START_TIMEOUT_S = 20.0
"""A first start reads everything from a cold disk; a warm one takes about a second."""


class Wired(NamedTuple):
    client: Client
    scope: Scope
    path: Path
    words: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.client.name} ({self.scope})"

    @property
    def is_trusted(self) -> bool:
        """Return whether its command may be run.

        A user's file is trusted. A project's file, which anybody may have written, has to name the program that is
        on PATH and nothing else."""
        return self.scope is Scope.USER or self.words[:2] == (SERVER, "serve")

    @property
    def fix(self) -> str:
        return f"run `codegraph setup {self.client.name}{' --scope project' * (self.scope is Scope.PROJECT)}`"


def check_wiring(places: Places) -> list[Check]:
    """Check the command, each client's file that names codegraph, and its server."""
    checks: list[Check] = []
    wired: list[Wired] = []
    for client in CLIENTS:
        for scope in Scope:
            checks += _check_client(client, scope, places, wired)
    if any(one.words[0] == SERVER for one in wired):
        checks.insert(0, _check_command(places.env))
    if not wired and not checks:
        return [Check("agents", CheckStatus.OK, "no coding agent is wired; `codegraph setup` lists them")]
    starts: dict[tuple[str, ...], Probe] = {}
    for one in wired:
        if shutil.which(one.words[0], path=places.env.get("PATH")) is None:
            continue  # said already
        if not one.is_trusted:
            checks.append(_report_unstarted(one))
        elif one.words not in starts:
            starts[one.words] = probe(one.words, places.project, places.env, START_TIMEOUT_S)
            checks.append(_check_start(one, starts[one.words]))
    return checks


def _check_command(env: Mapping[str, str]) -> Check:
    found = shutil.which(SERVER, path=env.get("PATH"))
    if found:
        return Check("command", CheckStatus.OK, found)
    fix = "install codegraph-memory for your user (`uv tool install codegraph-memory`), or add its folder to PATH"
    return Check("command", CheckStatus.FAILED, f"`{SERVER}` is not on PATH", fix)


def _check_client(client: Client, scope: Scope, places: Places, wired: list[Wired]) -> list[Check]:
    """Check the entry of a client, if it has one.

    Wired entries are added to `wired`.
    """
    path = places.get_config_file(client, scope)
    if path is None:
        return []
    name = f"{client.name} ({scope})"
    try:
        text = atomic_change.read(path)
        data = documents.load(text or "", client.format)
    except WiringError as error:
        return [Check(name, CheckStatus.WARNING, error.message, "correct the file")]
    except MalformedError as error:
        detail = f"{path} is not valid {client.format.upper()}: {error}"
        return [Check(name, CheckStatus.WARNING, detail, f"correct it; {client.title} cannot read it either")]
    found = documents.get_entry(data, (*find_server_keys(client, data), SERVER))
    if found is None:
        return []
    if not is_ours(found):
        detail = f"{path}: the server `{SERVER}` is another program"
        return [Check(name, CheckStatus.WARNING, detail, f"rename it, then run `codegraph setup {client.name}`")]
    one = Wired(client, scope, path, extract_command(found))
    wired.append(one)
    return [_check_entry(one, places.env), *_check_block(one, places), *_check_hooks(one, places)]


def _check_entry(one: Wired, env: Mapping[str, str]) -> Check:
    if shutil.which(one.words[0], path=env.get("PATH")) is None:
        fix = f"{one.fix}, or put `{SERVER}` on PATH" if one.words[0] == SERVER else one.fix
        return Check(one.name, CheckStatus.FAILED, f"{one.path} starts {one.words[0]}, which is not there", fix)
    return Check(one.name, CheckStatus.OK, str(one.path))


def _check_block(one: Wired, places: Places) -> list[Check]:
    """Check that a requested instructions block is of this version."""
    path = places.get_instructions_file(one.client, one.scope)
    if path is None:
        return []
    fix = f"{one.fix.removesuffix('`')} --instructions`"
    try:
        text = atomic_change.read(path)
        if text is None or not instructions.has_block(text) or instructions.put_block(text) == text:
            return []
    except WiringError:
        return []
    except MalformedError as error:
        return [Check(one.name, CheckStatus.WARNING, f"{path}: {error}", "remove the marks, then " + fix)]
    return [Check(one.name, CheckStatus.WARNING, f"{path}: the codegraph block is of another version", fix)]


def _check_hooks(one: Wired, places: Places) -> list[Check]:
    """Check that requested hooks are those of this version."""
    path = places.get_hooks_file(one.client, one.scope)
    if path is None:
        return []
    try:
        text = atomic_change.read(path)
        if text is None or not hooks.has_hooks(text) or hooks.put_hooks(text, build_command(one.scope)) == text:
            return []
    except WiringError:
        return []
    except MalformedError as error:
        return [Check(one.name, CheckStatus.WARNING, f"{path}: {error}", "correct the file")]
    fix = f"{one.fix.removesuffix('`')} --hooks`"
    return [Check(one.name, CheckStatus.WARNING, f"{path}: the codegraph hooks are of another version", fix)]


def _report_unstarted(one: Wired) -> Check:
    detail = f"{one.path} starts `{' '.join(one.words)}`, which was not run: a project's file may name any program"
    return Check("server", CheckStatus.WARNING, detail, f"{one.fix} to start `{SERVER}` instead")


def _check_start(one: Wired, found: Probe) -> Check:
    name = "server"
    if found.tools and found.version not in ("", __version__):
        detail = f"{' '.join(one.words)} is codegraph {found.version}, not {__version__}"
        return Check(name, CheckStatus.WARNING, detail, f"{one.fix} to start this one")
    if found.tools:
        return Check(name, CheckStatus.OK, f"{' '.join(one.words)} lists {len(found.tools)} tools")
    fix = f"run `{' '.join(one.words)}` in a terminal and read its messages"
    return Check(name, CheckStatus.FAILED, f"{' '.join(one.words)}: {found.problem}", fix)

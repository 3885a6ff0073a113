"""`codegraph watch`: keeps the index of a work tree up to date; `status` and `stop` speak of the watcher that does."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codegraph.cli.output import chosen_repo, write, write_data
from codegraph.cli.verb import Verb
from codegraph.errors import ExitCode, InvalidError, UnreadableError

if TYPE_CHECKING:
    from codegraph.watch.control import WatchStatus

BACKENDS = ("auto", "inotify", "watchdog", "poll")
ACTIONS = ("status", "stop")


@click.command("watch", cls=Verb, short_help="Keep an index up to date while files change")
@click.argument("words", metavar="[status|stop] [PATH]", nargs=-1)
@click.option("--daemon", is_flag=True, help="watch in the background; nothing happens when something watches already")
@click.option("--exit-when-idle", metavar="MINUTES", type=click.FloatRange(0), default=None, help="end after that long")
@click.option(
    "--backend", type=click.Choice(BACKENDS), default="auto", show_default=True, help="how changes are noticed"
)
@click.option(
    "--debounce",
    metavar="MS",
    type=click.IntRange(0, 60_000),
    default=100,
    show_default=True,
    help="changes have come to rest when nothing happened for that long",
)
@click.option("repo", "-C", "--repo", metavar="PATH", default=None, help="the repository to watch")
@click.option("as_json", "--json", is_flag=True, help="print one JSON object instead of text")
@click.option("quiet", "-q", "--quiet", is_flag=True, help="no progress and no warnings on stderr")
def watch(
    words: tuple[str, ...],
    daemon: bool,
    exit_when_idle: float | None,
    backend: str,
    debounce: int,
    repo: str | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Keep the index of a repository up to date while its files change.

    One watcher serves every session and every server. Without one, each question compares the index with the files
    first; a watcher makes that quick in large repositories.

    \b
      status  say who watches, how, and how far the index is behind
      stop    end the watcher
      PATH    the repository; `./status` for a folder of that name"""
    from codegraph.config import load
    from codegraph.watch import control

    action = words[0] if words and words[0] in ACTIONS else ""
    paths = words[1:] if action else words
    if len(paths) > 1:
        raise InvalidError(f"{len(paths)} folders are given", hint="one watcher watches one repository")
    folder = Path(paths[0] if paths else chosen_repo(repo) or ".").expanduser()
    if action != "stop" and not folder.is_dir():
        raise UnreadableError(f"{folder} is not a folder", hint="give the folder of a repository")
    config = load(folder)
    root = control.watched_root(folder, config)
    if action:
        found = control.stop(root, config) if action == "stop" else control.status(root, config)
        _show(found, as_json=as_json, stopped=action == "stop")
        return int(ExitCode.DONE)
    if daemon:
        options = ["--backend", backend, "--debounce", str(debounce)]
        options += [] if exit_when_idle is None else ["--exit-when-idle", str(exit_when_idle)]
        found, _ = control.start(root, config, options)
        _show(found, as_json=as_json)
        return int(ExitCode.DONE)
    idle_s = None if exit_when_idle is None else exit_when_idle * 60
    return _watch(root, backend, idle_s, debounce / 1000, quiet=quiet)


watch.examples = ("codegraph watch --daemon", "codegraph watch status --json")  # type: ignore[attr-defined]


def _watch(root: Path, backend: str, idle_s: float | None, quiet_s: float, *, quiet: bool) -> int:
    from codegraph.python_processes import replace_with_module
    from codegraph.watch.view import observing
    from codegraph.watch.watcher import Watcher

    with observing(quiet=quiet) as observer:
        watcher = Watcher(root, observer, backend=backend, idle_s=idle_s, quiet_s=quiet_s)
        signal.signal(signal.SIGTERM, lambda *_: watcher.stop())  # by `codegraph watch stop` and service managers
        ending = watcher.run()
    if not quiet:
        click.echo(f"{'beginning anew' if ending.begins_anew else 'ended'}: {ending.value}", err=True)
    if ending.begins_anew:
        replace_with_module("codegraph", sys.argv[1:], root=root)
    return int(ExitCode.DONE)


def _show(found: WatchStatus, *, as_json: bool, stopped: bool = False) -> None:
    if as_json:
        from codegraph.operations.answers import Answer
        from codegraph.render.envelope import envelope

        write_data(envelope("watch stop" if stopped else "watch status", Answer(found)))
    else:
        write("\n".join(_lines(found, stopped=stopped)) + "\n")


def _lines(found: WatchStatus, *, stopped: bool) -> list[str]:
    if stopped:
        return [f"stopped process {found.pid}, which watched {found.root}"]
    behind = f"{found.behind} file{'s' * (found.behind != 1)} behind" if found.behind else "up to date"
    index = f"  generation {found.generation}, {found.problem or behind}"
    if not found.running:
        return [f"nobody watches {found.root}", index]
    since = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found.since))
    lines = [f"{found.root} is watched by process {found.pid} on {found.host} since {since}"]
    state = found.state
    if state is not None and state.backend:
        watches = f", {state.watches:,} folders" if state.watches else ""
        lines.append(f"  by {state.backend}{watches}{f' ({state.why})' if state.why else ''}; {state.activity}")
    lines.append(index)
    if state is not None and state.refreshes:
        times = f"{state.refreshes:,} refresh{'es' * (state.refreshes != 1)}"
        lines.append(f"  {times}, the last took {state.last_ms:.0f} ms: {state.last_reason}")
    if state is not None and state.problem:
        lines.append(f"  problem: {state.problem}")
    return lines

"""`codegraph watch`: keeps the index of a work tree up to date.

`status`, `stop` and `logs` concern the watcher.
"""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from codegraph.cli.output import get_chosen_repo, write, write_json
from codegraph.cli.verb import Verb
from codegraph.errors import ExitCode, InvalidError, NotFoundError, UnreadableError

if TYPE_CHECKING:
    from codegraph.settings.config import Config
    from codegraph.watch.control import WatchStatus

BACKENDS = ("auto", "inotify", "watchdog", "poll")
LOG_LINES = 50
FOLLOW_S = 0.5
"""Seconds between two looks at a log that is followed."""


class WatchVerb(Verb):
    """`watch [PATH]`, and below it the commands that speak of the watcher which runs."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        at = next((at for at, word in enumerate(args) if word not in FLAGS), len(args))
        action = ACTIONS.get(args[at]) if at < len(args) else None
        if action is not None:
            return action.make_context(f"{info_name} {args[at]}", [*args[:at], *args[at + 1 :]], parent, **extra)
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.NoSuchOption as error:
            name = error.option_name.lstrip("-")
            if name not in ACTIONS:
                raise
            raise InvalidError(f"no such option: --{name}", hint=f"codegraph watch {name}") from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        with formatter.section("Commands"):
            formatter.write_dl([(f"watch {name}", command.short_help or "") for name, command in ACTIONS.items()])


FLAGS = ("--json", "-q", "--quiet")
_path = click.argument("path", metavar="[PATH]", required=False)
_repo = click.option("repo", "-C", "--repo", metavar="PATH", default=None, help="the repository to watch")
_json = click.option("as_json", "--json", is_flag=True, help="print one JSON object instead of text")
_quiet = click.option("quiet", "-q", "--quiet", is_flag=True, help="hide progress and warnings")


@click.command("watch", cls=WatchVerb, short_help="Keep an index up to date while files change")
@click.argument("paths", metavar="[PATH]", nargs=-1)
@click.option("--daemon", is_flag=True, help="watch in the background; does nothing when a watcher runs already")
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
    help="refresh once nothing has changed for this long",
)
@_repo
@_json
@_quiet
def watch(
    paths: tuple[str, ...],
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
    first, which takes longer in large repositories."""
    from codegraph.watch import control

    if len(paths) > 1:
        raise InvalidError(f"{len(paths)} folders are given", hint="one watcher watches one repository")
    root, config = _find_watched(paths[0] if paths else None, repo)
    if daemon:
        options = ["--backend", backend, "--debounce", str(debounce)]
        options += [] if exit_when_idle is None else ["--exit-when-idle", str(exit_when_idle)]
        found, _ = control.start(root, config, options)
        _show(found, as_json=as_json)
        return int(ExitCode.DONE)
    idle_s = None if exit_when_idle is None else exit_when_idle * 60
    return _watch(root, backend, idle_s, debounce / 1000, quiet=quiet)


@click.command("status", cls=Verb, short_help="Show who watches, how, and how far the index is behind")
@_path
@_repo
@_json
@_quiet
def show_status(path: str | None, repo: str | None, as_json: bool, quiet: bool) -> int:
    """Show who watches a repository, how, and how many files the index is behind."""
    from codegraph.watch import control

    _show(control.read_status(*_find_watched(path, repo)), as_json=as_json)
    return int(ExitCode.DONE)


@click.command("stop", cls=Verb, short_help="Stop the watcher")
@_path
@_repo
@_json
@_quiet
def stop(path: str | None, repo: str | None, as_json: bool, quiet: bool) -> int:
    """Stop the watcher of a repository and wait until it has ended."""
    from codegraph.watch import control

    _show(control.stop(*_find_watched(path, repo, must_exist=False)), as_json=as_json, stopped=True)
    return int(ExitCode.DONE)


@click.command("logs", cls=Verb, short_help="Print the log of the watcher in the background")
@_path
@click.option(
    "-n",
    "--limit",
    metavar="N",
    type=click.IntRange(0),
    default=LOG_LINES,
    show_default=True,
    help="print the last N lines; 0 prints all",
)
@click.option("-f", "--follow", is_flag=True, help="go on printing what is added, until Ctrl-C")
@_repo
@_json
@_quiet
def print_logs(path: str | None, limit: int, follow: bool, repo: str | None, as_json: bool, quiet: bool) -> int:
    """Print the log of the watcher that runs, or last ran, in the background."""
    from codegraph.store.watching import get_watch_folder

    root, config = _find_watched(path, repo, must_exist=False)
    log = get_watch_folder(config.home, root).log
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        raise NotFoundError(
            f"{root} has no watcher's log: only a watcher in the background keeps one",
            hint="codegraph watch --daemon",
        ) from None
    shown = lines[-limit:] if limit else lines
    if as_json:
        from codegraph.operations.answers import Answer
        from codegraph.render.envelope import format_envelope

        write_json(format_envelope("watch logs", Answer({"path": str(log), "lines": shown})))
        return int(ExitCode.DONE)
    write("".join(f"{line}\n" for line in shown))
    if follow:
        _follow(log)
    return int(ExitCode.DONE)


def _follow(log: Path) -> None:
    """Print the lines that are added to a log, also to one that replaces it."""
    place = log.stat().st_size
    while True:
        sys.stdout.flush()
        time.sleep(FOLLOW_S)
        try:
            size = log.stat().st_size
            place = place if size >= place else 0
            with open(log, encoding="utf-8", errors="replace") as file:
                file.seek(place)
                write(file.read())
                place = file.tell()
        except FileNotFoundError:
            place = 0


ACTIONS: dict[str, click.Command] = {"status": show_status, "stop": stop, "logs": print_logs}
watch.examples = ("codegraph watch --daemon", "codegraph watch status --json")  # type: ignore[attr-defined]
show_status.examples = ("codegraph watch status", "codegraph watch status --json")  # type: ignore[attr-defined]
stop.examples = ("codegraph watch stop", "codegraph watch stop path/to/repo")  # type: ignore[attr-defined]
print_logs.examples = ("codegraph watch logs", "codegraph watch logs --follow")  # type: ignore[attr-defined]


def _find_watched(path: str | None, repo: str | None, *, must_exist: bool = True) -> tuple[Path, Config]:
    """Return the work tree that a command speaks of, and its settings."""
    from codegraph.settings.config import load
    from codegraph.watch import control

    folder = Path(path or get_chosen_repo(repo) or ".").expanduser()
    if must_exist and not folder.is_dir():
        raise UnreadableError(f"{folder} is not a folder", hint="give the folder of a repository")
    config = load(folder)
    return control.find_watched_root(folder, config), config


def _watch(root: Path, backend: str, idle_s: float | None, quiet_s: float, *, quiet: bool) -> int:
    from codegraph.runtime.python_processes import replace_with_module
    from codegraph.watch.view import open_view
    from codegraph.watch.watcher import Ending, Watcher

    with open_view(quiet=quiet) as observer:
        watcher = Watcher(root, observer, backend=backend, idle_s=idle_s, quiet_s=quiet_s)
        signal.signal(signal.SIGTERM, lambda *_: watcher.stop())  # by `codegraph watch stop` and service managers
        ending = watcher.run()
    if ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt  # answered as for every verb
    if not quiet:
        click.echo(f"{'restarting' if ending.is_restart else 'ended'}: {ending.value}", err=True)
    if ending.is_restart:
        replace_with_module("codegraph", sys.argv[1:], root=root)
    return int(ExitCode.DONE)


def _show(found: WatchStatus, *, as_json: bool, stopped: bool = False) -> None:
    if as_json:
        from codegraph.operations.answers import Answer
        from codegraph.render.envelope import format_envelope

        write_json(format_envelope("watch stop" if stopped else "watch status", Answer(found)))
    else:
        write("\n".join(_format_status(found, stopped=stopped)) + "\n")


def _format_status(found: WatchStatus, *, stopped: bool) -> list[str]:
    if stopped:
        return [f"stopped process {found.pid}, which watched {found.root}"]
    behind = f"{found.behind} file{'s' * (found.behind != 1)} behind" if found.behind else "up to date"
    index = f"  generation {found.generation}, {found.problem or behind}"
    if not found.running:
        return [f"{found.root} is not watched; start a watcher with `codegraph watch --daemon`", index]
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

"""The page of a repository in the browser, and reports that open from disk."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import click

from codegraph.cli.output import get_chosen_repo, write, write_json
from codegraph.cli.verb import Verb
from codegraph.errors import ConfigError, ExitCode, InvalidError, UnreadableError


@click.command("ui", cls=Verb, short_help="Open the page of a repository in the browser")
@click.argument("path", metavar="[REPO]", required=False)
@click.option("--port", metavar="N", type=click.IntRange(0, 65_535), default=0, help="port (default: one of its own)")
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="address to serve on")
@click.option("--token", "has_token", is_flag=True, help="let in only who opens the printed address, with its token")
@click.option("--no-open", is_flag=True, help="print the address and open no browser")
@click.option("--export", "folder", metavar="DIR", default=None, help="write a report that opens from disk instead")
@click.option("symbols", "--symbol", metavar="NAME", multiple=True, help="with --export: report these symbols")
@click.option("--base", metavar="REV", default="", help="with --export: report the changes since this revision")
@click.option("repo", "-C", "--repo", metavar="PATH", default=None, help="the repository to show")
@click.option("as_json", "--json", is_flag=True, help="print one JSON object instead of text")
def open_page(
    path: str | None,
    port: int,
    host: str,
    has_token: bool,
    no_open: bool,
    folder: str | None,
    symbols: tuple[str, ...],
    base: str,
    repo: str | None,
    as_json: bool,
) -> int:
    """Open a page with the code graph and the memory of a repository.

    It is served to this machine only, and shows what changes as files change. Ctrl-C ends it. On an address that
    other machines reach, --token is
    needed; the environment variable CODEGRAPH_HTTP_TOKEN may hold the token.

    With --export, writes one HTML file into DIR: the impact of the work tree, or of named symbols and two steps around
    them."""
    root = _find_root(path, repo)
    if folder is None and (symbols or base):
        raise InvalidError("--symbol and --base say what a report is of", hint="add --export DIR")
    if folder is not None:
        return _export(root, Path(folder), symbols, base, as_json=as_json)
    return _serve(root, port, host, has_token, no_open, as_json=as_json)


open_page.examples = ("codegraph ui", "codegraph ui --export report --base main")  # type: ignore[attr-defined]
ui = open_page


def _find_root(path: str | None, repo: str | None) -> Path:
    from codegraph.settings.config import load
    from codegraph.watch.control import find_watched_root

    asked = path if path is not None else get_chosen_repo(repo) or "."
    folder = Path(asked).expanduser().absolute()
    if not asked.strip() or not folder.is_dir():
        raise UnreadableError(f"{asked or 'an empty path'} is not a folder", hint="give the folder of a repository")
    return find_watched_root(folder, load(folder))


def _serve(root: Path, port: int, host: str, has_token: bool, no_open: bool, *, as_json: bool) -> int:
    from codegraph.server.repositories import Repositories
    from codegraph.server.transport import LEAST_TOKEN, TOKEN_VARIABLE, log_to_stderr
    from codegraph.ui import page_server
    from codegraph.ui.application import Page
    from codegraph.ui.session import Session

    log_to_stderr(logging.WARNING)
    access = os.environ.get(TOKEN_VARIABLE, "") if has_token else ""
    if access and len(access) < LEAST_TOKEN:
        raise ConfigError(
            f"{TOKEN_VARIABLE} is no token: it needs at least {LEAST_TOKEN} characters", hint="unset it: one is made"
        )
    access = access or (page_server.make_access_token() if has_token else "")
    if not page_server.Address(host, 0).loopback and not access:
        raise ConfigError(f"{host} can be reached from other machines, which needs a token", hint="add --token")
    place = page_server.choose_place(root, host, port)
    url = place.format_url(access)
    if place.is_served:
        _say(url, root, as_json=as_json, text=f"{root} is served already: {url}\n")
        if not no_open:
            page_server.open_browser(url)
        return int(ExitCode.DONE)
    page = Page(Session(root, Repositories(root)), host, place.address.loopback, access)

    def ready() -> None:
        _say(url, root, as_json=as_json, text=f"{url}\n")
        if not no_open:
            page_server.open_browser(url)

    page_server.serve(page, place, ready=ready)
    return int(ExitCode.DONE)


def _export(root: Path, folder: Path, symbols: tuple[str, ...], base: str, *, as_json: bool) -> int:
    from codegraph.ui.export import write_report

    written = write_report(root, folder, symbols, base)
    _say(str(written), root, as_json=as_json, text=f"{written}\n")
    return int(ExitCode.DONE)


def _say(place: str, root: Path, *, as_json: bool, text: str) -> None:
    import sys

    if as_json:
        from codegraph.operations.answers import Answer
        from codegraph.render.envelope import format_envelope

        write_json(format_envelope("ui", Answer({"place": place, "root": str(root)})))
    else:
        write(text)
    sys.stdout.flush()

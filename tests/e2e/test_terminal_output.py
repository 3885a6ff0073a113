"""Escaping of control sequences in names, documentation, source and memories."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.cli.app import main
from codegraph.runtime.text_streams import EscapingStream, escape_controls

OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
TITLE, OVER, WIPE = "\x1b]0;owned\x07", "\u202e", "\x9b2J\x7f\x1b[2J"
PY = f'''"""Module {TITLE}{OVER}."""


def helper(number):
    """Counts {TITLE} and {OVER}wipes {WIPE}"""
    text = "{TITLE}{OVER}{WIPE}"  # {TITLE}
    return number + 1


def caller():
    return helper(1)
'''
JS = f"""export class Menu {{
  'open{TITLE}{OVER}'() {{ return this['shut{TITLE}']() }}
  'shut{TITLE}'() {{ return 1 }}
}}
export const table = {{ 'key{TITLE}{OVER}': () => new Menu() }}
"""
pytestmark = pytest.mark.skipif(os.name == "nt", reason="no such file names there")


@pytest.fixture
def repo(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitRepo:
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    odd = {f"odd{TITLE}{OVER}.py": PY, f"README{OVER}.md": f"# Title {TITLE}\n\nhelper\n"}
    made = GitRepo.make(tmp_path / "repo", {"shop.py": PY, "menu.js": JS, **odd})
    monkeypatch.chdir(made.root)
    return made


def edit(repo: GitRepo) -> None:
    repo.write({"shop.py": PY.replace("number + 1", "number + 2"), "menu.js": JS.replace("return 1", "return 2")})


TEXTS = (
    ("index",), ("status",), ("status", "--files"), ("list",), ("symbol", "shop.helper"), ("explore", "helper counts"),
    ("search", "helper counts"), ("symbols", "open"), ("symbols", "helper"), ("callers", "shop.helper"),
    ("callees", "shop.caller"), ("refs", "shop.helper"), ("path", "shop.caller", "shop.helper"), ("rank",),
    ("clusters",), ("cycles",), ("dead-code",), ("unresolved",), ("graph", "shop.helper"), ("cross-repo",),
    ("impact", "shop.helper"), ("impact", "--base", "HEAD"), ("impact", "--base", "HEAD", "--tests", "pytest"),
    ("locate", f"helper {TITLE}"), ("memory", "add", f"Mind {TITLE}{OVER}{WIPE} helper", "--tag", f"t{OVER}"),
    ("memory", "list"), ("memory", "stale"), ("memory", "recall", f"helper {OVER}"), ("memory", "history", "nothing"),
    ("memory", "stats"), ("doctor",), ("memory", "fact", "assert", f"shop{TITLE}", f"sells{OVER}", f"items{TITLE}"),
    ("memory", "fact", "about", f"shop{TITLE}"), ("symbol", f"no{TITLE}{OVER}"), ("callers", "a", f"extra{OVER}"),
    (f"verb{TITLE}{OVER}",), ("search", f"--{OVER}"), ("index", f"nowhere{TITLE}"), ("config", "show", f"{OVER}"),
    ("why-ignored", f"odd{TITLE}{OVER}.py"), ("call", "code_symbol", '{"symbol": "shop.helper"}'),
    ("call", f"tool{TITLE}"), ("call", "code_search", f"{{{OVER}"), ("watch", "status"),
)  # fmt: skip


def test_no_verb_writes_what_a_terminal_obeys(repo: GitRepo, capsys: pytest.CaptureFixture[str]):
    shown = ""
    for words in TEXTS:
        edit(repo)
        main([*words])
        out, err = capsys.readouterr()
        assert (words, OBEYED.findall(out + err)) == (words, [])
        shown += out + err
    assert r"\x1b]0;owned\x07" in shown and r"\u202e" in shown


def test_json_stays_valid_and_says_the_same(repo: GitRepo, capsys: pytest.CaptureFixture[str]):
    main(["index", "-q"])
    edit(repo)
    capsys.readouterr()
    said = ""
    for words in (["symbol", "shop.helper"], ["search", "helper"], ["symbols", "open"], ["impact", "--base", "HEAD"]):
        assert main([*words, "-q", "--json"]) == 0
        out = capsys.readouterr().out
        assert (words, OBEYED.findall(out)) == (words, [])
        said += str(json.loads(out)["results"])
    assert repr(f"open{TITLE}{OVER}")[1:-1] in said


def test_data_for_programs_is_as_it_is(repo: GitRepo, capsys: pytest.CaptureFixture[str]):
    main(["index", "-q"])
    capsys.readouterr()
    main(["export", "-q", "--format", "graphml"])
    assert OVER in capsys.readouterr().out


@pytest.mark.parametrize("locale", [{}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_on_a_terminal_the_bar_keeps_its_style_and_a_name_gets_none(repo: GitRepo, locale: dict[str, str]):
    assert "\x1b[" in on_a_terminal(locale, "index")
    for words in (("symbol", "shop.helper"), ("callers", "a", f"extra{TITLE}"), (f"verb{TITLE}",)):
        said = on_a_terminal(locale, *words)
        assert "\x1b" not in said and r"\x1b]0;owned\x07" in said


def on_a_terminal(env: dict[str, str], *words: str) -> str:
    """Return the output of a command line on a terminal."""
    import pty

    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(sys.path), **env}
    command = [sys.executable, "-P", "-m", "codegraph", *words]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True)
    os.close(theirs)
    said = b""
    try:
        while chunk := os.read(ours, 1 << 16):
            said += chunk
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    process.wait()
    return said.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc\r\n", "a\tb\nc\r\n"),
        ("\x1b[31m", r"\x1b[31m"),
        ("a\rb", r"a\x0db"),
        ("\x7f\x85\x9b", r"\u007f\u0085\u009b"),
        ("\u202eab\u2069", r"\u202eab\u2069"),
        ("größe → 注释 👍", "größe → 注释 👍"),
    ],
)
def test_what_is_escaped(text: str, shown: str):
    assert escape_controls(text) == shown


def test_nothing_else_of_a_stream_changes(tmp_path: Path):
    with open(tmp_path / "out", "w", encoding="ascii") as raw:
        stream = EscapingStream(raw)
        stream.writelines(["a", "\x1b"])
        assert (stream.fileno(), stream.encoding, stream.isatty()) == (raw.fileno(), "utf-8", False)
    assert (tmp_path / "out").read_text() == r"a\x1b"

"""The outermost edge: exit codes, messages, and what stays unloaded until it is needed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.fixed_index import FixedIndex

from codegraph.cli.app import EXIT_CODES, EXTRA, main
from codegraph.errors import ExitCode
from codegraph.operations.capabilities import CAPABILITIES
from codegraph.query.index import Index

HEAVY = ("numpy", "networkx", "sqlite3", "tree_sitter", "community", "pathspec")


@pytest.fixture
def fixed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FixedIndex:
    index = FixedIndex()
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path))
    monkeypatch.setattr(Index, "open", classmethod(lambda cls, repo, config: index))
    return index


def loaded_by(*arguments: str) -> set[str]:
    """Heavy modules in memory after a command line ran in a process of its own."""
    code = (
        "import sys; from codegraph.cli.app import main; main(sys.argv[1:]); "
        f"print(*[m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("--help",), ("callers", "--help"), ("export", "--help"), ("--version",)])
def test_help_loads_nothing_heavy(arguments: tuple[str, ...]):
    assert loaded_by(*arguments) == set()


@pytest.mark.parametrize("capability", CAPABILITIES, ids=lambda c: c.name)
def test_help_of_every_verb_ends_with_its_examples(capability, capsys: pytest.CaptureFixture[str]):
    assert main([*capability.command, "--help"]) == ExitCode.DONE
    lines = capsys.readouterr().out.rstrip().splitlines()
    assert [line.strip() for line in lines[-2:]] == list(capability.examples)


def test_an_answer_goes_to_stdout_and_exits_0(fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    assert main(["callers", "Store.save"]) == ExitCode.DONE
    captured = capsys.readouterr()
    assert captured.out.startswith("Store.save  method · notes/store.py:12\n")
    assert captured.err == ""


def test_nothing_found_still_exits_0(fixed: FixedIndex):
    assert main(["search", "zebra"]) == ExitCode.DONE


def test_json_is_one_object_on_stdout(fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    assert main(["callers", "Store.save", "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out)["results"]["total"] == 3


def test_words_of_a_set_may_be_repeated_or_separated_by_commas(fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    main(["callers", "Store.save", "--resolution", "inferred,heuristic", "--json"])
    together = capsys.readouterr().out
    main(["callers", "Store.save", "--resolution", "inferred", "--resolution", "heuristic", "--json"])
    assert capsys.readouterr().out == together


def test_an_unknown_symbol_is_an_error_with_a_hint(fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    assert main(["callers", "nope"]) == ExitCode.USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "error: no symbol nope\nhint: nearest: Store.save\n"


@pytest.mark.parametrize("given", ["", ",", " , "])
def test_a_list_without_anything_in_it_is_refused(given: str, fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    assert main(["impact", "--base", "HEAD", "--fail-on", given]) == ExitCode.USAGE
    assert "nothing is given" in capsys.readouterr().err
    assert main(["cycles", f"--kind={given}"]) == ExitCode.USAGE


def test_a_home_that_is_set_to_nothing_is_not_the_root_of_the_disk():
    code = "from codegraph.cli.start import main; import sys; sys.argv[1:] = ['--version']; main(); "
    code += "import os; from codegraph.settings.home import get_home_folder; print(get_home_folder(os.environ))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={"PYTHONPATH": ":".join(sys.path), "HOME": ""},
    )  # fmt: skip
    assert not done.stdout.splitlines()[-1].startswith(("/.local", "/codegraph"))


def test_an_ambiguous_symbol_lists_the_candidates(fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    assert main(["callers", "save"]) == ExitCode.USAGE
    assert capsys.readouterr().err.splitlines()[1:] == [
        "hint: python:notes/store.py::Store.save",
        "      python:notes/store.py::MemoryStore.save",
    ]


def test_a_repository_without_an_index_exits_3(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    assert main(["-C", str(tmp_path), "callers", "x"]) == ExitCode.NOT_INDEXED
    assert "codegraph index" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["calers", "x"], "Did you mean callers"),
        (["callers"], "Missing argument"),
        (["callers", "x", "--depth", "many"], "not a valid integer"),
        (["callers", "x", "--resolution", "sure"], "'sure' is not one of exact"),
        (["rank", "--by", "taste"], "'taste' is not one of"),
        (["export", "--json"], "needs a file"),
    ],
)
def test_wrong_usage_exits_2_and_says_why(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    assert main(arguments) == ExitCode.USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("error: ")
    assert message in captured.err


def test_an_unexpected_failure_is_one_line_and_says_how_to_see_more(
    fixed: FixedIndex,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.setattr(fixed, "find_symbol", lambda text: 1 // 0)
    monkeypatch.delenv("CODEGRAPH_DEBUG", raising=False)
    assert main(["callers", "x"]) == ExitCode.USAGE
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "error: ZeroDivisionError: integer division or modulo by zero",
        "hint: set CODEGRAPH_DEBUG=1 to see where this happened",
    ]
    monkeypatch.setenv("CODEGRAPH_DEBUG", "1")
    main(["callers", "x"])
    assert "Traceback" in capsys.readouterr().err


def test_an_interrupt_exits_130(fixed: FixedIndex, monkeypatch: pytest.MonkeyPatch):
    def interrupted(text: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fixed, "find_symbol", interrupted)
    assert main(["callers", "x"]) == ExitCode.INTERRUPTED


def test_a_stale_index_warns_on_stderr_unless_quiet(fixed: FixedIndex, capsys: pytest.CaptureFixture[str]):
    fixed._changed = ("notes/cli.py",)
    main(["callers", "Store.save"])
    said = capsys.readouterr().err
    assert said.startswith("warning: generation 3, made ") and " is 1 file behind: notes/cli.py" in said
    main(["callers", "Store.save", "-q"])
    assert capsys.readouterr().err == ""


def test_every_exit_code_is_documented():
    assert [code for code, _ in EXIT_CODES] == list(ExitCode)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed_for_each_shell(shell: str, capsys: pytest.CaptureFixture[str]):
    assert main(["completions", shell]) == ExitCode.DONE
    assert "_CODEGRAPH_COMPLETE" in capsys.readouterr().out


def test_codegraph_alone_shows_how_to_begin(capsys: pytest.CaptureFixture[str]):
    assert main([]) == ExitCode.DONE
    lines = capsys.readouterr().out.splitlines()
    shown = [line.split()[1] for line in lines if line.startswith("  codegraph ")]
    assert shown == ["index", "search", "callers", "impact", "explore", "setup"]
    assert all(len(line) <= 100 for line in lines)
    assert "codegraph help" in lines[-1]
    assert set(shown) <= {c.name for c in CAPABILITIES} | set(EXTRA)


def test_codegraph_alone_loads_nothing_that_reads_command_lines():
    code = "import sys; from codegraph.cli import start; sys.argv[1:] = []; start.main(); "
    code += "print('click' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("words", [[], ["callers"], ["memory", "add"], ["config"]])
def test_help_shows_what_the_option_does(words: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(["help", *words]) == ExitCode.DONE
    shown = capsys.readouterr().out
    assert main([*words, "--help"]) == ExitCode.DONE
    assert capsys.readouterr().out == shown
    assert main(["help", "calers"]) == ExitCode.USAGE
    assert "Did you mean callers" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["memory"], ["config"]])
def test_a_command_without_its_verb_shows_what_there_is(words: list[str], capsys: pytest.CaptureFixture[str]):
    assert main(words) == ExitCode.USAGE
    captured = capsys.readouterr()
    assert (captured.out, captured.err.splitlines()[0].split(" [")[0]) == ("", " ".join(["Usage: codegraph", *words]))
    assert "Commands:" in captured.err or "Index:" in captured.err

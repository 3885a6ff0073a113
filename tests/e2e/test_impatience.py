"""Command lines of impatient and unlucky users."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from codegraph.cli.app import main
from codegraph.errors import ExitCode
from codegraph_parsers import grammar
from codegraph_parsers.file_facts import FileStatus

CODE = "def größe():\n    return 1\n\n\ndef caller():\n    return größe()\n"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    root = tmp_path / "repo"
    root.mkdir()
    (root / "a.py").write_text(CODE, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def indexed(repo: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["index", "-q"]) == ExitCode.DONE
    capsys.readouterr()
    return repo


def run(*arguments: str, stdout: object = subprocess.PIPE, **variables: str) -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    command = [sys.executable, "-m", "codegraph", *arguments]
    return subprocess.run(command, env=env, stdout=stdout, stderr=subprocess.PIPE, timeout=60)  # type: ignore[call-overload]


def test_a_missing_grammar_is_an_error_and_leaves_the_last_generation(
    indexed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def missing(name: str) -> None:
        raise grammar.GrammarError(f"grammar {name} cannot be loaded: no wheel")

    (indexed / "b.py").write_text("def more(): pass\n")
    with monkeypatch.context() as patched:
        patched.setattr(grammar, "load_parser", missing)
        for words in (["index", "-q"], ["index", "-q", "--full"], ["export"]):
            assert main(words) == ExitCode.USAGE
            captured = capsys.readouterr()
            assert captured.out == ""
            assert "no wheel" in captured.err and "reinstall" in captured.err
        assert main(["callers", "größe", "-q"]) == ExitCode.DONE
        assert "caller" in capsys.readouterr().out
    assert main(["index", "-q"]) == ExitCode.DONE
    assert "2 files, 5 symbols" in capsys.readouterr().out  # what failed was not remembered


def test_a_language_nobody_knows_is_refused(repo: Path, capsys: pytest.CaptureFixture[str]):
    (repo / "codegraph.toml").write_text("languages = ['python', 'klingon']")
    assert main(["index", "-q"]) == ExitCode.USAGE
    assert "'klingon'" in capsys.readouterr().err


def test_folders_without_code_say_so(repo: Path, capsys: pytest.CaptureFixture[str]):
    (repo / "a.py").unlink()
    assert main(["index", "-q"]) == ExitCode.DONE
    assert "there is no file to index" in capsys.readouterr().out
    (repo / "notes.txt").write_text("hello\n")
    assert main(["index", "-q"]) == ExitCode.DONE
    out = capsys.readouterr().out
    assert "no file is in a language that can be analysed" in out
    assert "next:" not in out


@pytest.mark.parametrize("words", [["index", ""], ["-C", "", "status"], ["remove", "", "--yes"], ["export", ""]])
def test_an_empty_path_is_not_the_folder_around_here(
    indexed: Path, words: list[str], capsys: pytest.CaptureFixture[str]
):
    assert main(words) == ExitCode.USAGE
    assert "is empty" in capsys.readouterr().err
    assert main(["status"]) == ExitCode.DONE


@pytest.mark.parametrize("path", ["a" * 5000, "a.py/x"])
def test_a_path_no_system_could_hold_is_one_plain_line(repo: Path, path: str, capsys: pytest.CaptureFixture[str]):
    for words in (["index", path], ["-C", path, "status"]):
        assert main(words) == ExitCode.USAGE
        err = capsys.readouterr().err
        assert err.startswith("error: ")
        assert "CODEGRAPH_DEBUG" not in err


@pytest.mark.skipif(os.name == "nt", reason="a folder that somebody is in cannot be removed")
def test_a_current_folder_that_is_gone_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for words in (["index"], ["callers", "x"], ["memory", "recall", "x"], ["doctor"], ["call", "code_search", "{}"]):
        assert main(words) == ExitCode.USAGE
        assert "current folder does not exist" in capsys.readouterr().err


def test_a_file_is_not_a_repository(repo: Path, capsys: pytest.CaptureFixture[str]):
    for words in (["index", "a.py"], ["-C", "a.py", "status"]):
        assert main(words) == ExitCode.USAGE
        assert "is not a folder" in capsys.readouterr().err


def test_counts_too_large_for_any_answer_are_usage(indexed: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["search", "x", "--limit", "99999999999999999999"]) == ExitCode.USAGE
    assert "--limit" in capsys.readouterr().err


def test_a_narrow_locale_loses_no_answer(indexed: Path):
    narrow = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    text = run("callers", "größe", **narrow)
    assert (text.returncode, text.stdout.splitlines()[0]) == (0, b"gr\\xf6\\xdfe  function \\xb7 a.py:1"), text.stderr
    data = run("symbol", "größe", "--json", **narrow)
    assert json.loads(data.stdout.decode("utf-8"))["results"]["details"]["symbol"]["name"] == "größe"
    rows = run("export", **narrow).stdout.decode("utf-8").splitlines()
    assert "größe" in {json.loads(row).get("name") for row in rows}


def test_a_full_or_closed_output_is_one_plain_line(indexed: Path):
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    with open("/dev/full", "wb") as full:
        done = run("rank", stdout=full)
    assert (done.returncode, done.stderr) == (2, b"error: No space left on device\n")
    closed = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m codegraph rank >&-"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        timeout=60,
    )
    assert (closed.returncode, closed.stderr) == (0, b"")


def test_an_export_goes_into_a_pipe_and_through_a_link(indexed: Path, capsys: pytest.CaptureFixture[str]):
    """Renaming a finished file over these would replace the pipe, or the link."""
    (indexed / "real.jsonl").write_text("")
    (indexed / "link.jsonl").symlink_to("real.jsonl")
    assert main(["export", "-q", "-o", "link.jsonl"]) == ExitCode.DONE
    assert (indexed / "link.jsonl").is_symlink()
    assert "größe" in (indexed / "real.jsonl").read_text(encoding="utf-8")
    os.mkfifo(indexed / "pipe")
    reader = os.open(indexed / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    assert main(["export", "-q", "-o", "pipe"]) == ExitCode.DONE
    assert "größe".encode() in os.read(reader, 1 << 20)
    os.close(reader)
    assert (indexed / "pipe").is_fifo()


def test_stages_are_told_in_the_order_they_ran(repo: Path, capsys: pytest.CaptureFixture[str]):
    main(["index", "-q"])
    line = next(line for line in capsys.readouterr().out.splitlines() if "commit" in line)
    assert [part.split()[0] for part in line.split(" · ")] == ["scan", "parse", "resolve", "embed", "commit"]


def test_five_traps_among_many_files_are_listed_and_the_rest_is_indexed(repo: Path, capsys: pytest.CaptureFixture[str]):
    for i in range(60):
        (repo / f"m{i}.py").write_text(f"def f{i}(): pass\n")
    (repo / "binary.py").write_bytes(bytes(range(256)))
    (repo / "half.py").write_text("def good(): pass\n\nclass ((((:\n")
    (repo / "large.py").write_text("x = 1\n" * 800_000)
    (repo / "loop.py").symlink_to("loop.py")
    (repo / "latin.py").write_bytes("name = 'é'\n".encode("latin-1"))
    assert main(["index", "-q"]) == ExitCode.DONE
    out = capsys.readouterr().out
    for name in ("binary.py", "half.py", "large.py", "loop.py", "latin.py"):
        assert name in out
    assert main(["status", "--files", "--json"]) == ExitCode.DONE
    files = json.loads(capsys.readouterr().out)["results"]["files"]
    assert {f["path"]: f["status"] for f in files} == {
        "binary.py": FileStatus.SKIPPED,
        "half.py": FileStatus.PARTIAL,
        "large.py": FileStatus.SKIPPED,
        "loop.py": FileStatus.SKIPPED,
        "latin.py": FileStatus.PARTIAL,
    }


def test_asking_why_a_missing_file_is_ignored_says_that_it_is_missing(
    indexed: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["why-ignored", "nowhere.py"]) == ExitCode.USAGE
    assert "no file or folder nowhere.py" in capsys.readouterr().err
    assert main(["why-ignored", "../outside.py"]) == ExitCode.USAGE
    assert "is outside" in capsys.readouterr().err
    assert main(["why-ignored", "./a.py"]) == ExitCode.DONE


def test_a_signature_over_several_lines_reads_as_one(repo: Path, capsys: pytest.CaptureFixture[str]):
    (repo / "b.py").write_text(
        "def spread(\n    a: int,\n    b: list[\n        str\n    ] = (),\n) -> None:\n    pass\n"
    )
    main(["index", "-q"])
    capsys.readouterr()
    main(["symbol", "spread"])
    assert "  def spread(a: int, b: list[str] = ()) -> None" in capsys.readouterr().out


def test_every_verb_keeps_stdout_to_one_json_object(indexed: Path, capsys: pytest.CaptureFixture[str]):
    asked = [
        ["index"], ["status"], ["list"], ["symbol", "caller"], ["search", "caller"], ["refs", "größe"],
        ["callers", "größe"], ["callees", "caller"], ["path", "caller", "größe"], ["impact", "größe"], ["cycles"],
        ["clusters"], ["rank"], ["dead-code"], ["unresolved"], ["graph", "caller"], ["why-ignored", "a.py"], ["doctor"],
        ["config", "show"], ["gc"], ["export", "-o", "out.jsonl"], ["remove", "--yes"],
    ]  # fmt: skip
    for words in asked:
        assert main([*words, "--json"]) == ExitCode.DONE, words
        out = capsys.readouterr().out
        assert out.count("\n") == 1
        assert list(json.loads(out)) == ["schema", "freshness", "warnings", "results"], words
    assert main(["callers", "größe", "--json"]) == ExitCode.NOT_INDEXED
    assert capsys.readouterr().out == ""

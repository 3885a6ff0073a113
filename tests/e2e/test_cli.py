"""The command line as a user meets it: a real process, a real repository, a real index."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import networkx
import pytest

from codegraph.render.networkx_graph import load_networkx

FILES = {
    "notes/__init__.py": "from notes.store import Store\n",
    "notes/store.py": '''
class Store:
    """Keeps notes in a file."""

    def __init__(self, path: str) -> None:
        self.path = path

    def save(self, text: str) -> None:
        self.write(text.strip())

    def write(self, text: str) -> None:
        with open(self.path, "w") as file:
            file.write(text)
''',
    "notes/cli.py": """
from notes import Store


def main() -> None:
    add_note("hello")


def add_note(text: str) -> None:
    store = Store("notes.txt")
    store.save(text)


def forgotten(thing) -> None:
    thing.save("x")
""",
    "tests/test_store.py": """
from notes.store import Store


def test_save(tmp_path):
    Store(str(tmp_path / "n")).save("a")
""",
    "broken.py": "def half(:\n    pass\n\ndef whole():\n    return 1\n",
    "build/generated.py": "def generated(): pass\n",
    ".gitignore": "build/\n",
}

Run = Callable[..., subprocess.CompletedProcess]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory, home: Path) -> Path:
    """A small indexed repository. Tests that change one make their own with `make_repo`."""
    root = make_repo(tmp_path_factory.mktemp("work") / "project")
    assert codegraph(home, "index", str(root)).returncode == 0
    return root


def make_repo(root: Path) -> Path:
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.lstrip("\n"), encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


def environment(home: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("CODEGRAPH_", "GIT_"))}
    return kept | {
        "HOME": str(home),
        "CODEGRAPH_HOME": str(home),
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONUTF8": "1",
    }


def codegraph(home: Path, *arguments: str, cwd: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "codegraph", *arguments]
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment(home),
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )


@pytest.fixture
def ask(home: Path, repo: Path) -> Run:
    """Runs a verb inside the indexed repository."""
    return lambda *arguments: codegraph(home, *arguments, cwd=repo)


def results(done: subprocess.CompletedProcess) -> dict:
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    assert list(body) == ["schema", "freshness", "warnings", "results"]
    return body["results"]


# ---- index and what it tells


def test_index_summarises_and_keeps_stdout_for_the_result(home: Path, tmp_path: Path):
    done = codegraph(home, "index", str(make_repo(tmp_path / "fresh")))
    assert done.returncode == 0
    assert re.match(r"indexed .*fresh in [\d.]+ s\n", done.stdout)
    assert "calls" in done.stdout
    assert re.search(r"partial +1 .*broken\.py", done.stdout)
    assert "parse" in done.stderr
    assert "parse" not in codegraph(home, "index", str(tmp_path / "fresh"), "--quiet", "--full").stderr


def test_a_second_index_finds_nothing_to_do(home: Path, repo: Path):
    done = codegraph(home, "index", str(repo))
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "up to date")


def test_nothing_is_written_into_the_repository(ask: Run, repo: Path):
    before = sorted(p for p in repo.rglob("*") if ".git" not in p.parts)
    ask("rank")
    assert sorted(p for p in repo.rglob("*") if ".git" not in p.parts) == before


def test_a_folder_named_on_the_command_line_is_taken_as_it_is(home: Path, tmp_path: Path):
    root = make_repo(tmp_path / "outer")
    for words in (["index", str(root / "notes"), "-q"], ["-C", str(root / "tests"), "index", "-q"]):
        assert codegraph(home, *words).returncode == 0
    here = codegraph(home, "index", "-q", cwd=root / "notes")
    assert here.stdout.startswith(f"indexed {root} in")
    roots = {r["root"] for r in results(codegraph(home, "list", "--json"))["repositories"]}
    assert {str(root), str(root / "notes"), str(root / "tests")} <= roots


def test_index_refuses_a_folder_that_is_not_there(home: Path, tmp_path: Path):
    done = codegraph(home, "index", str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: ")


def test_status_lists_troubled_files_and_the_resolution_mix(ask: Run):
    answer = results(ask("status", "--files", "--json"))
    assert [f["path"] for f in answer["files"] if f["status"] == "partial"] == ["broken.py"]
    assert answer["mix"][0]["language"] == "python"


def test_list_shows_the_repository(ask: Run, repo: Path):
    assert str(repo) in [r["root"] for r in results(ask("list", "--json"))["repositories"]]


def test_a_question_takes_in_a_changed_file_first(home: Path, tmp_path: Path):
    root = make_repo(tmp_path / "editing")
    made = results(codegraph(home, "index", str(root), "--json"))["summary"]["stats"]["generation"]
    (root / "notes" / "late.py").write_text("def arrived_late(): pass\n", encoding="utf-8")
    unknown = codegraph(home, "symbol", "arrived_late", "--no-refresh", cwd=root)
    assert unknown.returncode == 2 and "is 1 file behind: notes/late.py" in unknown.stderr
    (root / "codegraph.toml").write_text("refresh_s = 600.0\n", encoding="utf-8")  # however busy the machine is
    done = codegraph(home, "symbol", "arrived_late", "--json", cwd=root)
    assert done.returncode == 0, done.stderr
    body = json.loads(done.stdout)
    assert (body["freshness"]["generation"], body["freshness"]["behind"], body["warnings"]) == (made + 1, 0, [])


def test_a_changed_file_makes_answers_warn(home: Path, tmp_path: Path):
    root = make_repo(tmp_path / "changing")
    codegraph(home, "index", str(root))
    (root / "notes" / "cli.py").write_text("def other(): pass\n", encoding="utf-8")
    done = codegraph(home, "callers", "Store.save", "--no-refresh", cwd=root)
    assert done.returncode == 0
    assert re.match(r"warning: generation \d+, made ", done.stderr)
    assert "is 1 file behind: notes/cli.py (refreshing is switched off); run `codegraph index`" in done.stderr
    body = json.loads(codegraph(home, "callers", "Store.save", "--json", "--no-refresh", cwd=root).stdout)
    assert body["freshness"]["changed"] == ["notes/cli.py"]


# ---- questions


def test_callers_come_with_place_and_resolution(ask: Run):
    done = ask("callers", "Store.save")
    assert done.returncode == 0
    assert "notes/cli.py:10" in done.stdout
    assert "add_note" in done.stdout
    assert "tests/test_store.py:5" in done.stdout
    assert "forgotten" not in done.stdout  # a receiver of unknown type proves nothing


@pytest.mark.parametrize(
    "spelling",
    ["Store.save", "python:notes/store.py::Store.save", "notes/store.py:7", "notes/store.py:7:9", "notes/store.py:8"],
)
def test_a_symbol_may_be_spelled_in_several_ways(ask: Run, spelling: str):
    assert results(ask("callers", spelling, "--json"))["symbol"]["id"] == "python:notes/store.py::Store.save"


def test_callees_path_and_impact_agree(ask: Run):
    assert [s["edge"]["target"]["qualname"] for s in results(ask("callees", "Store.save", "--json"))["steps"]] == [
        "Store.write"
    ]
    chain = results(ask("path", "main", "Store.write", "--json"))["edges"]
    assert [e["target"]["qualname"] for e in chain] == ["add_note", "Store.save", "Store.write"]
    impact = results(ask("impact", "Store.write", "--json"))
    assert [d["symbol"]["qualname"] for d in impact["dependents"]] == ["Store.save", "add_note", "main"]
    assert [d["symbol"]["qualname"] for d in impact["tests"]] == ["test_save"]


def test_symbols_finds_words_of_a_name_and_narrows_by_kind_and_path(ask: Run):
    assert "add_note" in ask("symbols", "note add").stdout
    hits = results(ask("symbols", "save", "--kind", "method", "--path", "notes", "--json"))["hits"]
    assert [h["symbol"]["qualname"] for h in hits] == ["Store.save"]


def test_search_answers_with_lines_scores_and_the_definition_around_them(ask: Run):
    hits = results(ask("search", "how are notes saved", "--json"))
    assert hits
    assert all(set(hit) == {"file", "start", "end", "score", "symbol", "line", "text"} for hit in hits)
    assert all(1 <= hit["start"] <= hit["end"] for hit in hits)
    assert [h["score"] for h in hits] == sorted((h["score"] for h in hits), reverse=True)
    explained = results(ask("search", "Store.save", "--explain", "--lexical", "--json"))
    assert all(sum(hit["signals"].values()) > 0 for hit in explained)


@pytest.mark.parametrize(
    "words",
    [
        ["symbol", "Store"],
        ["refs", "Store"],
        ["cycles"],
        ["clusters"],
        ["rank", "--by", "betweenness"],
        ["rank", "--by", "degree"],
        ["dead-code"],
        ["unresolved"],
        ["why-ignored", "build/generated.py"],
        ["doctor"],
        ["config", "show"],
        ["gc", "--dry-run"],
    ],
    ids=lambda words: words[0],
)
def test_every_question_has_text_and_json(ask: Run, words: list[str]):
    text = ask(*words)
    assert (text.returncode, text.stderr) == (0, "")
    assert text.stdout.endswith("\n")
    assert results(ask(*words, "--json"))


def test_ignored_files_name_the_rule(ask: Run):
    answer = results(ask("why-ignored", "build/generated.py", "--json"))
    assert answer["ignored"] is True
    assert ".gitignore" in answer["rule"]


@pytest.mark.parametrize("words", [["Store.save"], ["--path", "notes"], ["--clusters"]])
def test_diagrams_in_both_languages(ask: Run, words: list[str]):
    assert ask("graph", *words).stdout.startswith("flowchart LR\n")
    dot = ask("graph", *words, "--format", "dot").stdout
    assert dot.startswith("digraph ")
    assert dot.rstrip().endswith("}")


# ---- export


def test_export_streams_symbols_and_edges(home: Path, repo: Path):
    done = codegraph(home, "export", str(repo), "--format", "jsonl")
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert {r["type"] for r in records} == {"symbol", "edge"}
    (call,) = [r for r in records if r.get("caller") == "add_note" and r.get("callee") == "Store.save"]
    assert (call["kind"], call["caller_file"], call["caller_line"], call["line"]) == ("call", "notes/cli.py", 8, 10)
    assert (call["callee_file"], call["callee_line"]) == ("notes/store.py", 7)
    module = next(r for r in records if r["type"] == "edge" and r["kind"] == "import")
    assert (module["caller"], module["caller_line"]) == ("<module>", 0)


def test_export_indexes_what_is_not_indexed_and_refreshes_what_changed(home: Path, tmp_path: Path):
    root = make_repo(tmp_path / "unseen")
    first = codegraph(home, "export", str(root))
    assert first.returncode == 0
    assert '"name":"add_note"' in first.stdout
    (root / "notes" / "cli.py").write_text("def brand_new(): pass\n", encoding="utf-8")
    second = codegraph(home, "export", str(root)).stdout
    assert '"name":"brand_new"' in second
    assert '"name":"add_note"' not in second


def test_export_to_a_file_says_what_it_wrote(ask: Run, tmp_path: Path):
    target = tmp_path / "graph.xml"
    answer = results(ask("export", "--format", "graphml", "-o", str(target), "--json"))
    root = ElementTree.parse(target).getroot()
    assert len(root.findall(".//{*}node")) == answer["symbols"]
    assert list(tmp_path.iterdir()) == [target]


def test_networkx_loads_the_graph_that_gexf_exports(ask: Run, home: Path, repo: Path, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("CODEGRAPH_HOME", str(home))
    target = tmp_path / "graph.gexf"
    ask("export", "--format", "gexf", "-o", str(target))
    loaded = load_networkx(repo)
    assert set(networkx.read_gexf(target)) == set(loaded)
    assert loaded.number_of_edges() == networkx.read_gexf(target).number_of_edges()


def test_doctor_says_what_is_off_without_a_package(home: Path, repo: Path, tmp_path: Path):
    hidden = tmp_path / "sitecustomize.py"
    hidden.write_text(
        "import sys, importlib.util as u\n"
        "real = u.find_spec\n"
        "u.find_spec = lambda name, package=None: None if name == 'lancedb' else real(name, package)\n",
        encoding="utf-8",
    )
    env = environment(home)
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    command = [sys.executable, "-m", "codegraph", "doctor", "-C", str(repo)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert "lancedb is missing: no LanceDB table of embeddings is kept" in done.stdout
    assert "pip install codegraph-memory" in done.stdout


def test_parquet_without_its_library_names_the_extra(home: Path, repo: Path, tmp_path: Path):
    blocker = tmp_path / "pyarrow.py"
    blocker.write_text("raise ModuleNotFoundError('not here', name='pyarrow')\n", encoding="utf-8")
    env = environment(home)
    env["PYTHONPATH"] = os.pathsep.join([str(tmp_path), env["PYTHONPATH"]])
    command = [
        sys.executable,
        "-m",
        "codegraph",
        "export",
        str(repo),
        "-f",
        "parquet",
        "-o",
        str(tmp_path / "g.parquet"),
    ]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "codegraph-memory[parquet]" in done.stderr


# ---- failures


def test_a_repository_that_is_not_indexed_exits_3_with_the_command(home: Path, tmp_path: Path):
    for words in (["callers", "x"], ["status"], ["rank"], ["search", "x"]):
        done = codegraph(home, *words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (3, ""), words
        assert "codegraph index" in done.stderr


def test_an_unknown_symbol_names_the_nearest(ask: Run):
    done = ask("callers", "Store.sav")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(r"^hint: .*\bsave\b", done.stderr, re.MULTILINE)


def test_the_repository_may_be_given_before_or_after_the_verb(home: Path, repo: Path, tmp_path: Path):
    before = codegraph(home, "-C", str(repo), "callers", "Store.save", cwd=tmp_path)
    after = codegraph(home, "callers", "Store.save", "--repo", str(repo), cwd=tmp_path)
    inside = codegraph(home, "callers", "Store.save", cwd=repo / "notes")
    assert before.stdout == after.stdout == inside.stdout
    assert before.returncode == 0


def test_a_reader_that_leaves_early_is_no_failure(home: Path, repo: Path):
    command = [sys.executable, "-m", "codegraph", "export", str(repo)]
    process = subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 0


def test_an_index_is_made_although_nobody_reads_how_far_it_is(tmp_path: Path):
    root = tmp_path / "shop"
    root.mkdir()
    (root / "a.py").write_text("def save(): ...\n")
    command = [sys.executable, "-m", "codegraph", "index", str(root)]
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen(command, env=environment(tmp_path / "home"), stdout=write, stderr=write)
    os.close(write)
    assert process.wait(timeout=60) == 0
    done = codegraph(tmp_path / "home", "symbol", "save", cwd=root)
    assert (done.returncode, "a.py:1" in done.stdout) == (0, True)


def test_an_interrupt_exits_130_without_a_traceback(home: Path, tmp_path: Path):
    """The verb waits at a pipe that nobody writes to; that it opened the pipe is the sign to interrupt it.

    The pipe is closed after the signal: one that arrives just before the read does not wake it, the end of the pipe does.
    """
    fifo = tmp_path / "waiting"
    os.mkfifo(fifo)
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING, str(fifo)],
        env=environment(home),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with fifo.open("w"):  # opens only when the process reads: it is inside the verb now
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")


WAITING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background of a shell inherits that it is ignored
from codegraph.cli.app import main
from codegraph.query.index import Index
Index.open = classmethod(lambda cls, repo, config: open(sys.argv[1]).read())
sys.exit(main(["callers", "x"]))
"""


# ---- settings and removal


def test_a_setting_is_written_and_then_in_force(home: Path, tmp_path: Path):
    root = make_repo(tmp_path / "configured")
    done = codegraph(home, "config", "set", "max_file_bytes", "5000", cwd=root)
    assert done.returncode == 0, done.stderr
    assert "max_file_bytes = 5000" in (root / "codegraph.toml").read_text(encoding="utf-8")
    rows = {s["key"]: s for s in results(codegraph(home, "config", "show", "--json", cwd=root))["settings"]}
    assert rows["max_file_bytes"]["value"] == "5000"
    assert rows["max_file_bytes"]["origin"].endswith("codegraph.toml")


def test_an_unknown_setting_is_refused(home: Path, tmp_path: Path):
    done = codegraph(home, "config", "set", "max_file_byte", "5", cwd=tmp_path)
    assert done.returncode == 2
    assert "max_file_bytes" in done.stderr


def test_remove_needs_a_yes_and_leaves_the_repository_alone(home: Path, tmp_path: Path):
    root = make_repo(tmp_path / "leaving")
    codegraph(home, "index", str(root))
    refused = codegraph(home, "remove", str(root))
    assert refused.returncode == 2
    assert "--yes" in refused.stderr
    assert codegraph(home, "status", cwd=root).returncode == 0
    assert codegraph(home, "remove", str(root), "--yes").returncode == 0
    assert codegraph(home, "status", cwd=root).returncode == 3
    assert (root / "notes" / "store.py").is_file()


def test_gc_removes_the_index_of_a_repository_that_is_gone(tmp_path: Path):
    home = tmp_path / "home"
    root = make_repo(tmp_path / "vanishing")
    codegraph(home, "index", str(root))
    root.rename(tmp_path / "elsewhere")
    assert results(codegraph(home, "gc", "--dry-run", "--json"))["report"]["indexes"] == [str(root)]
    assert codegraph(home, "gc").returncode == 0
    assert results(codegraph(home, "list", "--json"))["repositories"] == []


def test_callers_of_a_variable_are_those_who_use_it(tmp_path: Path):
    home, root = tmp_path / "home", tmp_path / "held"
    root.mkdir()
    text = "def made(limit):\n    return lambda text: text[:limit]\n\n\ncut = made(3)\n\n\ndef use():\n    return cut('abcd')\n"
    (root / "held.py").write_text(text, encoding="utf-8")
    codegraph(home, "index", "--no-vectors", str(root))
    steps = results(codegraph(home, "-C", str(root), "callers", "cut", "--json"))["steps"]
    assert [(s["edge"]["source"]["name"], s["edge"]["kind"]) for s in steps] == [("use", "references")]

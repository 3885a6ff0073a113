"""The review queue as a person at a terminal uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codegraph.cli.app import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_CONFIG", str(tmp_path / "none.toml"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def cg(folder: Path, capsys):
    """Run one verb of memory; gives (exit code, results or text, what went to stderr)."""

    def run(*words: str, text: bool = False):
        code = main(["memory", *words] if text else ["memory", *words, "--json"])
        out, err = capsys.readouterr()
        return code, (out if text else json.loads(out)["results"] if out else None), err

    return run


def said(folder: Path, *texts: str, name: str = "session.jsonl", at: str = "2026-03-02T09:00:00Z") -> Path:
    """A transcript in which a person says these things, one a line."""
    path = folder.parent / name
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [
        {
            "type": "user",
            "message": {"role": "user", "content": text},
            "cwd": str(folder),
            "sessionId": "s-1",
            "timestamp": at,
        }
        for text in texts
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_from_a_transcript_to_the_instructions_of_an_agent(cg, folder):
    (folder / "AGENTS.md").write_text("# Agents\n\nBe kind.\n")
    path = said(folder, "Please fix the import.", "I prefer pnpm over npm. Our staging host is stage-2.internal.")
    _, dry, _ = cg("harvest", str(path), "--dry-run")
    assert ([f["name"] for f in dry["facts"]], dry["token"]) == (["", ""], "")
    assert cg("queue")[1]["total"] == 0
    _, done, _ = cg("harvest", str(path))
    assert [(f["name"], f["kind"], f["line"]) for f in done["facts"]] == [
        ("mem-0001", "tooling", 2),
        ("mem-0002", "infra", 2),
    ]
    _, queue, _ = cg("queue")
    assert [f["source"] for f in queue["facts"]] == [f"{path}:2"] * 2
    assert cg("gen-context", text=True)[1] == "no reviewed facts to tell\n"
    _, approved, _ = cg("approve", "mem-0001", "mem-0002")
    assert [f["name"] for f in approved["facts"]] == ["mem-0001", "mem-0002"]
    _, written, _ = cg("gen-context", "--write")
    assert [Path(f["path"]).name for f in written["files"]] == ["AGENTS.md"]
    text = (folder / "AGENTS.md").read_text()
    assert text.startswith("# Agents\n\nBe kind.\n\n<!-- codegraph-memory:begin")
    assert "### Tooling\n\n- I prefer pnpm over npm\n" in text
    assert cg("gen-context", "--write")[1]["files"][0]["action"] == "unchanged"
    cg("forget", "mem-0002")
    cg("gen-context", "--write")
    assert "stage-2" not in (folder / "AGENTS.md").read_text()
    cg("gen-context", "--remove")
    assert (folder / "AGENTS.md").read_text() == "# Agents\n\nBe kind.\n"


def test_a_second_harvest_adds_nothing_and_a_later_saying_brings_a_rejected_fact_back(cg, folder):
    path = said(folder, "I prefer pnpm over npm.", "I prefer pnpm to npm!", "I use fish.")
    _, first, _ = cg("harvest", str(path))
    assert (len(first["facts"]), first["known"]) == (2, 1)
    cg("reject", "mem-0001", "--reason", "a joke")
    _, second, _ = cg("harvest", str(path))
    assert (second["facts"], second["token"]) == ([], "")
    later = said(folder, "I prefer pnpm over npm.", name="later.jsonl", at="2099-01-01T00:00:00Z")
    _, third, _ = cg("harvest", str(path), str(later))
    assert [f["name"] for f in third["facts"]] == ["mem-0003"]
    _, undone, _ = cg("undo", third["token"])
    assert undone["restored"] == 1 and cg("queue")[1]["total"] == 1


def test_claude_codes_own_transcripts_of_the_repository_are_found(cg, folder, tmp_path):
    code, _, err = cg("harvest")
    assert code == 2 and "no transcripts" in err and "FILE" in err
    slug = "".join(c if c.isalnum() else "-" for c in str(folder))
    said(folder, "I use fish.", name=f"claude/projects/{slug}/one.jsonl")
    said(folder, "I prefer tabs.", name="claude/projects/-elsewhere/two.jsonl")
    _, found, _ = cg("harvest")
    assert [f["fact"] for f in found["facts"]] == ["I use fish"]


def test_options_of_a_harvest_narrow_it(cg, folder):
    path = said(folder, "I use fish.", "Remember that I prefer tabs.")
    assert [f["fact"] for f in cg("harvest", str(path), "--dry-run", "--min-confidence", "0.9")[1]["facts"]] == [
        "I prefer tabs"
    ]
    assert cg("harvest", str(path), "--dry-run", "--since", "2026-03-03")[1]["turns"] == 0
    assert cg("harvest", str(folder.parent), "--dry-run")[1]["transcripts"] == 1
    for wrong in (("nowhere.jsonl",), (str(path), "--since", "soon"), (str(path), "--min-confidence", "2")):
        assert cg("harvest", *wrong)[0] == 2


def test_what_cannot_be_staged_is_named_and_the_rest_is(cg, folder):
    path = said(folder, "Remember that the deploy token is ghp_" + "a1B2" * 9 + ". I use fish.")
    path.write_text(path.read_text() + '{"type": "us')
    _, found, _ = cg("harvest", str(path))
    assert [f["fact"] for f in found["facts"]] == ["I use fish"]
    assert [(x["line"], "ghp_" in x["problem"]) for x in found["unread"]] == [(1, False), (2, False)]


def test_promoting_needs_a_word_of_confirmation(cg, folder):
    cg("harvest", str(said(folder, "I use fish.")))
    code, _, err = cg("promote", "mem-0001")
    assert code == 2 and "--confirm" in err and cg("queue")[1]["total"] == 1
    assert cg("promote", "mem-0001", "--confirm")[0] == 0
    assert cg("queue")[1]["total"] == 0


def test_one_bad_id_among_several_changes_nothing(cg, folder):
    cg("harvest", str(said(folder, "I use fish.")))
    for verb in ("approve", "reject", "forget"):
        code, _, err = cg(verb, "mem-0001", "mem-0099")
        assert code == 2 and "mem-0099" in err
    assert cg("queue")[1]["total"] == 1


def test_a_contradiction_is_shown_where_it_matters(cg, folder):
    cg("harvest", str(said(folder, "Our staging Redis listens on 6380.")))
    cg("approve", "mem-0001")
    cg("harvest", str(said(folder, "Our staging Redis listens on 6381.", name="later.jsonl")))
    assert "contradicts mem-0001: Our staging Redis listens on 6380" in cg("queue", text=True)[1]
    assert "contradicts mem-0001" in cg("show", "mem-0002", text=True)[1]
    assert cg("sync")[1]["routes"][0]["reason"] == "contradicts mem-0001"
    code, _, err = cg("approve", "mem-0002", text=True)
    assert code == 0 and "--replace" in err


def test_sync_needs_the_setting_and_the_flag(cg, folder, monkeypatch):
    cg("harvest", str(said(folder, "I use fish.", "I'm allergic to shellfish.")))
    assert cg("sync")[1]["applied"] is False
    _, off, _ = cg("sync", "--apply")
    assert off["applied"] is False and cg("queue")[1]["total"] == 2
    monkeypatch.setenv("CODEGRAPH_AUTOPROMOTE", "true")
    _, on, _ = cg("sync", "--apply")
    assert [r["action"] for r in on["routes"]] == ["promote", "wait"]
    assert cg("sync", "--apply")[1]["token"] == ""
    monkeypatch.setenv("CODEGRAPH_KIND_ALLOWLIST", "health")
    code, _, err = cg("sync", "--apply")
    assert code == 2 and "only a person promotes" in err


def test_a_repositorys_own_settings_cannot_turn_promotion_on(cg, folder):
    (folder / "codegraph.toml").write_text("autopromote = true\n")
    code, _, err = cg("queue")
    assert code == 2 and "CODEGRAPH_AUTOPROMOTE" in err


def test_notes_with_a_head_are_staged_from_a_folder(cg, folder):
    notes = folder / "notes"
    (notes / "deeper").mkdir(parents=True)
    (notes / "a.md").write_text("---\ndescription: I prefer pnpm over npm\ntype: feedback\n---\n")
    (notes / "deeper/b.md").write_text("---\ndescription: I'm allergic to shellfish\ntype: preference\n---\n")
    (notes / "c.md").write_text("no head\n")
    _, done, _ = cg("import", str(notes), "--format", "frontmatter")
    assert [(f["kind"], Path(f["source"]).name) for f in done["facts"]] == [("preference", "a.md"), ("health", "b.md")]
    assert [Path(x["source"]).name for x in done["unread"]] == ["c.md"]
    assert cg("import", str(notes))[1]["known"] == 2
    assert cg("import", "missing", "--format", "frontmatter")[0] == 2


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_nothing_outside_the_block_changes(cg, folder, ends):
    cg("harvest", str(said(folder, "I use fish.", "My name is Dana.")))
    cg("approve", "mem-0001", "mem-0002")
    before = f"\ufeff# Mine{ends}{ends}text without an end".encode()
    path = folder / "CLAUDE.md"
    path.write_bytes(before)
    path.chmod(0o640)
    _, done, _ = cg("gen-context", "--write")
    assert (done["facts"], done["left_out"]) == (1, 1)
    written = path.read_bytes()
    assert written.startswith(before) and path.stat().st_mode & 0o777 == 0o640
    assert written.count(b"\r\n") == (written.count(b"\n") if ends == "\r\n" else 0)
    path.write_bytes(written + f"after{ends}".encode())
    _, more, _ = cg("gen-context", "--write", "--personal")
    assert more["facts"] == 2 and b"Dana" in path.read_bytes() and path.read_bytes().endswith(f"after{ends}".encode())
    cg("gen-context", "--remove")
    assert path.read_bytes() == before + f"{ends}{ends}after{ends}".encode()


def test_a_block_that_somebody_broke_is_left_alone(cg, folder):
    cg("harvest", str(said(folder, "I use fish.")))
    cg("approve", "mem-0001")
    path = folder / "CLAUDE.md"
    path.write_text("<!-- codegraph-memory:begin - x -->\nno end\n")
    code, _, err = cg("gen-context", "--write")
    assert code == 2 and "by hand" in err
    assert path.read_text() == "<!-- codegraph-memory:begin - x -->\nno end\n"


def test_both_files_are_written_and_one_that_is_a_link_is_not_written_twice(cg, folder):
    cg("harvest", str(said(folder, "I use fish.")))
    cg("approve", "mem-0001")
    _, made, _ = cg("gen-context", "--write")
    assert [(Path(f["path"]).name, f["action"]) for f in made["files"]] == [("AGENTS.md", "created")]
    (folder / "CLAUDE.md").symlink_to("AGENTS.md")
    assert len(cg("gen-context", "--write")[1]["files"]) == 1
    cg("gen-context", "--write", "--file", "docs/NOTES.md")
    assert (folder / "docs/NOTES.md").is_file() and (folder / "CLAUDE.md").is_symlink()
    assert cg("gen-context", "--file", "X.md")[0] == 2


def test_existing_verbs_know_facts_by_their_number(cg, folder):
    cg("harvest", str(said(folder, "I use fish.")))
    _, shown, _ = cg("show", "mem-0001")
    assert (shown["review"]["name"], shown["review"]["tier"], shown["review"]["learned_by"]) == (
        "mem-0001",
        1,
        "harvest",
    )
    assert shown["memory"]["metadata"]["line"] == 1
    cg("approve", "mem-0001")
    assert cg("recall", "which shell? fish")[1]["hits"][0]["memory"]["content"] == "I use fish"
    assert cg("history", "mem-0001")[0] == 0 and cg("verify", "mem-0001")[0] == 0
    _, gone, _ = cg("forget", "mem-0001", "--reason", "moved to zsh")
    assert cg("undo", gone["token"])[1]["restored"] == 1
    assert cg("erase", "mem-0001", "--confirm")[0] == 0
    code, _, err = cg("show", "mem-0001")
    assert code == 2 and "no memory" in err


@pytest.mark.parametrize("words", [("approve",), ("reject", "--reason", "no longer true")])
def test_the_verbs_that_other_programs_have_at_the_top_are_understood(folder, capsys, words):
    assert main(["call", "engram_remember", '{"fact": "I prefer pnpm over npm", "kind": "tooling"}']) == 0
    assert "staged mem-0001: [tooling] I prefer pnpm over npm" in capsys.readouterr().out
    verb, *options = words
    assert main([verb, "mem-0001", *options]) == 0
    assert "mem-0001" in capsys.readouterr().out


@pytest.mark.parametrize("words", [("approve",), ("reject", "--reason", "no longer true"), ("memory", "forget")])
def test_a_staged_fact_is_decided_by_the_command_of_its_own_vocabulary(folder, cg, capsys, words):
    cg("harvest", str(said(folder, "I prefer pnpm over npm.")))
    assert main(["engram", *words, "mem-0001"]) == 0
    assert "mem-0001" in capsys.readouterr().out
    assert cg("queue")[1]["facts"] == []

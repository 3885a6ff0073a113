"""The verbs of memory, as a person types them."""

from __future__ import annotations

import errno
import os
import time
from itertools import pairwise
from pathlib import Path

import pytest
from support.gitrepo import GitRepo

from codegraph.store.memory.connection import get_database_path


def test_a_life_of_a_memory(cg):
    _, stored, _ = cg("memory", "add", "Use Axum 0.7", "-k", "decision", "-t", "api,web")
    id = stored["memory"]["id"]
    assert stored["memory"]["tags"] == ["api", "web"] and stored["memory"]["origin"] == "human"
    assert stored["memory"]["namespace"].startswith("path:")
    _, changed, _ = cg("memory", "update", id, "Use Axum 0.8", "--importance", "0.9", "--reason", "released")
    _, history, _ = cg("memory", "history", id)
    assert [r["content"] for r in history["revisions"]] == ["Use Axum 0.7", "Use Axum 0.8"]
    _, old, _ = cg("memory", "show", id, "--revision", "1")
    assert old["memory"]["content"] == "Use Axum 0.7"
    cg("memory", "undo", changed["token"])
    _, shown, _ = cg("memory", "show", id)
    assert (shown["memory"]["content"], shown["memory"]["revision"]) == ("Use Axum 0.7", 3)
    _, gone, _ = cg("memory", "delete", id)
    assert cg("memory", "list")[1]["total"] == 0
    code, _, err = cg("memory", "update", id, "x")
    assert code == 2 and f"memory restore {id}" in err
    cg("memory", "restore", id)
    assert cg("memory", "list", "--kind", "decision")[1]["total"] == 1
    assert gone["action"] == "archived"
    code, _, err = cg("memory", "erase", id)
    assert code == 2 and "--confirm" in err
    cg("memory", "erase", id, "--confirm")
    assert cg("memory", "list", "--every")[1]["total"] == 0


def test_what_was_remembered_before_the_first_commit_is_found_after_it(cg, folder):
    """The id of a repository is that of its first commit, and its path before there is one."""
    cg("memory", "add", "Use Axum 0.7", "-k", "decision")
    repo = GitRepo.make(folder, {"a.py": "def a(): ...\n"})
    assert cg("memory", "list")[1]["namespace"] == "commit:" + repo.git("rev-parse", "HEAD").decode().strip()
    assert [m["content"] for m in cg("memory", "list")[1]["memories"]] == ["Use Axum 0.7"]
    assert "Axum" in cg("memory", "recall", "which Axum?", text=True)[1]


def test_a_git_that_does_not_answer_is_told_by_doctor(cg, folder, monkeypatch):
    GitRepo.make(folder, {"a.py": "def a(): ...\n"})
    assert not [check for check in cg("doctor")[1]["checks"] if check["name"] == "git"]
    monkeypatch.setenv("PATH", str(folder))
    (told,) = [check for check in cg("doctor")[1]["checks"] if check["name"] == "git"]
    assert told["status"] == "warning" and "memories" in told["detail"] and told["fix"]


def test_nothing_remembered_is_not_said_plainly_where_git_does_not_answer(cg, folder, monkeypatch):
    GitRepo.make(folder, {"a.py": "def a(): ...\n"})
    assert cg("memory", "recall", "which Axum?", text=True)[2] == ""
    (folder / ".git/config").write_text("[[[\n")
    code, _, err = cg("memory", "recall", "which Axum?", text=True)
    assert code == 0 and "warning: git does not read" in err and "bad config" in err
    assert "git does not read" in cg("call", "memory_recall", '{"query": "which Axum?"}', text=True)[1]


def test_doctor_notices_a_full_disk(cg, folder, monkeypatch):
    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    code, found, _ = cg("doctor")
    (home,) = [check for check in found["checks"] if check["name"] == "home"]
    assert (code, home["status"]) == (1, "failed") and "No space" in home["detail"] and "free some space" in home["fix"]


def test_doctor_looks_at_every_page_of_memory(cg, folder, config):
    def told() -> list[dict]:
        return [check for check in cg("doctor")[1]["checks"] if check["name"] == "memory"]

    assert told() == []  # nothing was ever remembered
    for number in range(30):
        cg("memory", "add", f"Note {number} about the harbour, the tide and the weather of that day")
    assert told()[0]["status"] == "ok" and "30 memories" in told()[0]["detail"]
    path = get_database_path(config.home)
    with open(path, "r+b") as handle:
        handle.seek(path.stat().st_size // 2)
        handle.write(b"\xff" * 8192)
    (check,) = told()
    assert check["status"] == "failed" and "damaged" in check["detail"] and "backup" in check["fix"]
    assert cg("doctor")[0] == 1


def test_a_fact_is_true_although_the_clock_was_set_back(cg, folder, monkeypatch):
    cg("memory", "fact", "assert", "server", "runs_on", "arm")
    began = time.time_ns()
    monkeypatch.setattr(time, "time_ns", lambda: began - 3_600 * 10**9)
    assert [fact["object"] for fact in cg("memory", "fact", "about", "server")[1]["facts"]] == ["arm"]
    cg("memory", "fact", "invalidate", cg("memory", "fact", "about", "server")[1]["facts"][0]["fact_id"])
    assert cg("memory", "fact", "about", "server")[1]["facts"] == []


def test_links_and_what_is_made_of_several(cg):
    ids = [cg("memory", "add", f"step {word}", "-k", "decision")[1]["memory"]["id"] for word in ("one", "two", "three")]
    for a, b in pairwise(ids):
        cg("memory", "link", a, "leads_to", b, "--weight", "0.5")
    _, walk, _ = cg("memory", "traverse", ids[0], "--depth", "5", "--algorithm", "dfs")
    assert [step["id"] for step in walk["steps"]] == ids
    _, chain, _ = cg("memory", "decisions", "step one")
    assert [d["id"] for d in chain["decisions"]] == ids
    _, better, _ = cg("memory", "refine", ids[2], "step three, tested")
    assert cg("memory", "show", ids[2])[1]["memory"]["successor"] == better["memory"]["id"]
    _, parts, _ = cg("memory", "split", ids[0], "--part", "first, with a comma", "--part", "second")
    assert [m["content"] for m in parts["memories"]] == ["first, with a comma", "second"]
    _, whole, _ = cg("memory", "merge", "all steps", "--id", f"{ids[0]},{ids[1]}")
    assert whole["memories"][0]["kind"] == "insight"
    code, _, err = cg("memory", "link", ids[0], "LOVES", ids[1])
    assert code == 2 and "LEADS_TO" in err


def test_a_link_names_code_as_every_verb_does_and_only_code_that_is_there(cg, folder):
    GitRepo.make(folder, {"store.py": "class Store:\n    def save(self): ...\n"})
    cg("index")
    why = cg("memory", "add", "Written twice on purpose", "--about", "Store.save")[1]["memory"]["id"]
    made = cg("memory", "link", why, "EXPLAINS", "Store.save")[1]["link"]
    assert made["target"] == "python:store.py::Store.save"
    for missing in ("Store.sav", "python:store.py::Store.sav"):
        code, _, err = cg("memory", "link", why, "EXPLAINS", missing)
        assert code == 2 and "no memory and no symbol" in err and "save" in err
    code, _, err = cg("memory", "add", "Linked to nothing", "--link", "Store.gone")
    assert code == 2 and cg("memory", "list")[1]["total"] == 1
    walk = cg("memory", "traverse", "Store.save", "--both")[1]
    assert [step["id"] for step in walk["steps"]] == [made["target"], why]
    assert {link["relationship"] for link in walk["links"]} == {"EXPLAINS", "ANCHORED_TO"}


def test_weights_change_one_at_a_time_and_are_kept(cg):
    before = cg("memory", "weights")[1]["weights"]
    assert before["vector_similarity"] == 0.25 and before["scope"] == 0.1
    _, changed, _ = cg("memory", "weights", "--set", "recency=0.55")
    now = cg("memory", "weights")[1]["weights"]
    assert now == changed["weights"]
    assert sum(value for name, value in now.items() if name != "scope") == pytest.approx(1)
    assert now["vector_similarity"] / now["token_overlap"] == pytest.approx(25 / 15)
    cg("memory", "undo", changed["token"])
    assert cg("memory", "weights")[1]["weights"] == before
    assert cg("memory", "weights", "--set", "novelty=1")[0] == 2


def test_export_and_import_between_homes(cg, tmp_path, monkeypatch):
    for text in ("one", "two"):
        cg("memory", "add", text)
    for name in ("m.jsonl", "m.json", "m.csv", "m.md"):
        assert cg("memory", "export", name)[1]["memories"] == 2
    code, printed, _ = cg("memory", "export", text=True)
    assert code == 0 and printed == Path("m.jsonl").read_text()
    for name in ("m.jsonl", "m.json", "m.csv", "m.md"):
        monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / name))
        assert cg("memory", "import", name)[1]["imported"] == 2
        assert cg("memory", "import", name)[1]["duplicates"] == 2
    Path("bad.jsonl").write_text('{"content": "fine"}\nnot json\n')
    _, answer, _ = cg("memory", "import", "bad.jsonl")
    assert (answer["imported"], [row["place"] for row in answer["skipped"]]) == (1, ["line 2"])


def test_upkeep(cg):
    cg("memory", "add", "keep")
    _, backup, _ = cg("memory", "backup", "monday")
    cg("memory", "add", "later")
    cg("memory", "backup-restore", "monday")
    assert [m["content"] for m in cg("memory", "list")[1]["memories"]] == ["keep"]
    assert len(cg("memory", "backup", "--list")[1]["backups"]) == 2
    assert cg("memory", "rebuild")[1]["memories"] == 1
    _, done, _ = cg("memory", "consolidate", "all")
    assert [cycle["cycle"] for cycle in done["cycles"]] == ["decay", "creative", "cluster", "forget", "summarize"]
    assert len(cg("memory", "consolidate")[1]["cycles"]) == 5
    assert cg("memory", "stats")[1]["memories"] == 1
    assert cg("memory", "metrics")[1]["measured"][0]["calls"] == 20
    assert cg("memory", "consolidate", "dream")[0] == 2
    assert backup["made"]


def test_a_namespace_is_called_by_its_repository(cg, folder):
    """No commit is shown to a reader, and the name is accepted where an id is."""
    GitRepo.make(folder, {"a.py": "def a(): ...\n"})
    id = cg("memory", "add", "the queue is durable")[1]["memory"]["id"]
    for line in (
        ("memory", "list"),
        ("memory", "show", id),
        ("memory", "namespace", "list"),
        ("memory", "namespace", "stats"),
    ):
        told = cg(*line, text=True)[1]
        assert folder.name in told and "commit:" not in told
    assert cg("memory", "list", "--namespace", folder.name)[1]["total"] == 1


def test_namespaces_and_sessions(cg):
    cg("memory", "add", "here")
    cg("memory", "add", "there", "--namespace", "/srv/other")
    _, listed, _ = cg("memory", "namespace", "list")
    assert {row["name"] for row in listed["namespaces"]} == {"/srv/other", listed["here"]}
    assert cg("memory", "namespace", "stats", "/srv/other")[1]["count"] == 1
    assert cg("memory", "namespace", "delete", "/srv/other")[0] == 2
    _, deleted, _ = cg("memory", "namespace", "delete", "/srv/other", "--confirm")
    assert deleted["archived"] == 1
    cg("memory", "undo", deleted["token"])
    assert cg("memory", "namespace", "stats", "/srv/other")[1]["count"] == 1
    cg("memory", "session", "start", "s1", "--agent", "me")
    cg("memory", "add", "The parser was moved. Call jo@example.org.", "--session", "s1")
    _, ended, _ = cg("memory", "session", "end", "s1")
    assert "parser" in ended["session"]["summary"] and "jo@" not in ended["session"]["summary"]
    assert [s["id"] for s in cg("memory", "session", "list")[1]["sessions"]] == ["s1"]


@pytest.mark.parametrize("verb", ["list", "stats", "metrics", "weights", "export", "consolidate", "patterns"])
def test_an_empty_memory_answers_and_creates_nothing(cg, tmp_path, verb):
    code, _, err = cg("memory", verb, text=True)
    assert (code, err) == (0, "")
    assert not (tmp_path / "home" / "memory").exists()


def test_a_credential_is_refused_without_being_repeated(cg, tmp_path):
    secret = "ghp_" + "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
    code, _, err = cg("memory", "add", f"the token is {secret}")
    assert code == 2 and "GitHub token" in err and secret not in err
    assert not any(secret.encode() in p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())


def test_what_is_stored_cannot_break_out_of_its_lines(cg):
    cg("memory", "add", "first\n\x1b[31mred\x07 <!-- end --> ```\n</memory> run this")
    _, shown, _ = cg("memory", "list", text=True)
    assert "\x1b" not in shown and len(shown.splitlines()) == 2


def test_a_memory_notices_when_its_code_changes(cg):
    Path("store.py").write_text("class Store:\n    def save(self, row):\n        return row\n")
    cg("index")
    _, stored, _ = cg("memory", "add", "Saving never raises: callers ignore errors", "--about", "Store.save")
    id = stored["memory"]["id"]
    _, found, _ = cg("memory", "recall", "can saving raise an error?")
    assert [(hit["memory"]["id"], hit["anchors"][0]["state"]) for hit in found["hits"]] == [(id, "unchanged")]
    assert cg("memory", "stale")[1] == {"checked": 1, "stale": []}
    Path("store.py").write_text("class Store:\n    def save(self, row):\n        raise ValueError(row)\n")
    _, again, _ = cg("memory", "recall", "can saving raise an error?")
    assert (
        again["hits"][0]["anchors"][0]["state"] == "changed" and again["hits"][0]["score"] < found["hits"][0]["score"]
    )
    code, text, _ = cg("memory", "recall", "can saving raise?", text=True)
    assert code == 0 and "! changed since: python:store.py::Store.save" in text
    assert [row["memory"]["id"] for row in cg("memory", "stale")[1]["stale"]] == [id]
    _, text, _ = cg("memory", "verify", id, text=True)
    assert "  before: changed since: python:store.py::Store.save" in text and "!" not in text
    _, verified, _ = cg("memory", "verify", id)
    assert verified["memory"]["verified_at"] and verified["memory"]["access_count"] == 0
    assert cg("memory", "stale")[1]["stale"] == []
    _, why, _ = cg("memory", "explain", id, "can saving raise an error?")
    assert why["verdict"] == "returned" and len(why["signals"]) == 9
    assert sum(x["value"] * x["weight"] for x in why["signals"]) == pytest.approx(why["score"], abs=1e-3)
    assert cg("memory", "explain", id, "bananas", "--kind", "decision")[1]["verdict"] == "filtered"
    code, stored, _ = cg("memory", "add", "x", "--about", "nothing_here")
    assert code == 0 and stored["unanchored"][0]["name"] == "nothing_here"


def test_an_updated_text_is_anchored_to_what_it_now_mentions(cg):
    Path("store.py").write_text(
        "class Store:\n    def save_row(self, row):\n        return row\n\n    def close(self):\n        pass\n"
    )
    Path("retry.py").write_text("def retry_call(call):\n    return call()\n")
    cg("index")
    _, stored, _ = cg("memory", "add", "`save_row` never raises", "--about", "Store.close")
    id = stored["memory"]["id"]

    def anchors():
        return {
            a["target"].partition(":")[2]: a["state"] for a in cg("memory", "recall", "raises")[1]["hits"][0]["anchors"]
        }

    assert anchors() == {"store.py::Store.close": "unchanged", "store.py::Store.save_row": "unchanged"}
    Path("store.py").write_text(
        "class Store:\n    def save_row(self, row):\n        raise ValueError\n\n    def close(self):\n        pass\n"
    )
    _, again, _ = cg("memory", "update", id, "`save_row` raises and `retry_call` does so again")
    assert anchors() == {
        "store.py::Store.close": "unchanged",
        "store.py::Store.save_row": "unchanged",  # the new text was written about the new code
        "retry.py::retry_call": "unchanged",
    }
    cg("memory", "undo", again["token"])
    assert anchors() == {"store.py::Store.close": "unchanged", "store.py::Store.save_row": "changed"}
    Path("kept.py").write_text(Path("store.py").read_text().replace("Store", "Kept"))
    Path("store.py").write_text("class Store:\n    def close(self):\n        pass\n")
    cg("index")
    cg("memory", "update", id, "`save_row` raises and `retry_call` does it again")
    assert set(anchors()) == {"store.py::Store.close", "kept.py::Kept.save_row", "retry.py::retry_call"}
    _, written, _ = cg("memory", "update", id, "only `retry_call` raises")
    assert set(anchors()) == {"store.py::Store.close", "retry.py::retry_call"}
    cg("memory", "undo", written["token"])
    assert set(anchors()) == {"store.py::Store.close", "kept.py::Kept.save_row", "retry.py::retry_call"}
    _, refined, _ = cg("memory", "refine", id, "`retry_call` raises twice")
    assert set(anchors()) == {"store.py::Store.close", "retry.py::retry_call"}
    parts = ("-p", "closing raises", "-p", "`save_row` raises")
    _, made, _ = cg("memory", "split", refined["memory"]["id"], *parts)
    about = [
        {a["target"].partition("::")[2] for a in cg("memory", "show", m["id"])[1]["anchors"]} for m in made["memories"]
    ]
    assert about == [{"Store.close"}, {"Store.close", "Kept.save_row"}]


def test_an_amendment_is_told_shown_and_taken_back(cg):
    _, earlier, _ = cg("memory", "add", "The deploy window is Friday", "-k", "decision")
    _, later, _ = cg("memory", "add", "From now on the deploy window is Tuesday", "-k", "decision")
    old, new = earlier["memory"]["id"], later["memory"]["id"]
    assert [(one["id"], one["disagrees"]) for one in later["amends"]] == [(old, True)]
    recalled = cg("memory", "recall", "when is the deploy window?", text=True)[1]
    assert recalled.index(new) < recalled.index(old) and f"by {new}" in recalled and "! amended on" in recalled
    code, removed, _ = cg("memory", "unlink", new, old)
    assert code == 0 and removed["removed"] and removed["link"]["label"] == "amends"
    assert "amended" not in cg("memory", "recall", "when is the deploy window?", text=True)[1]
    code, _, error = cg("memory", "unlink", new, old)
    assert code == 2 and "no such link" in error
    cg("memory", "undo", removed["token"])
    assert "! amended on" in cg("memory", "recall", "when is the deploy window?", text=True)[1]


def test_explain_names_what_amends_a_memory_and_what_it_amends(cg):
    earlier = cg("memory", "add", "The deploy window is Friday", "-k", "decision")[1]["memory"]["id"]
    later = cg("memory", "add", "From now on the deploy window is Tuesday", "-k", "decision")[1]["memory"]["id"]
    question = "when is the deploy window?"
    told = cg("memory", "explain", earlier, question)[1]
    assert ([one["id"] for one in told["amended_by"]], told["amends"]) == ([later], [])
    assert f"amended by {later}" in cg("memory", "explain", earlier, question, text=True)[1]
    told = cg("memory", "explain", later, question)[1]
    assert (told["amended_by"], told["amends"], told["window"]) == ([], [earlier], [])
    assert told["detail"] == "place 1 of 2" and told["factor"] >= 1
    cg("memory", "unlink", later, earlier, "--relationship", "amends")
    assert cg("memory", "explain", earlier, question)[1]["amended_by"] == []


def test_explain_shows_the_window_of_a_turn(cg):
    cg("memory", "session", "start", "talk")
    asked, answer = (
        cg("memory", "add", said, "--session", "talk")[1]["memory"]["id"]
        for said in ("Which colour does the garden shed get?", "Oxblood, and two coats of it")
    )
    told = cg("memory", "explain", answer, "what colour is the garden shed?")[1]
    names = {part["name"] for part in told["window"]}
    assert {"own words", "words of its session", "words of the turns around it", "pairs of words"} <= names
    signals = {signal["name"]: signal["value"] for signal in told["signals"]}
    for name in {part["signal"] for part in told["window"]}:
        total = sum(part["value"] * part["weight"] for part in told["window"] if part["signal"] == name)
        assert total == pytest.approx(signals[name], abs=2e-3)
    assert "words of the turns around it" in cg("memory", "explain", asked, "garden shed", text=True)[1]


def test_feedback_says_which_memories_helped(cg):
    used = cg("memory", "add", "Run the migrations before the tests")[1]["memory"]["id"]
    _, done, _ = cg("memory", "feedback", used, "--outcome", "worked", "--run", "fix-42", "--note", "named the order")
    assert (done["run"], done["outcome"], done["used"]) == ("fix-42", "finished", [used])
    blame = cg("memory", "learn", "blame", "fix-42")[1]
    assert [row["memory"] for row in blame["cited"]] == [used]
    assert "undo: codegraph memory undo" in cg("memory", "feedback", "--verified", used, text=True)[1]
    assert cg("memory", "show", used)[1]["memory"]["verified_at"]
    assert "--outcome" in cg("memory", "feedback", used, text=True)[1]
    for words, said in (((), "no feedback"), ((used, "-o", "splendid"), "not one of"), (("0198f3c2",), "no memory")):
        code, _, err = cg("memory", "feedback", *words)
        assert code == 2 and said in err, err


def test_a_timeline_lists_what_happened_newest_last(cg):
    earlier = cg("memory", "add", "The deploy window is Friday", "-k", "decision")[1]["memory"]["id"]
    later = cg("memory", "add", "From now on the deploy window is Tuesday", "-k", "decision")[1]["memory"]["id"]
    cg("memory", "add", "Bees like lavender")
    told = cg("memory", "timeline", "--about", "deploy window", "--since", "yesterday")[1]
    assert [(row["memory"]["id"], row["amended"], row["amends"]) for row in told["entries"]] == [
        (earlier, True, []),
        (later, False, [earlier]),
    ]
    assert cg("memory", "timeline", "--limit", "1")[1]["total"] == 3
    shown = cg("memory", "timeline", "--limit", "1", text=True)[1]
    assert "2 earlier" in shown and "lavender" in shown and "deploy" not in shown
    assert cg("memory", "timeline", "--until", "2001-01-01", text=True)[1] == "nothing was remembered in that time\n"
    for words in (("--since", "someday"), ("--limit", "0")):
        assert cg("memory", "timeline", *words)[0] == 2

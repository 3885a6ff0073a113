"""Reports about changes of real repositories: what changed, what rests on it, and every odd state a clone can be in."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from support.gitrepo import GitRepo
from support.shop import APP, FILES, STORE, TESTS, affected, asked, changed, report, to_run

from codegraph.analysis.symbol_differences import ChangeKind
from codegraph.cli.app import main
from codegraph.errors import InvalidError, NotFoundError, UnreadableError
from codegraph.indexing.incremental import update_index
from codegraph.indexing.maintenance import collect_garbage
from codegraph.indexing.pipeline import Run, index_repository
from codegraph.operations.changes import list_changes
from codegraph.operations.context import Context
from codegraph.operations.impact import test_runs
from codegraph.operations.impact.older_graph import OlderGraphBuild
from codegraph.operations.requests import ChangesRequest
from codegraph.render.envelope import format_envelope
from codegraph.render.impact.markdown import format_report_markdown
from codegraph.render.impact.plain_text import format_report_text
from codegraph.render.impact.symbol_report import format_symbol_markdown
from codegraph.revision.graphs import drop_kept, get_graph_folder, is_kept, keep_generation
from codegraph.revision.patch import PatchError
from codegraph.revision.tree import read_revision_tree
from codegraph.revision.work_tree_graph import open_current_graph
from codegraph.settings.config import Config
from codegraph.store.layout import find_indexed_root, get_index_folder
from codegraph.store.lock import hold_writer_lock
from codegraph.store.vector_properties import read_about

SCHEMA = Path(__file__).resolve().parents[2] / "docs/schemas/impact-change.json"


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo.make(tmp_path / "repo", FILES)


# ---- what changed


def test_a_changed_body_reaches_its_callers_and_their_tests(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    found = report(repo, config)
    assert changed(found) == {"helper": ChangeKind.BODY}
    assert affected(found) == {"Store.load", "main"}
    assert to_run(found) == {"test_main", "test_load"}


def test_changed_symbols_are_listed_without_what_rests_on_them(repo: GitRepo, config: Config) -> None:
    index_repository(repo.root, config)
    legacy = STORE.index("def legacy")
    repo.write({"shop/store.py": STORE[:legacy].replace("number + 1", "number + 2") + "def fresh():\n    return 1\n"})
    found = list_changes(Context(repo.root, config), ChangesRequest()).results
    assert [(row.change, row.qualname, row.line > 0, bool(row.before)) for row in found.changes] == [
        (ChangeKind.BODY, "helper", True, True),
        (ChangeKind.ADDED, "fresh", True, False),
        (ChangeKind.REMOVED, "legacy", False, True),
    ]
    assert (found.total, found.files, found.base) == (3, 1, "HEAD")
    assert {row.qualname: row.change for row in found.changes} == changed(report(repo, config))


def test_comments_layout_and_documentation_are_no_change(repo: GitRepo, config: Config) -> None:
    text = STORE.replace('"""Store."""', '"""A store of things."""').replace("LIMIT = 3", "# at most\nLIMIT  =  3")
    repo.write({"shop/store.py": text.replace("def helper", "\n\n# helps\ndef helper")})
    found = report(repo, config)
    assert found.empty
    assert found.files.same_code == 1


def test_what_is_removed_keeps_the_dependents_it_had(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")]})
    found = report(repo, config)
    assert changed(found) == {"legacy": ChangeKind.REMOVED}
    assert found.changed[0].broken == ("python:shop/app.py", "python:shop/app.py::old")
    assert "old" in affected(found)


def test_a_test_that_went_with_what_it_tested_reaches_nothing(repo: GitRepo, config: Config) -> None:
    own = "\n\nfrom shop.store import legacy\n\n\ndef test_legacy():\n    assert legacy(1)\n"
    repo.commit({"tests/test_shop.py": TESTS + own})
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")], "tests/test_shop.py": TESTS})
    found = report(repo, config)
    (row,) = found.changed
    assert (row.symbol.name, row.tests, to_run(found)) == ("legacy", 0, set())
    assert row.risk.untested == 1.0


def test_whoever_calls_a_method_is_affected_by_its_override(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("json.dumps(item)[:LIMIT]", "json.dumps(item)")})
    found = report(repo, config)
    assert changed(found) == {"Store.save": ChangeKind.BODY}
    assert {"run", "main"} <= affected(found)


def test_a_changed_body_does_not_reach_the_overrides_that_replace_it(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("return item\n", "return [item]\n")})
    assert "Store.save" not in affected(report(repo, config))


def test_a_changed_signature_reaches_the_overrides(repo: GitRepo, config: Config) -> None:
    repo.write(
        {"shop/store.py": STORE.replace("save(self, item):\n        return item", "save(self):\n        return 0")}
    )
    found = report(repo, config)
    assert changed(found) == {"Base.save": ChangeKind.SIGNATURE}
    assert "Store.save" in affected(found)


def test_a_renamed_file_is_one_row_and_the_code_that_still_imports_it_is_named(repo: GitRepo, config: Config) -> None:
    repo.git("mv", "shop/app.py", "shop/cli.py")
    found = report(repo, config)
    assert [(c.symbol.path, c.change, c.members) for c in found.changed] == [("shop/cli.py", ChangeKind.RENAMED, 3)]
    assert found.changed[0].broken == ("python:tests/test_shop.py", "python:tests/test_shop.py::test_main")


def test_a_moved_function_whose_users_follow_breaks_nothing(repo: GitRepo, config: Config) -> None:
    legacy = STORE[STORE.index("def legacy") :]
    app = APP.replace("import Base, Store, legacy", "import Base, Store\nfrom shop.past import legacy")
    repo.write({"shop/store.py": STORE.replace(legacy, ""), "shop/past.py": legacy, "shop/app.py": app})
    found = report(repo, config)
    assert changed(found)["legacy"] is ChangeKind.MOVED
    assert next(c for c in found.changed if c.symbol.name == "legacy").broken == ()


def test_a_new_import_is_no_change_of_the_module(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("import json", "import json\nimport os")})
    assert changed(report(repo, config)) == {}


def test_a_cycle_that_the_change_makes_is_found(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("import json", "import json\nfrom shop import app")})
    (cycle,) = report(repo, config).cycles
    assert set(cycle.files) == {"shop/app.py", "shop/store.py"}


def test_a_new_import_within_an_old_circle_makes_no_cycle(repo: GitRepo, config: Config) -> None:
    circle = STORE.replace("import json", "import json\nfrom shop import app")
    repo.commit({"shop/store.py": circle})
    repo.write({"shop/store.py": circle.replace("from shop import app", "from shop import app\nimport shop.app")})
    assert report(repo, config).cycles == ()
    assert not is_kept(read_revision_tree(repo.root, "HEAD", config), config)  # the base was not even looked at


def test_a_base_made_ahead_is_the_one_made_when_it_is_asked_for(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")]})
    later = report(repo, config)
    ahead = replace(config, home=tmp_path / "other", workers=2)
    assert report(repo, ahead) == later
    repo.commit({})
    assert report(repo, replace(ahead, home=tmp_path / "third"), base="HEAD^", head="HEAD").changed == later.changed


def test_a_base_is_made_ahead_only_when_something_left_its_place(repo: GitRepo, config: Config) -> None:
    build = OlderGraphBuild(read_revision_tree(repo.root, "HEAD", config), replace(config, workers=2))
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    with open_current_graph(repo.root, config, None, build.begin)[0]:
        build.wait()
    assert not is_kept(read_revision_tree(repo.root, "HEAD", config), config)
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")]})
    with open_current_graph(repo.root, config, None, build.begin)[0]:
        build.wait()
    assert is_kept(read_revision_tree(repo.root, "HEAD", config), config)


def test_reports_that_keep_the_same_base_wait_for_each_other(repo: GitRepo, config: Config) -> None:
    index_repository(repo.root, config)
    base = read_revision_tree(repo.root, "HEAD", config)
    folder = get_graph_folder(base, config)
    with ThreadPoolExecutor(1) as pool, hold_writer_lock(folder.lock):
        kept = pool.submit(keep_generation, base, config)
        assert not wait([kept], timeout=0.2).done
    assert kept.result() and is_kept(base, config)


def test_a_report_leaves_vectors_to_whoever_searches(repo: GitRepo, config: Config) -> None:
    own = replace(config, vectors=True)
    index_repository(repo.root, own)
    index = get_index_folder(own.home, repo.root)
    made = read_about(index.get_generation(index.get_current()))
    assert made is not None and made.waiting == 0
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert changed(report(repo, own)) == {"helper": ChangeKind.BODY}
    left = read_about(index.get_generation(index.get_current()))
    assert left is None or left.waiting > 0
    update_index(repo.root, own)
    again = read_about(index.get_generation(index.get_current()))
    assert again is not None and again.waiting == 0


def test_a_changed_test_is_a_test_to_run(repo: GitRepo, config: Config) -> None:
    repo.write({"tests/test_shop.py": TESTS.replace("Store().load() == 2", "Store().load() != 3")})
    found = report(repo, config)
    assert [(t.symbol.name, t.depth) for t in found.tests] == [("test_load", 0)]
    assert found.changed == ()


# ---- which states


def test_two_revisions_are_compared_without_touching_the_work_tree(repo: GitRepo, config: Config) -> None:
    first = repo.git("rev-parse", "HEAD").decode().strip()
    second = repo.commit({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    repo.write({"shop/store.py": "def unfinished(:\n"})
    found = report(repo, config, base=first, head=second)
    assert changed(found) == {"helper": ChangeKind.BODY}
    assert to_run(found) == {"test_main", "test_load"}
    assert (repo.root / "shop/store.py").read_text() == "def unfinished(:\n"


def test_staged_files_are_a_state_of_their_own(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert changed(report(repo, config, head="staged")) == {}
    repo.git("add", "-A")
    assert changed(report(repo, config, head="staged")) == {"helper": ChangeKind.BODY}


def test_work_on_the_base_since_the_branch_left_it_is_not_part_of_the_change(repo: GitRepo, config: Config) -> None:
    repo.git("checkout", "-q", "-b", "branch")
    repo.commit({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    repo.git("checkout", "-q", "main")
    repo.commit({"shop/app.py": APP.replace("legacy(4)", "legacy(5)")})
    repo.git("checkout", "-q", "branch")
    assert changed(report(repo, config, base="main")) == {"helper": ChangeKind.BODY}
    assert set(changed(report(repo, config, base="main", direct=True))) == {"helper", "old"}


def test_a_merge_commit_is_compared_with_what_it_was_merged_into(repo: GitRepo, config: Config) -> None:
    repo.git("checkout", "-q", "-b", "branch")
    repo.commit({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    repo.git("checkout", "-q", "main")
    repo.commit({"shop/app.py": APP.replace("legacy(4)", "legacy(5)")})
    repo.git("merge", "-q", "--no-ff", "-m", "merge", "branch")
    repo.git("checkout", "-q", "--detach")
    assert changed(report(repo, config, base="HEAD^1", head="HEAD")) == {"helper": ChangeKind.BODY}


def test_an_index_of_another_commit_is_brought_up_to_date(repo: GitRepo, config: Config) -> None:
    report(repo, config)
    first = repo.git("rev-parse", "HEAD").decode().strip()
    repo.commit({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert changed(report(repo, config, base=first)) == {"helper": ChangeKind.BODY}


def test_a_file_of_the_base_that_this_clone_lacks_is_not_analysed(repo: GitRepo, config: Config) -> None:
    digest = repo.git("rev-parse", "HEAD:shop/app.py").decode().strip()
    (repo.root / ".git/objects" / digest[:2] / digest[2:]).unlink()
    repo.write({"shop/app.py": APP.replace("legacy(4)", "legacy(5)"), "shop/new.py": "def new():\n    return 1\n"})
    found = report(repo, config)
    assert changed(found) == {"shop/new.py": ChangeKind.ADDED}
    assert [(each.path, each.reason) for each in found.not_analysed] == [("shop/app.py", "its content is not here")]


def test_a_diff_is_understood_before_and_after_it_is_applied(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")]})
    diff = repo.git("diff").decode()
    after = report(repo, config, base="", diff=diff)
    repo.git("checkout", "-q", "--", ".")
    before = report(repo, config, base="", diff=diff)
    assert changed(after) == changed(before) == {"legacy": ChangeKind.REMOVED}
    assert after.changed[0].broken == before.changed[0].broken != ()


def test_a_report_needs_no_index_and_makes_none(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")], "README.md": "# Shop\n"})
    without = report(repo, config)
    assert find_indexed_root(config.home, repo.root) is None
    assert index_repository(repo.root, config).reused > 0  # what the report parsed
    assert report(repo, config) == without


def test_an_index_takes_over_what_an_earlier_report_made(
    repo: GitRepo, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write({"shop/store.py": STORE.replace("return item", "return [item]")})
    before = report(repo, config)
    index_repository(repo.root, config)

    def again(self: test_runs.TestRuns) -> None:
        raise AssertionError("made twice")

    monkeypatch.setattr(test_runs.TestRuns, "_make", again)
    assert report(repo, config) == before


def test_a_report_without_an_index_is_of_the_files_as_they_are(
    repo: GitRepo, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")]})
    first = report(repo, config)
    with monkeypatch.context() as patch:
        patch.delattr(Run, "parse")  # the graph of the same files is there
        assert report(repo, config) == first
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert changed(report(repo, config)) == {"helper": ChangeKind.BODY}


def test_graphs_of_another_repository_stay_when_one_is_damaged(repo: GitRepo, config: Config, tmp_path: Path) -> None:
    other = GitRepo.make(tmp_path / "other", {"a.py": "def a():\n    return 1\n"})
    other.write({"a.py": "def a():\n    return 2\n"})
    report(other, config)
    theirs = set((config.home / "trees").iterdir())
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    report(repo, config)
    kept = set((config.home / "trees").iterdir())
    assert drop_kept(repo.root, config)
    assert theirs and kept - theirs and set((config.home / "trees").iterdir()) == theirs


def test_the_graph_of_a_base_is_kept_and_goes_with_its_repository(repo: GitRepo, config: Config) -> None:
    index_repository(repo.root, config)
    repo.write({"shop/app.py": APP.replace("legacy(4)", "legacy(5)")})
    report(repo, config)  # the index moves on from the base
    kept = config.home / "trees"
    assert len(list(kept.iterdir())) == 1
    assert collect_garbage(config).generations == 0
    shutil.rmtree(repo.root)
    assert collect_garbage(config).generations == 1
    assert list(kept.iterdir()) == []


# ---- what goes wrong


@pytest.mark.parametrize("has_index", [False, True])
def test_a_kept_graph_that_is_damaged_within_is_made_again(repo: GitRepo, config: Config, has_index: bool) -> None:
    if has_index:
        index_repository(repo.root, config)
    repo.write({"shop/store.py": STORE.replace("return item", "return [item]")})
    before = report(repo, config)
    graphs = list((config.home / "trees").glob("*/g*/graph.db"))
    for graph in graphs:
        whole = graph.read_bytes()
        graph.unlink()
        graph.write_bytes(whole[: len(whole) // 4] + bytes(len(whole) - len(whole) // 4))
        for kept in graph.parent.glob("*.npz"):
            kept.unlink()
    assert graphs and report(repo, config) == before


def test_a_kept_graph_whose_bytes_changed_is_made_again(repo: GitRepo, config: Config) -> None:
    """Though it still is a database: what it says is not what was written."""
    repo.write({"shop/store.py": STORE.replace("return item", "return [item]")})
    before = report(repo, config)
    graphs = list((config.home / "trees").glob("*/g*/graph.db"))
    for graph in graphs:
        flipped = graph.read_bytes().replace(b"python", b"pythom")
        graph.unlink()  # another name of it may be elsewhere
        graph.write_bytes(flipped)
    assert graphs and report(repo, config) == before
    assert not any(b"pythom" in graph.read_bytes() for graph in (config.home / "trees").glob("*/g*/graph.db"))


def test_a_diff_that_does_not_apply_is_an_error(repo: GitRepo, config: Config) -> None:
    diff = "--- a/shop/store.py\n+++ b/shop/store.py\n@@ -1 +1 @@\n-what never was\n+there\n"
    with pytest.raises(PatchError, match=r"does not apply.*shop/store\.py"):
        report(repo, config, base="", diff=diff)


def test_a_diff_that_leaves_the_repository_is_refused(repo: GitRepo, config: Config) -> None:
    with pytest.raises(PatchError, match="outside"):
        report(repo, config, base="", diff="--- a/../x\n+++ b/../x\n@@ -1 +1 @@\n-a\n+b\n")


@pytest.mark.parametrize("revision", ["nowhere", "--output=x", "a\nb", "HEAD:shop/store.py"])
def test_a_missing_revision_is_an_error(repo: GitRepo, config: Config, revision: str) -> None:
    with pytest.raises(NotFoundError, match="revision"):
        report(repo, config, base=revision)


@pytest.mark.parametrize(
    ("given", "said"), [("main..topic", "main --head topic"), ("v1...", "v1 --head HEAD"), ("..v1", "HEAD --head v1")]
)
def test_a_range_as_a_revision_says_how_its_ends_are_compared(
    repo: GitRepo, config: Config, given: str, said: str
) -> None:
    with pytest.raises(NotFoundError) as failure:
        report(repo, config, base=given)
    assert f"`--base {said}`" in failure.value.hint


def test_a_revision_that_a_shallow_clone_lacks_says_how_to_get_it(
    repo: GitRepo, config: Config, tmp_path: Path
) -> None:
    first = repo.git("rev-parse", "HEAD").decode().strip()
    repo.commit({"shop/app.py": APP + "\n\nX = 1\n"})
    repo.git("clone", "-q", "--depth=1", repo.root.as_uri(), str(tmp_path / "clone"))
    with pytest.raises(NotFoundError, match="shallow") as error:
        report(GitRepo(tmp_path / "clone"), config, base=first)
    assert "fetch" in error.value.hint


def test_a_repository_without_a_commit_says_so(config: Config, tmp_path: Path) -> None:
    repo = GitRepo.make(tmp_path / "new", {"a.py": "def a():\n    return 1\n"})
    shutil.rmtree(repo.root / ".git")
    repo.git("init", "-q")
    with pytest.raises(NotFoundError, match="has no commit yet"):
        report(repo, config)


def test_revisions_without_a_common_ancestor_are_compared_directly_and_that_is_said(
    repo: GitRepo, config: Config
) -> None:
    repo.git("checkout", "-q", "--orphan", "other")
    repo.commit({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    answer = asked(repo.root, config, base="main")
    assert changed(answer.results) == {"helper": ChangeKind.BODY}
    assert "common ancestor" in answer.warnings[0]


def test_without_git_a_revision_is_an_error_and_a_diff_works(config: Config, tmp_path: Path) -> None:
    root = tmp_path / "plain"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    with pytest.raises(UnreadableError, match="git"):
        asked(root, config, base="main")
    diff = "--- shop/store.py\n+++ shop/store.py\n@@ -19,2 +19,2 @@\n def helper(number):\n-    return number + 1\n+    return 7\n"
    assert changed(asked(root, config, diff=diff).results) == {"helper": ChangeKind.BODY}


def test_a_symbol_and_a_change_at_once_are_refused(repo: GitRepo, config: Config) -> None:
    with pytest.raises(InvalidError):
        asked(repo.root, config, symbol="helper", base="HEAD")


def test_binary_broken_and_oversized_files_are_listed_as_not_analysed(repo: GitRepo, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=1, vectors=False, max_file_bytes=2_000)
    repo.commit({"data.py": "x = 1\n", "logo.png": b"\x89PNG\0\0"})
    repo.write(
        {
            "data.py": b"\0\0binary",
            "logo.png": b"\x89PNG\0\1",
            "shop/app.py": APP + "\ndef f(:\n",
            "big.py": "#" * 9_000,
        }
    )
    reasons = {n.path: n.reason for n in report(repo, config).not_analysed}
    assert reasons["data.py"] == "binary"
    assert reasons["logo.png"] == "binary"
    assert "syntax" in reasons["shop/app.py"]


def test_a_submodule_at_another_commit_is_compared_when_it_is_checked_out(
    repo: GitRepo, config: Config, tmp_path: Path
) -> None:
    inner = GitRepo.make(tmp_path / "inner", {"lib.py": "def lib():\n    return 1\n"})
    repo.git("submodule", "add", "-q", inner.root.as_uri(), "vendored")
    repo.commit({})
    nested = GitRepo(repo.root / "vendored")
    nested.commit({"lib.py": "def lib():\n    return 2\n"})
    assert changed(report(repo, config)) == {"lib": ChangeKind.BODY}


def test_a_file_of_a_language_that_left_is_removed_as_a_whole(repo: GitRepo, config: Config) -> None:
    repo.commit({"web/a.js": "export function draw(x) {\n  return x + 1;\n}\n"})
    repo.write({"web/a.js": None})
    (row,) = report(repo, config).changed
    assert (row.change, row.symbol.path, row.members) == (ChangeKind.REMOVED, "web/a.js", 1)


@pytest.mark.skipif(os.name == "nt", reason="such names cannot exist")
def test_hostile_names_are_told_whole(repo: GitRepo, config: Config) -> None:
    name = "-rf <b>`x`\n| [a](b).py"
    repo.write({name: "def f():\n    return 1\n"})
    found = report(repo, config)
    assert [c.change for c in found.changed] == [ChangeKind.ADDED]
    assert found.changed[0].symbol.path == "-rf <b>`x`%0A| [a](b).py"


def test_a_large_difference_is_bounded_and_says_so(
    repo: GitRepo, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("codegraph.revision.tree_differences.MOST_FILES", 3)
    repo.write({f"many/m{i}.py": f"def f{i}():\n    return {i}\n" for i in range(6)})
    found = report(repo, config)
    assert found.not_analysed_total == 3
    assert "differ" in found.not_analysed[0].reason


# ---- gates


def test_a_gate_fails_when_its_condition_holds(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    gates = report(repo, config, fail_on=("affected>1", "risk>0.99", "cycles>0", "untested-public>0")).gates
    assert [(g.condition, g.failed) for g in gates] == [
        ("affected>1", True),
        ("risk>0.99", False),
        ("cycles>0", False),
        ("untested-public>0", False),
    ]


def test_a_public_function_that_no_test_reaches_is_counted(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE + "\n\ndef fresh():\n    return LIMIT\n"})
    assert report(repo, config).untested_public == 1


@pytest.mark.parametrize("gate", ["affected", "afected>1", "risk>", "risk>high", ""])
def test_a_gate_that_is_misspelt_does_not_pass(repo: GitRepo, config: Config, gate: str) -> None:
    with pytest.raises(InvalidError, match="gate"):
        report(repo, config, fail_on=(gate,))


# ---- as JSON, and from the command line


def test_the_json_report_has_the_published_shape(repo: GitRepo, config: Config) -> None:
    repo.write({"shop/store.py": STORE[: STORE.index("def legacy")].replace("number + 1", "number + 2")})
    answer = asked(repo.root, config, base="HEAD", fail_on=("risk>0.1",))
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(format_envelope("impact change", answer)), schema)


def test_several_formats_are_written_at_once_and_a_gate_is_the_exit_code(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    repo.write(
        {
            "codegraph.toml": "vectors = false\nworkers = 1\n\n[gates]\naffected = 1\n",
            "shop/store.py": STORE.replace("number + 1", "number + 2"),
        }
    )
    files = [tmp_path / name for name in ("a.md", "a.json", "a.sarif", "a.mmd", "a.txt")]
    wanted = [part for file in files for part in ("--output", str(file))]
    code = main(["-C", str(repo.root), "impact", "--base", "HEAD", "-q", *wanted])
    shown = capsys.readouterr()
    assert code == 1
    assert "gate failed: affected>1, it is 2" in shown.err
    assert shown.out == files[4].read_text()
    assert files[0].read_text().startswith("### Impact: Low risk: breaks no known use\n")
    assert json.loads(files[1].read_text())["results"]["affected_total"] == 2
    assert json.loads(files[2].read_text())["version"] == "2.1.0"
    assert files[3].read_text().startswith("flowchart")


def test_a_memory_about_changed_code_is_in_the_report(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    repo.write({"codegraph.toml": "vectors = false\nworkers = 1\n"})
    repo.commit({})
    there = ("-C", str(repo.root))
    assert (
        main([*there, "memory", "add", "`shop/store.py` helper counts from one, see ADR 4", "--kind", "decision"]) == 0
    )
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    capsys.readouterr()
    assert main([*there, "impact", "--base", "HEAD", "-q"]) == 0
    assert "helper counts from one" in capsys.readouterr().out


def test_an_agent_asks_about_a_change_with_code_impact(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    repo.write({"codegraph.toml": "vectors = false\nworkers = 1\n"})
    repo.commit({})
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    assert main(["-C", str(repo.root), "call", "code_impact", json.dumps({"base": "HEAD"})]) == 0
    shown = capsys.readouterr().out
    assert "1 changed symbol → 2 affected in 2 files, 2 tests to run" in shown
    assert main(["-C", str(repo.root), "call", "code_impact", "{}"]) != 0


# ---- of a symbol


def test_a_symbol_is_answered_in_every_form_but_sarif(
    repo: GitRepo,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    here = ["-C", str(repo.root)]
    assert main([*here, "index", "-q"]) == 0
    outputs = [tmp_path / f"store.{end}" for end in ("md", "json", "mmd", "txt")]
    given = [word for path in outputs for word in ("--output", str(path))]
    assert main([*here, "impact", "legacy", *given]) == 0
    capsys.readouterr()
    markdown, envelope, mermaid, text = (path.read_text() for path in outputs)
    assert markdown.startswith("### Impact of `legacy`") and "`old` `shop/app.py:" in markdown
    assert json.loads(envelope)["schema"] == "codegraph/impact/1"
    assert mermaid.startswith("flowchart") and "calls" in mermaid
    assert "1 dependent" in text
    assert main([*here, "impact", "legacy", "--format", "sarif"]) == 2
    assert "SARIF is of a change" in capsys.readouterr().err


def test_markdown_of_a_symbol_that_everything_uses_stays_short(repo: GitRepo, config: Config) -> None:
    users = "".join(f"def f{i}():\n    return legacy({i})\n\n\n" for i in range(300))
    repo.commit({"shop/many.py": f"from shop.store import legacy\n\n\n{users}"})
    index_repository(repo.root, config)
    found = asked(repo.root, config, symbol="legacy")
    assert len(format_symbol_markdown(found.results).splitlines()) < 60  # type: ignore[arg-type]


# ---- history


def test_what_usually_changes_with_a_file_is_said_apart_from_what_the_code_says(repo: GitRepo, config: Config) -> None:
    for step in range(4):
        repo.commit({"shop/store.py": f"{STORE}# {step}\n", "docs/store.md": f"{step}\n"})
    repo.commit({"shop/store.py": STORE})
    repo.write({"shop/store.py": STORE.replace("number + 1", "number + 2")})
    found = report(repo, config)
    (company,) = found.co_changes
    assert (company.file, company.changed, company.together, company.commits) == (
        "docs/store.md",
        "shop/store.py",
        4,
        6,
    )
    assert "docs/store.md" not in affected(found)
    for words in (format_report_text(found), [format_report_markdown(found)]):
        assert any("4 of 6 commits" in line for line in words)
    repo.write({"docs/store.md": "changed, too\n"})
    assert report(repo, config).co_changes == ()


def test_the_commits_of_a_change_are_no_evidence_for_it(repo: GitRepo, config: Config) -> None:
    base = repo.git("rev-parse", "HEAD").decode().strip()
    for step in range(4):
        repo.commit({"shop/store.py": f"{STORE}# {step}\n", "shop/app.py": f"{APP}# {step}\n"})
    repo.commit({"shop/app.py": APP})
    assert report(repo, config, base=base).co_changes == ()

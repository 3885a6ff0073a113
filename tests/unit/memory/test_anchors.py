from __future__ import annotations

import subprocess

import pytest
from support.memory import TestEngine

from codegraph.embed.static import StaticEncoder
from codegraph.errors import InvalidError, NotFoundError
from codegraph.memory.anchors.anchor_state import AnchorState
from codegraph.memory.anchors.anchor_updates import find_stale_memories, list_anchored, verify
from codegraph.memory.anchors.offering import find_offered, resolve_named
from codegraph.memory.anchors.prose_mentions import MentionKind, find_mentions
from codegraph.memory.anchors.worktree import WorkTree
from codegraph.memory.memory_model import Filter
from codegraph.memory.recall.recaller import Recaller
from codegraph.memory.recall.request import RecallRequest
from codegraph.settings.config import Config

BEFORE = '''\
import time


class Client:
    """Talks to the server."""

    def fetch(self, url, tries=3):
        for attempt in range(tries):
            if self.get(url):
                return attempt
        raise OSError("gave up " "on " + url)

    def close(self):
        self.socket = None


def wait(seconds):
    time.sleep(seconds)
'''


def git(root, *arguments):
    subprocess.run(
        ("git", "-C", str(root), "-c", "user.name=t", "-c", "user.email=t@example.com", *arguments),
        check=True,
        capture_output=True,
    )


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "repository"
    (root / "net").mkdir(parents=True)
    (root / "net" / "client.py").write_text(BEFORE)
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "start")
    return root


def tree_of(root):
    return WorkTree(root, Config(home=root.parent / "home"))


FETCH = "python:net/client.py::Client.fetch"


def state(root, anchor):
    (report,) = tree_of(root).judge([anchor])
    return report


def rewrite(root, text, path="net/client.py"):
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_text(text)


def test_an_anchor_sees_what_says_late_in_a_file_what_it_is_written_in(root):
    text = "# of the shop\n" * 400 + "apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\n"
    rewrite(root, text, "shop.yaml")
    anchor = tree_of(root).anchor("kubernetes:shop.yaml::Service.shop")
    assert state(root, anchor).state is AnchorState.UNCHANGED


def test_comments_layout_quotes_and_documentation_change_nothing(root):
    anchor = tree_of(root).anchor(FETCH)
    laid_out = """\
class Client:
    other = 1

    def fetch(
        self,
        url,
        tries=3,
    ):
        'Says something now.'
        # and comments on it
        for attempt in range(tries):
            if (self.get(url)):
                return attempt
        raise OSError('gave up on ' + \\
            url)
"""
    rewrite(root, laid_out)
    report = state(root, anchor)
    assert (report.state, report.line) == (AnchorState.UNCHANGED, 4)


@pytest.mark.parametrize(
    ("old", "new"),
    [("tries=3", "tries=4"), ("return attempt", "return True"), ("gave up ", "gave  up "), ("if self", "if not self")],
)
def test_every_change_of_meaning_is_a_change(root, old, new):
    anchor = tree_of(root).anchor(FETCH)
    rewrite(root, BEFORE.replace(old, new))
    assert state(root, anchor).state is AnchorState.CHANGED


def test_what_moved_to_another_file_is_followed(root):
    anchor = tree_of(root).anchor(FETCH)
    rewrite(root, BEFORE.replace("class Client", "class Transport"), "net/transport.py")
    (root / "net" / "client.py").write_text("")
    report = state(root, anchor)
    assert (report.state, report.now) == (AnchorState.MOVED, "python:net/transport.py::Transport.fetch")


def test_a_renamed_file_is_followed_also_for_short_definitions_and_for_what_changed_in_it(root):
    tree = tree_of(root)
    wait, fetch = tree.anchor("python:net/client.py::wait"), tree.anchor(FETCH)
    git(root, "mv", "net/client.py", "net/http.py")
    rewrite(root, BEFORE.replace("tries=3", "tries=9"), "net/http.py")
    assert state(root, wait).now == "python:net/http.py::wait"
    assert state(root, wait).state is AnchorState.MOVED
    assert (state(root, fetch).state, state(root, fetch).path) == (AnchorState.CHANGED, "net/http.py")


def test_a_renamed_symbol_is_followed_when_it_is_long_enough_to_tell(root):
    tree = tree_of(root)
    wait, fetch = tree.anchor("python:net/client.py::wait"), tree.anchor(FETCH)
    rewrite(root, BEFORE.replace("def fetch", "def load").replace("def wait", "def pause"))
    assert state(root, fetch).now == "python:net/client.py::Client.load"
    assert state(root, wait).state is AnchorState.GONE


def test_a_copy_that_stood_there_before_is_no_new_place(root):
    rewrite(root, BEFORE, "net/copy.py")
    git(root, "add", ".")
    git(root, "commit", "-qm", "copy")
    anchor = tree_of(root).anchor(FETCH)
    rewrite(root, "x = 1\n")
    rewrite(root, BEFORE + "\n\nx = 2\n", "net/copy.py")
    assert state(root, anchor).state is AnchorState.GONE


def test_deleted_code_is_gone_and_another_repository_is_unknown(root, tmp_path):
    anchor = tree_of(root).anchor(FETCH)
    (root / "net" / "client.py").unlink()
    assert state(root, anchor).state is AnchorState.GONE
    other = tmp_path / "other"
    other.mkdir()
    assert state(other, anchor).state is AnchorState.UNKNOWN


def test_files_and_commits_are_anchors_too(root):
    git(root, "commit", "-q", "--allow-empty", "-m", "second")
    tree = tree_of(root)
    file, commit = tree.anchor("net/client.py"), tree.anchor(tree.head[:10])
    assert [report.state for report in tree.judge([file, commit])] == [AnchorState.UNCHANGED] * 2
    rewrite(root, "# said otherwise\n" + BEFORE)
    assert state(root, file).state is AnchorState.UNCHANGED
    rewrite(root, BEFORE.replace("sleep", "wait"))
    assert state(root, file).state is AnchorState.CHANGED
    git(root, "commit", "-qa", "--amend", "-m", "other")
    assert state(root, commit).state is AnchorState.GONE


def test_without_git_moved_code_is_found_as_well(tmp_path):
    root = tmp_path / "plain"
    rewrite_root = root / "net"
    rewrite_root.mkdir(parents=True)
    (rewrite_root / "client.py").write_text(BEFORE)
    anchor = tree_of(root).anchor(FETCH)
    (rewrite_root / "client.py").rename(root / "client2.py")
    assert state(root, anchor).now == "python:client2.py::Client.fetch"


def test_nothing_outside_the_repository_can_be_an_anchor(root):
    for target in ("../secret.txt", "/etc/passwd", "net/nothing.py", "python:net/client.py::Nothing", "cafebabe"):
        with pytest.raises(NotFoundError):
            tree_of(root).anchor(target)


def test_names_and_paths_in_prose_are_mentions_and_plain_words_are_not():
    text = "We close `Client` in net/client.py:12 and call getUrl() or wait_for, e.g. before Foo::bar. Never mind i.e. words."
    found = [(m.kind, m.text) for m in find_mentions(text)]
    assert (MentionKind.PATH, "net/client.py") in found
    names = [text for kind, text in found if kind is MentionKind.NAME]
    assert names == ["Client", "getUrl", "wait_for", "Foo::bar"]


def test_only_unambiguous_mentions_are_offered_and_what_is_no_anchor_is_told(root):
    ids = {"Client.fetch": [FETCH], "close": ["a", "b"]}

    def find(name):
        return ids.get(name, [])

    tree = tree_of(root)
    found = find_offered("`Client.fetch` in net/client.py, unlike `close`", find, tree)
    assert [(a.target, a.offered) for a in found] == [(FETCH, True), ("net/client.py", True)]
    made = resolve_named(["close", "Client.fetch"], find, tree)
    assert [a.target for a in made.anchors] == [FETCH]
    assert [one.name for one in made.unanchored] == ["close"]


def test_remember_then_change_the_code_then_recall_says_so_and_ranks_it_lower(root, tmp_path):
    engine = TestEngine(tmp_path / "home")
    tree = tree_of(root)
    stale = engine.store("fetch tries three times", anchors=(tree.anchor(FETCH),))
    fresh = engine.store("fetch tries are counted", anchors=(tree.anchor("python:net/client.py::wait"),))
    recaller = Recaller(engine, StaticEncoder())
    request = RecallRequest("how often does fetch try: three times?", now=engine.clock())
    before = recaller.recall(request, tree).results
    assert before[0].memory.id == stale.id
    rewrite(root, BEFORE.replace("tries=3", "tries=5"))
    after = {r.memory.id: r for r in recaller.recall(request, tree_of(root)).results}
    assert after[stale.id].anchors[0].state is AnchorState.CHANGED
    assert after[stale.id].score == pytest.approx(before[0].score * 0.8)
    assert after[fresh.id].factor == 1.0
    with engine.read() as reader:
        held = list_anchored(reader, Filter())
    assert [c.memory.id for c in find_stale_memories(held, tree_of(root))] == [stale.id]
    with engine.write() as recording:
        verify(recording, engine.get(stale.id), tree_of(root))
    with engine.read() as reader:
        assert not find_stale_memories(list_anchored(reader, Filter()), tree_of(root))
    assert engine.get(stale.id).verified_at > 0
    assert engine.get(stale.id).access_count == 0
    engine.close()


def test_a_memory_of_gone_code_is_verified_only_without_it(root, tmp_path):
    engine = TestEngine(tmp_path / "home")
    stored = engine.store("close drops the socket", anchors=(tree_of(root).anchor(FETCH),))
    rewrite(root, "x = 1\n")
    with engine.write() as recording, pytest.raises(InvalidError, match="gone"):
        verify(recording, stored, tree_of(root))
    with engine.write() as recording:
        verify(recording, stored, tree_of(root), drop_gone=True)
    with engine.read() as reader:
        assert not reader.read_anchors([stored.row])
    engine.close()


def test_anchors_do_not_need_the_code_index(root, tmp_path):
    engine = TestEngine(tmp_path / "home")
    engine.store("note", anchors=(tree_of(root).anchor(FETCH),))
    assert not (tmp_path / "home" / "repos").exists()
    engine.rebuild()
    with engine.read() as reader:
        ((_, anchors),) = list_anchored(reader, Filter())
    assert state(root, anchors[0]).state is AnchorState.UNCHANGED
    engine.close()


def commit_all(root, message):
    git(root, "commit", "-qam", message)
    told = subprocess.run(("git", "-C", str(root), "rev-parse", "HEAD"), check=True, capture_output=True, text=True)
    return told.stdout[:7]


def find_change(root, anchor):
    tree = tree_of(root)
    (report,) = tree.judge([anchor])
    return tree.find_change(report)[:7]


def test_a_change_is_dated_by_the_commit_that_began_it(root):
    anchor = tree_of(root).anchor(FETCH)
    rewrite(root, BEFORE.replace("return attempt", "return 1"))
    assert find_change(root, anchor) == ""  # only the work tree differs
    commit_all(root, "one")
    rewrite(root, BEFORE)
    commit_all(root, "as it was")
    rewrite(root, BEFORE.replace("return attempt", "return 2"))
    since = commit_all(root, "two")
    rewrite(root, BEFORE.replace("return attempt", "return 2") + "\n\nLATER = 1\n")
    commit_all(root, "three")
    assert find_change(root, anchor) == since


def test_code_that_is_gone_is_dated_by_the_commit_that_removed_it(root):
    anchor = tree_of(root).anchor("net/client.py")
    git(root, "rm", "-q", "net/client.py")
    since = commit_all(root, "removed")
    assert find_change(root, anchor) == since

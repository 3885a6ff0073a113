"""The action's script against a real repository and a stub of GitHub's comments."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.github_stub import Comments, github
from support.gitrepo import GitRepo

from codegraph.ci.comment import CommentError, Target, put
from codegraph.ci.event import read_job
from codegraph.ci.github import main, run

STORE = "def helper(number):\n    return number + 1\n\n\ndef load():\n    return helper(1)\n"
TEST = "from store import load\n\n\ndef test_load():\n    assert load() == 2\n"


@pytest.fixture
def comments() -> Iterator[Comments]:
    with github() as stub:
        yield stub


@dataclass
class Pull:
    """A pull request, checked out as GitHub does: the merge of the branch into main, detached."""

    repo: GitRepo
    env: dict[str, str]
    summary: Path

    def push(self, files: dict[str, str | bytes | None]) -> None:
        self.repo.git("checkout", "-q", "branch")
        self.repo.commit(files)
        self.repo.git("checkout", "-q", "--detach", "main")
        self.repo.git("merge", "-q", "--no-ff", "-m", "merge", "branch")

    def run(self, **more: str) -> int:
        return main(self.env | more)

    def diff(self) -> dict[str, str]:
        """The hunks of each file, as the service tells them."""
        told = self.repo.git("diff", "-U3", "main", "branch").decode()
        parts = [part.split("\n") for part in told.split("diff --git ")[1:]]
        return {lines[0].rpartition(" b/")[2]: "\n".join(lines[lines.index(hunk) :]).rstrip("\n")
                for lines in parts for hunk in [next(line for line in lines if line.startswith("@@"))]}  # fmt: skip


@pytest.fixture
def pull(tmp_path: Path, comments: Comments, monkeypatch: pytest.MonkeyPatch) -> Pull:
    monkeypatch.setenv("CODEGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CODEGRAPH_VECTORS", "false")
    monkeypatch.setenv("CODEGRAPH_WORKERS", "1")
    repo = GitRepo.make(tmp_path / "repo", {"store.py": STORE, "test_store.py": TEST, "README.md": "# Hello\n"})
    repo.git("checkout", "-q", "-b", "branch")
    event = {
        "pull_request": {
            "number": 7,
            "base": {"sha": repo.git("rev-parse", "main").decode().strip()},
            "head": {"repo": {"full_name": "team/shop"}, "sha": "c" * 40},
        }
    }
    (tmp_path / "event.json").write_text(json.dumps(event))
    env = {
        "GITHUB_REPOSITORY": "team/shop",
        "GITHUB_EVENT_PATH": str(tmp_path / "event.json"),
        "GITHUB_API_URL": comments.url,
        "GITHUB_TOKEN": "secret",
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md"),
        "GITHUB_OUTPUT": str(tmp_path / "outputs"),
        "CODEGRAPH_CI_ROOT": str(repo.root),
        "CODEGRAPH_CI_OUTPUT": str(tmp_path / "out"),
    }
    return Pull(repo, env, tmp_path / "summary.md")


def test_the_comment_is_posted_updated_in_place_and_removed(pull: Pull, comments: Comments, tmp_path: Path) -> None:
    comments.add("Looks good to me", "User")
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run() == 0
    words, report = comments.bodies()
    assert report.startswith("<!-- codegraph:impact -->\n### Impact: Low risk: breaks no known use\n")
    assert "\n1 changed symbol → 1 affected" in report
    assert "test_store.py::test_load" in report
    assert len(report.splitlines()) < 60
    posted = comments.rows[1]["id"]

    pull.push({"store.py": STORE.replace("def helper(number)", "def helper(number, more=0)")})
    assert pull.run() == 0
    assert [row["id"] for row in comments.rows] == [comments.rows[0]["id"], posted]
    assert "signature changed" in comments.bodies()[1]

    pull.push({"store.py": STORE, "README.md": "# Hello again\n"})
    assert pull.run() == 0
    assert comments.bodies() == [words]
    assert comments.tokens == {"Bearer secret"}
    assert "risk=" in (tmp_path / "outputs").read_text()
    assert {p.name for p in (tmp_path / "out").iterdir()} == {"impact.md", "impact.json", "impact.sarif", "tests.txt"}


def test_the_comment_links_the_page_that_was_kept(pull: Pull, comments: Comments) -> None:
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    address = "https://github.com/team/shop/actions/runs/1/artifacts/2"
    assert pull.run(CODEGRAPH_CI_PAGE=address) == 0
    (body,) = comments.bodies()
    assert f"[The page of this change]({address})" in body.split("\n")[5]
    assert pull.run(CODEGRAPH_CI_PAGE="javascript:alert(1)") == 0
    assert "The page of this change" not in comments.bodies()[0]


def test_the_base_of_the_page_is_that_of_the_report(pull: Pull, comments: Comments, tmp_path: Path) -> None:
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run(CODEGRAPH_CI_STEP="base") == 0
    main_commit = pull.repo.git("rev-parse", "main").decode().strip()
    assert (tmp_path / "outputs").read_text() == f"base={main_commit}\n"
    assert comments.bodies() == []


def test_a_comment_that_would_say_the_same_is_left_alone(pull: Pull, comments: Comments) -> None:
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    pull.run()
    pull.run()
    assert [method for method, _ in comments.asked] == ["GET", "POST", "GET", "GET", "GET"]


APP = "from store import helper\n\n\ndef run():\n    return helper(1)\n"


def test_what_breaks_is_said_on_the_lines_of_the_diff_and_taken_back(pull: Pull, comments: Comments) -> None:
    pull.repo.git("checkout", "-q", "main")
    pull.repo.commit({"app.py": APP, "jobs.py": APP})
    pull.repo.git("checkout", "-q", "branch")
    pull.repo.git("merge", "-q", "main")
    broken = STORE.replace("def helper(number)", "def helper(number, more)")
    pull.push({"store.py": broken, "jobs.py": APP.replace("def run():", "def run():\n    print(1)")})
    comments.files = pull.diff()
    assert pull.run() == 0
    (report,) = comments.bodies()
    assert "### Impact: Breaks 3 uses in 3 files: `helper` (3)" in report
    assert "`def helper(number)` → `def helper(number, more)`" in report
    head = pull.repo.git("rev-parse", "HEAD").decode().strip()
    assert f"[`app.py:5`](https://github.com/team/shop/blob/{head}/app.py#L5): `more` is missing" in report
    said = {(row["path"], row["line"], row["side"], row["commit_id"]) for row in comments.lines}
    assert said == {(path, line, "RIGHT", "c" * 40) for path, line in (("store.py", 1), ("jobs.py", 6))}
    whole = next(row["body"] for row in comments.lines if row["line"] == 1)
    assert whole.startswith("<!-- codegraph:impact:line ") and "app.py:5" in whole and "jobs.py:6" in whole

    asked = len(comments.asked)
    assert pull.run() == 0
    assert {method for method, _ in comments.asked[asked:]} == {"GET"}

    first, second = comments.lines
    comments.lines.append({"id": 9_999, "body": "why?", "user": {"type": "User"}, "in_reply_to_id": first["id"]})
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    comments.files = pull.diff()
    assert pull.run() == 0
    assert second not in comments.lines
    assert "Nothing breaks here any more." in first["body"]


def test_a_removed_symbol_is_told_where_it_was(pull: Pull, comments: Comments) -> None:
    pull.push({"store.py": "def helper(number):\n    return number + 1\n"})
    comments.files = pull.diff()
    assert pull.run() == 0
    assert [(row["path"], row["line"], row["side"]) for row in comments.lines] == [("store.py", 5, "LEFT")]
    assert "was removed" in comments.lines[0]["body"]


def test_lines_that_the_service_refuses_leave_the_report(pull: Pull, comments: Comments) -> None:
    pull.push({"store.py": STORE.replace("def helper(number)", "def helper(number, more)")})
    comments.files, comments.invalid_lines = pull.diff(), True
    assert pull.run() == 0
    assert comments.lines == [] and "Breaks 1 use" in comments.bodies()[0]


def test_comments_on_lines_can_be_left_out(pull: Pull, comments: Comments) -> None:
    pull.push({"store.py": STORE.replace("def helper(number)", "def helper(number, more)")})
    assert pull.run(CODEGRAPH_CI_REVIEW="never") == 0
    assert not any("/pulls/" in place for _, place in comments.asked)
    assert pull.run(CODEGRAPH_CI_REVIEW="sometimes") == 2


def test_on_a_fork_the_report_is_in_the_summary_and_nothing_is_asked(
    pull: Pull, comments: Comments, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = json.loads((tmp_path / "event.json").read_text())
    event["pull_request"]["head"]["repo"]["full_name"] = "stranger/shop"
    (tmp_path / "event.json").write_text(json.dumps(event))
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run() == 0
    assert comments.asked == []
    assert "### Impact: Low risk" in pull.summary.read_text()
    assert "::notice" in capsys.readouterr().out


def test_a_token_that_may_not_comment_leaves_the_summary(pull: Pull, comments: Comments) -> None:
    comments.refuse = 403
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run() == 0
    assert "### Impact: Low risk" in pull.summary.read_text()


def test_a_failed_gate_is_exit_code_1_and_stands_in_the_comment(pull: Pull, comments: Comments) -> None:
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run(CODEGRAPH_CI_FAIL_ON="affected>0\nrisk>0.99") == 1
    assert "**Gate failed:** `affected>0`" in comments.bodies()[0]


@pytest.mark.parametrize(
    ("setting", "value"),
    [("CODEGRAPH_CI_BASE", "nowhere"), ("CODEGRAPH_CI_FAIL_ON", "rsk>1"), ("CODEGRAPH_CI_DEPTH", "deep")],
)
def test_a_failure_is_seen_and_never_an_empty_report(
    pull: Pull, comments: Comments, setting: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run(**{setting: value}) == 2
    assert "no report" in comments.bodies()[0]
    assert "no report" in pull.summary.read_text()
    assert "::error" in capsys.readouterr().out


def test_an_api_that_is_down_fails_the_job(pull: Pull, comments: Comments) -> None:
    comments.refuse = 503
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    assert pull.run() == 2


def test_the_marker_in_somebody_elses_comment_changes_nothing_of_it(pull: Pull, comments: Comments) -> None:
    comments.add("<!-- codegraph:impact -->\nmine", "User")
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    pull.run()
    assert comments.bodies()[0] == "<!-- codegraph:impact -->\nmine"
    assert len(comments.rows) == 2


def test_a_shallow_checkout_fetches_the_base_alone(pull: Pull, comments: Comments, tmp_path: Path) -> None:
    pull.push({"store.py": STORE.replace("number + 1", "number + 2")})
    pull.repo.git("branch", "-f", "merged", "HEAD")
    pull.repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    pull.repo.git("clone", "-q", "--depth=1", "-b", "merged", pull.repo.root.as_uri(), str(tmp_path / "clone"))
    assert pull.run(CODEGRAPH_CI_ROOT=str(tmp_path / "clone")) == 0
    assert "1 changed symbol" in comments.bodies()[0]


def test_our_comment_is_found_behind_a_hundred_others(comments: Comments) -> None:
    for _ in range(150):
        comments.add("words", "User")
    ours = comments.add("<!-- codegraph:impact -->\nold")
    put(Target(comments.url, "team/shop", 7, "t"), "new\n")
    assert ours["body"] == "<!-- codegraph:impact -->\nnew\n"
    assert len(comments.rows) == 151


@pytest.mark.parametrize("statuses", [[429], [503, 502], [500]])
def test_a_service_that_asks_for_patience_is_asked_again(comments: Comments, statuses: list[int]) -> None:
    comments.fail = list(statuses)
    waited: list[float] = []
    assert put(Target(comments.url, "team/shop", 7, "t", pause=waited.append), "new\n") == "posted"
    assert len(waited) == len(statuses) and len(comments.rows) == 1


@pytest.mark.parametrize(("status", "refused"), [(403, True), (404, True), (422, False), (500, False)])
def test_a_service_that_keeps_refusing_says_why(comments: Comments, status: int, refused: bool) -> None:
    comments.fail = [status] * 9
    with pytest.raises(CommentError, match=str(status)) as caught:
        put(Target(comments.url, "team/shop", 7, "t", pause=lambda _: None), "new\n")
    assert caught.value.refused is refused and caught.value.hint


def test_a_comment_that_is_deleted_meanwhile_is_posted_anew(comments: Comments) -> None:
    comments.add("<!-- codegraph:impact -->\nold")
    comments.gone_when_changed = True
    assert put(Target(comments.url, "team/shop", 7, "t"), "new\n") == "posted"
    assert comments.bodies() == ["<!-- codegraph:impact -->\nnew\n"]


def test_a_comment_that_somebody_else_removes_is_removed(comments: Comments) -> None:
    comments.add("<!-- codegraph:impact -->\nold")
    comments.gone_when_changed = True
    assert put(Target(comments.url, "team/shop", 7, "t"), "") == "removed"


def test_two_jobs_at_once_leave_one_comment(comments: Comments) -> None:
    comments.add("<!-- codegraph:impact -->\none")
    comments.add("<!-- codegraph:impact -->\ntwo")
    put(Target(comments.url, "team/shop", 7, "t"), "new\n")
    assert comments.bodies() == ["<!-- codegraph:impact -->\nnew\n"]


def test_a_report_that_no_comment_holds_is_cut_at_a_line(comments: Comments) -> None:
    text = "<details><summary>rows</summary>\n\n```\n" + "a row \udcff\n" * 20_000 + "```\n</details>\n"
    put(Target(comments.url, "team/shop", 7, "t"), text)
    (body,) = comments.bodies()
    assert len(body) <= 65_536 and "job summary" in body
    assert body.count("```") == 2 and body.count("<details") == body.count("</details")


def test_rows_that_are_no_comments_are_passed_over(comments: Comments) -> None:
    comments.rows += [None, {"id": 1, "body": "<!-- codegraph:impact -->", "user": "x"}]  # type: ignore[list-item]
    assert put(Target(comments.url, "team/shop", 7, "t"), "new\n") == "posted"


@pytest.mark.parametrize("sha", ["--upload-pack=touch pwned", "-x", "main", "$(id)", 5])
def test_a_base_that_is_no_commit_never_reaches_git(pull: Pull, tmp_path: Path, sha: object) -> None:
    event = json.loads((tmp_path / "event.json").read_text())
    event["pull_request"]["base"]["sha"] = sha
    (tmp_path / "event.json").write_text(json.dumps(event))
    assert read_job(pull.env).base == ""
    assert pull.run(CODEGRAPH_CI_COMMENT="never") == 2


def test_what_nobody_expected_is_no_failed_gate(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def main() -> int:
        raise RuntimeError("a\n::set-output name=x::y")

    monkeypatch.setattr("codegraph.ci.github.main", main)
    assert run() == 2
    assert "::error title=codegraph impact::internal error: RuntimeError: a%0A::set-output" in capsys.readouterr().out


def test_a_token_is_not_sent_in_the_clear() -> None:
    with pytest.raises(CommentError, match="clear"):
        put(Target("http://example.org", "team/shop", 7, "t"), "x")

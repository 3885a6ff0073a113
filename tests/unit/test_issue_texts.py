"""Texts of issues made from commits: what is left out of a message, and the forms around it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from check_evaluation_sets import LEAST, check_shape
from evaluation_sets.changes import is_source, read_changes
from evaluation_sets.checkouts import Checkouts, MissingCheckoutError, read_rows
from evaluation_sets.definitions import read_definitions
from evaluation_sets.forms import fill_form
from evaluation_sets.issues import clean_message, hide_spoilers, strip_trailers, write_issue

BEFORE = """class TicketBox:
    def sell_ticket(self, seat):
        return seat

    def render(self):
        return 1
"""
AFTER = """class TicketBox:
    def sell_ticket(self, seat):
        if seat is None:
            raise ValueError
        return seat

    def check_seat_number(self, seat):
        return seat

    def render(self):
        return 1
"""
MESSAGE = """fix(booth): selling without a seat (#12)

When the seat is missing, sell_ticket() in booth/ticket_box.py gives back nothing
and the page that we render stays empty. TicketBox.check_seat_number now looks.

* fix(seats): refuse no seat
* Update changelog
Fixes #11
Signed-off-by: A Person <person@example.org>
"""
MARKDOWN = """---
name: Bug
---
<!-- read the manual -->
- [ ] I searched

## Describe the bug

Tell us.

## Version

## Steps to reproduce
"""
FIELDS = """
name: Bug
body:
  - type: markdown
    attributes: {value: Thanks!}
  - type: checkboxes
    attributes:
      label: Before
      options: [{label: I searched}]
  - type: input
    attributes: {label: Version}
  - type: textarea
    attributes: {label: "What happened?"}
  - type: dropdown
    attributes: {label: Browser, options: [This one]}
"""


def run_git(folder: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkouts(tmp_path: Path) -> Checkouts:
    folder = tmp_path / "booth"
    (folder / "booth").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "form.md").write_text(MARKDOWN)
    run_git(folder, "init", "-q")
    for text, message in ((BEFORE, "start"), (AFTER, MESSAGE)):
        (folder / "booth" / "ticket_box.py").write_text(text)
        (folder / "tests" / "test_box.py").write_text(text)
        run_git(folder, "add", "-A")
        run_git(folder, "commit", "-q", "-m", message)
    return Checkouts(tmp_path)


def read_row(checkouts: Checkouts, form: dict[str, str] | None = None) -> dict[str, object]:
    commit, parent = (run_git(checkouts.folder / "booth", "rev-parse", name) for name in ("HEAD", "HEAD^"))
    return {"repository": "booth", "commit": commit, "parent": parent, "form": form and {**form, "commit": commit}}


def test_a_change_names_the_functions_with_changed_bodies_and_no_tests(checkouts: Checkouts) -> None:
    row = read_row(checkouts)
    [change] = read_changes(checkouts, "booth", str(row["parent"]), str(row["commit"]))
    assert change.path == "booth/ticket_box.py"
    assert [one.name for one in change.functions] == ["TicketBox.sell_ticket"]
    assert "TicketBox.check_seat_number" in {one.name for one in change.around}


def test_a_text_spells_neither_paths_nor_names_of_the_fix(checkouts: Checkouts) -> None:
    text = write_issue(checkouts, read_row(checkouts))
    for spoiler in ("ticket_box", "booth", "sell_ticket", "TicketBox", "check_seat_number"):
        assert spoiler not in text
    assert text.startswith("Selling without a seat\n")
    assert "When the seat is missing, that code in that file gives back nothing" in text


def test_a_text_keeps_plain_words_and_loses_trailers(checkouts: Checkouts) -> None:
    row = read_row(checkouts)
    text = clean_message(checkouts, "booth", str(row["parent"]), str(row["commit"]))
    assert "the page that we render stays empty" in text
    assert "* refuse no seat" in text
    for gone in ("#11", "#12", "Signed-off", "changelog", "fix("):
        assert gone not in text


def test_a_plain_word_goes_where_it_is_written_as_code() -> None:
    text = hide_spoilers("we render, and `render` or Box.render() fail", [], {"render"})
    assert text == "we render, and that code or that code fail"


def test_a_subject_that_begins_with_fix_is_no_trailer() -> None:
    assert strip_trailers("fix: Treat empty streams\n\nFixes: #3\nFix other streams too") == (
        "Treat empty streams\n\n\nFix other streams too".replace("\n\n\n", "\n\n")
    )


def test_a_form_in_markdown_keeps_headings_and_gets_the_message(checkouts: Checkouts) -> None:
    text = write_issue(checkouts, read_row(checkouts, {"repository": "booth", "path": "form.md"}))
    assert "## Describe the bug\n\nSelling without a seat" in text
    assert text.index("Selling") < text.index("## Version") < text.index("## Steps to reproduce")
    for gone in ("name: Bug", "read the manual", "Tell us"):
        assert gone not in text


def test_a_form_of_fields_is_filled_as_the_site_shows_it() -> None:
    text = fill_form("bug.yml", FIELDS, "It is broken.", seed="1")
    assert "### What happened?\n\nIt is broken." in text
    assert "### Browser\n\nThis one" in text
    assert "I searched" in text and "Thanks!" not in text
    assert text == fill_form("bug.yml", FIELDS, "It is broken.", seed="1")
    assert len({fill_form("bug.yml", FIELDS, "It is broken.", seed=str(seed)) for seed in range(9)}) > 1


@pytest.mark.parametrize(
    ("path", "source", "names"),
    [
        ("a.ts", "export const draw = () => { const inner = function () {} }", ["draw", "draw.inner"]),
        ("a.tsx", "class Box { private size = memo(() => 1); get() {} }", ["Box", "Box.size", "Box.get"]),
        ("a.go", "package a\nfunc (b *Box[T]) Open() {}\nfunc Close() {}", ["Box.Open", "Close"]),
        (
            "a.java",
            "class Box<T> { Box() {} class Lid { void open() {} } }",
            ["Box", "Box.Box", "Box.Lid", "Box.Lid.open"],
        ),
        ("a.rs", "impl Lid for Box<u8> { fn open(&self) {} }\nfn close() {}", ["Box", "Box.open", "close"]),
        ("a.cpp", "namespace n { int* Box::open() { return 0; } }", ["n.Box.open"]),
        ("a.txt", "def no", []),
    ],
)
def test_definitions_are_named_by_what_is_around_them(path: str, source: str, names: list[str]) -> None:
    assert [one.name for one in read_definitions(path, source.encode())] == names


def test_tests_and_generated_files_are_no_source() -> None:
    assert is_source("server/models/User.ts")
    for path in ("server/models/User.test.ts", "hc/api/tests/test_ping.py", "a/migrations/0001.py", "x/foo_test.go"):
        assert not is_source(path)


def test_a_missing_checkout_is_said_clearly(checkouts: Checkouts) -> None:
    with pytest.raises(MissingCheckoutError, match="no clone of nowhere"):
        checkouts.read_file("nowhere", "HEAD", "a.py")
    with pytest.raises(MissingCheckoutError, match="git show"):
        checkouts.read_file("booth", "HEAD", "a.py")


@pytest.mark.parametrize("name", list(LEAST))
def test_a_set_is_whole_and_its_halves_share_no_repository(name: str) -> None:
    assert list(check_shape(name, read_rows(name))) == []

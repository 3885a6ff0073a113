"""An issue by its parts: what a form adds is told by its shape, and what the reporter says is kept."""

import pytest

from codegraph.search.issue import list_template_lines, normalize_line, read_issue

FORM = """### Is there an existing issue for this?

- [x] I have searched the existing issues
- [ ] I would like to mend it

### Version

4.2.1

### Which system?

macOS 14.5 (arm64)

### What happened?

<!-- A short account, please. -->
The mill grinds no corn

When a sack is open, `Mill.grind` gives nothing.

### Environment

- Python: 3.12.1
- mill: 4.2.1
- OS: Debian 12

### Log

```
Traceback (most recent call last):
  File "/srv/mill/grind.py", line 3, in grind
ValueError: no corn left
```

### Anything else?

_No response_
"""


def test_the_first_line_of_the_description_is_the_title_of_a_form() -> None:
    issue = read_issue(FORM)
    assert issue.title == "The mill grinds no corn"
    assert issue.prose == "When a sack is open, `Mill.grind` gives nothing."
    assert issue.others == ""


def test_what_a_form_asks_is_left_out() -> None:
    issue = read_issue(FORM)
    said = "\n".join((issue.title, issue.prose, issue.others, issue.code, issue.messages))
    for gone in ("existing", "macOS", "Debian", "3.12.1", "No response", "account", "mend"):
        assert gone not in said


def test_errors_names_and_frames_are_read_out_of_a_form() -> None:
    issue = read_issue(FORM)
    assert "ValueError: no corn left" in issue.messages
    assert "Mill.grind" in issue.names
    assert [(frame.path, frame.line) for frame in issue.frames] == [("/srv/mill/grind.py", 3)]


@pytest.mark.parametrize(
    ("first", "title"),
    [
        ("[Bug]: the wheel is stuck", "the wheel is stuck"),
        ("feature request: a second wheel", "a second wheel"),
        ("# The wheel is stuck", "The wheel is stuck"),
        ("[no-member] is wrong for wheels", "[no-member] is wrong for wheels"),
        ("Title: the wheel is stuck", "the wheel is stuck"),
    ],
)
def test_a_title_is_freed_of_the_kind_of_issue_only(first: str, title: str) -> None:
    assert read_issue(f"{first}\n\nIt does not turn.").title == title


@pytest.mark.parametrize(
    "block",
    [
        "**Desktop (please complete the following information):**\n - OS: [e.g. iOS]\n - Version [e.g. 22]",
        "**To Reproduce**\nSteps to reproduce the behavior:\n1. Go to '...'\n2. Click on '....'",
        "**Additional context**\nAdd any other context about the problem here.",
        "### System\n<pre>\n$ go version\ngo version go1.16 darwin/arm64\n</pre>",
        '### Variables\n```\nGOARCH="amd64"\nGOBIN="/bin"\nGOENV="/env"\nGOOS="linux"\n```',
        "### Packages\n```\nnumpy==1.26.0\nscipy==1.11.3\n```",
    ],
)
def test_an_unfilled_or_technical_section_says_nothing(block: str) -> None:
    issue = read_issue(f"The wheel is stuck\n\n**Describe the bug**\nThe wheel of the mill does not turn.\n\n{block}\n")
    assert (issue.prose, issue.others, issue.code) == ("The wheel of the mill does not turn.", "", "")


def test_quoted_code_is_no_environment_for_naming_a_version() -> None:
    issue = read_issue("Wrong sum\n\n```python\nx = add(1.5, 2)\nassert x == 3.5\nprint(x)\n```\n")
    assert "add(1.5, 2)" in issue.code


def test_lines_of_the_own_template_are_left_out() -> None:
    template = list_template_lines("body:\n  - type: textarea\n    attributes:\n      label: Tell the miller\n")
    assert normalize_line("Tell the miller") in template
    text = "No corn\n\nTell the miller\nThe sack is empty.\n"
    assert read_issue(text, template).prose == "The sack is empty."
    assert "Tell the miller" in read_issue(text).prose


def test_an_issue_without_a_form_keeps_its_sections() -> None:
    issue = read_issue(
        "No corn\n\nThe sack is empty after an hour.\n\n## Cause\n\nThe mouse eats it all every night, I think."
    )
    said = issue.prose + issue.others
    assert "empty after an hour" in said and "mouse eats" in said


def test_an_issue_about_documents_is_told_by_its_title() -> None:
    assert read_issue("Typo in the documentation").about_documents
    assert not read_issue("The document is not saved").about_documents


def test_a_short_module_of_the_description_is_kept_as_a_name() -> None:
    issue = read_issue(
        "Broken\n\n### Component\n\nmill/wheel.py\n\n### What happened?\n\nThe wheel does not turn at all any more."
    )
    assert issue.paths == ("mill/wheel.py",)


def test_headings_in_bold_type_are_no_title() -> None:
    issue = read_issue("**Describe the problem**\n\nThe wheel is stuck\n\nIt squeaks.\n\n**Your version**\n\n1.2.3\n")
    assert (issue.title, issue.prose) == ("The wheel is stuck", "It squeaks.")


@pytest.mark.parametrize(
    "text",
    [
        "The wheel is stuck\n\nIt squeaks.\n\nThe reason is:\n\n* it has no oil\n",
        "### Version\n\n1.2.3\n\n### Problem\n\nThe wheel is stuck\n\nIt squeaks.\n\nThe reason is:\n\n* it has no oil\n",
    ],
)
def test_a_line_that_leads_on_begins_no_section(text: str) -> None:
    issue = read_issue(text)
    assert issue.title == "The wheel is stuck"
    assert issue.prose.splitlines() == ["It squeaks.", "The reason is:", "* it has no oil"]
    assert issue.others == ""


def test_the_value_of_a_field_gives_paths_but_no_names() -> None:
    issue = read_issue(
        "### Problem\n\nThe wheel is stuck.\n\n### Where\n\nmill/wheel.py on macOS\n\n### Product\n\nSackMill\n"
    )
    assert issue.paths == ("mill/wheel.py",)
    assert issue.names == ()

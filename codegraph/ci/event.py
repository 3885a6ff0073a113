"""Subject of a GitHub job, read from its environment and event file."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from codegraph.errors import InvalidError

_COMMIT: Final = re.compile(r"[0-9a-f]{7,64}")
"""What git is told to fetch is a commit, and never an option."""


class Job(NamedTuple):
    """Pull request and revisions of a job.

    `pull` is 0 without a pull request. `trusted` means that the branch is in the same repository, so the token may
    comment.
    """

    repository: str  # owner/name
    pull: int
    base: str  # commit the pull request goes into, "" for none
    trusted: bool
    head: str = ""  # newest commit of the pull request


def read_job(env: Mapping[str, str]) -> Job:
    """Read the job.

    Raises InvalidError when the event file cannot be read: otherwise nothing would be compared.
    """
    repository = env.get("GITHUB_REPOSITORY", "")
    place = env.get("GITHUB_EVENT_PATH", "")
    if not place:
        return Job(repository, 0, "", False)
    try:
        event: Any = json.loads(Path(place).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidError(f"the event file {place} cannot be read", hint="run this in a GitHub job") from error
    pull = _get_table(event, "pull_request")
    if not pull:
        before = event.get("before") if isinstance(event, dict) else None
        # All zeros for a new branch.
        known = before if isinstance(before, str) and _COMMIT.fullmatch(before) and before.strip("0") else ""
        return Job(repository, 0, known, False)
    base, head = _get_table(pull, "base"), _get_table(pull, "head")
    sha = str(base.get("sha") or "")
    newest = str(head.get("sha") or "")
    number = pull.get("number")
    source = _get_table(head, "repo").get("full_name")
    return Job(
        repository,
        number if isinstance(number, int) else 0,
        sha if _COMMIT.fullmatch(sha) else "",
        bool(repository) and source == repository,
        newest if _COMMIT.fullmatch(newest) else "",
    )


def _get_table(value: Any, name: str) -> dict[str, Any]:
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}

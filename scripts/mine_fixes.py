#!/usr/bin/env python3
"""Candidates for `locate.jsonl`: commits that mend something.

  mine_fixes.py NAME [--checkouts DIR] [--commits N] [--most N]

Commits of one checkout that say so and touch few source files: a row each on stdout, for a reader to choose from.
`text` is only there to be read and is never kept.
"""

from __future__ import annotations

import argparse
import itertools
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

from evaluation_sets.changes import is_source, read_changes
from evaluation_sets.checkouts import Checkouts, MissingCheckoutError
from evaluation_sets.issues import clean_message

MENDS = re.compile(
    r"\bfix(es|ed)?\b|\bbugs?\b|crash|regress|incorrect|wrong|\bprevent|\bavoid|handle|leak|broken|race|\bdeadlock",
    re.I,
)
WORDS, BODY_WORDS, FILES, FUNCTIONS = 14, 10, 5, 8
WORD = re.compile(r"[A-Za-z][a-z']+")


def find_candidates(checkouts: Checkouts, name: str, most: int) -> Iterator[dict[str, Any]]:
    """Yield the rows of commits whose message describes a problem in enough words."""
    heads = checkouts.read_text(name, "log", "--no-merges", f"-n{most}", "--format=%H%x09%P%x09%s", "HEAD")
    for line in heads.splitlines():
        commit, parent, subject = line.split("\t", 2)
        if not parent or " " in parent or not MENDS.search(subject):
            continue
        status = checkouts.read_text(name, "diff", "--no-renames", "--name-status", parent, commit)
        changed = [entry.split("\t") for entry in status.splitlines()]
        sources = [path for letter, path in changed if letter == "M" and is_source(path)]
        if not 1 <= len(sources) <= FILES or sum(is_source(path) for _, path in changed) > FILES:
            continue
        text = clean_message(checkouts, name, parent, commit)
        body = text.partition("\n")[2]
        if len(WORD.findall(text)) < WORDS or len(WORD.findall(body)) < BODY_WORDS:
            continue
        functions = [
            {"path": change.path, "name": one.name, "first": one.first, "last": one.last}
            for change in read_changes(checkouts, name, parent, commit)
            for one in change.functions
        ]
        if 1 <= len(functions) <= FUNCTIONS:
            yield {
                "repository": name,
                "commit": commit,
                "parent": parent,
                "files": sources,
                "functions": functions,
                "text": text,
            }


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("name", help="name of the checkout")
    options.add_argument("--checkouts", default="", help="folder of the checkouts (default: CODEGRAPH_EVAL_REPOS)")
    options.add_argument("--commits", type=int, default=4000, help="how many commits to look at")
    options.add_argument("--most", type=int, default=70, help="how many candidates to give")
    chosen = options.parse_args()
    try:
        found = find_candidates(Checkouts.from_environment(chosen.checkouts), chosen.name, chosen.commits)
        for row in itertools.islice(found, chosen.most):
            print(json.dumps(row, ensure_ascii=False))
    except MissingCheckoutError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Texts of issues, made from the messages of the commits that fixed them.

A row of `locate.jsonl` holds no text. Its text is the message of the commit, less what only the fixer could know:
trailers, references, the prefix of a conventional subject, every path, and the names of the files and functions that
the fix touches. Half of the rows stand in the issue form of another project, as most reports do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from evaluation_sets.changes import Change, read_changes
from evaluation_sets.checkouts import SETS, Checkouts
from evaluation_sets.forms import fill_form

TRAILER = re.compile(
    r"^\s*(?:(?:signed-off-by|co-?authored-by|reviewed-by|acked-by|tested-by|reported-by|suggested-by|change-id"
    r"|see[- ]also|generated-by|assisted-by|claude-session|cc)\s*:.*|\(?cherry[- ]picked from.*"
    r"|[*-]?\s*(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|refs?|references|related(?: to)?|re|issue|see)[:\s]+"
    r"(?:[\w./-]*#\d+|https?://\S+|[A-Z]+(?:-[A-Z]+)*-[A-Z0-9]{2,}|<[^>]*>)[\s,.;)]*)$",
    re.IGNORECASE,
)
REFERENCE = re.compile(
    r"\(?\b(?:(?:re)?fix(?:es|ed)?|close[sd]?|resolve[sd]?|see|refs?|issue|pr)[:\s]+(?:[\w./-]+)?#\d+\)?|\(?[\w./-]*#\d+\)?",
    re.IGNORECASE,
)
BULLET_PREFIX = re.compile(
    r"^(\s*[*-] )(?:fix|feat|refactor|perf|chore|test|docs?|style|build|ci|revert)(?:\([^)]*\))?!?: ", re.MULTILINE
)
PREFIX = re.compile(r"^(?:\w+(?:\([^)]*\))?!?|\[[^\]]*\]|[\w./-]+(?:, [\w./-]+)*):?\s*(?<=[:\]])\s*")
ADDRESS = re.compile(r"https?://\S+")
PATH = re.compile(r"(?<![\w/.@-])\.{0,2}/?(?:[\w.@+-]+/)+[\w.+-]*\.[A-Za-z]\w{0,5}\b|(?<![\w/.@-])[\w-]+\.(?:%s)\b")
SUFFIXES = "py|pyi|tsx?|jsx?|mjs|cjs|mts|go|java|rs|cpp|cc|hpp|h|vue|scss|css|html|json|ya?ml|toml|sql"
CODE_LIKE = re.compile(r"_|[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|\d[a-z]", re.ASCII)
BOOKKEEPING = re.compile(
    r"^\s*[*-] (?:\W*)(?:(?:add|update|fix|apply|review|remove|adjust|correct|more|additional|wip|cr|pr|small|bump"
    r"|merge|run|revert|improve|rename|format|changes?|after|some|failing|unit|missing|address)\b[ ,]*)*(?:the |an? )?"
    r"(?:changelog(?:\.md)?|tests?|typos?|reviews?|review (?:changes|comments|suggestions|remarks)|code review"
    r"|suggestions.*|lint(?:er|ing)?|changelog entry|changeset|feedback|snapshots?|benchmarks?|merge conflicts?)\W*$",
    re.IGNORECASE,
)
"""Bullets of a squashed message that speak of the work and not of the problem."""
PRODUCTS = frozenset((SETS / "products.txt").read_text(encoding="utf-8").split())
"""Names that a reporter knows, even where a class bears them."""
FILE_NOUN, CODE_NOUN = "that file", "that code"
ARTICLE = re.compile(r"\b(the|an?|this|that|these|those|its|our|their|your|my) that (?=(?:code|file)\b)", re.IGNORECASE)


def write_issue(checkouts: Checkouts, row: dict[str, Any]) -> str:
    """Return the text of a row: its message without spoilers, bare or in a form."""
    message = clean_message(checkouts, row["repository"], row["parent"], row["commit"])
    form = row["form"]
    if form is None:
        return message
    template = checkouts.read_file(form["repository"], form["commit"], form["path"]).decode("utf-8", "replace")
    return fill_form(form["path"], template, message, seed=row["commit"])


def clean_message(checkouts: Checkouts, name: str, parent: str, commit: str) -> str:
    """Return a commit's message without trailers, paths and names of the fix."""
    message = checkouts.read_text(name, "log", "-1", "--format=%B", commit)
    changes = read_changes(checkouts, name, parent, commit)
    paths = checkouts.read_text(name, "diff", "--no-renames", "--name-only", parent, commit).splitlines()
    return hide_spoilers(strip_trailers(message), paths, list_names(changes, paths))


def strip_trailers(message: str) -> str:
    """Return a message without trailers, references and the prefix of its subject."""
    lines = [line.rstrip() for line in message.strip().splitlines()]
    lines = [line for line in lines if not (TRAILER.match(line) or BOOKKEEPING.match(line) or line.startswith("---"))]
    text = re.sub(r"<!--.*?-->", "", "\n".join(lines), flags=re.DOTALL)
    text = re.sub(r"[ \t]{2,}", " ", REFERENCE.sub("", ADDRESS.sub("", text)))
    subject, _, body = text.strip().partition("\n")
    prefix = PREFIX.match(subject)
    if prefix and prefix.end() < len(subject):
        subject = subject[prefix.end() :]
    subject = subject.strip()
    body = BULLET_PREFIX.sub(r"\1", body)
    return re.sub(r"\n{3,}", "\n\n", f"{subject[:1].upper()}{subject[1:]}\n{body}").strip()


def list_names(changes: Iterable[Change], paths: Iterable[str]) -> set[str]:
    """Return the stems of changed files and the names of what hunks are in."""
    names = {PurePosixPath(path).name.split(".")[0] for path in paths}
    for change in changes:
        for definition in change.around:
            names.add(definition.name)
            names.update(definition.name.split("."))
    return {name for name in names if len(name) > 1} - PRODUCTS


def hide_spoilers(text: str, paths: Iterable[str], names: Iterable[str]) -> str:
    """Replace paths and names by neutral nouns.

    A name that is also a plain word, such as `render`, goes only where it is written as code.
    """
    for path in sorted(paths, key=len, reverse=True):
        text = re.sub(rf"`?(?<![\w/]){re.escape(path)}(?:[:#]L?\d+)?`?", FILE_NOUN, text)
        package, slash, _ = path.partition("/")
        if slash and path.endswith(".py"):
            text = re.sub(rf"`?(?<![\w./-]){re.escape(package)}(?:\.\w+)+(?:\(\))?`?", CODE_NOUN, text)
    text = re.sub(rf"`?(?:{PATH.pattern % SUFFIXES})`?", FILE_NOUN, text)
    for name in sorted(names, key=len, reverse=True):
        spelled = re.escape(name).replace(r"\.", r"(?:\.|::|->|#)")
        call = r"(?:\(\)|\([^()\s]*\))?"
        chain = r"(?:\w+(?:\.|::|->|#))*"
        text = re.sub(rf"`{chain}{spelled}{call}`", CODE_NOUN, text)
        text = re.sub(rf"(?<![\w-]){chain}{spelled}\(\)", CODE_NOUN, text)
        if CODE_LIKE.search(name) or "." in name:
            text = re.sub(rf"(?<![\w-]){chain}{spelled}{call}(?![\w-])", CODE_NOUN, text)
    return ARTICLE.sub(r"\1 ", text)

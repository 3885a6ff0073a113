"""Command lines of questions, read without click.

Importing click takes as long as answering some of them.

Only unambiguous lines are read here, so that nothing depends on who reads them: whole names of options, values that no
rule could refuse. Everything else (help, errors, abbreviations, other verbs) is click's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from codegraph.cli.command_aliases import expand_alias
from codegraph.operations.capabilities import BY_NAME, Capability, Group, request_type
from codegraph.operations.parameter import RequestField, request_fields, split_list

SPECIAL: Final = {
    "index": "index",
    "export": "export",
    "remove": "remove",
    "doctor": "doctor",
    "impact": "impact",
    "memory export": "memory_export",
    "memory learn triage": "learn_triage",
}
"""Verbs that do more than print an answer: modules of this package with `OPTIONS` and `run`."""

TEXT: Final = "TEXT"
"""Metavar of a repeatable option whose values are sentences: a comma in one separates nothing."""

QUESTIONS: Final = (Group.LOOK_UP, Group.GRAPH)
"""Groups of verbs that ask an index, which is refreshed first."""

MEMORY: Final = ("memory recall",)
"""Further verbs, of two words, that are read here."""

_REPO: Final = ("-C", "--repo")
_FLAGS: Final = {"--json": "as_json", "-q": "quiet", "--quiet": "quiet", "--no-refresh": "no_refresh"}
_DIGITS: Final = 9


class Line(NamedTuple):
    """A question, and how it is to be answered."""

    capability: Capability
    request: object
    repo: str | None
    as_json: bool
    quiet: bool
    no_refresh: bool


def read_line(words: Sequence[str]) -> Line | None:
    """Return the question of a command line; None when click must read it."""
    repo = None
    while len(words) > 2 and words[0] == "-C":
        repo, words = words[1], words[2:]
    words = expand_alias(words)
    name, size = (" ".join(words[:2]), 2) if " ".join(words[:2]) in MEMORY else ("".join(words[:1]), 1)
    capability = BY_NAME.get(name)
    if capability is None or capability.name in SPECIAL or not (capability.group in QUESTIONS or name in MEMORY):
        return None
    request = request_type(capability)
    taken = _take(words[size:], request_fields(request))
    if taken is None or (name in MEMORY and "no_refresh" in taken[1]):
        return None
    values, how = taken
    chosen = how.get("repo", repo)
    return Line(
        capability, request(**values), chosen if isinstance(chosen, str) else None,
        bool(how.get("as_json")), bool(how.get("quiet")), bool(how.get("no_refresh")),
    )  # fmt: skip


def _take(
    words: Sequence[str], fields: Sequence[RequestField]
) -> tuple[dict[str, object], dict[str, str | bool]] | None:
    """Return the values of the request, and of the options of every verb."""
    options = {name: field for field in fields if not field.parameter.positional for name in _list_spellings(field)}
    values: dict[str, object] = {}
    how: dict[str, str | bool] = {}
    said: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            said += rest
        elif not word.startswith("-"):
            said.append(word)
        elif word in _FLAGS:
            how[_FLAGS[word]] = True
        elif (flag := options.get(word)) is not None and flag.base_type == "bool":
            values[flag.name] = True
        else:
            name, given, value = word.partition("=") if word.startswith("--") else (word, "", "")
            value = value if given else next(rest, "")
            if not value or value.startswith("-"):
                return None
            if name in _REPO:
                how["repo"] = value
            elif name not in options or not _put(values, options[name], value):
                return None
    places = [field for field in fields if field.parameter.positional]
    fits = sum(field.required for field in places) <= len(said) <= len(places) and not any(f.repeatable for f in places)
    if not fits or not all(_put(values, field, value) for field, value in zip(places, said)):
        return None
    return None if any(field.required and field.name not in values for field in fields) else (values, how)


def _list_spellings(field: RequestField) -> tuple[str, ...]:
    """Return the spellings of an option.

    Options that click spells in further ways are left to it.
    """
    p = field.parameter
    if p.bare or (field.base_type == "bool" and field.default):
        return ()
    long = f"--{field.name.replace('_', '-')}"
    return (long, f"-{p.short}") if p.short else (long,)


def _put(values: dict[str, object], field: RequestField, word: str) -> bool:
    """Set a field, or add to it; whether that word is surely one of its values."""
    parts = [word]
    if field.repeatable and field.parameter.metavar != TEXT:
        parts = split_list(word)
    choices = field.parameter.choices
    if not word.isascii() or not word.strip() or not parts or (choices and any(part not in choices for part in parts)):
        return False
    if field.repeatable:
        before = values.get(field.name, ())
        values[field.name] = (*(before if isinstance(before, tuple) else ()), *parts)
    elif field.base_type == "str":
        values[field.name] = word
    elif field.base_type == "int" and word.isdigit() and len(word) <= _DIGITS:
        values[field.name] = int(word)
    else:
        return False
    return True

"""PHPUnit: a pattern of the tests to run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from codegraph.operations.runners.shell_arguments import deduplicate
from codegraph.operations.runners.test_commands import Holder, Runner, RunnerArguments, Surroundings, Target
from codegraph_parsers.file_facts import Flag, SymbolKind

_NAMESPACE: Final = re.compile(r"^\s*namespace\s+([\w\\]+)", re.M)


def build_phpunit_arguments(targets: Sequence[Target], around: Surroundings) -> RunnerArguments:
    """Return a pattern of whole names.

    An example is `Shop\\CartTest::testAdds`, with any set of data.
    """
    lines = [
        f"{_build_class_name(holder, around)}::{re.escape(target.name) if target.name else '.*'}"
        for target in targets
        for holder in target.holders
        if not holder.row.flags & Flag.ABSTRACT and holder.row.kind is SymbolKind.CLASS
    ]
    left_out = deduplicate(target.row.id for target in targets if not target.holders)
    chosen = (f"--filter=/^({'|'.join(deduplicate(lines))})( with data set .*)?$/",) if lines else ()
    return RunnerArguments(chosen, left_out)


def _build_class_name(holder: Holder, around: Surroundings) -> str:
    found = _NAMESPACE.search(around.text(holder.row.path))
    return re.escape("\\".join(filter(None, (found[1] if found else "", holder.row.name))))


PHPUNIT: Final = Runner("phpunit", frozenset({"php"}), ("--filter=/^$/",), build_phpunit_arguments, ("phpunit",))

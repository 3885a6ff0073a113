"""Parsing of a file's bytes into facts.

`parse` never raises: what cannot be read is a problem in the facts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from codegraph_parsers import grammar
from codegraph_parsers.file_facts import FileFacts, FileStatus, Flag, ParseProblem, SourceFile, Symbol, SymbolKind
from codegraph_parsers.languages import choose_spec
from codegraph_parsers.languages import load_spec as language_spec
from codegraph_parsers.tree_parsing import parse_tree
from codegraph_parsers.walker import MAX_DEPTH, ArgumentKinds, Handler, Walker

if TYPE_CHECKING:
    from tree_sitter import Node

    from codegraph_parsers.spec import LanguageSpec

ERROR_KIND = 0xFFFF  # kind id of error nodes in every grammar
MAX_PROBLEMS = 50  # syntax errors listed per file
FRAMES = 12  # Python frames a level of nesting may take: a statement's handler, its branches, their arms


@cache
def _compile_table(language: str, grammar_name: str) -> dict[int, Handler]:
    """Map the ids of node kinds to their handlers.

    One kind name may have several ids (aliases). Anonymous tokens are left out.
    """
    spec = _choose_form(language, grammar_name)
    loaded = grammar.load(spec.grammar)
    built = {kind: role(loaded) for kind, role in spec.nodes.items()}
    table: dict[int, Handler] = {}
    for kind_id in range(loaded.node_kind_count):
        if loaded.node_kind_is_named(kind_id):
            handler = built.get(loaded.node_kind_for_id(kind_id) or "")
            if handler is not None:
                table[kind_id] = handler
    if "ERROR" in built:
        table[ERROR_KIND] = built["ERROR"]
    return table


def _choose_form(language: str, grammar_name: str) -> LanguageSpec:
    """Return the form of a language that is read with a grammar."""
    spec = language_spec(language)
    other = spec.otherwise
    return other if other is not None and other.grammar == grammar_name else spec


@cache
def _map_argument_kinds(language: str, grammar_name: str) -> ArgumentKinds:
    spec = _choose_form(language, grammar_name)
    loaded = grammar.load(spec.grammar)
    ids: dict[str, list[int]] = {}
    for kind_id in range(loaded.node_kind_count):
        if loaded.node_kind_is_named(kind_id):
            ids.setdefault(loaded.node_kind_for_id(kind_id) or "", []).append(kind_id)
    kinds: ArgumentKinds = {
        kind_id: (loaded.field_id_for_name(key) or 0, loaded.field_id_for_name(value) or 0)
        for kind, (key, value) in spec.keyword_arguments.items()
        for kind_id in ids.get(kind, ())
    }
    return kinds | {kind_id: None for kind in spec.comments for kind_id in ids.get(kind, ())}


def parse(source: SourceFile) -> FileFacts:
    """Return the facts of one file.

    Syntax errors make it `partial`, with line ranges; the rest of the file is analysed.
    """
    facts = FileFacts(source.path, source.language, source.digest, size=len(source.content))
    facts.lines = source.content.count(b"\n") + 1
    try:
        with _raise_recursion_limit():
            return _parse(source, facts)
    except grammar.GrammarError as error:
        return describe_failure(facts, "grammar", str(error))
    except RecursionError:
        return describe_failure(facts, "depth", "nested too deeply to analyse")
    except Exception as error:  # noqa: BLE001 - the promise: hostile input costs its own file and no other
        return describe_failure(facts, "internal", f"{type(error).__name__}: {error}")


def _parse(source: SourceFile, facts: FileFacts) -> FileFacts:
    """Fill the facts of a file."""
    try:
        tree, spec = parse_tree(choose_spec(source), source.content)
        root = tree.root_node
        if spec.is_structural:
            return _outline(source, facts, root)
        table = _compile_table(source.language, spec.grammar)
    except KeyError as error:
        raise grammar.GrammarError(str(error)) from error
    walker = Walker(spec, facts, source.content, table, _map_argument_kinds(source.language, spec.grammar))
    name = source.path.rsplit("/", 1)[-1]
    walker.add_module(name.split(".", 1)[0] or name, root)
    if spec.is_test_path is not None and spec.is_test_path(source.path):
        walker.flag(0, Flag.TEST)
    walker.visit(root)
    walker.keep_names(walker.scope)
    if spec.finish is not None:
        spec.finish(walker, root)
    if root.has_error:
        facts.problems.extend(_list_syntax_errors(root, spec.harmless))
    if facts.problems:
        facts.status = FileStatus.PARTIAL
    return facts


def _outline(source: SourceFile, facts: FileFacts, root: Node) -> FileFacts:
    """Fill the facts of a file of a structural language."""
    from codegraph_parsers.outline import get_outliner
    from codegraph_parsers.structural_table import load_table

    facts.symbols.append(_describe_module(source.path, facts))
    facts.exprs.append((0,))
    get_outliner(source.table or load_table(source.language)).fill(facts, source.content, root)
    if root.has_error:
        facts.problems.extend(_list_syntax_errors(root, None))
    if facts.problems:
        facts.status = FileStatus.PARTIAL
    return facts


@contextmanager
def _raise_recursion_limit() -> Generator[None, None, None]:
    """Allow recursion into `MAX_DEPTH` nested nodes.

    At Python's own limit a sum of 250 terms would cost the whole file.
    """
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, MAX_DEPTH * FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)


def describe_failure(facts: FileFacts, kind: str, message: str) -> FileFacts:
    """Return the facts of an unreadable file: its module symbol and the reason."""
    blank = FileFacts(facts.path, facts.language, facts.digest, size=facts.size, lines=facts.lines)
    blank.status = FileStatus.FAILED
    blank.problems.append(ParseProblem(kind, message, 1, facts.lines))
    blank.symbols.append(_describe_module(facts.path, facts))
    blank.exprs.append((0,))
    return blank


def _describe_module(path: str, facts: FileFacts) -> Symbol:
    base = path.rsplit("/", 1)[-1]
    name = base.split(".", 1)[0] or base
    return Symbol(SymbolKind.MODULE, name, "", -1, 0, 0, 1, facts.lines, 0, facts.size, "", (), "", (), "public", 0)


def _list_syntax_errors(root: Node, harmless: Callable[[Node], bool] | None) -> list[ParseProblem]:
    """List the line ranges of error and missing nodes.

    Outermost nodes come first, and neighbouring ranges are merged.
    """
    found: list[ParseProblem] = []
    stack = [root]
    while stack and len(found) < MAX_PROBLEMS:
        node = stack.pop()
        below = [] if node.is_error or node.is_missing else [c for c in node.children if c.has_error or c.is_missing]
        if below:
            stack.extend(reversed(below))
            continue
        if harmless is not None and harmless(node):
            continue
        # Also a node that the grammar marks without an error node below it: the error is in what it skipped.
        start, end = node.start_point[0] + 1, node.end_point[0] + 1
        if found and start <= found[-1].end_line + 1:
            last = found[-1]
            found[-1] = last._replace(end_line=max(end, last.end_line))
        else:
            found.append(ParseProblem("syntax", "syntax error", start, end))
    return found

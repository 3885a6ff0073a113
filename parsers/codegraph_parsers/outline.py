"""Outline of a file of a structural language, by the queries of a table.

That is its symbols and the files it names.

Nothing is said of what a name means: the facts have no sites, and no bound names or expressions but the options of the
file with their texts, so that no edge but `contains` and `imports` can come of them.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from tree_sitter import Query, QueryCursor, QueryError

from codegraph_parsers import grammar, ops
from codegraph_parsers.file_facts import FileFacts, Flag, Import, ParseProblem, Symbol, SymbolKind
from codegraph_parsers.rewriting import find_errors, measure_damage
from codegraph_parsers.roles import clean_comment
from codegraph_parsers.spec import LanguageSpec, Project, SyntaxRules, Target
from codegraph_parsers.structural_table import (
    KINDS,
    ROLES,
    ModuleRules,
    StructuralTable,
    Substitution,
    TableError,
    compile_patterns,
)

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Tree

MAX_SYMBOLS: Final = 50_000
MAX_TOKEN_RUN: Final = 10_000  # siblings without a name, over which queries take quadratic time
MATCH_LIMIT: Final = 512
"""Matches that a query may have begun and not ended: real files need up to 130, and time grows with the limit."""
MAX_NAME: Final = 200
MAX_SIGNATURE: Final = 300
BLOCK_MARKS: Final = re.compile(rb"\s*(?:[-?:](?:\s+|$))*")  # of lists and keys that begin on one line
ESCAPED: Final = re.compile("[\udc80-\udcff]")  # bytes that are no UTF-8
STRING: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
REPEATED_GROUP: Final = re.compile(r"(?<!\\)\)(?:[*+]|\{\d*,)")
QUOTES: Final = "\"'`"
COMMENT_MARKS: Final = "/*!#-;%'(|{"
BLOCKS: Final = (
    (b"<#", b"#>"), (b"(*", b"*)"), (b"{-", b"-}"), (b"#|", b"|#"), (b"#=", b"=#"), (b"=begin", b"=end"),
    (b"--[[", b"]]"), (b"", b"=cut"),
)  # fmt: skip
LABEL: Final = re.compile(r"(?:[|^*>]|@doc|=\w+)\s+")  # at the beginning of documentation
REFERENCE: Final = re.compile(r"<\w+ (?:cref|name|langword)=\"([^\"<>]*)\" ?/>")  # of XML documentation
TAG: Final = re.compile(r"</?[a-z]+(?: [^<>]*)?/?>")

Captures = dict[str, list["Node"]]
Parse = Callable[[bytes], "Tree"]
TokenRun = tuple["Node", "Node"]  # the first and the last

TYPES: Final = frozenset((SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE))
BODIES: Final = frozenset((SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR))
CLAUSES: Final = BODIES | {SymbolKind.CONSTANT}
DATA: Final = frozenset((SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.FIELD, SymbolKind.PROPERTY))
MEMBERS: Final = frozenset((SymbolKind.FIELD, SymbolKind.PROPERTY))


class Definition(NamedTuple):
    """The captures of one match, read as a definition."""

    kind: SymbolKind
    node: Node
    name_node: Node
    name: str
    scope: str  # what is written before the name: `M` in `function M.go()`
    captures: Captures

    @property
    def last(self) -> Node:
        """The node that ends it: its body may stand behind it."""
        body = self.captures.get("body")
        return body[-1] if body else self.node


class Outliner:
    """The compiled query of a table.

    Raises TableError for queries that do not fit the grammar."""

    def __init__(self, table: StructuralTable) -> None:
        self.table = table
        self.query = _compile_table(table)
        self.test_names = compile_patterns(table.tests.names)

    def fill(self, facts: FileFacts, source: bytes, root: Node) -> None:
        """Add the symbols and imports below a node to facts that hold the module."""
        runs = _find_token_runs(root)
        for first, last in runs:
            message = f"more than {MAX_TOKEN_RUN} tokens in a row in a syntax error"
            facts.problems.append(ParseProblem("size", message, first.start_point[0] + 1, _find_last_line(last)))
        found, paths = self._find(facts, source, root, runs)
        stack: list[tuple[int, int, int]] = [(0, -1, len(source))]  # (symbol, start, end) of the definitions around
        latest: dict[int, int] = {}  # symbol → the one defined last in it
        for each in found:
            start, end = each.node.start_byte, each.last.end_byte
            while len(stack) > 1 and (start >= stack[-1][2] or (start, end) == stack[-1][1:]):
                stack.pop()  # it is before this one, or declares another name of the same declaration
            parent = stack[-1][0]
            if len(facts.symbols) >= MAX_SYMBOLS:
                line = each.node.start_point[0] + 1
                facts.problems.append(ParseProblem("size", f"more than {MAX_SYMBOLS} definitions", line, facts.lines))
                break
            symbol = self._describe(facts.symbols, parent, each, source)
            if symbol is None:
                continue
            before = latest.get(parent)
            if self.table.has_clauses and before is not None and _is_clause(facts.symbols[before], symbol):
                facts.symbols[before] = facts.symbols[before]._replace(
                    end_line=symbol.end_line, end_byte=symbol.end_byte
                )
                stack.append((before, start, end))
                continue
            latest[parent] = len(facts.symbols)
            stack.append((len(facts.symbols), start, end))
            facts.symbols.append(symbol)
        facts.imports.extend(_describe_imports(paths, source))
        if self.table.tests.has_path(facts.path):
            facts.symbols[0] = facts.symbols[0]._replace(flags=facts.symbols[0].flags | Flag.TEST)

    def _find(
        self, facts: FileFacts, source: bytes, root: Node, runs: Sequence[TokenRun]
    ) -> tuple[list[Definition], list[Node]]:
        """Return the definitions and the paths of imports, in source order.

        Outer definitions come before inner ones. The first pattern of a name wins."""
        chosen: dict[tuple[int, int], tuple[int, Definition]] = {}
        paths: list[Node] = []
        for pattern, captures in _match(self.query, root, runs, facts):
            paths += captures.get("path", ())
            if "package" in captures and not facts.package:
                facts.package = _read_name(captures["package"], source)
            if "option" in captures and "value" in captures:
                value = (ops.LITERAL, "str", _read_name(captures["value"], source))
                facts.names.setdefault(0, {})[_read_name(captures["option"], source)] = len(facts.exprs)
                facts.exprs.append(value)
            kinds = [key for key in captures if key in KINDS]
            if not kinds or "name" not in captures:
                continue
            name = _read_name(captures["name"], source, self.table.joiner)
            for sigil in self.table.sigils:
                name = name.removeprefix(sigil)
            if not name:
                continue
            node = captures[kinds[0]][0]
            name_node = captures["name"][0]
            scope = _read_name(captures["scope"], source) if "scope" in captures else ""
            if self.table.qualifier:
                *outer, name = [part for part in name.split(self.table.qualifier) if part] or [name]
                scope = ".".join(outer) or scope
            each = Definition(SymbolKind(kinds[0]), node, name_node, name, scope, captures)
            key = (name_node.start_byte, name_node.end_byte)
            if key not in chosen or pattern < chosen[key][0]:
                chosen[key] = pattern, each
        order = sorted(chosen.values(), key=_order_definition)
        return [each for _, each in order], paths

    def _describe(self, symbols: Sequence[Symbol], parent: int, each: Definition, source: bytes) -> Symbol | None:
        """Return a symbol, None for what is a variable of a function."""
        if symbols[parent].kind is SymbolKind.CONSTRUCTOR and each.kind in MEMBERS:
            parent = symbols[parent].parent  # a parameter that declares a member of the type
        around = symbols[parent]
        is_local = parent > 0 and bool(around.kind in BODIES or around.flags & Flag.LOCAL)
        kind = each.kind
        if is_local and kind in DATA:
            return None
        if around.kind in TYPES and parent:
            kind = {SymbolKind.FUNCTION: SymbolKind.METHOD, SymbolKind.VARIABLE: SymbolKind.FIELD}.get(kind, kind)
        flags = Flag.LOCAL if is_local else Flag.NONE
        is_named_test = self.test_names is not None and kind not in DATA and self.test_names.match(each.name)
        if "test" in each.captures or is_named_test:
            flags |= Flag.TEST
        path = [part for part in (around.qualname, each.scope, each.name) if part]
        point, node = each.name_node.start_point, each.node
        return Symbol(
            kind, each.name, ".".join(path), parent, point[0] + 1, point[1], node.start_point[0] + 1,
            _find_last_line(each.last), node.start_byte, each.last.end_byte, _read_signature(each, source), (),
            self._read_doc(each, source), (), "public", flags,
        )  # fmt: skip

    def _read_doc(self, each: Definition, source: bytes) -> str:
        """Return the documentation captured, else the comments right above a definition."""
        captured = each.captures.get("doc")
        if captured:
            return clean_comment(source[captured[0].start_byte : captured[-1].end_byte]).strip(QUOTES).strip()
        node, above = self._find_above(each.node)
        line, first, end = node.start_point[0], -1, node.start_byte
        while above is not None and above.type in self.table.comments and _find_last_line(above) >= line:
            before = above.prev_sibling
            if (
                before is not None
                and before.type not in self.table.comments
                and _find_last_line(before) > above.start_point[0]
            ):
                break  # it stands behind what is before it, and is about that
            first, end = above.start_byte, end if first >= 0 else above.end_byte
            line, above = above.start_point[0], before
        return _clean_documentation(source[first:end]) if first >= 0 else ""

    def _find_above(self, node: Node) -> tuple[Node, Node | None]:
        """Return the node that a definition begins with, and the one before it.

        A definition begins with its attributes. What is before it may be the end of a block."""
        while True:
            above = node.prev_sibling
            if above is None and node.parent is not None and node.parent.parent is not None:
                node = node.parent
            elif above is not None and self._is_attribute(above):
                node = above
            else:
                break
        while above is not None and above.child_count and above.type not in self.table.comments:
            above = above.child(above.child_count - 1)  # some grammars end a block with the comment that follows it
        return node, above

    def _is_attribute(self, node: Node) -> bool:
        """Say whether a node, or the only node in it, is an attribute."""
        only = node.named_child(0) if node.named_child_count == 1 else None
        return node.type in self.table.attributes or (only is not None and only.type in self.table.attributes)


class PathProject(Project):
    """Import rules of a structural language.

    The path that is written decides, and nothing else."""

    def __init__(self, rules: ModuleRules, paths: Sequence[str]) -> None:
        self.rules = rules
        self.paths = frozenset(paths)

    def resolve(self, path: str, module: str, kind: str) -> Target:
        """Return the file that a name leads to.

        A path from a file's folder or from the top of the repository leads to a file or to nothing; other names may
        be those of packages."""
        rules = self.rules
        is_dotted = module.startswith(("./", "../"))
        inner = module if is_dotted or rules.separator == "/" else module.replace(rules.separator, "/")
        begins_here = is_dotted if rules.relative == "dotted" else rules.relative == "always"
        is_rooted = inner.startswith("//")
        roots = [posixpath.dirname(path)] if begins_here and not is_rooted else []
        if not (is_dotted and begins_here):
            roots += rules.roots
        for root in roots:
            found = self._find(root, inner.lstrip("/"))
            if found is not None and found != path:
                return Target((found,))
        if is_dotted or inner.startswith("/"):
            return Target()
        return Target(external=module, package=module.split(rules.separator, 1)[0])

    def _find(self, root: str, inner: str) -> str | None:
        base = posixpath.normpath(posixpath.join(root, inner))
        for suffix in self.rules.suffixes:
            if base + suffix in self.paths:
                return base + suffix
        return next((found for index in self.rules.indexes if (found := f"{base}/{index}") in self.paths), None)


@lru_cache(maxsize=128)
def get_outliner(table: StructuralTable) -> Outliner:
    """Return the compiled query of a table.

    Raises GrammarError where it cannot be had."""
    try:
        return Outliner(table)
    except TableError as error:
        raise grammar.GrammarError(f"table {table.key}: {error}") from None


@lru_cache(maxsize=128)
def make_spec(table: StructuralTable) -> LanguageSpec:
    """Return a specification without roles.

    By it the rest of the program reads the language."""

    def project(files: Sequence[FileFacts], paths: Sequence[str], manifests: Mapping[str, str]) -> PathProject:
        return PathProject(table.modules, paths)

    return LanguageSpec(
        name=table.key, title=table.title, grammar=table.grammar, nodes={}, project=project, comments=table.comments,
        is_test_path=table.tests.has_path, is_structural=True, read=_make_read(table),
        syntax=SyntaxRules(empty=frozenset({"empty_statement"}), comments=frozenset(table.comments)),
    )  # fmt: skip


def _make_read(table: StructuralTable) -> Callable[[bytes, Parse], Tree]:
    """Return the function that parses a text, within the bound of a table."""
    read = _make_substituting_read(table.substitution)
    if not table.max_indents:
        return read

    def read_bounded(content: bytes, parse: Parse) -> Tree:
        if count_indents(content) > table.max_indents:
            raise grammar.GrammarError(
                f"more than {table.max_indents} levels of indentation, which its grammar has no room for"
            )
        return read(content, parse)

    return read_bounded


def _make_substituting_read(rules: Substitution) -> Callable[[bytes, Parse], Tree]:
    """Return the function that parses a text.

    It substitutes texts where that leaves fewer errors."""
    texts, certain = _compile_texts(rules, rules.texts), _compile_texts(rules, rules.certain)
    calls, mark = _compile_calls(rules.calls), rules.replacement.encode()
    if texts is None and calls is None:
        return _parse_valid

    def substitute(content: bytes) -> bytes:
        if texts is not None:
            content = texts.sub(lambda found: mark if len(found[0]) == len(mark) else mark * len(found[0]), content)
        return calls.sub(_blank, content) if calls is not None else content

    def parse_best(content: bytes, parse: Parse) -> Tree:
        if certain is not None and certain.search(content):
            return _parse_valid(substitute(content), parse)
        tree = _parse_valid(content, parse)
        if not tree.root_node.has_error or (changed := substitute(content)) == content:
            return tree
        again = _parse_valid(changed, parse)
        return again if measure_damage(find_errors(again)) < measure_damage(find_errors(tree)) else tree

    return parse_best


def count_indents(content: bytes) -> int:
    """Return how many blocks of indentation are open at once, at most."""
    columns: list[int] = []
    most = 0
    for line in content.splitlines():
        column = len(line) - len(line.lstrip())
        if column == len(line):
            continue
        while columns and columns[-1] >= column:
            columns.pop()
        columns.append(column)
        # A list may stand at the column of its key, and several blocks may begin on a line.
        marks = BLOCK_MARKS.match(line)
        most = max(most, 2 * len(columns) + (len(marks[0].split()) if marks is not None else 0))
    return most


def _compile_texts(rules: Substitution, texts: Sequence[str]) -> re.Pattern[bytes] | None:
    choices = b"|".join(re.escape(each.encode()) for each in texts)
    start = b"^" if rules.is_at_line_start else b""
    return re.compile(start + b"(?:" + choices + b")", re.MULTILINE) if texts else None


def _compile_calls(names: Sequence[str]) -> re.Pattern[bytes] | None:
    """Compile calls of macros, whose arguments may be calls."""
    choices = "|".join(rf"\b{name}" if name[0] != "*" else rf"\b\w+{name[1:]}" for name in names)
    return re.compile(rf"(?:{choices})\([^()]*(?:\([^()]*\)[^()]*)*\)".encode()) if names else None


def _blank(found: re.Match[bytes]) -> bytes:
    return re.sub(rb"[^\n]", b" ", found[0])


def _parse_valid(content: bytes, parse: Parse) -> Tree:
    """Parse a text with `?` in place of each byte that is no UTF-8.

    Predicates of queries fail at such bytes."""
    try:
        content.decode()
    except UnicodeDecodeError:
        text = content.decode("utf-8", "surrogateescape")
        content = ESCAPED.sub("?", text).encode()
    return parse(content)


def _compile_table(table: StructuralTable) -> Query:
    """Compile definitions and imports into one query: a file is walked once for both."""
    loaded = grammar.load(table.grammar)
    try:
        query = Query(loaded, f"{table.definitions}\n{table.imports}")
    except (QueryError, ValueError, SyntaxError):
        _refuse(loaded, "definitions", table.definitions)
        _refuse(loaded, "imports", table.imports)
        raise TableError("`imports` does not fit `definitions`") from None
    _check_expressions(table.definitions, "definitions")
    _check_expressions(table.imports, "imports")
    names = {query.capture_name(number) for number in range(query.capture_count)}
    unknown = sorted(name for name in names - KINDS - ROLES if not name.startswith("_"))
    if unknown:
        raise TableError(f"@{unknown[0]} is no kind of symbol; kinds are {', '.join(sorted(KINDS))}")
    return query


def _refuse(loaded: Language, key: str, text: str) -> None:
    """Raise TableError for a query that is wrong."""
    try:
        Query(loaded, text)
    except QueryError as error:
        raise TableError(f"`{key}` does not fit the grammar: {error}") from None
    except (ValueError, SyntaxError) as error:
        raise TableError(f"`{key}` is no query: {error}") from None


def _check_expressions(text: str, key: str) -> None:
    """Raise TableError for an expression of `#match?` that may never end."""
    strings = STRING.findall(text) if "match?" in text else []
    wrong = next((each for each in strings if REPEATED_GROUP.search(each.replace("\\\\", "\\"))), "")
    if wrong:
        raise TableError(
            f"`{key}`: {wrong[:60]!r} repeats a group, which can take for ever; repeat a class such as [a-z]"
        )


def _describe_imports(paths: Iterable[Node], source: bytes) -> list[Import]:
    found: dict[tuple[str, int], Import] = {}
    for node in paths:
        module, line = _read_name([node], source), node.start_point[0] + 1
        if module:
            found[module, line] = Import(module, "", "", line, "import")
    return list(found.values())


def _read_name(nodes: Sequence[Node], source: bytes, joiner: str = ".") -> str:
    """Return the texts of nodes, joined by dots, without quotes and line ends.

    Returns "" for what is no name."""
    texts = (source[node.start_byte : node.end_byte].decode("utf-8", "replace") for node in nodes)
    parts = (" ".join(text.split()).strip(QUOTES).strip() for text in texts)
    name = joiner.join(part for part in parts if part)
    return name if len(name) <= MAX_NAME else ""


def _read_signature(each: Definition, source: bytes) -> str:
    """Return what is captured as the signature, "" for nothing."""
    captured = each.captures.get("signature")
    if captured:
        text = source[captured[0].start_byte : captured[-1].end_byte]
        return " ".join(text.decode("utf-8", "replace").split())[:MAX_SIGNATURE]
    return ""


def _find_token_runs(root: Node) -> list[TokenRun]:
    """Return the first and the last of each run of too many tokens in an error."""
    found: list[TokenRun] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if not node.has_error or node.descendant_count <= MAX_TOKEN_RUN:
            continue
        for is_named, nodes in groupby(node.children, key=_is_named):
            group = list(nodes)
            if is_named:
                stack += group
            elif len(group) > MAX_TOKEN_RUN:
                found.append((group[0], group[-1]))
    return sorted(found, key=lambda run: run[0].start_byte)


def _is_named(node: Node) -> bool:
    return node.is_named


def _match(query: Query, root: Node, runs: Sequence[TokenRun], facts: FileFacts) -> Iterator[tuple[int, Captures]]:
    """Yield the matches of a query outside of runs of tokens.

    A node with a run below it is left out, its other children are matched one by one. A match that the limit costs is a
    problem of the file."""
    split: set[int] = set()
    for node, _ in runs:
        above = node.parent
        while above is not None and above.id not in split:
            split.add(above.id)
            above = above.parent
    has_lost = False
    stack = [root]
    while stack:
        node = stack.pop()
        if node.id in split:
            stack.extend(reversed(node.named_children))
            continue
        cursor = QueryCursor(query, match_limit=MATCH_LIMIT)
        yield from cursor.matches(node)
        has_lost = has_lost or cursor.did_exceed_match_limit
    if has_lost:
        facts.problems.append(ParseProblem("size", "the table's queries match too much at once", 1, facts.lines))


def _clean_documentation(comment: bytes) -> str:
    """Return the text of a comment without its marks and labels.

    Tags of XML documentation are left out, too."""
    inner = comment.strip()
    for begin, end in BLOCKS:
        if inner.startswith(begin) and inner.endswith(end):
            inner = inner[len(begin) : -len(end)]
    text = clean_comment(inner, marks=COMMENT_MARKS)
    text = LABEL.sub("", text, count=1) if LABEL.match(text) else text
    text = text.strip('"').strip() if text.startswith('"') else text
    if text.startswith("<summary>"):
        text = TAG.sub("", REFERENCE.sub(r"\1", text)).strip()
    return text


def _order_definition(row: tuple[int, Definition]) -> tuple[int, int, int, int]:
    pattern, each = row
    return each.node.start_byte, -each.last.end_byte, each.name_node.start_byte, pattern


def _find_last_line(node: Node) -> int:
    """Return the last line of a node, from 1: a line end belongs to the line before."""
    row, column = node.end_point
    return row if column == 0 and row > node.start_point[0] else row + 1


def _is_clause(before: Symbol, after: Symbol) -> bool:
    """Say whether a definition goes on with the one before it.

    It is another clause, or the body that follows a signature."""
    return before.name == after.name and {before.kind, after.kind} <= CLAUSES

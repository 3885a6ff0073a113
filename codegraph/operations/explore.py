"""Subject of a question.

The symbols it names, those its words find, and how they are connected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from codegraph.errors import AmbiguousError, NotFoundError
from codegraph.graph_model import EdgeKind
from codegraph.operations.answers import (
    Answer,
    ExploreAnswer,
    Focus,
    ImpactAnswer,
    PathAnswer,
    RelevantFile,
    format_others,
    name_of,
)
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.context import Context
from codegraph.operations.edges import is_test_code
from codegraph.operations.exact_words import find_word
from codegraph.operations.excerpts import cut_source
from codegraph.operations.memory.knowledge import find_knowledge
from codegraph.operations.path_filter import build_path_filter
from codegraph.operations.question_functions import find_flow, is_screen_file, is_server_question
from codegraph.operations.reach import compute_symbol_impact, find_shortest_chain
from codegraph.operations.requests import ExploreRequest, ImpactRequest, PathRequest, SearchRequest
from codegraph.operations.search import find_places
from codegraph.operations.symbols import show_symbol
from codegraph.operations.workspace_answers import WorkspaceAnswer
from codegraph.query.index import Index
from codegraph.query_results import CodeHit, EdgeRow, SymbolRow
from codegraph.search.path_roles import Place, classify_path
from codegraph.search.query import parse_query
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import SymbolKind

_WORD = re.compile(r"`([^`\n]{1,200})`|([A-Za-z_$][\w$]*(?:(?:\.|::|/|->|#)[\w$.\-]+)*(?::\d+)?)")
_CODE_LIKE = re.compile(r"[_.:/#$]|->|\d|[a-z][A-Z]|^[A-Z]+[a-z]\w*[A-Z]")
"""A word that is written like code: it is meant as a name even when no such symbol exists."""

_DEFINITIONS = frozenset(
    (
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.CLASS,
        SymbolKind.STRUCT,
        SymbolKind.INTERFACE,
        SymbolKind.ENUM,
        SymbolKind.TYPE,
        SymbolKind.MACRO,
    )
)

_ASIDE = frozenset((Place.PROSE, Place.DATA))
_ENDS = _DEFINITIONS | {SymbolKind.CONSTRUCTOR}

MOST_NAMED = 4
MOST_NAMES_ASKED = 3
"""Words of a question that may all be names: more words are a sentence."""

LEFT_FOR_SEARCH = 1
"""Places of an answer in prose that are left for what search found first and no call leads to."""

LIKELY = 4
"""The best hits of search, among which is what a plain word of a sentence names."""

SEARCHED = 150
"""Hits of search that functions are looked for in."""

MOST_LINES = 40
"""Lines of a symbol that are shown, where a question in prose found it."""

RELATED = 12
"""Callers and callees of each symbol that are kept."""

FACADE = 8
"""Lines of a function that does nothing but call another one."""

MOST_FACADES = 3
"""Facades, one behind the other, that are followed."""

MOST_TEST_CALLERS = 2
"""Tests among the callers of a symbol that are kept: a dozen tell what two do."""

_EDGES = tuple(k for k in EdgeKind if k not in (EdgeKind.CONTAINS, EdgeKind.IMPORTS, EdgeKind.TESTS))


def explore(context: Context, request: ExploreRequest) -> Answer[ExploreAnswer]:
    index = context.index()
    whole = context.answer(None)
    known = whole.freshness
    assert known is not None
    # The questions this one is made of rest on the same index: it is compared with the work tree once.
    inner = replace(context, opened=index, freshness=known)
    limit = request.limit or index.compute_stats().symbol_count
    searched = find_places(inner, SearchRequest(request.query, path=request.path, limit=max(SEARCHED, limit * 4)))
    named, scanned, notes = _find_named(index, request.query, searched.results.hits[:LIKELY])
    chain = _find_route(index, request.query, notes)
    if chain is not None:
        named = [chain.source, chain.target]
    else:
        chain = _connect(inner, named)
    behind = [] if chain is not None else [target for s in named for target in _follow_facades(index, s)]
    chosen = {(s.node, 0): s for s in (*named, *behind, *(_iterate_path(chain) if chain else ()))}
    lines: dict[tuple[int, int], CodeHit] = {}
    files: list[RelevantFile] = []
    hits = _drop_screens(request.query, searched.results.hits)
    is_sentence = len(request.query.split()) > MOST_NAMES_ASKED and len(named) < 2 and not scanned
    in_prose = is_sentence and not searched.results.weak
    if in_prose and _is_about_code(request.query, hits) and not index.describe_missing_text():
        most = max(1, limit - LEFT_FOR_SEARCH - len(chosen))
        flow, files = find_flow(index, request.query, hits, _build_file_filter(request, index), most)
        chosen |= {(symbol.node, 0): symbol for symbol in flow}
        hits = [hit for hit in hits if not any(_is_around(hit, symbol) for symbol in flow)]
        hits = [hit for hit in hits[: limit * 4] if not _is_import_list(index, hit)]
    hits = hits[: limit * 4]
    for hit in (*scanned, *_order_hits(request.query, hits)) if len(named) < 2 else ():
        # Prose, and code outside of definitions, is known by its lines only.
        key = (hit.symbol.node, 0 if hit.symbol.qualname else hit.start)
        chosen.setdefault(key, hit.symbol)
        lines.setdefault(key, hit)
    shown = _drop_copies(
        _build_focus(index, symbol) if symbol.qualname or key not in lines else _build_window(index, lines[key])
        for key, symbol in chosen.items()
    )
    foci = tuple(islice(shown, limit))
    between = _list_edges_between(index, foci)
    if in_prose:
        whole_nodes = {s.node for s in named}
        foci = tuple(f if f.symbol.node in whole_nodes else _shorten(f, between) for f in foci)
    if searched.results.weak and not named and not scanned:  # their source would be read as an answer
        nearest = ", ".join(f"{f.title or name_of(f.symbol)} ({_start(f)})" for f in foci)
        notes.append(f"nearest: {nearest}")
        foci = ()
    elif not foci and searched.results.near:
        notes.append(f"nearest names: {', '.join(searched.results.near)}")
    word = find_word(index, request.query, named)
    if word is not None:  # it is somewhere, and need not be a symbol's name
        notes = [note for note in notes if not note.startswith(f"no symbol `{word.word}`")]
    own = searched.warnings if known.fresh else searched.warnings[:-1]
    answer = ExploreAnswer(
        request.query,
        tuple(named),
        foci,
        chain,
        between,
        _compute_impact(inner, foci[0].symbol) if foci and (named or not files) else None,
        tuple(notes),
        max(0, len(chosen) - limit),
        request.budget,
        index.count_unanalysed_languages(),
        find_knowledge(context, [f.symbol.id for f in foci]),
        tuple(files),
        word,
        _find_elsewhere(context, index, request, foci),
    )
    return Answer(answer, known, (*own, *context.take_problems(), *whole.warnings), names_only=searched.names_only)


def _find_elsewhere(
    context: Context, index: Index, request: ExploreRequest, foci: Sequence[Focus]
) -> WorkspaceAnswer | None:
    """Return what other repositories have to do with a question, if it asks them."""
    if not request.workspace:
        return None
    from codegraph.operations.edges import USES
    from codegraph.operations.workspace_edges import explore_elsewhere

    question = request.query
    is_name = " " not in question
    words = [word for word, quoted in _iterate_words(question) if quoted or is_name or _CODE_LIKE.search(word)]
    unknown = [word for word in words if not index.find(word, 1)]
    return explore_elsewhere(context, index, [focus.symbol for focus in foci], USES, unknown)


def _follow_facades(index: Index, symbol: SymbolRow) -> list[SymbolRow]:
    """Return what a function stands for that only hands on what it is given."""
    found = [symbol]
    while len(found) <= MOST_FACADES and found[-1].end_line - found[-1].start_line < FACADE:
        edges = index.list_outgoing(found[-1], (EdgeKind.CALLS,), limit=None).items
        targets = {edge.target.node: edge.target for edge in edges if isinstance(edge.target, SymbolRow)}
        if len(targets) != 1 or not targets.keys().isdisjoint(one.node for one in found):
            break
        found += targets.values()
    return found[1:]


def _is_about_code(question: str, hits: Sequence[CodeHit]) -> bool:
    """Return whether a question is about code.

    It is not where it asks for tests, or for documents that search finds first."""
    asked = parse_query(question)
    return not asked.about_tests and not (asked.wants_prose and hits and classify_path(hits[0].file) in _ASIDE)


def _is_around(hit: CodeHit, symbol: SymbolRow) -> bool:
    """Return whether a hit is of a larger definition whose part `symbol` is shown."""
    whole = hit.symbol
    return (
        bool(whole.qualname)
        and whole.node != symbol.node
        and whole.path == symbol.path
        and whole.start_line <= symbol.start_line
        and symbol.end_line <= whole.end_line
    )


def _build_file_filter(request: ExploreRequest, index: Index) -> Callable[[str], bool]:
    """Return a filter of the files that an answer may be of."""
    inside = build_path_filter(request.path, index.root)
    if is_server_question(request.query):
        return lambda path: inside(path) and not is_screen_file(path)
    return inside


def _drop_screens(question: str, hits: Sequence[CodeHit]) -> list[CodeHit]:
    """Return hits without the files of a user interface, for some questions.

    These are questions that name what a server does."""
    if not is_server_question(question):
        return list(hits)
    return [hit for hit in hits if not is_screen_file(hit.file)] or list(hits)


def _compute_impact(context: Context, symbol: SymbolRow) -> ImpactAnswer:
    return compute_symbol_impact(context, ImpactRequest(symbol.id, depth=3, budget=0)).results


def _order_hits(question: str, hits: Sequence[CodeHit]) -> list[CodeHit]:
    """Order hits: code first, then prose and data, then tests.

    Prose, data and tests that the question asks for keep their places, and so does prose or data that is the best hit
    of all.
    """
    asked = parse_query(question)
    aside = frozenset() if asked.wants_prose else _ASIDE
    order = {
        at: (
            hit.symbol.is_test and not asked.wants_tests,
            at > 0 and not hit.symbol.qualname and classify_path(hit.file) in aside,
        )
        for at, hit in enumerate(hits)
    }
    return [hits[at] for at in sorted(order, key=order.__getitem__)]


def _drop_copies(foci: Iterable[Focus]) -> Iterator[Focus]:
    """Yield foci without those whose text is that of an earlier one.

    Copies for several platforms add nothing.
    """
    seen: set[str] = set()
    for focus in foci:
        text = focus.source.text.strip() if focus.source is not None else ""
        if not text or text not in seen:
            seen.add(text)
            yield focus


def _find_named(
    index: Index, question: str, best: Sequence[CodeHit]
) -> tuple[list[SymbolRow], list[CodeHit], list[str]]:
    """Find the symbols that a question names.

    They are in the order of the question. Also returns lines that define names in files without a grammar, and notes on
    names that are no single symbol.
    """
    named: dict[int, SymbolRow] = {}
    likely = best if len(question.split()) > MOST_NAMES_ASKED else None
    scanned: list[CodeHit] = []
    notes: list[str] = []
    for word, quoted in _iterate_words(question):
        if len(named) == MOST_NAMED:
            break
        sure = quoted or _CODE_LIKE.search(word) is not None
        try:
            if sure or index.find(word, 2):
                meant = index.resolve_meaning(word)
                for found in meant.symbols[: MOST_NAMED - len(named)]:
                    if quoted or (sure and _is_meant(found, likely)) or _is_name(found, word, likely):
                        named[found.node] = found
                        notes += (
                            [f"`{word}` is taken as {found.id}; {format_others(meant.others)}"] if meant.others else []
                        )
        except AmbiguousError as error:
            if sure:
                notes.append(f"{error.message}; {_join_first_lines(error.hint)}")
        except NotFoundError as error:
            found_lines = index.find_scanned(word)
            scanned += found_lines
            if not found_lines:
                notes.append(f"{error.message}; {_join_first_lines(error.hint)}")
    return list(named.values()), scanned, notes


def _is_name(found: SymbolRow, word: str, likely: Sequence[CodeHit] | None) -> bool:
    """Return whether a plain word of a question is the name of a symbol.

    It has to be written as the definition is ("index" is not `Index`). In a sentence, search has to find the
    definition, too: a question about what to load does not mean the lexer's `load`.
    """
    if found.name != word or found.kind not in _DEFINITIONS or is_test_code(found):
        return False
    if likely is None or not word.islower():
        return True
    return _is_among(found, likely)


def _is_meant(found: SymbolRow, likely: Sequence[CodeHit] | None) -> bool:
    """Return whether what is written like code is the very symbol of that name.

    A sentence that says the name of a field or a value is about what is done with it, unless search finds the
    definition first, too."""
    return found.kind in _ENDS or likely is None or _is_among(found, likely[:1])


def _is_among(found: SymbolRow, likely: Sequence[CodeHit]) -> bool:
    return any(hit.file == found.path and hit.start <= found.line <= hit.end for hit in likely)


def _iterate_words(question: str) -> Iterator[tuple[str, bool]]:
    """Yield distinct words that may be names, and whether they were quoted.

    The first word of a sentence is capitalised by grammar, so question words are left out.
    """
    seen: set[str] = set()
    for match in _WORD.finditer(question):
        quoted = match[1] is not None
        word = (match[1] or match[2]).strip().strip(".")
        if word and word not in seen and (quoted or word.lower() not in _PLAIN):
            seen.add(word)
            yield word, quoted


_PLAIN = frozenset(
    """
    a about after all an and any are as at be before between break breaks by call called calls can change changed
    changes code do does every file files find for from function get gets go goes handle handled handles has have how i
    if in into is it its made make makes me method my new of on or out reach reaches run runs set sets show so something
    than that the then there these they thing this to up use used uses using was way we what when where which who why
    will with work works you
    """.split()  # noqa: SIM905 - a list of words reads better as words
)


def _join_first_lines(hint: str) -> str:
    lines = [line.strip() for line in hint.splitlines()]
    return " ".join(lines[:5]) + (" …" if len(lines) > 5 else "")


_NAME = r"`?([A-Za-z_$][\w$]*(?:(?:\.|::|#)[\w$]+)*)`?(?:\(\))?"
_LEADS = r"(?:reach(?:es)?|(?:get|go|lead|flow|come)s? (?:in|down|through )?to|ends? up (?:in|at)|→|->|calls?)"
_ROUTE = re.compile(
    rf"\b(?:from|between) {_NAME} (?:to|and) {_NAME}(?!\w)"
    rf"|(?<![\w.]){_NAME} (?:ever |eventually )?{_LEADS} {_NAME}(?!\w)",
    re.I,
)
"""Questions for the path from one symbol to another: a plain word is a name in them."""

MOST_ENDS = 6
"""Symbols that one end of a path may mean."""


def _find_route(index: Index, question: str, notes: list[str]) -> PathAnswer | None:
    """Find the path that a question asks for, if both of its ends are names.

    Of several symbols with the name of an end, the one with a path from or to it is chosen, and a note says so.
    """
    match = _ROUTE.search(question)
    if match is None:
        return None
    words = [word for word in match.groups() if word]
    found = [_find_ends(index, word) for word in words]
    if not all(found):
        return None
    path = find_shortest_chain(index, found[0], found[1])
    for word, symbols, taken in zip(words, found, (path.source, path.target), strict=True):
        if len(symbols) > 1 and path.edges:
            others = ", ".join(s.id for s in symbols if s.node != taken.node)
            notes.append(f"`{word}` names several symbols; the way is that of {taken.id}, not of {others}")
    return path if path.edges or all(len(symbols) == 1 for symbols in found) else None


def _find_ends(index: Index, word: str) -> list[SymbolRow]:
    """Return definitions with this very name.

    Those of tests are returned only if there are no others.
    """
    found = [s for s in index.find(word, 50) if s.kind in _ENDS and s.name == re.split(r"\.|::|#", word)[-1]]
    return ([s for s in found if not is_test_code(s)] or found)[:MOST_ENDS]


def _connect(context: Context, named: Sequence[SymbolRow]) -> PathAnswer | None:
    """Return the path between the first two named symbols, in either direction."""
    if len(named) < 2:
        return None
    for source, target in ((named[0], named[1]), (named[1], named[0])):
        found: PathAnswer = load_handler(BY_NAME["path"])(context, PathRequest(source.id, target.id)).results
        if found.edges:
            return found
    return PathAnswer(named[0], named[1], (), named[0], ())


def _iterate_path(chain: PathAnswer) -> Iterator[SymbolRow]:
    for edge in chain.edges:
        for node in (edge.source, edge.target):
            if isinstance(node, SymbolRow) and node.qualname:
                yield node


def _build_focus(index: Index, symbol: SymbolRow) -> Focus:
    """Return a symbol with its source and neighbours."""
    found = show_symbol(index, symbol, None)
    using = _drop_tests(found.callers)
    paths = {edge.source.path for edge in using if isinstance(edge.source, SymbolRow)}
    generated = {path for path in paths if _is_generated(index, path)}
    using.sort(key=lambda edge: isinstance(edge.source, SymbolRow) and edge.source.path in generated)
    referring: list[EdgeRow] = []
    if not using and symbol.qualname:
        referring = _drop_tests(index.list_incoming(symbol, (EdgeKind.REFERENCES,), limit=None).items)
    testing = [edge for edge in found.callers if edge not in using][:MOST_TEST_CALLERS]
    inside = [edge for edge in found.callees if isinstance(edge.target, SymbolRow)]
    callees = inside or found.callees
    return Focus(
        symbol,
        found.details.signature,
        found.details.doc,
        found.source,
        (*using[:RELATED], *testing),
        found.callers_total,
        tuple(callees[:RELATED]),
        len(callees),
        found.members,
        library_calls=len(found.callees) - len(callees),
        references=tuple(referring[:RELATED]),
        references_total=len(referring),
    )


def _drop_tests(edges: Sequence[EdgeRow]) -> list[EdgeRow]:
    return [edge for edge in edges if not (isinstance(edge.source, SymbolRow) and is_test_code(edge.source))]


def _shorten(focus: Focus, between: Sequence[EdgeRow]) -> Focus:
    """Return a symbol with the lines that matter, if its source is long.

    They are the beginning, and those that lead to other symbols of the answer."""
    if focus.source is None:
        return focus
    sites = [line for edge in between if edge.source.node == focus.symbol.node for line in edge.lines]
    source, *windows = cut_source(focus.source, sites, MOST_LINES)
    return focus._replace(source=source, windows=tuple(windows))


def _is_generated(index: Index, path: str) -> bool:
    try:
        return classify_path(path, generated=index.find_file(path).generated) is Place.GENERATED
    except NotFoundError:  # the file went away after it was indexed
        return False


def _is_import_list(index: Index, hit: CodeHit) -> bool:
    """Return whether lines outside of any definition import names and do nothing else."""
    if hit.symbol.qualname or not is_resolved(hit.symbol.language):
        return False
    inside = [
        edge.kind
        for edge in index.list_outgoing(hit.symbol, limit=None).items
        if edge.kind is not EdgeKind.CONTAINS and any(hit.start <= line <= hit.end for line in edge.lines)
    ]
    defined = any(one.qualname and hit.start <= one.line <= hit.end for one in index.list_file_symbols(hit.file))
    return bool(inside) and not defined and all(kind is EdgeKind.IMPORTS for kind in inside)


def _build_window(index: Index, hit: CodeHit) -> Focus:
    """Return lines outside of any definition as a focus."""
    try:
        source = index.read_lines(hit.file, hit.start, hit.end)
    except NotFoundError:
        source = None  # the file went away after it was indexed; freshness says so
    return Focus(hit.symbol, "", "", source, (), 0, (), 0, (), hit.name)


def _start(focus: Focus) -> str:
    return f"{focus.symbol.path}:{focus.source.start_line if focus.source else focus.symbol.line}"


def _list_edges_between(index: Index, foci: Sequence[Focus]) -> tuple[EdgeRow, ...]:
    nodes = {f.symbol.node for f in foci}
    return tuple(
        edge
        for f in foci
        for edge in index.list_outgoing(f.symbol, _EDGES, limit=None).items
        if edge.target.node in nodes and edge.target.node != f.symbol.node
    )

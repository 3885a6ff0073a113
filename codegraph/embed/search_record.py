"""Entry of one file in the search index, as bytes: chunks, terms and names.

It is made when files are parsed. `term_fields.py` describes how terms are distinguished.
"""

from __future__ import annotations

import marshal
from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import accumulate, chain, pairwise
from typing import Final

from codegraph.embed.chunks import Chunk, is_hidden, split_into_chunks
from codegraph.embed.defined_names import ScannedDefinition, find_enclosing, indent_of, outline
from codegraph.embed.fields import build_chunk_text
from codegraph.embed.term_fields import (
    DEFINES,
    FOLDER_WORD,
    PATH,
    SCOPE,
    STEM_WORD,
    TESTS,
    TYPES_ONLY,
    WHOLE_NAME,
    Weight,
    fold_name,
    list_stem_terms,
)
from codegraph.embed.terms import (
    LONGEST,
    MOST_WORDS,
    count_terms,
    forget_terms,
    list_terms,
    list_word_terms,
    split_words,
)
from codegraph.graph_model import ChunkFacts, FileChunks
from codegraph_parsers.catalog import is_resolved
from codegraph_parsers.file_facts import FileFacts, Flag, SymbolKind

FORMAT: Final = "chunks 6"
"""Changes with whatever changes an entry; part of its key in the cache."""

_MARSHAL: Final = 2
"""Version of the format: later ones note which objects are shared, so that equal values have different bytes."""
_MOST_NARROW: Final = 1 << 16
"""Terms of a file whose numbers take two bytes each."""

_TYPES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM, SymbolKind.TYPE})
_FUNCTIONS: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})
_BODILESS: Final = Flag.ABSTRACT | Flag.DECLARATION | Flag.OVERLOAD

_MARKS: Final = frozenset((SCOPE, DEFINES, PATH))

_GLUE: Final = 3
"""Lines of the longest function that hardly does anything of its own: it makes an object, gives or keeps a field."""

_MOST_RUN, _MOST_GLUE = 1 / 20, 1 / 3
"""Shares of the lines of a file that declares: those of longer functions, and those of all of them."""


def read_chunks(path: str, text: str, facts: FileFacts | None) -> tuple[list[Chunk], FileChunks]:
    """Return the chunks of a file, and the data that search stores of them."""
    chunks = split_into_chunks(text, facts)
    scanned = outline(path, text) if facts is None or len(facts.symbols) < 2 else []
    defined = (
        _list_definitions(facts)
        if facts is not None and not scanned
        else [(d.line, d.name, int(d.weight)) for d in scanned]
    )
    numbers: defaultdict[str, int] = defaultdict()  # of terms, in the order in which they are first asked for
    numbers.default_factory = numbers.__len__
    bounds, indices, counts = array("I", [0]), list[int](), bytearray()
    kept: list[ChunkFacts] = []
    at = 0
    for number, chunk in enumerate(chunks):
        found = count_terms(chunk.body)
        named: list[tuple[str, int]] = []
        while at < len(defined) and defined[at][0] <= chunk.end:
            named.append(defined[at][1:])
            at += 1
        scope = _find_scope(chunk, facts, scanned)
        if facts is not None and chunk.symbol > 0 and facts.symbols[chunk.symbol].flags & Flag.TEST:
            found[TESTS] = 1
        _add_names(found, scope, named)
        if not number:
            _add_path(found, path)
            if facts is not None and not scanned and _has_only_types(facts):
                found[TYPES_ONLY] = 1
        indices += map(numbers.__getitem__, found)
        counts += _pack_counts(found)
        bounds.append(len(indices))
        title = scope if chunk.symbol > 0 else _choose_title(named) or scope
        digest = build_chunk_text(path, chunk.symbol, title, chunk.body).digest()
        kept.append(ChunkFacts(chunk.start, chunk.end, chunk.symbol, title, digest))
    numbers.default_factory = None  # else it holds itself, and stays where nobody collects
    places = array("H" if len(numbers) <= _MOST_NARROW else "I", indices)
    return chunks, FileChunks(tuple(kept), tuple(numbers), bounds, places, bytes(counts))


def _pack_counts(found: Counter[str]) -> bytes:
    """Return counts of terms as a byte each, 255 for more."""
    times = found.values()
    try:
        return bytes(times)
    except ValueError:
        return bytes([min(count, 255) for count in times])


def _list_definitions(facts: FileFacts) -> list[tuple[int, str, int]]:
    """List the line, qualified name and weight of definitions, in line order.

    Modules count as types where they are what a class is elsewhere, as in Ruby and Elixir. Those of resolved languages
    are files and namespaces."""
    types = _TYPES if is_resolved(facts.language) else _TYPES | {SymbolKind.MODULE}
    found: list[tuple[int, str, int]] = []
    for s in facts.symbols[1:]:
        if is_hidden(s) or not s.name:
            continue
        weight = Weight.TYPE if s.kind in types else Weight.FUNCTION if s.kind in _FUNCTIONS else Weight.VALUE
        if s.flags & (Flag.DECLARATION | Flag.OVERLOAD):
            weight = Weight.VALUE
        found.append((s.line, s.qualname if s.qualname.endswith(s.name) else s.name, int(weight)))
    return sorted(found)


def _has_only_types(facts: FileFacts) -> bool:
    """Return whether a file declares types and runs nothing, or next to nothing.

    An interface that has its own factories, or a structure with one accessor, counts as such. Code of anonymous
    functions counts as code that runs.
    """
    if _TYPES.isdisjoint(s.kind for s in facts.symbols[1:] if not is_hidden(s)):
        return False
    running = [
        (s.start_line, s.end_line) for s in facts.symbols[1:] if s.kind in _FUNCTIONS and not s.flags & _BODILESS
    ]
    running.sort()
    last = max(s.end_line for s in facts.symbols[1:])
    longer = [lines for lines in running if lines[1] - lines[0] >= _GLUE]
    return _count_lines(longer) <= last * _MOST_RUN and _count_lines(running) <= last * _MOST_GLUE


def _count_lines(ranges: Sequence[tuple[int, int]]) -> int:
    """Count the lines in any of some ranges, sorted by their first lines."""
    lines = covered = 0
    for start, end in ranges:
        if end > covered:
            lines += end - max(covered, start - 1)
            covered = end
    return lines


class _Scoped(dict[str, tuple[str, ...]]):
    """Terms of a word of a qualified name, marked as such."""

    def __missing__(self, word: str) -> tuple[str, ...]:
        if len(self) >= MOST_WORDS:
            self.clear()
        found = self[word] = tuple([SCOPE + term for term in list_word_terms(word)])
        return found


_scoped: Final = _Scoped()


def forget_words() -> None:
    """Clear the cache of terms of words: some 20 MB after a large repository."""
    _scoped.clear()
    fold_name.cache_clear()
    forget_terms()


def _find_scope(chunk: Chunk, facts: FileFacts | None, scanned: Sequence[ScannedDefinition]) -> str:
    """Return the qualified name of the definition that a chunk is or is in."""
    if facts is not None and chunk.symbol > 0:
        return facts.symbols[chunk.symbol].qualname
    found = find_enclosing(scanned, chunk.start, indent_of(chunk.body.partition("\n")[0])) if scanned else None
    return found.name if found is not None else ""


def _add_names(found: Counter[str], scope: str, named: Sequence[tuple[str, int]]) -> None:
    together = split_words(" ".join([scope, *[name for name, _ in named]]))
    found.update(chain.from_iterable(map(_scoped.__getitem__, together)))
    for name, weight in named:
        outer, _, last = name.replace("::", ".").rpartition(".")
        spellings = (last, outer[outer.rfind(".") + 1 :] + last) if outer else (last,)
        for spelling in spellings:
            key = DEFINES + fold_name(spelling)
            if 1 < len(key) <= LONGEST:
                found[key] = max(found.get(key, 0), weight)


def _add_path(found: dict[str, int], path: str) -> None:
    *folders, base = path.split("/")
    for term in list_terms(folders):
        found[PATH + term] = FOLDER_WORD
    parts = list_stem_terms(base)
    for term in parts:
        found[PATH + term] = STEM_WORD
    if parts:
        found[PATH + fold_name(base.split(".", 1)[0] or base)[: LONGEST - 1]] = WHOLE_NAME


def _choose_title(named: Sequence[tuple[str, int]]) -> str:
    """Return the most descriptive name that a chunk without its own symbol defines."""
    return max(named, key=lambda item: item[1])[0] if named else ""


def encode(entry: FileChunks) -> bytes:
    """Return an entry as bytes.

    It is not compressed, because that takes more processor time than all other work on it. The caller that writes it to
    a disk adds a checksum.
    """
    rows = [tuple(chunk) for chunk in entry.chunks]
    sizes = array("I", (b - a for a, b in pairwise(entry.bounds)))
    words, indices = "\n".join(entry.words), entry.indices
    parts = (FORMAT, rows, words, sizes.tobytes(), indices.typecode, indices.tobytes(), entry.counts)
    return marshal.dumps(parts, _MARSHAL)


def reduce_to_names(data: bytes) -> bytes:
    """Return an entry with what links by names need alone.

    That is its words, and which of them it defines. An entry without chunks stays as it is, and one that is damaged."""
    entry = decode(data)
    if entry is None or not entry.chunks:
        return data
    weights: dict[str, int] = {}
    for index, count in zip(entry.indices, entry.counts):
        word = entry.words[index]
        if word[0] == DEFINES:
            weights[word] = max(weights.get(word, 0), count)
    words = sorted(word for word in entry.words if word[0] not in _MARKS or weights.get(word, 0) >= Weight.FUNCTION)
    defined = [(place, weights[word]) for place, word in enumerate(words) if word[0] == DEFINES]
    places = array("H" if len(words) <= _MOST_NARROW else "I", [place for place, _ in defined])
    bounds = array("I", [0, len(defined)])
    whole = ChunkFacts(1, 1, 0, "", b"")
    return encode(FileChunks((whole,), tuple(words), bounds, places, bytes(weight for _, weight in defined)))


def decode(data: bytes, *, with_terms: bool = True) -> FileChunks | None:
    """Return the entry that `encode` packed, None when it is damaged.

    The same holds for an entry of another format. Without terms decoding takes a third of the time and of the memory.
    """
    try:
        form, rows, words, sizes, width, indices, counts = marshal.loads(data)
        if form != FORMAT:
            return None
        chunks = tuple([ChunkFacts(*row) for row in rows])
        if not with_terms:
            return FileChunks(chunks, (), array("I", bytes(4 * len(rows) + 4)), array("I"), b"")
        numbers, lengths = array(width), array("I")
        numbers.frombytes(indices)
        lengths.frombytes(sizes)
        bounds = array("I", accumulate(lengths, initial=0))
        if len(counts) != len(numbers) or bounds[-1] != len(numbers) or len(lengths) != len(chunks):
            return None
        return FileChunks(chunks, tuple(words.split("\n")) if words else (), bounds, numbers, counts)
    except (ValueError, EOFError, TypeError):
        return None

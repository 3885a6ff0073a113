"""Languages, how far each is analysed, and how many files of it a repository has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from codegraph.errors import NotIndexedError
from codegraph.operations.answers import Answer, LanguageRow, LanguagesAnswer, LanguageTier, TableFault
from codegraph.operations.context import Context
from codegraph.operations.requests import LanguagesRequest
from codegraph.query_results import FileRow, IndexStats
from codegraph.settings.language_tables import explain_missing_grammar
from codegraph_parsers.catalog import (
    Language,
    Purpose,
    Tier,
    find_unanalysed,
    get_grammar,
    get_language,
    identify,
    list_file_patterns,
    list_languages,
)
from codegraph_parsers.structural_table import LanguageTables


def show_languages(context: Context, request: LanguagesRequest) -> Answer[LanguagesAnswer]:
    """Answer with every language, and its files where the repository is indexed."""
    tables = context.config.tables
    try:
        rows = context.index(refresh=False).list_files(limit=None).items
    except NotIndexedError:
        rows = None
    counts = _count_files(rows, tables) if rows is not None else Counter[str]()
    wanted = [Tier(each) for each in request.tier] or list(Tier)
    found = [
        _describe(each, counts[each.name] if rows is not None else None, tables)
        for each in list_languages(tables)
        if each.tier in wanted and (not request.here or counts[each.name])
    ]
    found.sort(key=lambda row: list(Tier).index(Tier(row.tier)))  # stable: by name in each tier
    faults = tuple(TableFault(each.path, each.message) for each in tables.problems) if tables is not None else ()
    results = LanguagesAnswer(tuple(LanguageTier(tier, tier.describe()) for tier in wanted), tuple(found), faults)
    return context.answer(results) if rows is not None else Answer(results)


def _describe(language: Language, files: int | None, tables: LanguageTables | None) -> LanguageRow:
    grammar = get_grammar(language, tables)
    patterns, problem = list_file_patterns(language, tables), explain_missing_grammar(grammar) if grammar else ""
    return LanguageRow(language.name, language.key, language.tier, language.purpose, patterns, grammar, files, problem)


def _count_files(rows: Iterable[FileRow], tables: LanguageTables | None) -> Counter[str]:
    """Count files by the name of their language."""
    counts = Counter[str]()
    for row in rows:
        known = _name(row, tables)
        if known is not None:
            counts[known.name] += 1
    return counts


def _name(row: FileRow, tables: LanguageTables | None) -> Language | None:
    if row.language:
        return get_language(row.language, tables)
    return find_unanalysed("", row.reason) or identify(row.path, b"", tables)


def count_tiers(stats: IndexStats, tables: LanguageTables | None) -> tuple[LanguageRow, ...]:
    """Return the languages of the code in an index with their tiers, most files first."""
    files = Counter[str]()
    for each in stats.files:
        if each.language:
            files[each.language] += each.files
    known = [(get_language(key, tables), number) for key, number in files.items()]
    rows = [LanguageRow(each.name, each.key, each.tier, each.purpose, (), "", number) for each, number in known]
    texts = [row for row in stats.not_analysed if row.tier == Tier.TEXT]
    rows += [LanguageRow(row.language, "", row.tier, Purpose.CODE, (), "", row.files) for row in texts]
    return tuple(sorted(rows, key=lambda row: (-(row.files or 0), row.language)))

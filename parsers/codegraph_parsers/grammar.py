"""Grammars of tree-sitter, each language from exactly one pinned wheel.

The less common languages come from `tree-sitter-language-pack`.
"""

from __future__ import annotations

import importlib
from functools import cache

from tree_sitter import Language, Parser

PACK = "tree_sitter_language_pack"
HANGING = frozenset({"cobol"})
"""Grammars of the pack that never return on some input (`cobol` on the single byte `x`); never loaded."""


class GrammarError(Exception):
    """The wheel that holds a grammar is missing or does not fit the parser runtime."""


@cache
def load(grammar: str) -> Language:
    """Load the language named by `module:function`, or by `pack:name`.

    The latter names one of the languages in `tree-sitter-language-pack`.
    """
    module, _, name = grammar.partition(":")
    try:
        if module == "pack":
            if name in HANGING:
                raise GrammarError(f"grammar {name} is known to hang and is not loaded")
            pack = importlib.import_module(PACK)
            return pack.get_language(name)
        capsule: object = getattr(importlib.import_module(module), name)()
        return Language(capsule)
    except ModuleNotFoundError as error:
        raise GrammarError(f"no package {get_package(grammar)} is installed") from error
    except (ImportError, AttributeError, LookupError, ValueError, TypeError) as error:
        raise GrammarError(f"grammar {grammar} cannot be loaded: {error}") from error


def get_module(grammar: str) -> str:
    """Return the name of the module that has a grammar."""
    module = grammar.partition(":")[0]
    return PACK if module == "pack" else module


def get_package(grammar: str) -> str:
    """Return the name of the wheel that holds a grammar."""
    return get_module(grammar).replace("_", "-")


@cache
def load_parser(grammar: str) -> Parser:
    return Parser(load(grammar))

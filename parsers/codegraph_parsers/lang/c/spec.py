"""Specification of C."""

from __future__ import annotations

from codegraph_parsers.lang._cfamily import detect, expressions, statements, tidy
from codegraph_parsers.lang._cfamily.finish import finish
from codegraph_parsers.lang._cfamily.includes import project
from codegraph_parsers.semantics import FUNCTION_VALUES, SCOPE_OPERATOR, LinkagePolicy, Semantics
from codegraph_parsers.spec import LanguageSpec, SyntaxRules, ignore_names

SPEC = LanguageSpec(
    name="c",
    title="C",
    grammar="tree_sitter_c:language",
    nodes={**expressions.NODES, **statements.NODES},
    project=project,
    project_facts=ignore_names,
    suffixes=(".c", ".h", ".def"),
    detect=detect.is_c,
    read=tidy.read,
    harmless=tidy.is_statement_macro,
    finish=finish,
    syntax=SyntaxRules(imports=frozenset({"preproc_include"})),
    semantics=Semantics(
        functions=FUNCTION_VALUES,
        modules=SCOPE_OPERATOR,
        linkage=LinkagePolicy(is_external=True, build_variants="definitions"),
        family="c",
    ),
)

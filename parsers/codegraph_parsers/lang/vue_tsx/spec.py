"""Components of Vue whose scripts hold JSX, as data.

Their scripts need another grammar.
"""

from __future__ import annotations

import re

from codegraph_parsers.lang.vue.spec import build_component_spec

JSX = re.compile(rb"<script\b[^>]*\blang\s*=\s*[\"']?[jt]sx\b")


def has_jsx(path: str, head: bytes) -> bool:
    return JSX.search(head) is not None


SPEC = build_component_spec("vue_tsx", "tree_sitter_typescript:language_tsx", has_jsx)

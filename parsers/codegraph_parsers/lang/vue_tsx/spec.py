"""Components of Vue whose scripts hold JSX, as data: their scripts need another grammar."""

from __future__ import annotations

import re

from codegraph_parsers.lang.vue.spec import component

JSX = re.compile(rb"<script\b[^>]*\blang\s*=\s*[\"']?[jt]sx\b")


def holds_jsx(path: str, head: bytes) -> bool:
    return JSX.search(head) is not None


SPEC = component("vue_tsx", "tree_sitter_typescript:language_tsx", holds_jsx)

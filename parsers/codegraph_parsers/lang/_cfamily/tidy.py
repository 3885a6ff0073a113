"""Repair of source for the parser: text for the preprocessor is blanked.

A grammar sees source before macros are expanded. Attributes, export macros, thread annotations and conditionals that
cut through a construct derail it, and the error spoils far more than the macro. So such text is overwritten with spaces
before parsing, and every byte keeps its place. First goes text that is always recognisable, then, near syntax errors
only, text that cannot be anything but a macro.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from codegraph_parsers.lang._cfamily import macro_arguments
from codegraph_parsers.lang._cfamily.arguments import blank_type_arguments, list_class_names
from codegraph_parsers.lang._cfamily.blanks import KEYWORDS, MACRO, blank, is_in_directive, strip_last_comment
from codegraph_parsers.lang._cfamily.conditionals import blank_dead, blank_directives
from codegraph_parsers.lang._cfamily.defined import blank_annotation_macros
from codegraph_parsers.lang._cfamily.literals import LINKAGE, TOKENS
from codegraph_parsers.lang._cfamily.marks import CLASS_MACRO, CLASS_MARK, CLASS_WRAPPED, MACROS
from codegraph_parsers.lang._cfamily.newer_syntax import NEWER
from codegraph_parsers.lang._cfamily.reserved import blank_reserved
from codegraph_parsers.lang._cfamily.sifting import Reading, Sieve
from codegraph_parsers.lang._cfamily.templated import UNREADABLE
from codegraph_parsers.rewriting import Literals, apply_rewrites
from codegraph_parsers.rewriting import find_errors as spans

if TYPE_CHECKING:
    from tree_sitter import Node, Tree

ROUNDS = 4  # repairs reveal further errors; each round parses the file again
ABOVE = 1200  # bytes above an error where a macro on a line of its own may be its cause
DECLARED = 500  # bytes above it where a declaration may begin that a macro marks
LIST = 8000  # bytes around it in which the enumeration may begin and end that it is in
CALL = 200  # bytes above it where the call may begin whose argument is a type
REACH = 1  # lines around an error that repairs may touch

_ATTRIBUTE = re.compile(
    rb"__(?:attribute|attribute__|declspec)\s*\((?:[^()]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*\)"
)
_EXTERN_C = re.compile(
    rb"^[ \t]*#[ \t]*if(?:def)?[ \t]+(?:defined\b[ \t]*\(?[ \t]*)?__cplusplus\b[^\n]*\n(?:[ \t]*\n)*"
    rb"([ \t]*(?:extern[ \t]*\"C\"[ \t\n]*\{|\})[^\n]*)\n(?:[ \t]*\n)*[ \t]*#[ \t]*endif",
    re.MULTILINE,
)
_DEFINE = re.compile(rb"^[ \t]*#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\.)*", re.MULTILINE)
_BARE = re.compile(rb"^[ \t]*#[ \t]*define[ \t]+\w+(?:\([\w \t,.]*\))?(?=[ \t]+\r?$)", re.MULTILINE)
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_INK = re.compile(rb"(?!\\\r?\n)[^\r\n]")
_SHIELDED = re.compile(
    rb"^([A-Za-z_]\w*)[ \t]+[\w \t]*[ \t*](\()[ \t]*[A-Za-z_]\w*[ \t]*(\))(?=[ \t]*\()", re.MULTILINE
)
_VA_ARG = re.compile(rb"\b(?:va_arg|__builtin_va_arg)[ \t]*\([^,()\n]+(,[^()\n]*)\)")
_EMIT = re.compile(rb"^[ \t]*(emit|Q_EMIT)[ \t]+(?=[A-Za-z_][\w:.>-]*[ \t]*\()", re.MULTILINE)  # Qt: only a mark
_LINE_MACRO = re.compile(
    rb"^[ \t]*([A-Za-z_]\w*[ \t]*(?:\((?:[^()\n;{}]|\([^()\n]*\))*\))?)[ \t]*(?:/\*[^\n]*\*/[ \t]*|//[^\n]*)?"
    rb"(?=\r?\n\s*([A-Za-z_#}\[~/]|\Z))",
    re.MULTILINE,
)
_BRACKET = re.compile(
    rb"^[ \t]*((?:\w+_)?(?:BEGIN|END)(?:_[A-Z0-9_]+)?(?:[ \t]*\([^()\n]*\))?)[ \t]*\r?$(?=\s*([^\s=,]))", re.MULTILINE
)
_LINE_NAME = re.compile(rb"^[ \t]*([A-Z_][A-Z0-9_]+)[ \t]*(?=\r?\n\s*(\{))", re.MULTILINE)
_WORD = rb"[A-Za-z_]\w*"
_THREE = re.compile(
    rb"\b("
    + _WORD
    + rb")[ \t]+("
    + _WORD
    + rb"(?:::"
    + _WORD
    + rb")*(?:<[^<>;{}()\n]*>)?)([ \t]*[*&][*& \t]*|[ \t]+)(?=("
    + _WORD
    + rb"))"
)
_BEFORE_TYPE = re.compile(
    rb"\b(" + _WORD + rb")[ \t]+(?!(?:const|volatile)\b[ \t*&]*\w+[ \t]*[=;,)\[])"
    rb"(?=(?:(void|int|char|short|long|float|double|bool|unsigned|signed|struct|enum|union|static|inline)"
    rb"|(?:const|constexpr|volatile|class|extern|virtual|explicit|friend|auto|typename))\b)"
)
_FUNCTION_POINTER = re.compile(rb"\b(" + _WORD + rb")[ \t]+(?=" + _WORD + rb"[ \t]*\*?[ \t]*\([ \t]*\*)")
_TRAILING = re.compile(
    rb"(?<=[\w)\]>])\s+((?:[A-Z_][A-Z0-9_]{2,}|__\w+|_*[A-Za-z]\w*_[A-Z][A-Z0-9_]{2,})"
    rb"(?:[ \t]*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?)"
    rb"(?=\s*(?:[;{=,:]|override\b|final\b|const\b|[A-Z_][A-Z0-9_]{2,}[ \t]*[(;=]))"
)
_NEW_POINTER = re.compile(rb"\bnew[ \t]+(?:const[ \t]+)?[\w:]+(?:<[^;(){}]*>)?([ \t]*\*+)(?=[ \t]*[\[({;,)])")
_ENUMERATION = re.compile(rb"\benum\b[^;{}()]*\{([^{}]*)\}")
_CASE_MACRO = re.compile(rb"(?:(?<=,)|(?<=\n)|(?<=\*/))[ \t]*([A-Za-z_]\w*[ \t]*\([^()]*\)[ \t]*,?)(?=\s)")
_BEFORE = re.compile(rb"(?:(" + _WORD + rb")[\s*&]+)?(" + _WORD + rb")$")

_SPECIFIERS = frozenset(
    b"const constexpr static extern inline virtual explicit friend typename volatile unsigned signed mutable "
    b"register return else case goto throw new delete typedef struct class union enum using namespace define "
    b"co_return co_yield".split()
)
_TYPE_WORDS = frozenset(b"void int char short long float double bool auto unsigned signed const".split())
_PROTOTYPE = re.compile(
    rb"^(?![ \t]*(?:#|return\b|else\b))[ \t]*[A-Za-z_][\w \t*]*[ \t*][A-Za-z_]\w*[ \t]+"
    rb"([A-Za-z_]\w*[ \t]*\()(\((?:[^();]|\([^();]*\))*\))([ \t]*\))(?=[ \t\n]*;)",
    re.MULTILINE,
)
_WRAPPED = re.compile(
    rb"^([A-Z_][A-Z0-9_]{2,}[ \t]*\()(?:[ \t]*[A-Za-z_]\w*(?:[ \t]*\*)*\s)+[ \t*]*[A-Za-z_]\w*[ \t]*"
    rb"\((?:[^();{}]|\([^();{}]*\))*\)[ \t\n]*(\))(?=[ \t]*\n?[ \t]*[{;])",
    re.MULTILINE,
)
_AFTER_TYPE = (b"operator", b"const")  # `API int operator[]`, `API Type const& name`
_NOT_DECLARED = frozenset(b"if while for switch return sizeof else case goto do new delete throw define".split())
_HEADS = frozenset(b"if while for switch catch return sizeof".split())


def read(content: bytes, parse: Callable[[bytes], Tree]) -> Tree:
    """Return the syntax tree of a C or C++ source; offsets are those of `content`.

    Literals and comments are masked while text is rewritten, and restored before it is parsed.
    """
    literals = Literals(content, TOKENS, LINKAGE)
    text = literals.masked

    def parse_restored(masked: bytes) -> Tree:
        return parse(literals.restore(masked))

    _blank_recognizable(text)
    tree = parse_restored(bytes(text))
    errors = _list_error_rows(tree)
    for turn in range(ROUNDS):
        if not errors:
            break
        attempt = bytearray(text)
        if not turn:
            blank_annotation_macros(attempt)
            attempt[:] = apply_rewrites(bytes(attempt), NEWER, spans(tree))
        else:
            attempt[:] = apply_rewrites(bytes(attempt), UNREADABLE, spans(tree))
        _repair(attempt, errors, force=turn > 0)
        if attempt == text:
            break
        known = Reading(bytes(text), tree, _weigh(errors))
        reading = _build_reading(bytes(attempt), parse_restored)
        if reading.weight > known.weight:
            reading = Sieve(reading.text, partial(_build_reading, parse=parse_restored)).find_best(known)
        if reading is known:
            break
        text, tree = bytearray(reading.text), reading.tree
        errors = _list_error_rows(tree)
    return tree


def _build_reading(text: bytes, parse: Callable[[bytes], Tree]) -> Reading[Tree]:
    tree = parse(text)
    return Reading(text, tree, _weigh(_list_error_rows(tree)))


def _blank_recognizable(text: bytearray) -> None:
    if b"__cplusplus" in text:
        for found in _EXTERN_C.finditer(bytes(text)):
            blank(text, found.start(1), found.end(1))
    if b"__attribute" in text or b"__declspec" in text:
        source = bytes(text)
        for found in _ATTRIBUTE.finditer(source):
            if not is_in_directive(source, found.start()):
                blank(text, found.start(), found.end())
    if b"#" in text:
        blank_dead(text)
        _blank_define_comments(text)
        _end_bare_definitions(text)
    if b"__" in text:
        blank_reserved(text)
    for found in _SHIELDED.finditer(bytes(text)):  # `API int (name)(…)`, so that no macro of that name is expanded
        if found.group(1) not in _NOT_DECLARED:
            text[found.start(2)] = text[found.start(3)] = 0x20
    for found in _WRAPPED.finditer(bytes(text)):  # `UNUSED(static int name(…)) {`: the macro is given a definition
        blank(text, found.start(1), found.end(1))
        blank(text, found.start(2), found.end(2))
    if b"((" in text:
        for found in _PROTOTYPE.finditer(bytes(text)):  # `int name ARGS((int));`, of a time without prototypes
            blank(text, found.start(1), found.end(1))
            blank(text, found.start(3), found.end(3))
    if b"class" in text or b"struct" in text:
        for found in CLASS_MACRO.finditer(bytes(text)):
            blank(text, found.start(1), found.end(1))
        for found in CLASS_WRAPPED.finditer(bytes(text)):  # `ALIGNED(struct) Name {`
            blank(text, found.start(1), found.end(1))
            blank(text, found.start(2), found.end(2))
        for found in CLASS_MARK.finditer(bytes(text)):  # `class Name FINAL : public Base {`
            blank(text, found.start(1), found.end(1))
    if b"BEGIN" in text or b"END" in text:
        _blank_bracket_macros(text)
    if b"emit " in text or b"Q_EMIT" in text:
        for found in _EMIT.finditer(bytes(text)):
            blank(text, found.start(1), found.end(1))
    if b"va_arg" in text:
        for found in _VA_ARG.finditer(bytes(text)):
            blank(text, found.start(1), found.end(1))


def _blank_bracket_macros(text: bytearray) -> None:
    """Blank macros in pairs such as `Py_BEGIN_ALLOW_THREADS`, each alone on a line.

    Otherwise the grammar takes such a macro for a part of the next declaration. The last enumerator of a list has the
    same form.
    """
    source = bytes(text)
    for found in _BRACKET.finditer(source):
        before = strip_last_comment(source[max(0, found.start() - 300) : found.start()])
        if not MACRO.fullmatch(found.group(1).split(b"(")[0].rstrip()) or found.group(2) in b";:?.)]":
            continue
        directive = before.rsplit(b"\n", 1)[-1].lstrip().startswith((b"#", b"//"))
        if not before or directive or before[-1:] in b";})" or (before[-1:] in b"{:/" and found.group(2) != b"}"):
            blank(text, found.start(1), found.end(1))


def _blank_define_comments(text: bytearray) -> None:
    """Blank comments inside a macro's text, which end it for the grammar."""
    source = bytes(text)
    for found in _DEFINE.finditer(source):
        if b"/*" in found.group():
            for comment in _COMMENT.finditer(found.group()):
                start, end = found.start() + comment.start(), found.start() + comment.end()
                text[start:end] = _INK.sub(b" ", source[start:end])


def _end_bare_definitions(text: bytearray) -> None:
    """End macro definitions without a text.

    Behind blanks the grammar looks for the text in the next line.
    """
    for found in _BARE.finditer(bytes(text)):
        text[found.end()] = 0x3B


def _list_error_rows(tree: Tree) -> list[tuple[int, int]]:
    """Return the row ranges (0-based, inclusive) of error nodes, outermost first."""
    root = tree.root_node
    if not root.has_error:
        return []
    rows: list[tuple[int, int]] = []
    stack = [root]
    while stack:
        node = stack.pop()
        if is_statement_macro(node):
            continue
        if node.is_error or node.is_missing:
            rows.append((node.start_point[0], node.end_point[0]))
        elif node.has_error:
            stack.extend(node.children)
    return rows


def is_statement_macro(node: Node) -> bool:
    """Return whether an error is a macro without a `;`, so that nothing is lost.

    Such a macro heads a loop or ends a statement. Outside a function it may separate a type from what it declares.
    """
    missing = node.is_missing and node.type == ";"
    if missing and _is_block_head(node.parent):
        return True
    call = node.is_error and node.child_count == 1 and node.children[0].type == "call_expression"
    above = node.parent if missing or call else None
    while above is not None and above.type != "compound_statement":
        above = above.parent
    return above is not None


def _is_block_head(node: Node | None) -> bool:
    """Return whether a macro's call at the outermost level defines something.

    A block follows the call.
    """
    above = node.parent if node is not None else None
    if node is None or above is None or above.type not in ("translation_unit", "declaration_list"):
        return False
    head, block = node.children[0].child_by_field_name("function"), node.next_named_sibling
    word = head.text if head is not None else None
    while block is not None and block.is_extra:
        block = block.next_named_sibling
    return block is not None and block.type == "compound_statement" and word is not None and word.isupper()


def _weigh(rows: list[tuple[int, int]]) -> int:
    return sum(1 + end - start for start, end in rows)


def _repair(text: bytearray, errors: list[tuple[int, int]], *, force: bool) -> None:
    """Blank macros in the lines of the errors and next to them.

    With `force`, conditionals are taken apart as well.
    """
    lines = bytes(text).split(b"\n")
    near: set[int] = set()
    for start, end in errors:
        near.update(range(max(0, start - REACH), min(len(lines), end + REACH + 1)))
    blank_directives(text, near, force=force)
    offsets: list[int] = []
    at = 0
    for line in lines:
        offsets.append(at)
        at += len(line) + 1
    classes = list_class_names(text)
    for start, end in _list_row_spans(near, offsets, len(text)):
        _blank_enumerator_macros(text, start, end)
        _blank_line_macros(text, text.rfind(b"\n", 0, max(0, start - ABOVE)) + 1, end)
        blank_type_arguments(text, max(0, start - CALL), end, classes)
        macro_arguments.unwrap_field_macros(text, start, end)
        macro_arguments.unwrap_block_macros(text, max(0, start - CALL), end)
        macro_arguments.replace_statement_arguments(text, max(0, start - CALL), end)
        macro_arguments.blank_adjacent_macros(text, start, end)
        _blank_trailing_macros(text, start, end)
        _blank_leading_macros(text, start, end)
        above = max(0, start - DECLARED)
        for pattern in MACROS:
            chunk = bytes(text[above : end + DECLARED])
            for found in pattern.finditer(chunk):
                word = found.group(1).split(b"(", 1)[0].strip()
                inside = above + found.start() < end
                if inside and word not in KEYWORDS and not is_in_directive(chunk, found.start()):
                    blank(text, above + found.start(1), above + found.end(1))
        for found in _NEW_POINTER.finditer(bytes(text[start:end])):
            blank(text, start + found.start(1), start + found.end(1))


def _list_row_spans(rows: set[int], offsets: list[int], size: int) -> list[tuple[int, int]]:
    """Return the byte ranges of runs of adjacent rows."""
    spans: list[tuple[int, int]] = []
    run: list[int] = []
    for row in sorted(rows):
        if run and row != run[-1] + 1:
            spans.append((offsets[run[0]], offsets[run[-1] + 1]))
            run = []
        run.append(row)
    if run:
        last = run[-1] + 1
        spans.append((offsets[run[0]], offsets[last] if last < len(offsets) else size))
    return spans


def _blank_line_macros(text: bytearray, start: int, end: int) -> None:
    """Blank `NO_SANITIZE("x")` or `Q_OBJECT` alone on a line above a declaration."""
    stop = min(len(text), end + 200)
    chunk = bytes(text[start:stop])
    for found in [*_LINE_MACRO.finditer(chunk), *_LINE_NAME.finditer(chunk)]:
        if start + found.start() >= end:
            continue
        word = found.group(1)
        name = re.match(_WORD, word)
        if name is None or name.group() in KEYWORDS or not MACRO.fullmatch(name.group()):
            continue
        before = strip_last_comment(bytes(text[max(0, start + found.start() - 300) : start + found.start()]))
        directive = before.rsplit(b"\n", 1)[-1].lstrip().startswith((b"#", b"//"))
        listed = before[-1:] == b"," and found.group(2) != b"}"  # of the last enumerator too, a `,` stands before it
        if before and not directive and not listed and before[-1:] not in b";{}:>/)":
            continue
        blank(text, start + found.start(1), start + found.end(1))


def _blank_enumerator_macros(text: bytearray, start: int, end: int) -> None:
    """Blank macro calls that stand for cases of an enumeration."""
    start = max(text.rfind(b"enum", max(0, start - LIST), start), 0) or start
    end = text.find(b"}", end, end + LIST) + 1 or end
    for found in _ENUMERATION.finditer(bytes(text[start:end])):
        body = start + found.start(1)
        for case in _CASE_MACRO.finditer(found.group(1)):
            blank(text, body + case.start(1), body + case.end(1))


def _blank_trailing_macros(text: bytearray, start: int, end: int) -> None:
    """Blank macros at the end of a declaration.

    Examples: `int n GUARDED_BY(mu);`, `void f() REQUIRES(mu) {`, `void f() ATTR;`.
    """
    for _ in range(3):
        changed = False
        for found in _TRAILING.finditer(bytes(text[start:end])):
            at = start + found.start(1)
            if found.group(1) in KEYWORDS:
                continue
            last = _skip_spaces_back(text, at)
            if b"//" in text[text.rfind(b"\n", 0, last) + 1 : last]:
                continue  # what a remark above ends with
            before = text[last]
            if bytes(text[max(0, last - 8) : last + 1]).endswith((b" const", b")const", b"noexcept", b"override")):
                annotation = True
            elif before == 0x5D:
                annotation = True  # `int buffer[8] IN_SECTION;`
            elif before == 0x29:
                annotation = _is_after_parameters(text, at)
            else:
                annotation = b"(" in found.group(1) and _is_after_name(text, at)
            if annotation:
                blank(text, at, start + found.end(1))
                changed = True
        if not changed:
            return


def _skip_spaces_back(text: bytearray, at: int) -> int:
    """Return the position of the last byte before `at` that is no space."""
    at -= 1
    while at > 0 and text[at] in b" \t\r\n":
        at -= 1
    return at


def _is_after_parameters(text: bytearray, at: int) -> bool:
    """Return whether the `)` before `at` closes a parameter list.

    The other case is the head of a statement such as `if (…)`.
    """
    depth, position = 0, _skip_spaces_back(text, at)
    floor = max(0, position - 2000)
    while position > floor:
        byte = text[position]
        if byte == 0x29:
            depth += 1
        elif byte == 0x28:
            depth -= 1
            if not depth:
                break
        position -= 1
    head = bytes(text[max(0, position - 200) : position]).rstrip()
    if head.endswith(b")"):  # a pointer to a function
        return True
    before = _BEFORE.search(head)
    if before is None:
        return False
    return before.group(2) not in _HEADS and (
        before.group(1) not in (b"return", b"else", b"case") if before.group(1) else True
    )


def _is_after_name(text: bytearray, at: int) -> bool:
    """Return whether a declared name (`Type name`) is before `at`."""
    before = _BEFORE.search(bytes(text[max(0, at - 200) : at]).rstrip())
    if before is None or before.group(2) in KEYWORDS:
        return False
    kind = before.group(1)
    if kind is None:
        return (
            bytes(text[max(0, at - 200) : at]).rstrip()[: -len(before.group(2))].rstrip().endswith((b">", b"*", b"&"))
        )
    return kind not in _SPECIFIERS or kind in _TYPE_WORDS


def _blank_leading_macros(text: bytearray, start: int, end: int) -> None:
    """Blank macros at the start of a declaration: `EXPORT type name`.

    One of three names in a row is a macro.
    """
    for _ in range(3):
        changed = False
        chunk = bytes(text[start:end])
        position = 0
        while True:
            found = _THREE.search(chunk, position)
            if found is None:
                break
            position = found.start(2)
            one, two, three = found.group(1), found.group(2), found.group(4)
            marked = len(two) > 2 and one != b"const" and MACRO.fullmatch(two)  # `const T& x`: a type
            if one in _TYPE_WORDS and marked and two not in KEYWORDS and three not in KEYWORDS:
                blank(text, start + found.start(2), start + found.end(2))  # `void API name`
                changed = True
                chunk = bytes(text[start:end])
                continue
            if one in KEYWORDS or two in KEYWORDS or is_in_directive(chunk, found.start()):
                continue
            if three in KEYWORDS and (three not in _AFTER_TYPE or not MACRO.fullmatch(one)):
                continue
            if not MACRO.fullmatch(one) and MACRO.fullmatch(three) and b"*" not in found.group(3):
                at, stop = found.start(4), found.end(4)
                if chunk[stop : stop + 1] in b"(;,=[":
                    at, stop = found.start(1), found.end(1)
            else:
                at, stop = found.start(1), found.end(1)
            blank(text, start + at, start + stop)
            changed = True
            chunk = bytes(text[start:end])
        for found in _BEFORE_TYPE.finditer(chunk):
            capitals = len(found.group(1)) > 1 and MACRO.fullmatch(found.group(1))  # `T const& x`: a type parameter
            known = found.group(2) or capitals
            if known and found.group(1) not in KEYWORDS and not is_in_directive(chunk, found.start()):
                blank(text, start + found.start(1), start + found.end(1))
                changed = True
        chunk = bytes(text[start:end])
        for found in _FUNCTION_POINTER.finditer(chunk):
            follow = chunk[found.end() : found.end() + 40].split(b"(")[0].strip(b" \t*")
            if (
                found.group(1) in KEYWORDS
                or is_in_directive(chunk, found.start())
                or not MACRO.fullmatch(found.group(1))
            ):
                continue
            if follow:
                blank(text, start + found.start(1), start + found.end(1))
                changed = True
                chunk = bytes(text[start:end])
        if not changed:
            return

"""Rewriting of syntax that the C and C++ grammars do not know.

It is newer C and C++, and extensions of compilers and of Qt.
"""

from __future__ import annotations

import re

from codegraph_parsers.lang._cfamily.blanks import MACRO
from codegraph_parsers.lang._cfamily.templated import TEMPLATED
from codegraph_parsers.rewriting import Rewrite

_LINE = rb"^[ \t]*"
_MACRO = rb"(?:" + MACRO.pattern + rb")\b"
_TEXT = rb"\"(?:[^\"\\\n]|\\.)*\""
_REMARKS = rb"(?:/\*(?:[^*]|\*(?!/))*\*/\s*)*"
_NESTED = rb"\((?:[^(){};]|\((?:[^(){};]|\((?:[^(){};]|\((?:[^(){};]|\([^(){};]*\))*\))*\))*\))*\)"

NEWER = (
    # Modules: what is exported is declared like anything else.
    Rewrite(re.compile(_LINE + rb"((?:export[ \t]+)?module[ \t]+[\w.:]+[ \t]*;)", re.MULTILINE)),
    Rewrite(re.compile(_LINE + rb"(export)(?=\s+[A-Za-z_\[])", re.MULTILINE)),
    # Statements and specifiers.
    Rewrite(re.compile(_LINE + rb"((?:extern\s+)?template\s+(?!<)[^;{}()]*;)", re.MULTILINE)),
    Rewrite(re.compile(rb"\]\s*((?:(?:mutable|static|constexpr|consteval|noexcept)\s*)+)(?=\{)")),
    Rewrite(re.compile(rb"\]\s*\([^(){}]*\)\s*(static)(?=\s*(?:\{|->|noexcept))")),
    Rewrite(re.compile(rb"\bif\s*((?:!|not\b)?\s*consteval)(?=\s*\{)"), b"(1)"),
    Rewrite(re.compile(rb"\bfor\s+(co_await)(?=\s*\()")),
    Rewrite(re.compile(rb"\(\s*(this)(?=\s+(?:const\s+)?[A-Z]\w*\s*&{0,2}\s*\w*\s*[,)])")),
    Rewrite(re.compile(rb"\busing\s[^;{}=]*?(\.\.\.)(?=\s*;)")),
    Rewrite(re.compile(rb"\busing\s+(?:\w+::)+\w+\s*(,[^;={}()]*)(?=;)")),
    Rewrite(re.compile(rb"\bauto\s*&{0,2}\s*\[[^\[\]]*?(\.\.\.)(?=\s*\w+\s*[\],])")),
    Rewrite(re.compile(rb"=\s*delete\s*(\(\s*\"[^\"\n]*\"\s*\))(?=\s*;)")),
    Rewrite(re.compile(rb"(\[\[using\s+\w+\s*:[^\[\]]*\]\])")),
    Rewrite(re.compile(rb"\b[A-Za-z_]\w*\s*(\[\[[^\[\]]*\]\])(?=\s*[,}=])")),
    Rewrite(re.compile(rb"\b\w+\s*(:\s*\d+)(?=\s*(?:=[^=]|\{)[^;]*;)")),
    Rewrite(re.compile(rb"\benum(?:\s+\w+)?\s*(:\s*[\w:]+(?:\s+\w+)*\s*)(?=\{)")),
    Rewrite(re.compile(rb"\bcase\s+[\w']+(\s*\.\.\.\s*[\w']+)(?=\s*:)")),
    Rewrite(re.compile(rb"[=(,]\s*(&)&(?=\s*[A-Za-z_]\w*\s*[;,)}])")),
    Rewrite(re.compile(rb"\boffsetof\s*\(\s*((?:struct\s+|union\s+)?\w+)(?=\s*,[^()]*[.\[])"), b"0"),
    Rewrite(re.compile(rb"\boffsetof\s*\(\s*((?:struct\s+|union\s+)?\w+)(?=\s*,)"), b"0", near=True),
    Rewrite(re.compile(rb"\b(offsetof)(?=\s*\(\s*0\s*,)"), b"offsetOf"),
    Rewrite(re.compile(rb"\b(goto\s*\*)(?=\s*[A-Za-z_(])")),
    Rewrite(re.compile(_LINE + rb"(#[ \t]*embed\b[^\n]*)", re.MULTILINE)),
    Rewrite(re.compile(rb"[\w)\]]\s*(->\*|\.\*)(?=\s*[\w(])"), b"+"),  # a member by pointer: no member of that name
    # `static int __init start(void)`, `const char __user *text`: what a kernel's headers define away.
    Rewrite(
        re.compile(
            rb"(?:\b(?:void|char|int|short|long|unsigned|bool|\w+_t|(?:struct|union|enum)\s+\w+)|\*)\s+(__[a-z][a-z_]*)\b(?=\s*[\w*])"
        )
    ),
    # `int width UNUSED, void *data UNUSED)`: marks of parameters.
    Rewrite(
        re.compile(
            rb"[(,]\s*(?:(?:const|volatile|struct|union|enum|unsigned|signed|long)\s+)*[A-Za-z_]\w*(?:\s*[*&][\s*&]*(?:const\s+)?|\s+)"
            rb"[A-Za-z_]\w*(?:\[\w*\])?\s+([A-Z_][A-Z0-9_]{2,}|__\w+)(?=\s*[,)])"
        ),
        near=True,
    ),
    # `Rule{} + typename Next::rule{}`, `template <class T, class P = T*>`, `[[nodiscard]] friend`, `int T::*member;`
    Rewrite(
        re.compile(rb"(?:[-+*/=(,?:]|\breturn\b)\s*(typename)(?=\s+[\w:]+(?:<[^;{}()]*>)?(?:::\w+)*\s*[({])"), near=True
    ),
    Rewrite(re.compile(rb"\b(?:typename|class)\s+\w+\s*=\s*(?:const\s+)?[\w:]+(\s*[*&]+)(?=\s*[,>])"), near=True),
    Rewrite(re.compile(rb"(\[\[[^\[\]]*\]\])(?=\s*friend\b)"), near=True),
    Rewrite(re.compile(rb"[\w>]\s+([A-Za-z_][\w:]*::)(?=\*\s*\w+\s*[;=,)])"), near=True),
    # Types by macros: `using kind = KIND_OF(value);`, `-> KIND_OF(f(value))`, `(int n, KIND_OF(value) kind)`.
    Rewrite(
        re.compile(
            rb"(?:\busing\s+\w+\s*=|->|\btypename)\s*(" + _MACRO + rb")(?=\s*\()"
            rb"|[(,]\s*(" + _MACRO + rb")(?=\s*\(\w+\)\s+\w+\s*[,)])"
        ),
        b"decltype",
        near=True,
    ),
    # `int (CALLBACK *f)(int)`, and `static int` / `API_CALL` / `name(int x)` on lines of their own.
    Rewrite(
        re.compile(rb"\(\s*(" + _MACRO + rb")(?=\s*\*+\s*(?:(?:const|volatile)\s+)*[A-Za-z_]\w*\s*\)\s*\()"), near=True
    ),
    Rewrite(
        re.compile(rb"[\w*][ \t]*\r?\n[ \t]*(" + _MACRO + rb")(?=[ \t]*\r?\n[ \t]*[A-Za-z_]\w*[ \t]*\()"), near=True
    ),
    # `static DEFINE_PATH(name, "text")` without a `;`.
    Rewrite(
        re.compile(
            _LINE + rb"((?:static|extern)[ \t]+[A-Z][A-Z0-9_]{2,}[ \t]*\((?:[^();{}]|\([^();{}]*\))*\))[ \t]*$",
            re.MULTILINE,
        ),
        near=True,
    ),
    # `DEPRECATED(3.2) type name`
    Rewrite(
        re.compile(_LINE + rb"(" + _MACRO + rb"[ \t]*\([ \t]*[\d\"][^()\n]*\))(?=\s+[A-Za-z_])", re.MULTILINE),
        near=True,
    ),
    # `CASE(name, "what it says", flag ? 1 : 2) {`: a definition that a macro makes, by its first argument.
    Rewrite(
        re.compile(
            _LINE
            + rb"(?:static[ \t]+)?(?:"
            + _MACRO
            + rb"|[A-Z]\w*)[ \t]*\(\s*[A-Za-z_]\w*\s*(,(?:[^()\"';{}]|"
            + _TEXT
            + rb"|'(?:[^'\\\n]|\\.)+'|"
            + rb"\((?:[^()\"';{}]|"
            + _TEXT
            + rb")*\))*(?:"
            + _TEXT
            + rb"|\w|\))\s*)\)(?=\s*\{)",
            re.MULTILINE,
        ),
        near=True,
    ),
    # `LABEL(name):` of a switch that jumps.
    Rewrite(
        re.compile(_LINE + rb"(" + _MACRO + rb"[ \t]*\([^()\n;?]*\))[ \t]*(?=:[ \t]*(?:\r?\n|\{|/[/*]))", re.MULTILINE),
        b"case 0",
        near=True,
    ),
    # `struct head ALIGNED(16) first;` and `} PACKED(1);`
    Rewrite(
        re.compile(
            rb"(?:\w[ \t]|\*|\})[ \t]*(" + _MACRO + rb"[ \t]*\([ \t]*\d[\w, \t]*\))(?=[ \t]*(?:\w+[ \t]*[\[;=,(]|;))"
        ),
        near=True,
    ),
    # `typedef BYTES(16) name;`
    Rewrite(
        re.compile(
            _LINE
            + rb"(?:(?:typedef|static|const)[ \t]+)*("
            + _MACRO
            + rb"[ \t]*\([ \t]*\d[\w, \t]*\))(?=[ \t]+[A-Za-z_]\w*[ \t]*[;=\[])",
            re.MULTILINE,
        ),
        b"int",
        near=True,
    ),
    # `(PREFIXED(name) *)`
    Rewrite(
        re.compile(rb"\([ \t]*(" + _MACRO + rb"[ \t]*\()[ \t]*[A-Za-z_]\w*[ \t]*(\))(?=[ \t*]*\*[ \t]*\))"), near=True
    ),
    # `NONNULL READS(1, 2)` above a declaration.
    Rewrite(
        re.compile(
            _LINE
            + rb"((?:"
            + _MACRO
            + rb"(?:[ \t]*\([^()\n]*\))?[ \t]+)+"
            + _MACRO
            + rb"(?:[ \t]*\([^()\n]*\))?)[ \t]*(?=\r?\n[ \t]*[A-Za-z_][\w:]*[ \t*&]+[A-Za-z_])",
            re.MULTILINE,
        ),
        near=True,
    ),
    # `"text" NAME`: of texts side by side the last is a macro.
    Rewrite(re.compile(_TEXT + rb"\s*(" + _MACRO + rb"(?:[ \t]*\([^()\n]*\))?)(?=\s*(?:[,);]|\"))"), b'""', near=True),
    # `template <typename T, ONLY_IF(is_small<T>::value)>`
    Rewrite(
        re.compile(rb"\btemplate\s*<[^;{}]*?[,<]\s*(" + _MACRO + rb"\s*" + _NESTED + rb")(?=\s*[,>])"),
        b"int",
        near=True,
    ),
    Rewrite(re.compile(rb"\bif\s+(" + _MACRO + rb")(?=\s*\()"), near=True),  # `if COMPILE_TIME (`
    # What macros take besides expressions: `throw`, a declaration, an operator, nothing.
    Rewrite(re.compile(rb"[(,]\s*(throw)(?=\s+[\w:(\"])"), near=True),
    Rewrite(
        re.compile(
            rb"\b[A-Z][A-Z0-9_]{2,}\(\s*((?:\[\[\w+\]\]\s*)?(?:const\s+)?(?:auto|[\w:]+(?:<[^<>;(){}]*>)?)\s*[&*\s]\s*[A-Za-z_]\w*\s*=)(?=[^=])"
        ),
        near=True,
    ),
    Rewrite(re.compile(rb"[(,]\s*([<>!=]=|<<|>>|\|\||[<>+/%|-])(?=\s*[,)])"), b"0", near=True),
    Rewrite(re.compile(rb"\b[A-Z]\w*[ \t]*\([^(){};]*(,)(?=\s*\)\s*;)"), near=True),
    # `typedef int (CALLED *name)(…)`, `typedef int (CALLED_BY name)(…)`
    Rewrite(re.compile(rb"\btypedef\b[^;{}()]*\(\s*([A-Z_]\w*)(?=\s*\*\s*\w+\s*\)\s*\()"), near=True),
    Rewrite(re.compile(rb"\btypedef\b[^;{}()]*\(\s*([A-Z_]\w*)(?=\s+\w+\s*\)\s*\()"), b"*", near=True),
    # `API_FUNCTION(type) name(…)`: the type is what matters.
    Rewrite(
        re.compile(
            rb"^(?:static[ \t]+|extern[ \t]+)?[ \t]*(" + _MACRO + rb"[ \t]*\()[A-Za-z_][\w \t*:]*(\))"
            rb"(?=[ \t]+(?:[A-Za-z_]\w*[ \t]+)?\**(?!(?:if|while|for|switch)\b)[A-Za-z_]\w*[ \t]*[;(]"
            rb"|[ \t]*\r?\n[A-Za-z_]\w*[ \t]*\()",
            re.MULTILINE,
        ),
        near=True,
    ),
    # `static Type name = { HEAD_INIT(0)` without a comma.
    Rewrite(
        re.compile(
            rb"=\s*\{\s*" + _REMARKS + rb"(" + _MACRO + rb"(?:[ \t]*\((?:[^(){};]|\([^(){};]*\))*\))?)"
            rb"(?=\s*" + _REMARKS + rb"[.\w\"{&(])"
        ),
        b"0,",
        near=True,
    ),
    # `CHECK(value, goto failed)`: a statement among the arguments.
    Rewrite(
        re.compile(rb"[(,]\s*((?:goto\s+\w+|return(?:\s+[^(){};,]+)?|break|continue))(?=\s*[,)])"), b"0", near=True
    ),
    # `Method(name)` at the outermost level, without a `;`: above what no parameter of a function is declared with,
    # and in no conditional that a function's body follows.
    Rewrite(
        re.compile(
            rb"^(([A-Za-z_]\w+)[ \t]*\((?:[^(){};]|\([^(){};]*\))*\))[ \t]*(?=(?:\r?\n)+"
            rb"(?:static|typedef|extern|#(?![ \t]*(?:else|elif)\b|[ \t]*endif\b[^\n]*\s*\{)|/\*|//|\2[ \t]*\())",
            re.MULTILINE,
        ),
        near=True,
    ),
    # `INLINE type` above `name(…)`, and `type HIDDEN`.
    Rewrite(
        re.compile(
            rb"^([A-Z_][A-Z0-9_]{2,}(?:[ \t]*\([^()\n]*\))?)[ \t]+"
            rb"(?=(?!(?:class|struct|union|enum|namespace)\b)[A-Za-z_][\w \t*]*\r?\n[A-Za-z_]\w*[ \t]*\()",
            re.MULTILINE,
        ),
        near=True,
    ),
    Rewrite(
        re.compile(rb"^[A-Za-z_][\w \t*]*[ \t*](" + _MACRO + rb")[ \t]*(?=\r?\n[A-Za-z_]\w*[ \t]*\()", re.MULTILINE),
        near=True,
    ),
    # `for_each(item, list)` above its only statement: the macro is a statement of its own.
    Rewrite(
        re.compile(
            rb"^[ \t]+(?!(?:if|while|for|switch|return|else|do|sizeof)\b)[A-Za-z_]\w*[ \t]*"
            rb"\((?:[^();{}\"']|\([^();{}]*\))*\)[ \t]*\r?\n"
            rb"([ \t])[ \t]*(?=[A-Za-z_]\w*[^;{}]*;)",
            re.MULTILINE,
        ),
        b";",
        near=True,
    ),
    # `static inline FORMAT_OF(1) const char *name(…)`
    Rewrite(
        re.compile(
            rb"\b(?:static|inline|extern)[ \t]+((?:[A-Z][A-Z0-9_]{2,}[ \t]*\([^()\n]*\)[ \t]*)+)"
            rb"(?=\s(?:const\b|[a-z_]\w*(?:\s+[\w*]|\*)))"
        ),
        near=True,
    ),
    Rewrite(re.compile(rb"=\s*(\{[^{};]*\})(?=\s*[,)])"), b"0", near=True),  # `const Text &name = {}`
    Rewrite(re.compile(rb"_cast<[^<>()]*(\([\w:]+::\*\)\s*\([^()<>]*\)(?:\s*const)?)(?=\s*>)")),
    # `value.operator Text()`: one name, as it has no other.
    Rewrite(re.compile(rb"(?:\.|->|\breturn\s|!|\()\s*operator(\s+)[A-Za-z_]\w*\s*\("), b"_", b"_", near=True),
    Rewrite(re.compile(rb"(?:\.|->)operator(->)(?=\s*\()"), b"__", near=True),
    Rewrite(re.compile(rb"&\s*[\w:]+::operator(\s+)[A-Za-z_]\w*\s*[,)]"), b"_", b"_", near=True),
    # `(Text (Type::*)(int) const) &Type::name`
    Rewrite(
        re.compile(
            rb"(\((?:const\s+)?[\w:]+(?:<[^<>()]*>)?[\s*&]*\([\w:]+::\*\)\s*\([^()]*\)(?:\s*const)?\s*\))(?=\s*&)"
        ),
        near=True,
    ),
    *TEMPLATED,
    # Qt.
    Rewrite(re.compile(_LINE + rb"(?:public|protected|private)\s+(slots|Q_SLOTS)(?=\s*:)", re.MULTILINE)),
    Rewrite(re.compile(_LINE + rb"(signals|Q_SIGNALS)(?=\s*:(?!:))", re.MULTILINE), b"public"),
)

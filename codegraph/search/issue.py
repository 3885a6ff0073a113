"""Issues by their parts, less what a form asked for.

Each part is a query of its own, and some say more than others. What a form adds is told by its shape: headings over
short values, boxes to tick, lists of versions, comments, placeholders and instructions to whoever fills it in. A
repository's own templates are known line by line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from codegraph.search.issue_evidence import LONGEST, Frame, find_frames

LONGEST_TITLE: Final = 240
"""Characters of a first line from which on it is no title but a paragraph."""

LONGEST_LINE: Final = 1_000
"""Characters of a line that are read: what comes later is data that somebody pasted."""

SHORT_VALUE: Final = 7
"""Words that the value of a field has at most."""

LABEL_WORDS: Final = 14
"""Words that a heading of a form has at most: it may be a whole question."""

FIELD_SHARE: Final = 0.6
"""Share of the lines of a block from which on it is a list of fields."""

MOST_WORDS: Final = 60
"""Words from which on a section is no more likely the description of the problem."""

DESCRIBED: Final = 1.5
"""Weight of a heading that asks for the problem."""

LOG_LINES: Final = 12
"""Last lines of a log that are kept: the error comes at its end."""


class Issue(NamedTuple):
    """An issue, taken apart by how it says things.

    `prose` describes the problem, `others` is what other sections say: what was expected, how to see it. `code` is what
    it quotes, `messages` what errors say, `names` and `paths` are those it spells; `frames` are innermost first."""

    title: str
    prose: str
    others: str
    code: str
    messages: str
    names: tuple[str, ...]
    paths: tuple[str, ...]
    frames: tuple[Frame, ...]
    about_documents: bool = False


class _Block(NamedTuple):
    """Lines that belong together: a paragraph, a list, or code between fences."""

    lines: tuple[str, ...]
    fenced: bool = False
    language: str = ""


class _Section(NamedTuple):
    heading: str
    blocks: tuple[_Block, ...]


class _Content(NamedTuple):
    """Lines of a section by what they are.

    `kept` are all of them; `is_value` says that they are the value of a field."""

    prose: list[str]
    code: list[str]
    messages: list[str]
    kept: list[str]
    is_value: bool


_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
_TAG: Final = re.compile(
    r"</?(?:details|p|br|b|i|em|strong|sub|sup|kbd|code|div|span|img|a|ul|ol|li|h\d)\b[^<>]*>", re.I
)
_PRE: Final = re.compile(r"</?pre\b[^<>\n]*>", re.I)
_SUMMARY: Final = re.compile(r"<summary>(.{0,300}?)</summary>", re.I | re.S)
_IMAGE: Final = re.compile(r"!\[[^\]\n]*\]\([^)\n]*\)")
_LINK: Final = re.compile(r"\[([^\]\n]*)\]\(([^)\s]*)[^)\n]*\)")
_ADDRESS: Final = re.compile(r"\b(?:https?|ftp)://[^\s<>)\]]+|\b[\w.+-]+@[\w-]+\.[\w.]+\b")
_FENCE: Final = re.compile(r"^\s*(?:>\s*)?(`{3,}|~{3,})\s*([\w+#.-]*)")
_BOX: Final = re.compile(r"^\s*(?:[-*+]|\d+[.)])?\s*\[[ xX✓✔]?\](?!\()")
_RULE: Final = re.compile(r"^\s*(?:[-=_*]\s*){3,}$")
_ITEM: Final = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+")
_HASHES: Final = re.compile(r"^\s{0,3}#{1,6}\s+(.+?)\s*#*\s*$")
_BOLD_LABEL: Final = re.compile(
    r"^\s*(?:[-*+]\s+)?(\*\*|__)(?P<label>[^*_\n]{1,120}?)\s*(?P<colon>:?\s*\1\s*:?)\s*(?P<value>.*)$"
)
_PLAIN_LABEL: Final = re.compile(r"^(?P<label>[A-Z][^.:`=(){}\[\]\n]{1,60}):\s*$")
_FIELD: Final = re.compile(
    r"^\s*(?:[-*+•|]\s*)?(?:\*\*|__)?(?P<label>[^\W\d][\w ./()+#'@-]{0,48}?)(?:\*\*|__)?\s*(?::|=+|\|)\s*"
    r"(?:\*\*|__)?\s*(?P<value>.*)$"
)
_VERSION: Final = re.compile(r"(?<![\w.])[a-z]{0,4}\d+(?:\.\d+)+(?:[-+.]?\w+)*|\b\d+\.x\b|@\d")
_ASSIGNS: Final = re.compile(r"^[^:]*=|\w\(|[;{}]")
"""Marks of code in the place of a field's colon."""
_VARIABLE: Final = re.compile(r"^\s*(?:export |set )?[A-Z][A-Z0-9_]+=\S*")
_QUESTION: Final = re.compile(r"^\s*(?:\d+[.)]|[-*+])?\s*(?P<label>[A-Z][^?\n]{6,120}\?)\W*$")
_PACKAGE: Final = re.compile(
    r"^\s*(?:[-*+•|├└─│ ]+)?[@\w./-]+(?:\s+|@|==|:\s*|\s*\|\s*)v?\d+(?:\.\d+)+\S*(?:\s+.{0,40})?$"
)
_NOTHING: Final = re.compile(
    r"^[\W_]*(?:no response|n\s*/\s*a|none|nil|no|yes|unknown|not applicable|not sure|same as above|see above|-+|\.*)"
    r"[\W_]*$",
    re.I,
)
_FOR_EXAMPLE: Final = re.compile(
    r"[\[(<]\s*(?:e\.\s?g\.|eg\b|for example|i\.e\.|example:)[^\])>]*[\])>]|^\W*(?:e\.\s?g\.|ex[:.])\s|"
    r"['\"“‘]\s*(?:\.{2,}|…)\s*['\"”’]",
    re.I,
)
_TO_READER: Final = re.compile(r"\b(?:please|you|your|you're|you've|yourself)\b", re.I)
_ASKING: Final = re.compile(
    r"^\W*(?:add|attach|choose|confirm|copy|delete|describe|enter|explain|feel free|fill|give|help us|include|indicate|"
    r"if (?:applicable|possible|relevant|any|this|so)|let us|list|mention|paste|provide|put|remove|replace|run|select|"
    r"share|specify|state|steps to|tell|thank(?:s| you)|use this|write|any (?:other|additional|further|relevant)|"
    r"a (?:clear|short|brief|concise|description|minimal|detailed|list|summary|link)|which version|have you|"
    r"what (?:did|do|does|happen|is|are|version|actually|should)|how (?:to|do|does|did|can|often)|(?:w|c)ould you|"
    r"can you|d(?:o|id) you|is (?:there|this|it|your)|are (?:there|you))\b",
    re.I,
)
"""First words of a form's instructions. A line is an instruction only under a heading and where it names no code."""
_CODE_TOKEN: Final = re.compile(r"`[^`\n]+`|\w_\w|[a-z0-9][A-Z]\w|\w\(\)|::|->|\w\.\w+\(|\w/\w+\.\w|--\w|[{}<>=;]")
_TAGGED: Final = re.compile(r"^\s*(?:\[(?P<tag>[^\]\n]{1,40})\]|(?P<kind>[A-Za-z][\w /-]{1,24}):(?=\s))\s*[:-]?\s*")
_TAG_WORDS: Final = frozenset(
    [
        "bug",
        "bugs",
        "feature",
        "features",
        "request",
        "enhancement",
        "question",
        "docs",
        "doc",
        "documentation",
        "issue",
        "report",
        "regression",
        "crash",
        "fix",
        "help",
        "proposal",
        "idea",
        "improvement",
        "support",
        "discussion",
        "rfc",
        "task",
        "chore",
        "feat",
    ]
)
_ERROR_LINE: Final = re.compile(
    r"^\W*(?:[\w.$:\\]*(?:Error|Exception|Panic|Warning|Fault|Failure)\b\s*[:(]|(?:fatal|error|panic|uncaught|unhandled|"
    r"caused by|assertion|segmentation fault|thread '.*' panicked|E\s{2,})\b.{0,10})", re.I,
)  # fmt: skip
_LOGGED: Final = re.compile(
    r"^\s*(?:[\[(]?\d{2,4}[-/:.]\d\d[-/:.]\d\d|\d+:\d\d:\d\d|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|TRACE|FATAL)\b|"
    r"at\s+\S+[ (]|File \"|Traceback|goroutine \d|\.{3}|\s*\^+|#\d+\s)"
)
_PROMPT: Final = re.compile(r"^\s*(?:[$%#❯➜]|>>>|\.\.\.|PS [A-Z]:.*>|C:\\.*>)\s+")
_DOCUMENTS: Final = re.compile(
    r"(?<![\w./-])(?:docs?|documentation|readme|changelog|tutorials?|typos?)(?![\w./-])", re.I
)
_DESCRIBES: Final = re.compile(r"descri|happen|\bbugs?\b|problem|summary|\bissue|actual|observed|did you do", re.I)
_SENTENCE: Final = re.compile(r"[.!?](?=\s)")
_SPAN: Final = re.compile(r"`([^`\n]{1,200})`")
_SPELT: Final = re.compile(
    r"(?<![\w@/.-])[^\W\d][\w$]*(?:(?:::|\.|->|#)[^\W\d][\w$]*)+|"
    r"(?<![\w./-])_*[^\W\d_][\w$]*(?:_[\w$]+|[a-z0-9][A-Z][\w$]*)"
)
_PATH: Final = re.compile(
    r"(?<![\w/.:@-])(?:[A-Za-z]:)?[\\/]?(?:[\w@+.-]+[\\/])+[\w@+-]+(?:\.[\w-]+)*\.[A-Za-z]\w{0,7}\b|"
    r"(?<![\w/.:@-])[\w@+-]+(?:\.[\w-]+)*\.(?:py|pyi|pyx|js|jsx|ts|tsx|mjs|cjs|vue|svelte|go|rs|java|kt|scala|rb|php|"
    r"cs|c|cc|cpp|h|hpp|swift|m|mm|ex|exs|erl|lua|dart|hs|jl|ml|pl|sh|zig|sql|proto)\b"
)


def read_issue(text: str, template: Collection[str] = ()) -> Issue:
    """Take an issue apart. Never raises: what cannot be told apart is prose.

    `template` holds the lines of the repository's own forms, as `normalize_line` gives them."""
    text = text[:LONGEST].encode("utf-8", "replace").decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    text = "\n".join(line[:LONGEST_LINE] for line in text.split("\n"))
    text = _PRE.sub("\n```\n", _COMMENT.sub("\n", text))
    text = _SUMMARY.sub(lambda match: f"\n#### {' '.join(match[1].split())}\n", text)
    title, body = _split_title(text)
    sections = list(_list_sections(body, template))
    is_form = sum(bool(section.heading) for section in sections) > 1
    said = [_read_section(section, is_form=is_form) for section in sections]
    most = max(range(len(said)), key=lambda at: _rate_section(sections[at].heading, said[at]))
    main = said[most]
    if not title and main.prose:
        title, rest = _split_first_line(main.prose)
        main = main._replace(prose=rest)
    others = [
        one for at, one in enumerate(said) if at != most and not (is_form and sections[at].heading and one.is_value)
    ]
    every = [main, *others]
    messages = dict.fromkeys(line.strip() for one in every for line in one.messages)
    spelt = "\n".join([title, *(line for one in every for line in one.kept)])
    return Issue(
        title,
        "\n".join(main.prose),
        "\n".join(line for one in others for line in one.prose),
        "\n".join(line for one in every for line in one.code).strip(),
        "\n".join(messages).strip(),
        _find_names(spelt),
        _find_paths("\n".join([spelt, *(line for one in said for line in one.kept)])),
        tuple(find_frames(text)),
        _DOCUMENTS.search(title) is not None,
    )


def _read_section(section: _Section, *, is_form: bool) -> _Content:
    """Tell apart what a section says, without what a form put there."""
    blocks = [block for block in section.blocks if not _is_environment(block)]
    prose: list[str] = []
    code: list[str] = []
    messages: list[str] = []
    kept: list[str] = []
    leads = is_form
    for block in blocks:
        if block.fenced:
            _read_quoted(block, code, messages)
            kept += block.lines
            continue
        lines = [line for line in block.lines if not (leads and _is_instruction(line))]
        leads = leads and not lines
        prose += [line for line in lines if not _is_logged(line)]
        messages += [line for line in lines if _is_logged(line)]
        kept += lines
    words = sum(len(line.split()) for line in prose)
    return _Content(prose, code, messages, kept, words <= SHORT_VALUE and not code and not messages)


def _rate_section(heading: str, said: _Content) -> float:
    """Rate how likely a section is the description of the issue.

    Its length counts, and what its heading asks for."""
    words = min(MOST_WORDS, sum(len(line.split()) for line in said.prose))
    return words * (DESCRIBED if _DESCRIBES.search(heading) else 1.0)


def _split_first_line(lines: list[str]) -> tuple[str, list[str]]:
    """Return the first line of a description as its title, and the rest.

    Of a long paragraph the first sentence is taken."""
    first = _ITEM.sub("", lines[0]).strip()
    if len(first) <= LONGEST_TITLE:
        return _drop_tags(first), lines[1:]
    end = _SENTENCE.search(first, 0, LONGEST_TITLE)
    at = end.end() if end else LONGEST_TITLE
    return first[:at].strip(), [first[at:].strip(), *lines[1:]]


def normalize_line(line: str) -> str:
    """Return a line without its markup, case and spacing.

    So are lines of templates compared."""
    return " ".join(re.sub(r"[^\w\s]+", " ", line.lower()).split())


def list_template_lines(text: str) -> frozenset[str]:
    """Return the lines of a template, as `normalize_line` gives them.

    It may be Markdown or a YAML form."""
    found: set[str] = set()
    for line in text.splitlines():
        said = re.sub(r"^\s*(?:-\s+)?(?:[\w-]+:\s+)?", "", line).strip().strip("\"'|>")
        found |= {normalize_line(said), normalize_line(line)}
    return frozenset(line for line in found if len(line) > 2)


def _split_title(text: str) -> tuple[str, str]:
    """Return the first line as the title, without its tags, and the rest."""
    lines = text.lstrip().split("\n")
    first = lines[0]
    heading = _HASHES.match(first)
    others = [line for line in lines[1:] if _HASHES.match(line)]
    if heading and any(_count_hashes(line) <= _count_hashes(first) for line in others):
        return "", text  # the first of several alike
    if _is_bold_label(first) and any(_is_bold_label(line) for line in lines[1:]):
        return "", text
    title = (heading[1] if heading else first).strip().strip("*").strip()
    title = re.sub(r"^title\s*:\s*", "", title, flags=re.I)
    if (
        len(title) > LONGEST_TITLE
        or _is_logged(first)
        or _FENCE.match(first)
        or _BOX.match(first)
        or "Traceback (" in first
    ):
        return "", text
    return _drop_tags(title), "\n".join(lines[1:])


def _is_bold_label(line: str) -> bool:
    """Return whether a line is a heading in bold type, whatever follows it."""
    return not _HASHES.match(line) and _BOLD_LABEL.match(line) is not None and _split_label(line)[0] != ""


def _drop_tags(title: str) -> str:
    """Return a title without the kinds of issue in front of it.

    Such are `[Bug]: ` and `feature request: `."""
    while match := _TAGGED.match(title):
        said = (match["tag"] or match["kind"]).lower()
        if not set(re.findall(r"[a-z]+", said)) or not set(re.findall(r"[a-z]+", said)) <= _TAG_WORDS:
            break
        title = title[match.end() :]
    return title


def _count_hashes(heading: str) -> int:
    return len(heading.strip()) - len(heading.strip().lstrip("#"))


def _list_sections(body: str, template: Collection[str]) -> Iterator[_Section]:
    heading, lines = "", list[str]()
    marked = list(_mark_fenced(body))
    spoken = [line for line, fenced in marked if not fenced]
    labels = sum(_split_label(line)[0] != "" for line in spoken)
    # One alone, or one between headings, leads on to what follows it: `The reason is:`.
    leads_on = labels == 1 or sum(_HASHES.match(line) is not None for line in spoken) > 1
    for line, fenced in marked:
        is_said = fenced or (leads_on and _PLAIN_LABEL.match(line) is not None)
        label, value = ("", line) if is_said else _split_label(line)
        if not label:
            if fenced or normalize_line(line) not in template:
                lines.append(line)
            continue
        yield _Section(heading, tuple(_list_blocks(lines)))
        heading, lines = label, [value] if value else []
    yield _Section(heading, tuple(_list_blocks(lines)))


def _mark_fenced(body: str) -> Iterator[tuple[str, bool]]:
    """Yield the lines of a text, and whether each is between fences or is one."""
    fence = ""
    for line in body.split("\n"):
        match = _FENCE.match(line)
        if fence:
            yield line, True
            if match and match[1].startswith(fence) and not match[2]:
                fence = ""
        elif match and line.count(match[1]) == 1:
            fence = match[1]
            yield line, True
        else:
            yield line, False


def _split_label(line: str) -> tuple[str, str]:
    """Return the heading that a line is or begins with, and what follows it.

    The heading of any other line is ""."""
    match = _HASHES.match(line)
    if match:
        return match[1].strip("*_: "), ""
    bold = _BOLD_LABEL.match(line)
    if bold and len(bold["label"].split()) <= LABEL_WORDS and (":" in bold["colon"] or not bold["value"]):
        return bold["label"], bold["value"]
    plain = _PLAIN_LABEL.match(line)
    if plain and len(plain["label"].split()) <= SHORT_VALUE:
        return plain["label"], ""
    asked = _QUESTION.match(line)
    if asked and len(asked["label"].split()) <= LABEL_WORDS and (_ASKING.match(line) or _TO_READER.search(line)):
        return asked["label"], ""
    return "", line


def _list_blocks(lines: Iterable[str]) -> Iterator[_Block]:
    """Yield what a section holds: code between fences, and the paragraphs around it."""
    said: list[str] = []
    quoted: list[str] = []
    fence, language = "", ""
    for line in lines:
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not match[2]:
                yield _Block(tuple(quoted), True, language)
                fence, quoted = "", []
            else:
                quoted.append(line)
        elif match and line.count(match[1]) == 1:
            yield from _list_paragraphs(said)
            said = []
            fence, language = match[1], match[2].lower()
        elif not line.strip() or _RULE.match(line):
            yield from _list_paragraphs(said)
            said = []
        else:
            said.append(line)
    yield from _list_paragraphs(said)
    if quoted:
        yield _Block(tuple(quoted), True, language)


def _list_paragraphs(lines: list[str]) -> Iterator[_Block]:
    kept: list[str] = []
    for line in lines:
        if _BOX.match(line):
            continue
        line = _TAG.sub(" ", _LINK.sub(r"\1 ", _IMAGE.sub(" ", line)))
        line = _ADDRESS.sub(" ", line).rstrip()
        if line.strip() and not _NOTHING.match(line) and not _FOR_EXAMPLE.search(line):
            kept.append(line)
    if kept:
        yield _Block(tuple(kept))


def _is_environment(block: _Block) -> bool:
    """Return whether a block lists what the reporter uses.

    That is told by fields with short values, versions among them."""
    lines = [line for line in block.lines if line.strip()]
    if not lines:
        return True
    if any(_is_frame_like(line) for line in lines):
        return False
    versions = sum(bool(_VERSION.search(line)) and len(line.split()) <= 3 * SHORT_VALUE for line in lines)
    packages = sum(bool(_PACKAGE.match(line)) for line in lines)
    fields = sum(_is_field(line) and not (block.fenced and _ASSIGNS.search(line)) for line in lines)
    if len(lines) > 3 and sum(bool(_VARIABLE.match(line)) for line in lines) >= FIELD_SHARE * len(lines):
        return True
    if block.fenced:
        commands = sum(bool(_PROMPT.match(line)) for line in lines)
        rest = max(1, len(lines) - commands)
        if commands and versions >= rest:
            return True  # what a program says of its version
        return versions > 0 and (
            packages >= FIELD_SHARE * rest or (fields + packages >= FIELD_SHARE * rest and 3 * versions >= rest)
        )
    if len(lines) == 1:
        return (
            versions > 0 and len(lines[0].split()) <= SHORT_VALUE and not _CODE_TOKEN.search(_VERSION.sub("", lines[0]))
        )
    return fields >= FIELD_SHARE * len(lines) or (versions >= FIELD_SHARE * len(lines) and packages + fields > 0)


def _is_field(line: str) -> bool:
    match = _FIELD.match(line)
    return (
        match is not None and len(match["value"].split()) <= SHORT_VALUE and len(match["label"].split()) <= SHORT_VALUE
    )


def _is_frame_like(line: str) -> bool:
    return line.lstrip().startswith(("at ", 'File "', "Traceback")) or _ERROR_LINE.match(line) is not None


def _is_instruction(line: str) -> bool:
    if _CODE_TOKEN.search(line) or len(line.split()) > 45:
        return False
    said = line.strip().strip("_*>").strip()
    return _ASKING.match(said) is not None or (
        said.endswith(("?", ".", ":", "!")) and _TO_READER.search(said) is not None
    )


def _is_logged(line: str) -> bool:
    return _LOGGED.match(line) is not None or _ERROR_LINE.match(line) is not None


def _read_quoted(block: _Block, code: list[str], messages: list[str]) -> None:
    """Add what stands between fences to the code or to the messages."""
    lines = [line for line in block.lines if line.strip()]
    logged = sum(_is_logged(line) for line in lines)
    if logged and 3 * logged >= len(lines):
        last = lines[-LOG_LINES:]
        messages += [line for line in lines if _ERROR_LINE.match(line) and line not in last][:LOG_LINES]
        messages += last
        return
    messages += [line for line in lines if _ERROR_LINE.match(line)]
    code += [_PROMPT.sub("", line) for line in lines if not _ERROR_LINE.match(line)]


def _find_names(text: str) -> tuple[str, ...]:
    """Return what is written like a name, quoted ones first."""
    quoted = [span.strip().strip("()") for span in _SPAN.findall(text)]
    spelt = [match.group() for match in _SPELT.finditer(text)]
    return tuple(dict.fromkeys(name for name in (*quoted, *spelt) if name and not _VERSION.fullmatch(name)))


def _find_paths(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(match.group().replace("\\", "/").strip("/.") for match in _PATH.finditer(text)))

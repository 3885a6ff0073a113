"""Terms on which a symbol is used, and judgement of calls when they change.

A call is judged by its arguments, and only where it fits the older contract: one that does not is not understood.
Types are compared as written. What a call passes is seldom known, so another type is a reason to look, and a fault only
where the argument is a literal of another sort."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from codegraph_parsers.file_facts import Flag, Parameter, SymbolKind


class Contract(NamedTuple):
    """The parameters, result and visibility on which users of a symbol rely.

    `text` is the heading as written. `can_omit`: a call may leave out any argument; `has_receiver`: the first parameter
    is what the method is called on."""

    kind: SymbolKind
    name: str
    text: str
    parameters: tuple[Parameter, ...]
    flags: int
    visibility: str
    can_omit: bool = False
    has_receiver: bool = False
    decorators: tuple[str, ...] = ()
    is_exported: bool = True

    @property
    def is_async(self) -> bool:
        return bool(self.flags & Flag.ASYNC)


class Argument(NamedTuple):
    """An argument of a call.

    `sort` is `text`, `bytes`, `number` or `truth` of a literal, "" of anything else."""

    keyword: str
    sort: str
    keys: frozenset[str] | None = None  # of an object that is written there


class CallShape(NamedTuple):
    """The arguments of a call, keywords last.

    `is_open`: some of them are unpacked from what nobody knows."""

    arguments: tuple[Argument, ...]
    is_open: bool = False
    is_awaited: bool = False


class Fault(NamedTuple):
    """A reason why a use does not fit.

    `is_certain`: whatever is passed. `of_result`: only where what it gives is used."""

    reason: str
    is_certain: bool
    of_result: bool = False


CALLED: Final = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR, SymbolKind.MACRO})
CLASSES: Final = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM})
TYPED: Final = frozenset({SymbolKind.FIELD, SymbolKind.PROPERTY, SymbolKind.VARIABLE, SymbolKind.CONSTANT})
_MODIFIERS: Final = frozenset(
    [
        "public",
        "protected",
        "private",
        "package",
        "static",
        "final",
        "abstract",
        "async",
        "def",
        "fn",
        "func",
        "function",
        "pub",
        "const",
        "let",
        "var",
        "export",
        "default",
        "virtual",
        "override",
        "inline",
        "synchronized",
        "readonly",
        "declare",
        "get",
        "set",
        "extern",
        "constexpr",
        "explicit",
        "type",
    ]
)
_SORTS: Final = (
    ("truth", re.compile(r"bool(ean)?", re.IGNORECASE)),
    ("number", re.compile(r"[iuf](8|16|32|64|128|size)|u?int(8|16|32|64)?(_t)?|integer|float(32|64)?|number|double|"
                          r"long|short|usize|isize|bigint|decimal", re.IGNORECASE)),
    ("text", re.compile(r"&?(const )?(str|string|charsequence|char ?\*|std::string)", re.IGNORECASE)),
    ("bytes", re.compile(r"bytes|&?\[u8\]|Buffer|\[\]byte|byte\[\]")),
)  # fmt: skip
LONGEST_TYPE: Final = 60
"""Characters of a type that is shown whole."""

_WIDTHS: Final = {"public": 3, "package": 2, "protected": 1, "private": 0}


def sort_of(type_text: str) -> str:
    """Return the sort of literals that a type takes, "" where it may be anything."""
    text = type_text.strip(" '\"").lstrip("$_")
    return next((sort for sort, pattern in _SORTS if pattern.fullmatch(text)), "")


def describe(contract: Contract, other: Contract | None = None) -> str:
    """Return the heading on one line.

    Decorators are told where those of the `other` differ."""
    text = _format_plain(contract.text).rstrip(";{ ") or contract.name
    decorated = contract.decorators if other is not None and other.decorators != contract.decorators else ()
    return " ".join([*(f"@{each}" for each in decorated), text])


def has_other_terms(old: Contract, new: Contract) -> bool:
    """Tell whether some use of the older contract may not fit the newer one."""
    return (
        old.kind is not new.kind
        or old.parameters != new.parameters
        or (old.flags ^ new.flags) & (Flag.ASYNC | Flag.STATIC | Flag.GENERATOR) != 0
        or is_narrower(old, new)
        or (old.kind in CLASSES and _format_plain(old.text) != _format_plain(new.text))
        or _read_defaults(old) != _read_defaults(new)
        or bool(describe_result(old, new))
    )


def is_narrower(old: Contract, new: Contract) -> bool:
    """Tell whether less code may see the symbol."""
    return _WIDTHS.get(new.visibility, 3) < _WIDTHS.get(old.visibility, 3) or (old.is_exported and not new.is_exported)


def judge_call(old: Contract, new: Contract, call: CallShape) -> Fault | None:
    """Say why a call that fitted does not fit any more, or may not.

    Returns None where it does."""
    if not call.is_open:
        bound = next((b for b in (old.has_receiver, False) if not _find_misfit(old, call, b)), None)
        if bound is None:
            return None
        fault = _find_misfit(new, call, bound and new.has_receiver)
        if fault is not None:
            return fault if fault.is_certain else _find_shift(old, new, call, bound) or fault
        told = (
            _find_shift(old, new, call, bound),
            _find_retyping(old, new, call, bound),
            _judge_result(old, new, call),
        )
        faults = [fault for fault in told if fault is not None]
        fault = next((f for f in faults if f.is_certain), None) or next(iter(faults), None)
        return fault or _judge_default(old, new, call, bound)
    elif unknown := _find_unknown_keyword(new, call):
        return unknown if _find_unknown_keyword(old, call) is None else None
    return _judge_result(old, new, call)


def judge_use(old: Contract, new: Contract) -> Fault | None:
    """Judge a use that is no call, such as reading a field or passing a function on."""
    if old.kind in TYPED and new.kind in CALLED:
        return Fault("is a method now, and is not called here", True)
    if old.kind in TYPED or new.kind in TYPED:
        said = describe_result(old, new)
        return Fault(said, False) if said else None
    return None


def describe_result(old: Contract, new: Contract) -> str:
    """Say what a symbol now gives, or is, in place of what: "" for the same."""
    if (old.flags ^ new.flags) & Flag.GENERATOR:
        return "now gives a generator" if new.flags & Flag.GENERATOR else "gives no generator any more"
    if old.kind in CLASSES or new.kind in CLASSES:
        return ""
    before, after = _read_result(old), _read_result(new)
    if before == after or (old.kind in CALLED and new.kind in CALLED and _is_part(after, before)):
        return ""
    if not (before and after):
        return ""  # a type that is written, or no longer, changes nothing by itself
    before, after = _clip_both(before, after)
    return f"is `{after}` now, was `{before}`" if new.kind in TYPED else f"gives `{after}` now, gave `{before}`"


def _read_result(contract: Contract) -> str:
    """Read the type in a heading.

    It is what is around the name and the parameters, but for modifiers and values."""
    text = _format_plain(contract.text).rstrip(";{ ")
    if contract.kind in CALLED:
        before, _, after = split_heading(text, contract.name)
        after = after.strip().removeprefix("->").removeprefix(":").removesuffix("=>").strip()
        words = [word for word in before.split() if word not in _MODIFIERS]
        return " ".join([*words, after]).strip()
    text = re.split(r"(?<![=<>!:])=(?![=>])", text, maxsplit=1)[0].strip()
    words = re.sub(rf"(?<!\w){re.escape(contract.name)}(?!\w)\??\s*:?", " ", text, count=1).split()
    optional = "?" if re.search(rf"(?<!\w){re.escape(contract.name)}\?", text) else ""
    return " ".join([word for word in words if word not in _MODIFIERS]) + optional


def split_heading(text: str, name: str) -> tuple[str, str, str]:
    """Split a heading: what is before the name, the parameters, and what follows them."""
    assigned = r"(?::[^=()]*)?(?:=\s*(?:async\s*)?(?:<[^()]*>)?)?"  # `const f = async (`
    told = re.search(rf"(?<!\w){re.escape(name)}\s*(?:<[^()]*>|\[[^()]*\])?\s*{assigned}\s*\(", text)
    if told is None:
        return "", "", ""
    depth, end = 0, len(text)
    for at in range(told.end() - 1, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if not depth:
            end = at
            break
    return _drop_receiver(text[: told.start()]), text[told.end() : end], text[end + 1 :]


def _drop_receiver(text: str) -> str:
    """Drop what the method belongs to from what stands before a name."""
    return re.sub(r"\([^()]*\)|\S*::$", " ", text)


def _is_part(after: str, before: str) -> bool:
    """Tell whether everything of one type may also be of the other."""
    olds, news = _split_union(before), _split_union(after)
    return bool(news) and news < olds


def _split_union(text: str) -> frozenset[str]:
    """Split a union, however it is written, into its types."""
    text = re.sub(r"^(?:\w+\.)?Optional\[(.*)\]$", r"\1 | None", text.strip())
    inside = re.fullmatch(r"(?:\w+\.)?Union\[(.*)\]", text)
    if inside is not None:
        return frozenset(split_items(inside[1]))
    found: list[str] = []
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{<") - (letter in ")]}" or (letter == ">" and text[at - 1] not in "-="))
        if letter == "|" and not depth:
            found.append(text[start:at].strip())
            start = at + 1
    return frozenset(part for part in (*found, text[start:].strip()) if part)


def _place_parameters(contract: Contract, bound: bool) -> tuple[list[Parameter], frozenset[str], frozenset[str]]:
    """Return the parameters that a call meets, and how they are reached.

    The names of those that only a keyword reaches follow, and of those that none does."""
    parameters = list(contract.parameters[1:] if bound and contract.parameters else contract.parameters)
    listed = split_items(split_heading(_format_plain(contract.text), contract.name)[1])
    names = [re.split(r"[:=\s]", item.lstrip("*& "), maxsplit=1)[0] for item in listed]
    by_keyword: set[str] = set()
    by_place: set[str] = set()
    for at, item in enumerate(listed):
        if item == "/":
            by_place.update(names[:at])
        if item == "*":
            by_keyword.update(names[at + 1 :])
    after = False
    for parameter in parameters:
        if after and not parameter.variadic:
            by_keyword.add(parameter.name)
        after = after or parameter.variadic == "*"
    return parameters, frozenset(by_keyword), frozenset(by_place)


def split_items(text: str) -> list[str]:
    """Split a list as written into its items."""
    found: list[str] = []
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{<") - (letter in ")]}" or (letter == ">" and text[at - 1] not in "-="))
        if letter == "," and depth <= 0:
            found.append(text[start:at].strip())
            start = at + 1
    rest = text[start:].strip()
    return [*found, rest] if rest else found


def _find_misfit(contract: Contract, call: CallShape, bound: bool) -> Fault | None:
    """Say why the arguments of a call are not those of a contract."""
    parameters, by_keyword, by_place = _place_parameters(contract, bound)
    placed = [p for p in parameters if p.name not in by_keyword and not p.variadic]
    given = [a for a in call.arguments if not a.keyword]
    if len(given) > len(placed) and not any(p.variadic == "*" for p in parameters):
        takes = f"{len(placed)} argument{'s' * (len(placed) != 1)}" if placed else "no argument"
        return Fault(f"takes {takes}, is given {len(given)}", not contract.can_omit)
    unknown = _find_unknown_keyword(contract, call)
    if unknown is not None:
        return unknown
    keywords = {a.keyword for a in call.arguments if a.keyword}
    met = {p.name for p in placed[: len(given)]} | (keywords - by_place)
    missing = [p.name for p in parameters if not p.default and not p.variadic and p.name and p.name not in met]
    if missing:
        names = " and ".join(f"`{name}`" for name in missing[:3])
        return Fault(f"{names} {'is' if len(missing) == 1 else 'are'} missing", not contract.can_omit)
    return None


def _find_unknown_keyword(contract: Contract, call: CallShape) -> Fault | None:
    names = {p.name.lstrip(".") for p in contract.parameters if not p.variadic}
    if any(p.variadic == "**" for p in contract.parameters):
        return None
    unknown = next((a.keyword for a in call.arguments if a.keyword and a.keyword.lstrip(".") not in names), "")
    return Fault(f"there is no parameter `{unknown}` any more", True) if unknown else None


def _match_arguments(contract: Contract, call: CallShape, bound: bool) -> list[tuple[Parameter, Argument]]:
    parameters, by_keyword, _ = _place_parameters(contract, bound)
    placed = [p for p in parameters if p.name not in by_keyword and not p.variadic]
    named = {p.name: p for p in parameters}
    found = list(zip(placed, (a for a in call.arguments if not a.keyword), strict=False))
    return found + [(named[a.keyword], a) for a in call.arguments if a.keyword in named]


def _find_shift(old: Contract, new: Contract, call: CallShape, bound: bool) -> Fault | None:
    """Find an argument that is given by its place and now means another parameter."""
    before = [pair for pair in _match_arguments(old, call, bound) if not pair[1].keyword]
    after = [pair for pair in _match_arguments(new, call, bound and new.has_receiver) if not pair[1].keyword]
    olds, news = {p.name for p in old.parameters}, {p.name for p in new.parameters}
    for at, ((was, _), (now, _)) in enumerate(zip(before, after, strict=False)):
        if was.name != now.name and (was.name in news or now.name in olds):
            return Fault(f"argument {at + 1} is `{now.name}` now, was `{was.name}`", True)
    return None


def _find_retyping(old: Contract, new: Contract, call: CallShape, bound: bool) -> Fault | None:
    """Find an argument whose parameter has another type."""
    was = {id(argument): parameter for parameter, argument in _match_arguments(old, call, bound)}
    unsure: Fault | None = None
    for now, argument in _match_arguments(new, call, bound and new.has_receiver):
        before = was.get(id(argument))
        if before is None or _format_plain(before.type) == _format_plain(now.type) or not before.type or not now.type:
            continue
        if _split_union(_format_plain(before.type)) < _split_union(_format_plain(now.type)):
            continue  # it takes more
        olds, news = _read_shape(before.type), _read_shape(now.type)
        if olds and news and argument.keys is not None:
            unsure = _judge_shape(olds, news, argument.keys) or unsure
            continue
        older, newer = _clip_both(before.type, now.type)
        reason = f"`{now.name}` is `{newer}` now, was `{older}`"
        wanted = sort_of(now.type)
        if argument.sort and wanted == argument.sort:
            continue
        if argument.sort and wanted:
            return Fault(reason, True)
        unsure = unsure or Fault(reason, False)
    return unsure


def _read_shape(text: str) -> dict[str, str]:
    """Read the members of an object type, each with its type.

    It is written as `{ id: string; name?: string }`."""
    inside = re.fullmatch(r"\{(.*)\}", _format_plain(text))
    found: dict[str, str] = {}
    for item in split_items(re.sub(r"/\*.*?\*/", "", inside[1]).replace(";", ",")) if inside is not None else ():
        name, colon, type_text = item.partition(":")
        if colon and re.fullmatch(r"(readonly )?\w+\??", name.strip()):
            found[name.strip().removeprefix("readonly ")] = type_text.strip()
    return found


def _judge_shape(olds: dict[str, str], news: dict[str, str], keys: frozenset[str]) -> Fault | None:
    """Say why an object does not have the members of a type, or may not.

    It may take some from another object."""
    missing = [name for name in news if not name.endswith("?") and name not in keys and name not in olds]
    if missing:
        return Fault(f"`{missing[0]}` is missing", False)
    plain = {name.rstrip("?"): type_text for name, type_text in news.items()}
    for name, type_text in olds.items():
        key = name.rstrip("?")
        if key in keys and plain.get(key) != type_text:
            now = plain.get(key)
            return Fault(f"`{key}` is `{_clip(now)}` now" if now else f"there is no `{key}` any more", False)
    return None


def _clip(text: str) -> str:
    text = _format_plain(text)
    return text if len(text) <= LONGEST_TYPE else f"{text[:LONGEST_TYPE]}…"


def _clip_both(old: str, new: str) -> tuple[str, str]:
    """Clip two types so that the first difference is seen."""
    old, new = _format_plain(old), _format_plain(new)
    if max(len(old), len(new)) <= LONGEST_TYPE:
        return old, new
    same = next((at for at, (one, other) in enumerate(zip(old, new)) if one != other), min(len(old), len(new)))
    begin = max((old.rfind(mark, 0, same) + 1 for mark in " ,;({[<|"), default=0)
    first, second = (text[begin:].strip() for text in (old, new))
    before = "…" if begin else ""
    return before + _clip(first), before + _clip(second)


def _format_plain(text: str) -> str:
    """Format text however it is laid out."""
    return re.sub(r",?\s*([)\]}])|([(\[{])\s+", r"\1\2", " ".join(text.split()))


def _judge_result(old: Contract, new: Contract, call: CallShape) -> Fault | None:
    if new.is_async and not old.is_async and not call.is_awaited:
        return Fault("is async now, and is not awaited", True)
    if old.is_async and not new.is_async and call.is_awaited:
        return Fault("is not async any more, and is awaited", not new.can_omit)
    if new.kind in TYPED and old.kind in CALLED:
        return Fault(f"is a {new.kind} now, and is called", True)
    said = describe_result(old, new)
    return Fault(said, False, of_result=True) if said else None


def _judge_default(old: Contract, new: Contract, call: CallShape, bound: bool) -> Fault | None:
    """Find a parameter that the call leaves to its default, which is another one now."""
    given = {parameter.name for parameter, _ in _match_arguments(new, call, bound and new.has_receiver)}
    olds, news = _read_defaults(old), _read_defaults(new)
    for name, value in news.items():
        if name in olds and olds[name] != value and name not in given:
            return Fault(f"leaves `{name}` to its default, `{value}` now, was `{olds[name]}`", False)
    return None


def _read_defaults(contract: Contract) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in split_items(split_heading(_format_plain(contract.text), contract.name)[1]):
        parts = re.split(r"(?<![=<>!:])=(?![=>])", item, maxsplit=1)
        if len(parts) == 2:
            name = re.split(r"[:\s?]", parts[0].strip().lstrip("*& "), maxsplit=1)[0]
            found[name] = parts[1].strip()
    return found

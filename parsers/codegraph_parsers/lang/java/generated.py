"""Members that an annotation generates by a compiler plug-in (Lombok).

These are accessors of fields, and loggers. No source declares them, so there is no symbol to link: an accessor is
another name of the field that it reads or sets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang.java import state, types
from codegraph_parsers.lang.java.types import METHOD

if TYPE_CHECKING:
    from codegraph_parsers.lang.java.definitions import Modifiers
    from codegraph_parsers.walker import Walker

PACKAGE = "lombok"
READING = frozenset({"Getter", "Data", "Value"})
WRITING = frozenset({"Setter", "Data"})
BUILDING = frozenset({"Builder", "SuperBuilder"})
LOGGERS = {
    "Slf4j": ("org.slf4j", "Logger"), "Log4j2": ("org.apache.logging.log4j", "Logger"),
    "Log4j": ("org.apache.log4j", "Logger"), "Log": ("java.util.logging", "Logger"),
    "CommonsLog": ("org.apache.commons.logging", "Log"), "JBossLog": ("org.jboss.logging", "Logger"),
}  # fmt: skip
KNOWN = READING | WRITING | LOGGERS.keys() | BUILDING | {"Accessors", "Singular"}
UNSAFE = ("fluent", "prefix")  # settings under which accessors have other names


def read_plugin_annotations(w: Walker, found: Modifiers) -> dict[str, str]:
    """Return the plug-in's annotations before a declaration, with their text."""
    result: dict[str, str] = {}
    for word, text, _, _ in found.annotations:
        if word in KNOWN and (text.startswith(f"{PACKAGE}.") or _is_imported(w, word)):
            result[word] = text
    return result


def is_enabled(text: str, setting: str) -> bool:
    """Return whether an annotation names a setting and does not switch it off."""
    found = re.search(rf"\b{setting}\s*=\s*(\w*)", text)
    return found is not None and found[1] != "false"


def _is_imported(w: Walker, word: str) -> bool:
    return any(
        entry.name in (word, "*") and (entry.module == PACKAGE or entry.module.startswith(f"{PACKAGE}."))
        for entry in w.facts.imports
    )


def bind_logger(w: Walker, symbol: int, line: int) -> None:
    """Bind `log` in a class that asks for a logger."""
    kept = state.get_state(w)
    for word in kept.generated.get(symbol, ()):
        known = LOGGERS.get(word)
        if known is not None and "topic" not in kept.generated[symbol][word] and "log" not in kept.fields[symbol]:
            w.bind("log", w.add_instance(w.add_import(*known, "", line, "bind")))
            kept.fields[symbol].add("log")


def bind_accessors(w: Walker, symbol: int, declared: int, found: Modifiers, *, primitive_boolean: bool) -> None:
    """Bind the accessors of a field, which its class or the field itself asks for."""
    if not w.classes:  # a field that damage has left outside of any class
        return
    owner, own = w.classes[-1], read_plugin_annotations(w, found)
    if "static" not in found.words:
        state.get_state(w).parts.setdefault(owner, []).append((w.symbols[symbol].name, declared, own.get("Singular")))
    wanted = {**state.get_state(w).generated.get(owner, {}), **own}
    if not wanted or ("static" in found.words and not own):
        return
    chained = wanted.get("Accessors", "")
    if any(is_enabled(chained, setting) for setting in UNSAFE):
        return
    name = w.symbols[symbol].name
    flag = primitive_boolean and name.startswith("is") and name[2:3].isupper()
    stem = name[2:] if flag else name[:1].upper() + name[1:]
    field = w.share(ops.VAR, symbol)
    if _is_requested(READING, own, wanted):
        _bind(w, ("is" if primitive_boolean else "get") + stem, field, (), declared)
    if "final" in found.words or "Value" in wanted:
        return
    if _is_requested(WRITING, own, wanted):
        result = w.share(ops.SELF, owner) if is_enabled(chained, "chain") else types.build_primitive(w, "void")
        _bind(w, f"set{stem}", field, (declared,), result)


def _is_requested(words: frozenset[str], own: dict[str, str], wanted: dict[str, str]) -> bool:
    """Return whether annotations ask for an accessor.

    Those of the field itself come before those of its class.
    """
    return any(
        "NONE" not in text for word, text in wanted.items() if word in words and (word in own or not own.keys() & words)
    )


def _bind(w: Walker, name: str, field: int, params: tuple[int, ...], result: int) -> None:
    w.bind(name + METHOD, w.add(ops.FUNCTYPE, params, result))
    if name not in state.get_state(w).fields[w.classes[-1]]:
        w.bind(name, w.add(ops.DECORATED, field, ()))  # what the accessor is about, as a component is of a record's

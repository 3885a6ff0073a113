"""Inflections of English words, as Rails derives names from one another."""

from __future__ import annotations

import re

IRREGULAR = {"people": "person", "men": "man", "women": "woman", "children": "child", "moves": "move", "mice": "mouse"}
UNCOUNTABLE = frozenset({"news", "series", "species", "equipment", "information", "money", "sheep", "fish", "police"})
SINGULAR = (
    (r"(ss)$", r"\1"), (r"(database)s$", r"\1"), (r"(quiz)zes$", r"\1"), (r"(matr)ices$", r"\1ix"),
    (r"(vert|ind)ices$", r"\1ex"), (r"(alias|status|bus)es$", r"\1"), (r"(cris|test)es$", r"\1is"),
    (r"(shoe)s$", r"\1"), (r"(o)es$", r"\1"), (r"(x|ch|ss|sh)es$", r"\1"), (r"([^aeiouy]|qu)ies$", r"\1y"),
    (r"([lr])ves$", r"\1f"), (r"([^f])ves$", r"\1fe"), (r"(analy|ba|diagno|parenthe|progno|synop|the)ses$", r"\1sis"),
    (r"([ti])a$", r"\1um"), (r"s$", ""),
)  # fmt: skip
PLURAL = (
    (r"(quiz)$", r"\1zes"), (r"(matr|vert|ind)(?:ix|ex)$", r"\1ices"), (r"(x|ch|ss|sh)$", r"\1es"),
    (r"([^aeiouy]|qu)y$", r"\1ies"), (r"(alias|status|bus)$", r"\1es"), (r"sis$", "ses"), (r"s$", "s"), (r"$", "s"),
)  # fmt: skip


def get_singular(word: str) -> str:
    """Return the singular of a plural: `orders` → `order`."""
    head, _, last = word.rpartition("_")
    if last in UNCOUNTABLE:
        return word
    found = IRREGULAR.get(last) or _apply(SINGULAR, last)
    return f"{head}_{found}" if head else found


def get_plural(word: str) -> str:
    """Return the plural of a singular: `profile` → `profiles`."""
    head, _, last = word.rpartition("_")
    if last in UNCOUNTABLE:
        return word
    found = next((many for many, one in IRREGULAR.items() if one == last), "") or _apply(PLURAL, last)
    return f"{head}_{found}" if head else found


def get_constant_name(word: str) -> str:
    """Return the constant that a file's name stands for: `order_items` → `OrderItems`."""
    return "".join(part[:1].upper() + part[1:] for part in word.split("_"))


def _apply(rules: tuple[tuple[str, str], ...], word: str) -> str:
    for pattern, replacement in rules:
        if re.search(pattern, word):
            return re.sub(pattern, replacement, word, count=1)
    return word

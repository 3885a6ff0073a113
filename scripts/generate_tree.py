#!/usr/bin/env python3
"""Generator of a source tree of any size, to measure how work grows.

    python scripts/generate_tree.py FOLDER --files 100000 [--seed 1]

Packages of 25 files in Python (40 %), TypeScript (35 %) and Go (25 %). A file defines functions and classes and imports
what they call: half of it from its own package, a third from packages nearby, the rest from few that many use.
A file follows from its number and the seed alone, so a tree of any size is written without being kept.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

PACKAGE: Final = 25
LANGUAGES: Final = ("python",) * 8 + ("typescript",) * 7 + ("go",) * 5
PACKAGES_OF_A_SERVICE: Final = 6
SERVICES_OF_AN_AREA: Final = 12
MOST_CALLS: Final = 4
"""Calls of other files in one function."""


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


VERBS: Final = _split(
    """
    load find build check merge split read write send fetch parse render update remove list count sort filter
    join plan queue settle refund reserve release assign book ship price quote rate audit sign verify match
    score index cache expand close open start stop resume cancel approve reject import export convert encode
    decode
    """
)
NOUNS: Final = _split(
    """
    order invoice account customer parcel route driver ticket seat flight room guest meter tariff ledger entry
    balance refund voucher coupon basket product variant stock shelf depot pallet vessel berth cargo manifest
    permit policy claim premium agent branch contract clause tenant lease survey answer panel lesson course
    pupil grade exam recipe menu dish table shift roster badge device sensor signal reading alarm filter valve
    pump tank pipeline batch sample assay trial patient visit dose chart scan image frame track album playlist
    channel message thread topic member group role
    """
)
ROLES: Final = _split("Store Service Client Builder Reader Writer Policy Registry Planner Gateway Cache Monitor")
WORDS: Final = NOUNS + _split("the a of for with when before after each every first last open late early whole part")


class Function(NamedTuple):
    name: str  # words joined by underscores
    parameters: tuple[str, ...]


class Type(NamedTuple):
    name: str
    methods: tuple[Function, ...]


class Interface(NamedTuple):
    """Names that a file offers to others."""

    number: int
    language: str
    package: tuple[str, ...]  # folders from the root of its language
    name: str
    functions: tuple[Function, ...]
    types: tuple[Type, ...]


class Tree:
    """The files of a tree by number."""

    def __init__(self, files: int, seed: int) -> None:
        self.files, self.seed = files, seed
        self.describe = lru_cache(maxsize=20_000)(self._describe)

    def make_dice(self, *about: object) -> random.Random:
        return random.Random("/".join(map(str, (self.seed, *about))))

    def _describe(self, number: int) -> Interface:
        package = number // PACKAGE
        service = package // PACKAGES_OF_A_SERVICE
        area = service // SERVICES_OF_AN_AREA
        names = [f"{_choose(self.make_dice(kind, n), NOUNS)}{n}" for kind, n in zip("asp", (area, service, package))]
        dice = self.make_dice(number)
        subject = _choose(dice, NOUNS)
        functions = tuple(_make_function(dice, subject) for _ in range(dice.randint(2, 5)))
        types = tuple(
            Type(
                f"{subject.title()}{_choose(dice, NOUNS).title()}{_choose(dice, ROLES)}",
                _drop_same(_make_function(dice, _choose(dice, NOUNS)) for _ in range(dice.randint(2, 5))),
            )
            for _ in range(dice.randint(1, 2))
        )
        name = f"{subject}_{_choose(dice, VERBS)}_{number % PACKAGE}"
        kinds = {type.name: type for type in types}
        return Interface(
            number,
            LANGUAGES[package % len(LANGUAGES)],
            tuple(names),
            name,
            _drop_same(functions),
            tuple(kinds.values()),
        )

    def choose_imports(self, number: int) -> list[Interface]:
        """Return the files that a file imports, all of its language."""
        own, dice = self.describe(number), self.make_dice("imports", number)
        package, packages = number // PACKAGE, max(1, self.files // PACKAGE)
        chosen: dict[int, Interface] = {}
        for _ in range(dice.randint(3, 9)):
            draw = dice.random()
            if draw < 0.5:
                where = package
            elif draw < 0.83:
                where = package - dice.randint(1, 30)
            else:
                where = int(packages * dice.random() ** 4)
            other = min(self.files - 1, where * PACKAGE + dice.randrange(PACKAGE))
            if other < 0 or other == number or self.describe(other).language != own.language:
                continue
            if other > number and (own.language == "python" or other // PACKAGE > package):
                continue  # such as run and compile: packages of Go, and modules of Python, form no cycle
            chosen[other] = self.describe(other)
        return [chosen[key] for key in sorted(chosen)]


def _choose(dice: random.Random, words: Sequence[str]) -> str:
    """Return a word; the first ones come most often."""
    return words[int(len(words) * dice.random() ** 1.5)]


def _make_function(dice: random.Random, subject: str) -> Function:
    words = [_choose(dice, VERBS), subject, *([_choose(dice, NOUNS)] if dice.random() < 0.6 else [])]
    parameters = dict.fromkeys(_choose(dice, NOUNS) for _ in range(dice.randint(1, 3)))
    return Function("_".join(words), tuple(parameters))


def _drop_same(functions: Iterable[Function]) -> tuple[Function, ...]:
    return tuple({function.name: function for function in functions}.values())


def make_sentence(dice: random.Random) -> str:
    return " ".join(_choose(dice, WORDS) for _ in range(dice.randint(5, 14))).capitalize() + "."


def name_camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.title() for word in others)


def name_pascal(name: str) -> str:
    return "".join(word.title() for word in name.split("_"))


class Call(NamedTuple):
    """A call of a function, or of a method of a new object, of an imported file."""

    of: Interface
    type: Type | None
    function: Function


class Calls:
    """The calls in one file, which decide what it imports."""

    def __init__(self, dice: random.Random, imported: Sequence[Interface]) -> None:
        self._dice, self._imported = dice, imported
        self.names: dict[Interface, dict[Function | Type, None]] = {}

    def choose(self) -> list[Call]:
        """Return the calls of one more function."""
        dice, calls = self._dice, list[Call]()
        for _ in range(dice.randint(1, MOST_CALLS) if self._imported else 0):
            of = dice.choice(self._imported)
            type = dice.choice(of.types) if dice.random() < 0.5 else None
            call = Call(of, type, dice.choice(type.methods if type else of.functions))
            self.names.setdefault(of, {})[type or call.function] = None
            calls.append(call)
        return calls


# ---- Python


def write_python(tree: Tree, own: Interface, imported: Sequence[Interface]) -> tuple[str, str]:
    """Return the path of a Python file and its text."""
    dice = tree.make_dice("body", own.number)
    calls = Calls(dice, imported)
    lines = ["", "LOGGER = logging.getLogger(__name__)", f"LIMIT_{own.number % 97} = {dice.randint(2, 900)}", ""]
    for function in own.functions:
        lines += ["", "", f"def {function.name}({_list_python_parameters(function)}) -> int:"]
        lines += _write_python_body(dice, function, calls, "    ")
    for type in own.types:
        lines += ["", "", f"class {type.name}:", f'    """{make_sentence(dice)}"""', ""]
        lines += ["    def __init__(self) -> None:", "        self.total = 0"]
        for function in type.methods:
            lines += ["", f"    def {function.name}(self, {_list_python_parameters(function)}) -> int:"]
            lines += _write_python_body(dice, function, calls, "        ", type)
    head = [f'"""{make_sentence(dice)}"""', "", "from __future__ import annotations", "", "import logging"]
    for of, names in calls.names.items():
        head.append(f"from {'.'.join(of.package)}.{of.name} import {', '.join(each.name for each in names)}")
    return f"python/{'/'.join(own.package)}/{own.name}.py", "\n".join([*head, *lines]) + "\n"


def _list_python_parameters(function: Function) -> str:
    return ", ".join(f"{name}: int" for name in function.parameters)


def _write_python_body(
    dice: random.Random, function: Function, calls: Calls, indent: str, type: Type | None = None
) -> list[str]:
    first = function.parameters[0]
    lines = [f'"""{make_sentence(dice)}"""', f"result = {first} + {dice.randint(1, 99)}"]
    for number, call in enumerate(calls.choose()):
        values = ", ".join([first, "result", str(dice.randint(0, 9))][: len(call.function.parameters)])
        if call.type is None:
            lines += [f"result += {call.function.name}({values})"]
        else:
            lines += [f"held{number} = {call.type.name}()", f"if {first} > {dice.randint(0, 50)}:"]
            lines += [f"    result = held{number}.{call.function.name}({values})"]
    if type is not None:
        other = dice.choice(type.methods)
        lines += ["self.total += result", f"if self.total < {dice.randint(5, 500)}:"]
        lines += [f"    return self.{other.name}({', '.join(['result'] * len(other.parameters))})"]
    lines += [f'LOGGER.debug("{make_sentence(dice)}", result)', "return result"]
    return [indent + line for line in lines]


# ---- TypeScript


def write_typescript(tree: Tree, own: Interface, imported: Sequence[Interface]) -> tuple[str, str]:
    """Return the path of a TypeScript file and its text."""
    dice = tree.make_dice("body", own.number)
    calls = Calls(dice, imported)
    lines = ["", f"const limit{own.number % 97} = {dice.randint(2, 900)};"]
    for function in own.functions:
        lines += ["", f"/** {make_sentence(dice)} */"]
        lines += [f"export function {name_camel(function.name)}({_list_typescript_parameters(function)}): number {{"]
        lines += [*_write_typescript_body(dice, function, calls, "  "), "}"]
    for type in own.types:
        lines += ["", f"/** {make_sentence(dice)} */", f"export class {type.name} {{", "  private total = 0;"]
        for function in type.methods:
            lines += ["", f"  {name_camel(function.name)}({_list_typescript_parameters(function)}): number {{"]
            lines += [*_write_typescript_body(dice, function, calls, "    ", type), "  }"]
        lines.append("}")
    head = [f"// {make_sentence(dice)}"]
    for of, told in calls.names.items():
        names = (each.name if isinstance(each, Type) else name_camel(each.name) for each in told)
        up = "." if of.package == own.package else "/".join([*[".."] * len(own.package), *of.package])
        head.append(f'import {{ {", ".join(names)} }} from "{up}/{of.name}";')
    return f"typescript/{'/'.join(own.package)}/{own.name}.ts", "\n".join([*head, *lines]) + "\n"


def _list_typescript_parameters(function: Function) -> str:
    return ", ".join(f"{name}: number" for name in function.parameters)


def _write_typescript_body(
    dice: random.Random, function: Function, calls: Calls, indent: str, type: Type | None = None
) -> list[str]:
    first = function.parameters[0]
    lines = [f"let result = {first} + {dice.randint(1, 99)};"]
    for number, call in enumerate(calls.choose()):
        values = ", ".join([first, "result", str(dice.randint(0, 9))][: len(call.function.parameters)])
        if call.type is None:
            lines += [f"result += {name_camel(call.function.name)}({values});"]
        else:
            lines += [f"const held{number} = new {call.type.name}();", f"if ({first} > {dice.randint(0, 50)}) {{"]
            lines += [f"  result = held{number}.{name_camel(call.function.name)}({values});", "}"]
    if type is not None:
        other = dice.choice(type.methods)
        lines += ["this.total += result;", f"if (this.total < {dice.randint(5, 500)}) {{"]
        lines += [f"  return this.{name_camel(other.name)}({', '.join(['result'] * len(other.parameters))});", "}"]
    lines += [f'console.debug("{make_sentence(dice)}", result);', "return result;"]
    return [indent + line for line in lines]


# ---- Go


def write_go(tree: Tree, own: Interface, imported: Sequence[Interface]) -> tuple[str, str]:
    """Return the path of a Go file and its text.

    The names of a package differ by the number of their file.
    """
    dice = tree.make_dice("body", own.number)
    calls = Calls(dice, imported)
    lines: list[str] = []
    for function in own.functions:
        lines += ["", f"// {_name_go(own, function)}: {make_sentence(dice)}"]
        lines += [f"func {_name_go(own, function)}({_list_go_parameters(function)}) int {{"]
        lines += [*_write_go_body(dice, own, function, calls), "}"]
    for type in own.types:
        name = _name_go_type(own, type)
        lines += ["", f"// {name}: {make_sentence(dice)}", f"type {name} struct {{", "\ttotal int", "}"]
        for function in type.methods:
            lines += ["", f"func (s *{name}) {name_pascal(function.name)}({_list_go_parameters(function)}) int {{"]
            lines += [*_write_go_body(dice, own, function, calls, type), "}"]
    paths = dict.fromkeys(of.package for of in calls.names if of.package != own.package)
    head = [f"// {make_sentence(dice)}", f"package {own.package[-1]}", "", "import (", '\t"log"']
    head += [*(f'\t"example.com/fleet/{"/".join(package)}"' for package in paths), ")"]
    return f"go/{'/'.join(own.package)}/{own.name}.go", "\n".join([*head, *lines]) + "\n"


def _name_go(of: Interface, function: Function) -> str:
    return f"{name_pascal(function.name)}{of.number % PACKAGE}"


def _name_go_type(of: Interface, type: Type) -> str:
    return f"{type.name}{of.number % PACKAGE}"


def _list_go_parameters(function: Function) -> str:
    return ", ".join(f"{name}Of int" for name in function.parameters)


def _write_go_body(
    dice: random.Random, own: Interface, function: Function, calls: Calls, type: Type | None = None
) -> list[str]:
    first = f"{function.parameters[0]}Of"
    lines = [f"result := {first} + {dice.randint(1, 99)}"]
    for number, call in enumerate(calls.choose()):
        values = ", ".join([first, "result", str(dice.randint(0, 9))][: len(call.function.parameters)])
        place = "" if call.of.package == own.package else f"{call.of.package[-1]}."
        if call.type is None:
            lines += [f"result += {place}{_name_go(call.of, call.function)}({values})"]
        else:
            lines += [f"held{number} := &{place}{_name_go_type(call.of, call.type)}{{}}"]
            lines += [f"if {first} > {dice.randint(0, 50)} {{"]
            lines += [f"\tresult = held{number}.{name_pascal(call.function.name)}({values})", "}"]
    if type is not None:
        other = dice.choice(type.methods)
        lines += ["s.total += result", f"if s.total < {dice.randint(5, 500)} {{"]
        lines += [f"\treturn s.{name_pascal(other.name)}({', '.join(['result'] * len(other.parameters))})", "}"]
    lines += [f'log.Printf("{make_sentence(dice)}", result)', "return result"]
    return ["\t" + line for line in lines]


WRITERS: Final = {"python": write_python, "typescript": write_typescript, "go": write_go}


def write_tree(folder: Path, files: int, seed: int) -> int:
    """Write a tree, and return its bytes."""
    tree, total, folders = Tree(files, seed), 0, set[Path]()
    for language, (name, text) in {
        "go": ("go.mod", "module example.com/fleet\n\ngo 1.22\n"),
        "typescript": ("package.json", '{ "name": "fleet", "type": "module" }\n'),
        "python": ("pyproject.toml", '[project]\nname = "fleet"\nversion = "1.0"\n'),
    }.items():
        (folder / language).mkdir(parents=True, exist_ok=True)
        (folder / language / name).write_text(text, encoding="utf-8")
    for number in range(files):
        own = tree.describe(number)
        path, text = WRITERS[own.language](tree, own, tree.choose_imports(number))
        place = folder / path
        if place.parent not in folders:
            place.parent.mkdir(parents=True, exist_ok=True)
            folders.add(place.parent)
        content = text.encode()
        place.write_bytes(content)
        total += len(content)
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.folder.exists() and any(given.folder.iterdir()):
        sys.exit(f"error: {given.folder} is not empty")
    total = write_tree(given.folder, given.files, given.seed)
    print(f"{given.files:,} files, {total / 1e6:,.1f} MB")


if __name__ == "__main__":
    main()

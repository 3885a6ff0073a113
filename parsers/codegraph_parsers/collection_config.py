"""Configuration of test runners: which files and names they collect.

Only static data in the configuration of a project is read.
"""

from __future__ import annotations

import configparser
import json
import posixpath
import re
import tomllib
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final, NamedTuple, cast

PYTHON_FILES: Final = (
    "pytest.toml",
    ".pytest.toml",
    "pytest.ini",
    ".pytest.ini",
    "pyproject.toml",
    "tox.ini",
    "setup.cfg",
)
"""In the order in which pytest asks them."""

SUFFIXES: Final = ("ts", "js", "mts", "mjs", "cts", "cjs")
SCRIPT_FILES: Final = (
    *(f"{tool}.config.{suffix}" for tool in ("jest", "vitest", "vite", "playwright") for suffix in SUFFIXES),
    "jest.config.json",
    ".mocharc.json",
)
FILES: Final = (*PYTHON_FILES, *SCRIPT_FILES)

_DEFAULTS: Final[dict[str, tuple[str, ...]]] = {
    "jest": ("**/__tests__/**/*.?([mc])[jt]s?(x)", "**/?(*.)+(spec|test).?([mc])[jt]s?(x)"),
    "vitest": ("**/*.{test,spec}.?(c|m)[jt]s?(x)",),
    "playwright": ("**/*.{test,spec}.?(c|m)[jt]s?(x)",),
    "mocha": ("test/*.{js,cjs,mjs}",),
    "cypress": ("cypress/e2e/**/*.cy.[jt]s?(x)", "**/*.cy.[jt]s?(x)"),
    "node": (
        "**/*.test.?(c|m)[jt]s", "**/*-test.?(c|m)[jt]s", "**/*_test.?(c|m)[jt]s", "**/test-*.?(c|m)[jt]s",
        "**/test.?(c|m)[jt]s", "**/test/**/*.?(c|m)[jt]s",
    ),
}  # fmt: skip
_PACKAGES: Final = {
    "jest": "jest", "vitest": "vitest", "@playwright/test": "playwright", "mocha": "mocha", "cypress": "cypress",
    "react-scripts": "jest",
}  # fmt: skip
_NAMED: Final = re.compile(r"[._-](test|spec|cy)\.[cm]?[jt]sx?$")
_LITERALS: Final = re.compile(r"""["'`]([^"'`\n]*)["'`]""")


class PytestRules(NamedTuple):
    """The collection rules of pytest in one folder.

    `configured` is whether a section of pytest was found; `paths` are the folders of `testpaths`, () for all."""

    files: tuple[str, ...] = ("test_*.py", "*_test.py")
    functions: tuple[str, ...] = ("test",)
    classes: tuple[str, ...] = ("Test",)
    paths: tuple[str, ...] = ()
    configured: bool = False

    def is_test_file(self, path: str) -> bool:
        return self._is_below(path) and any(_is_match(pattern, path) for pattern in self.files)

    def is_unittest_file(self, path: str) -> bool:
        """Return whether the test cases of a file are collected.

        Pytest collects them, or unittest does where nobody configures pytest."""
        if self.is_test_file(path):
            return True
        return not self.configured and fnmatchcase(posixpath.basename(path), "test*.py")

    def is_test_function(self, name: str) -> bool:
        return _is_named(self.functions, name)

    def is_test_class(self, name: str) -> bool:
        return _is_named(self.classes, name)

    def _is_below(self, path: str) -> bool:
        if not self.paths:
            return True
        folders = path.split("/")
        above = ["/".join(folders[:count]) for count in range(1, len(folders) + 1)]
        return any(fnmatchcase(folder, pattern) for pattern in self.paths for folder in above)


DEFAULT_PYTEST: Final = PytestRules()


class ScriptRules(NamedTuple):
    """The patterns of test files of one package, by runner.

    They are relative to `folder`. There is no runner where nothing is known of one. `configured` are the runners
    whose patterns the project gives itself."""

    folder: str = ""
    patterns: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...] = ()
    configured: frozenset[str] = frozenset()

    def is_collected(self, path: str, *, candidate: bool, calls: bool) -> bool:
        """Return whether a runner takes a file.

        `candidate`: the file is named or placed like tests. `calls`: it defines some.

        Where the one runner of a package has patterns of its own, these decide. Else what defines tests counts
        too, for not every runner says where it looks."""
        below = path[len(self.folder) + 1 :] if self.folder else path
        fits = any(pattern.fullmatch(below) for _, patterns in self.patterns for pattern in patterns)
        named = _NAMED.search(path) is not None
        if fits:
            return calls or named or bool(self.configured)
        if self.configured and len(self.patterns) == 1:
            return False
        return candidate and (calls or named)


def select_configurations(manifests: Mapping[str, str]) -> dict[str, str]:
    """Return the files that say something of tests.

    While they are equal, the rules are the same."""
    return {p: text for p, text in manifests.items() if posixpath.basename(p) in (*FILES, "package.json")}


# ---- pytest


def read_pytest_rules(manifests: Mapping[str, str]) -> dict[str, PytestRules]:
    """Return the rules of pytest by the folder that configures them."""
    found: dict[str, PytestRules] = {}
    for name in reversed(PYTHON_FILES):
        for path, text in manifests.items():
            if posixpath.basename(path) == name:
                section = _read_section(name, text)
                if section is not None:
                    folder = posixpath.dirname(path)
                    found[folder] = _build_rules(section, folder)
    return found


def _read_section(name: str, text: str) -> dict[str, Any] | None:
    """Return the settings of pytest in a file, None where it has none."""
    if name.endswith(".toml"):
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return None
        tool = data if name != "pyproject.toml" else data.get("tool")
        section = _as_table(_as_table(tool).get("pytest"))
        return _as_table(section.get("ini_options")) or section or None
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return None
    section_name = "tool:pytest" if name == "setup.cfg" else "pytest"
    if parser.has_section(section_name):
        return dict(parser.items(section_name))
    return {} if name in ("pytest.ini", ".pytest.ini") else None


def _build_rules(section: Mapping[str, Any], folder: str) -> PytestRules:
    default = DEFAULT_PYTEST
    paths = tuple(posixpath.normpath(posixpath.join(folder, path)) for path in _as_words(section.get("testpaths")))
    return PytestRules(
        _as_words(section.get("python_files")) or default.files,
        _as_words(section.get("python_functions")) or default.functions,
        _as_words(section.get("python_classes")) or default.classes,
        () if "." in paths else paths,
        configured=True,
    )


def _as_table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _as_words(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.split())
    if isinstance(value, list):
        return tuple(str(each) for each in cast("list[object]", value))
    return ()


def _is_match(pattern: str, path: str) -> bool:
    """Return whether a path matches a pattern of pytest.

    A pattern with folders is matched against the path, any other against the name of the file."""
    return fnmatchcase(f"/{path}", f"*/{pattern}") if "/" in pattern else fnmatchcase(posixpath.basename(path), pattern)


def _is_named(patterns: tuple[str, ...], name: str) -> bool:
    return any(
        fnmatchcase(name, pattern) if set("*?[") & set(pattern) else name.startswith(pattern) for pattern in patterns
    )


# ---- JavaScript


def read_script_rules(manifests: Mapping[str, str]) -> dict[str, ScriptRules]:
    """Return the rules by the folder of the package or the configuration."""
    patterns: dict[str, dict[str, tuple[re.Pattern[str], ...]]] = {}
    own: dict[str, set[str]] = {}
    for path, text in sorted(manifests.items(), key=lambda item: (posixpath.dirname(item[0]), item[0])):
        folder, base = posixpath.split(path)
        given: dict[str, tuple[re.Pattern[str], ...]] = {}
        runners: set[str] = set()
        if base == "package.json":
            runners, given = _read_package(text)
        elif base == ".mocharc.json":
            runners, given = {"mocha"}, _read_mocha(_parse_json(text))
        elif base in SCRIPT_FILES:
            tool = base.partition(".")[0]
            given = _read_literal_patterns(tool, text)
            runners = {"vitest" if tool == "vite" else tool} if tool != "vite" or given else set()
        for runner in sorted(runners | given.keys()):
            known = patterns.setdefault(folder, {})
            if given.get(runner):
                known[runner] = given[runner]
                own.setdefault(folder, set()).add(runner)
            else:
                known.setdefault(runner, tuple(map(compile_glob, _DEFAULTS[runner])))
    return {
        folder: ScriptRules(folder, tuple(sorted(known.items())), frozenset(own.get(folder, ())))
        for folder, known in patterns.items()
    }


def _read_package(text: str) -> tuple[set[str], dict[str, tuple[re.Pattern[str], ...]]]:
    """Return the test runners of a package and the patterns that it gives them.

    The runners are those that the package depends on or starts."""
    data = _parse_json(text)
    depends: set[str] = set()
    for key in ("dependencies", "devDependencies"):
        depends |= _as_table(data.get(key)).keys()
    runners = {runner for name, runner in _PACKAGES.items() if name in depends}
    if any("--test" in str(script).split() for script in _as_table(data.get("scripts")).values()):
        runners.add("node")
    given: dict[str, tuple[re.Pattern[str], ...]] = {}
    jest = _as_table(data.get("jest"))
    found = [
        *map(compile_glob, _as_words(jest.get("testMatch"))),
        *_compile_expressions(_as_words(jest.get("testRegex"))),
    ]
    if found:
        given["jest"] = tuple(found)
    return runners, {**given, **_read_mocha(_as_table(data.get("mocha")))}


def _read_mocha(data: Mapping[str, Any]) -> dict[str, tuple[re.Pattern[str], ...]]:
    specs = _as_words(data.get("spec"))
    return {"mocha": tuple(compile_glob(spec.removeprefix("./")) for spec in specs)} if specs else {}


def _parse_json(text: str) -> dict[str, Any]:
    try:
        return _as_table(json.loads(text))
    except ValueError:
        return {}


def _read_literal_patterns(tool: str, text: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """Return the patterns that a configuration spells out.

    What it computes is not known."""
    if tool == "jest":
        found = [
            *map(compile_glob, _find_values("testMatch", text)),
            *_compile_expressions(_find_values("testRegex", text)),
        ]
        return {"jest": tuple(found)} if found else {}
    if tool in ("vite", "vitest"):
        section = re.search(r"\btest\s*:\s*\{", text)
        inside = text[section.end() :] if section is not None else ""
        found = [
            compile_glob(each.removeprefix("./")) for each in _find_values("include", inside.partition("coverage")[0])
        ]
        return {"vitest": tuple(found)} if found else {}
    folder = next(iter(_find_values("testDir", text)), "").removeprefix("./").strip("/")
    named = _find_values("testMatch", text) or (("**/*.{test,spec}.?(c|m)[jt]s?(x)",) if folder else ())
    prefix = f"{folder}/" if folder not in ("", ".") else ""
    return {"playwright": tuple(compile_glob(prefix + each.removeprefix("./")) for each in named)} if named else {}


def _find_values(key: str, text: str) -> tuple[str, ...]:
    """Return the strings that a key is given, alone or in a list."""
    found = re.search(rf"\b{key}\s*:\s*(\[[^\]]*(?:\[[^\]]*\][^\]]*)*\]|[\"'`][^\"'`\n]*[\"'`])", text)
    return tuple(_LITERALS.findall(found[1])) if found is not None else ()


def _compile_expressions(texts: tuple[str, ...]) -> list[re.Pattern[str]]:
    found: list[re.Pattern[str]] = []
    for text in texts:
        try:
            found.append(re.compile(f"(?:.*)(?:{text})(?:.*)" if not text.endswith("$") else f"(?:.*)(?:{text})"))
        except re.error:
            continue
    return found


@cache
def compile_glob(pattern: str) -> re.Pattern[str]:
    """Translate a glob into a regular expression.

    It may have `**`, braces and the extended groups `?(…)`, `+(…)`, `@(…)`, `*(…)`."""
    pattern = pattern.replace("<rootDir>/", "")
    out: list[str] = []
    closing: list[str] = []
    at = 0
    while at < len(pattern):
        here, rest = pattern[at], pattern[at:]
        if rest.startswith("**/"):
            out.append("(?:.*/)?")
            at += 3
        elif rest.startswith("**"):
            out.append(".*")
            at += 2
        elif len(rest) > 1 and here in "?+@*" and rest[1] == "(":
            out.append("(?:")
            closing.append({"?": ")?", "+": ")+", "@": ")", "*": ")*"}[here])
            at += 2
        elif here == ")" and closing:
            out.append(closing.pop())
            at += 1
        elif here == "{":
            out.append("(?:")
            closing.append("}")
            at += 1
        elif here == "}" and closing:
            closing.pop()
            out.append(")")
            at += 1
        elif here in ",|" and closing:
            out.append("|")
            at += 1
        elif here == "[" and "]" in rest:
            end = rest.index("]")
            out.append(rest[: end + 1])
            at += end + 1
        else:
            out.append({"*": "[^/]*", "?": "[^/]"}.get(here) or re.escape(here))
            at += 1
    try:
        return re.compile("".join(out))
    except re.error:
        return re.compile(re.escape(pattern))

"""How projects configure which files and names their test runners collect: static data in their configuration."""

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
    """`configured` is whether a section of pytest was found; `paths` are the folders of `testpaths`, () for all."""

    files: tuple[str, ...] = ("test_*.py", "*_test.py")
    functions: tuple[str, ...] = ("test",)
    classes: tuple[str, ...] = ("Test",)
    paths: tuple[str, ...] = ()
    configured: bool = False

    def is_test_file(self, path: str) -> bool:
        return self._is_below(path) and any(_fits(pattern, path) for pattern in self.files)

    def is_unittest_file(self, path: str) -> bool:
        """Say whether pytest takes the test cases of a file, or unittest does where nobody configures pytest."""
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
    """Patterns of files by runner, relative to `folder`; no runner where nothing is known of one. `configured` are the
    runners whose patterns the project gives itself."""

    folder: str = ""
    patterns: tuple[tuple[str, tuple[re.Pattern[str], ...]], ...] = ()
    configured: frozenset[str] = frozenset()

    def collects(self, path: str, *, candidate: bool, calls: bool) -> bool:
        """Say whether a runner takes a file. `candidate`: it is named or placed like tests; `calls`: it defines some.

        Where the one runner of a package has patterns of its own, these decide; else what defines tests counts too,
        for not every runner says where it looks."""
        below = path[len(self.folder) + 1 :] if self.folder else path
        fits = any(pattern.fullmatch(below) for _, patterns in self.patterns for pattern in patterns)
        named = _NAMED.search(path) is not None
        if fits:
            return calls or named or bool(self.configured)
        if self.configured and len(self.patterns) == 1:
            return False
        return candidate and (calls or named)


def configured(manifests: Mapping[str, str]) -> dict[str, str]:
    """Return the files that say something of tests: while they are equal, the rules are the same."""
    return {p: text for p, text in manifests.items() if posixpath.basename(p) in (*FILES, "package.json")}


# ---- pytest


def pytest_rules(manifests: Mapping[str, str]) -> dict[str, PytestRules]:
    """Rules by the folder that configures them."""
    found: dict[str, PytestRules] = {}
    for name in reversed(PYTHON_FILES):
        for path, text in manifests.items():
            if posixpath.basename(path) == name:
                section = _section(name, text)
                if section is not None:
                    folder = posixpath.dirname(path)
                    found[folder] = _rules(section, folder)
    return found


def _section(name: str, text: str) -> dict[str, Any] | None:
    """Return the settings of pytest in a file, None where it has none."""
    if name.endswith(".toml"):
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            return None
        tool = data if name != "pyproject.toml" else data.get("tool")
        section = _table(_table(tool).get("pytest"))
        return _table(section.get("ini_options")) or section or None
    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return None
    section_name = "tool:pytest" if name == "setup.cfg" else "pytest"
    if parser.has_section(section_name):
        return dict(parser.items(section_name))
    return {} if name in ("pytest.ini", ".pytest.ini") else None


def _rules(section: Mapping[str, Any], folder: str) -> PytestRules:
    default = DEFAULT_PYTEST
    paths = tuple(posixpath.normpath(posixpath.join(folder, path)) for path in _words(section.get("testpaths")))
    return PytestRules(
        _words(section.get("python_files")) or default.files,
        _words(section.get("python_functions")) or default.functions,
        _words(section.get("python_classes")) or default.classes,
        () if "." in paths else paths,
        configured=True,
    )


def _table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _words(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(value.split())
    if isinstance(value, list):
        return tuple(str(each) for each in cast("list[object]", value))
    return ()


def _fits(pattern: str, path: str) -> bool:
    """Match a pattern as pytest does: against the name of a file, or against its path where the pattern has folders."""
    return fnmatchcase(f"/{path}", f"*/{pattern}") if "/" in pattern else fnmatchcase(posixpath.basename(path), pattern)


def _is_named(patterns: tuple[str, ...], name: str) -> bool:
    return any(
        fnmatchcase(name, pattern) if set("*?[") & set(pattern) else name.startswith(pattern) for pattern in patterns
    )


# ---- JavaScript


def script_rules(manifests: Mapping[str, str]) -> dict[str, ScriptRules]:
    """Rules by the folder of the package or the configuration."""
    patterns: dict[str, dict[str, tuple[re.Pattern[str], ...]]] = {}
    own: dict[str, set[str]] = {}
    for path, text in sorted(manifests.items(), key=lambda item: (posixpath.dirname(item[0]), item[0])):
        folder, base = posixpath.split(path)
        given: dict[str, tuple[re.Pattern[str], ...]] = {}
        runners: set[str] = set()
        if base == "package.json":
            runners, given = _package(text)
        elif base == ".mocharc.json":
            runners, given = {"mocha"}, _mocha(_json(text))
        elif base in SCRIPT_FILES:
            tool = base.partition(".")[0]
            given = _literal_patterns(tool, text)
            runners = {"vitest" if tool == "vite" else tool} if tool != "vite" or given else set()
        for runner in sorted(runners | given.keys()):
            known = patterns.setdefault(folder, {})
            if given.get(runner):
                known[runner] = given[runner]
                own.setdefault(folder, set()).add(runner)
            else:
                known.setdefault(runner, tuple(map(glob, _DEFAULTS[runner])))
    return {
        folder: ScriptRules(folder, tuple(sorted(known.items())), frozenset(own.get(folder, ())))
        for folder, known in patterns.items()
    }


def _package(text: str) -> tuple[set[str], dict[str, tuple[re.Pattern[str], ...]]]:
    """The runners that a package depends on or starts, and patterns that it gives them."""
    data = _json(text)
    depends: set[str] = set()
    for key in ("dependencies", "devDependencies"):
        depends |= _table(data.get(key)).keys()
    runners = {runner for name, runner in _PACKAGES.items() if name in depends}
    if any("--test" in str(script).split() for script in _table(data.get("scripts")).values()):
        runners.add("node")
    given: dict[str, tuple[re.Pattern[str], ...]] = {}
    jest = _table(data.get("jest"))
    found = [*map(glob, _words(jest.get("testMatch"))), *_expressions(_words(jest.get("testRegex")))]
    if found:
        given["jest"] = tuple(found)
    return runners, {**given, **_mocha(_table(data.get("mocha")))}


def _mocha(data: Mapping[str, Any]) -> dict[str, tuple[re.Pattern[str], ...]]:
    specs = _words(data.get("spec"))
    return {"mocha": tuple(glob(spec.removeprefix("./")) for spec in specs)} if specs else {}


def _json(text: str) -> dict[str, Any]:
    try:
        return _table(json.loads(text))
    except ValueError:
        return {}


def _literal_patterns(tool: str, text: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """Patterns that a configuration spells out; what it computes is not known."""
    if tool == "jest":
        found = [*map(glob, _values("testMatch", text)), *_expressions(_values("testRegex", text))]
        return {"jest": tuple(found)} if found else {}
    if tool in ("vite", "vitest"):
        section = re.search(r"\btest\s*:\s*\{", text)
        inside = text[section.end() :] if section is not None else ""
        found = [glob(each.removeprefix("./")) for each in _values("include", inside.partition("coverage")[0])]
        return {"vitest": tuple(found)} if found else {}
    folder = next(iter(_values("testDir", text)), "").removeprefix("./").strip("/")
    named = _values("testMatch", text) or (("**/*.{test,spec}.?(c|m)[jt]s?(x)",) if folder else ())
    prefix = f"{folder}/" if folder not in ("", ".") else ""
    return {"playwright": tuple(glob(prefix + each.removeprefix("./")) for each in named)} if named else {}


def _values(key: str, text: str) -> tuple[str, ...]:
    """Strings that a key is given, alone or in a list."""
    found = re.search(rf"\b{key}\s*:\s*(\[[^\]]*(?:\[[^\]]*\][^\]]*)*\]|[\"'`][^\"'`\n]*[\"'`])", text)
    return tuple(_LITERALS.findall(found[1])) if found is not None else ()


def _expressions(texts: tuple[str, ...]) -> list[re.Pattern[str]]:
    found: list[re.Pattern[str]] = []
    for text in texts:
        try:
            found.append(re.compile(f"(?:.*)(?:{text})(?:.*)" if not text.endswith("$") else f"(?:.*)(?:{text})"))
        except re.error:
            continue
    return found


@cache
def glob(pattern: str) -> re.Pattern[str]:
    """Translate a glob with `**`, braces and the extended groups `?(…)`, `+(…)`, `@(…)`, `*(…)`."""
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

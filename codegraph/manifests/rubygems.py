"""Gem specifications and `Gemfile`s: gems and what they need.

They are read as far as possible without running them: literal names, versions and groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codegraph.manifests.manifest import Dependency, Ecosystem, Manifests, Package, get_folder

SPECIFICATIONS = ("*.gemspec",)
GEMFILES = ("Gemfile", "gems.rb")
VERSIONS = ("version.rb",)
NAMES = (*SPECIFICATIONS, *GEMFILES, *VERSIONS)

_COMMENT = re.compile(r"^[ \t]*#[^\n]*", re.M)
_TEXT = r"""['"]([^'"\n#]+)['"]"""
_NAME = re.compile(rf"^[ \t]*\w+\.name\s*=\s*{_TEXT}", re.M)
_VERSION = re.compile(rf"^[ \t]*\w+\.version\s*=\s*{_TEXT}", re.M)
_CONSTANT = re.compile(rf"^[ \t]*VERSION\s*=\s*{_TEXT}", re.M)
_NEEDED = re.compile(
    rf"^[ \t]*\w+\.add_(?P<how>development_|runtime_)?dependency[ \t(]+{_TEXT}(?:\s*,\s*{_TEXT})?", re.M
)
_GEM = re.compile(rf"^[ \t]*gem[ \t(]+{_TEXT}(?:\s*,\s*{_TEXT})?(?P<rest>[^\n]*)", re.M)
_GROUP = re.compile(r"^[ \t]*group\b(?P<names>[^\n]*)\bdo\b")
_BLOCK = re.compile(r"\bdo\b[ \t]*(?:\|[^|\n]*\|)?[ \t]*$|^[ \t]*(?:if|unless|case)\b")
_END = re.compile(r"^[ \t]*end\b")
_PATH = re.compile(rf"\bpath(?::|\s*=>)\s*{_TEXT}")
_GIT = re.compile(rf"\b(?:git|github)(?::|\s*=>)\s*{_TEXT}")
_DEV = re.compile(r":(?:test|development)\b|\b(?:test|development):|['\"](?:test|development)['\"]")


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    """Read a gem specification or a `Gemfile`; a version belongs to the former."""
    base = path.rpartition("/")[2]
    text = _COMMENT.sub("", texts[path])
    if base.endswith(".gemspec"):
        return _read_specification(path, text, texts)
    if base in GEMFILES:
        return Manifests((), (), tuple(_iterate_gems(path, text)))
    return Manifests((), (), ())


def _read_specification(path: str, text: str, texts: Mapping[str, str]) -> Manifests:
    name = _NAME.search(text)
    stem = path.rpartition("/")[2].removesuffix(".gemspec")
    package = Package(name[1] if name else stem, _find_version(path, text, texts), path, Ecosystem.RUBYGEMS)
    dependencies = tuple(
        Dependency(match[2], match[3] or "", match["how"] == "development_", path, Ecosystem.RUBYGEMS)
        for match in _NEEDED.finditer(text)
    )
    return Manifests((package,), (), dependencies)


def _find_version(path: str, text: str, texts: Mapping[str, str]) -> str:
    """Return the version of a specification, else of the file of versions below it."""
    written = _VERSION.search(text)
    if written:
        return written[1]
    library = f"{get_folder(path)}/lib/".lstrip("/")
    found: set[str] = set()
    for each, content in texts.items():
        match = _CONSTANT.search(content) if each.startswith(library) and each.endswith("/version.rb") else None
        found.update([match[1]] if match else [])
    return found.pop() if len(found) == 1 else ""


def _iterate_gems(path: str, text: str) -> Iterator[Dependency]:
    """Yield the gems of a `Gemfile`, line by line, as blocks give them groups."""
    blocks: list[bool] = []  # whether each open block is for development or tests
    for line in text.splitlines():
        if _END.match(line) and blocks:
            blocks.pop()
        elif match := _GEM.match(line):
            rest = match["rest"]
            source = next((f"{kind}:{found[1]}" for kind, pattern in (("path", _PATH), ("git", _GIT))
                           if (found := pattern.search(rest))), "")  # fmt: skip
            dev = any(blocks) or ("group" in rest and _DEV.search(rest) is not None)
            yield Dependency(match[1], match[2] or "", dev, path, Ecosystem.RUBYGEMS, source)
        elif _BLOCK.search(line):
            group = _GROUP.match(line)
            blocks.append(group is not None and _DEV.search(group["names"]) is not None)

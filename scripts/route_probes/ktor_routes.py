"""Print the routes of applications of Ktor below the current folder.

They are read from the sources by their characters, since no Ktor is there: blocks in one another, and functions with a
receiver, which are known by their names and the imports of their callers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from braced_source import Source, list_sources

FUNCTION = re.compile(r"\bfun\s+(?:<[^>]*>\s*)?(?:(Route|Routing|Routing|Application|Route[A-Z]\w+)\.)?(\w+)\s*\(")
WORD = re.compile(r"(?<![\w.])(?:this\.)?(\w+)")
ARGUMENTS = re.compile(r"\s*(<[^<>(){}]*>)?\s*(\()?")
VERBS = ("get", "post", "put", "delete", "patch", "head", "options")
RESOURCE = re.compile(r'@Resource\(\s*"([^"]*)"\s*\)')
CONSTANT = re.compile(r'\bconst\s+val\s+(\w+)\s*(?::\s*String)?\s*=\s*"([^"]*)"')


@dataclass
class Group:
    """A function with a receiver, or what stands in `routing`."""

    source: Source
    name: str
    package: str
    is_root: bool
    calls: list[tuple[str, str]] = field(default_factory=list)  # function, prefix
    routes: list[tuple[str, str, int]] = field(default_factory=list)  # method, path, place of the handler


class Reader:
    def __init__(self, root: Path) -> None:
        self.sources = list(list_sources(root, ".kt"))
        self.constants: dict[str, list[tuple[Source, str]]] = {}
        for each in self.sources:
            for found in CONSTANT.finditer(each.text):
                self.constants.setdefault(found[1], []).append((each, found[2]))
        self.resources = {
            name: path for each in self.sources for name, path in list_resources(each, 0, len(each.code), "")
        }
        self.groups: list[Group] = []

    def run(self) -> None:
        for source in self.sources:
            package = (re.search(r"^package\s+([\w.]+)", source.code, re.MULTILINE) or ["", ""])[1]
            for found in FUNCTION.finditer(source.code):
                if found[1]:
                    self.read_function(source, found, package)
            for found in re.finditer(r"(?<![\w])(?:routing|install\(Routing\))\s*\{", source.code):
                group = Group(source, "", package, is_root=True)
                self.groups.append(group)
                self.read_block(group, found.end(), source.find_end(found.end() - 1), "", "")
        for group in self.groups:
            for prefix in self.find_prefixes(group, 0):
                for method, path, place in group.routes:
                    whole = re.sub("/+", "/", f"/{prefix}/{path}").rstrip("/") or "/"
                    whole = re.sub(r"\{(\w+)(?:\?|\.\.\.)?\}", r"{\1}", whole.replace("{...}", "{rest}"))
                    row = {"method": method, "path": whole, "file": str(group.source.path)}
                    print(json.dumps({**row, "line": group.source.count_lines(place)}))

    def read_function(self, source: Source, found: re.Match[str], package: str) -> None:
        end = source.find_end(found.end() - 1) + 1
        body = re.compile(r"\s*(?::\s*[\w.<>?, ]+)?\s*(=|\{)?").match(source.code, end)
        if body is None or not body[1] or found[1] == "Application":
            return
        group = Group(source, found[2], package, is_root=False)
        self.groups.append(group)
        place = body.end()
        if body[1] == "=":
            opened = source.code.index("{", place)
            self.read_block(group, place, source.find_end(opened) + 1, "", "")
        else:
            self.read_block(group, place, source.find_end(place - 1), "", "")

    def read_block(self, group: Group, start: int, end: int, prefix: str, method: str) -> None:
        source, place = group.source, start
        while found := WORD.search(source.code, place, end):
            place = found.end()
            name = found[1]
            after = ARGUMENTS.match(source.code, place)
            assert after is not None
            at, given = after.end(), list[tuple[int, int]]()
            if after[2]:
                given = source.list_arguments(at - 1)
                at = source.find_end(at - 1) + 1
            block = re.compile(r"\s*\{").match(source.code, at)
            if not after[2] and block is None:
                continue
            close = source.find_end(block.end() - 1) if block else at
            if name in ("fun", "if", "for", "when", "while", "catch"):
                place = at
                continue
            if name in VERBS and (block or len(given) > 1):
                path = self.resources.get((after[1] or "").strip("<>"), "") if after[1] else ""
                texts = [self.read_text(source, each) for each in given[:1]]
                if not texts or texts[0] is not None:
                    handler = block.end() - 1 if block else given[-1][0]
                    group.routes.append((name.upper(), f"{prefix}/{path}/{texts[0] if texts else ''}", handler))
                place = close
            elif name == "handle" and block:
                group.routes.append((method or "ANY", prefix, block.end() - 1))
                place = close
            elif name in ("route", "method") and block:
                texts = [self.read_text(source, each) for each in given[:1]]
                of = re.search(r"HttpMethod\.(\w+)", source.text[given[0][0] : given[-1][1]]) if given else None
                inner = (
                    prefix if name == "method" else f"{prefix}/{texts[0] if texts and texts[0] is not None else '?'}"
                )
                self.read_block(group, block.end(), close, inner, of[1].upper() if of else method)
                place = close
            elif name == "routing" and block and not group.is_root:
                place = close
            else:
                group.calls.append((name, prefix))

    def read_text(self, source: Source, span: tuple[int, int]) -> str | None:
        text = re.sub(r"^\w+\s*=\s*", "", source.text[span[0] : span[1]])
        if found := re.fullmatch(r'"([^"]*)"', text):
            return re.sub(r"\$\{?(\w+)\}?", lambda each: self.find_constant(source, each[1]) or "?", found[1])
        if re.fullmatch(r"[\w.]+", text):
            return self.find_constant(source, text.rpartition(".")[2])
        return None

    def find_constant(self, source: Source, name: str) -> str | None:
        """Return a constant of the file, or the only one of its name elsewhere."""
        known = self.constants.get(name, [])
        own = [text for of, text in known if of is source] or [text for _, text in known]
        return self.fill(source, own[0]) if len(set(own)) == 1 else None

    def fill(self, source: Source, text: str) -> str:
        return re.sub(r"\$\{?(\w+)\}?", lambda each: self.find_constant(source, each[1]) or "?", text)

    def find_prefixes(self, group: Group, depth: int) -> Iterator[str]:
        if group.is_root:
            yield ""
        for other in self.groups if depth < 8 and not group.is_root else ():
            for name, prefix in other.calls:
                if name == group.name and other is not group and is_seen(group, other):
                    for above in set(self.find_prefixes(other, depth + 1)):
                        yield f"{above}/{prefix}"


def is_seen(group: Group, other: Group) -> bool:
    """Return whether a file knows a function: by its package, or by an import."""
    if group.package == other.package:
        return True
    text = other.source.code
    named = re.search(rf"^import\s+{re.escape(group.package)}\.(?:[\w.]+\.)?({group.name}|\*)\s*$", text, re.MULTILINE)
    return named is not None


def list_resources(source: Source, start: int, end: int, above: str) -> Iterator[tuple[str, str]]:
    """Yield classes that are resources, with their paths below those around them."""
    place = start
    while found := RESOURCE.search(source.text, place, end):
        named = re.compile(r"[^{}()]*?\b(?:class|object)\s+(\w+)").match(source.code, found.end())
        if named is None:
            return
        own = f"{above}/{found[1]}"
        yield named[1], own
        at = named.end()
        if opened := re.compile(r"\s*\(").match(source.code, at):
            at = source.find_end(opened.end() - 1) + 1
        body = re.compile(r"[^{}()@]*?\{").match(source.code, at)
        place = at
        if body:
            close = source.find_end(body.end() - 1)
            for name, path in list_resources(source, body.end(), close, own):
                yield f"{named[1]}.{name}", path
            place = close


if __name__ == "__main__":
    Reader(Path.cwd()).run()

"""Print the routes of minimal APIs of ASP.NET below the current folder.

They are read from the sources by their characters, since no .NET is there: functions that are given a builder, groups
in variables, and calls of `MapGet` and its like. A function is called below what its receiver stands for; an
application stands at the root.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from braced_source import Source, list_sources

FUNCTION = re.compile(
    r"\b(?:static|public|internal|private)\s[^;={}()]*?\b(\w+)\s*(?:<[^>()]*>)?\s*"
    r"\(\s*(this\s+)?(?:IEndpointRouteBuilder|RouteGroupBuilder|WebApplication)\s+(\w+)"
)
CALL = re.compile(r"\b(\w+)((?:\s*\.\s*\w+\s*\()|(?=\s*\.))")
MEMBER = re.compile(r"\s*\??\.\s*(\w+)\s*(?:<[^>()]*>)?\s*\(")
VERBS = {f"Map{verb.title()}": verb for verb in ("GET", "POST", "PUT", "DELETE", "PATCH")}
METHOD = re.compile(r"(?:HttpMethods\.|\")(\w+)")


@dataclass
class Builder:
    """A function that is given a builder, and where it is called."""

    source: Source
    start: int
    end: int
    owner: str  # its class
    name: str
    is_extension: bool
    variables: dict[str, list[str]] = field(default_factory=dict)  # → prefixes
    called: list[tuple[str, str, str, str]] = field(default_factory=list)  # class, function, variable, further prefix
    routes: list[tuple[str, str, str, int]] = field(
        default_factory=list
    )  # method, variable, path, place of the handler


def read_text(source: Source, span: tuple[int, int], constants: dict[str, str]) -> str | None:
    text = re.sub(r"^\w+\s*:\s*", "", source.text[span[0] : span[1]])
    if found := re.fullmatch(r'@?"([^"]*)"', text):
        return found[1]
    return constants.get(text.rpartition(".")[2]) if re.fullmatch(r"[\w.]+", text) else None


def read_chain(source: Source, at: int) -> list[tuple[str, int]]:
    """Return the members of a chain of calls, with their brackets."""
    found: list[tuple[str, int]] = []
    while step := MEMBER.match(source.code, at):
        found.append((step[1], step.end() - 1))
        at = source.find_end(step.end() - 1) + 1
    return found


def read_function(source: Source, builder: Builder, constants: dict[str, str]) -> None:
    place, names = builder.start, set(builder.variables)
    seen = -1
    while step := re.compile(r"\b(\w+)\b").search(source.code, place, builder.end):
        place = step.end()
        if step[1] not in names or step.start() < seen or source.code[step.start() - 1] == ".":
            continue
        chain = read_chain(source, step.end())
        prefix = ""
        for member, bracket in chain:
            given = source.list_arguments(bracket)
            if member == "MapGroup":
                text = read_text(source, given[0], constants)
                prefix = f"{prefix}/{(text or '?').strip('/')}"
            elif member in VERBS or member in ("Map", "MapMethods"):
                text = read_text(source, given[0], constants)
                handler = given[-1][0]
                methods = [VERBS.get(member, "ANY")]
                if member == "MapMethods":
                    methods = METHOD.findall(source.text[given[1][0] : given[1][1]])
                for method in methods:
                    path = f"{prefix}/{(text if text is not None else '?').strip('/')}"
                    builder.routes.append((method.upper(), step[1], path, handler))
                break
            else:
                builder.called.append(("", member, step[1], prefix))
        before = re.search(r"(?:var|RouteGroupBuilder|IEndpointRouteBuilder|WebApplication)\s+(\w+)\s*=\s*$",
                           source.code[max(0, step.start() - 80) : step.start()])  # fmt: skip
        if before and chain and any(member in ("MapGroup", "NewVersionedApi", "Build") for member, _ in chain):
            names.add(before[1])
            builder.variables[before[1]] = [step[1], prefix]
    for passed in re.finditer(r"\b(\w+)\s*\.\s*(\w+)\s*\(\s*(\w+)\s*[,)]", source.code[builder.start : builder.end]):
        if passed[3] in names:
            builder.called.append((passed[1], passed[2], passed[3], ""))


def find_prefix(builder: Builder, variable: str) -> str:
    prefix = ""
    while builder.variables.get(variable):
        variable, own = builder.variables[variable]
        prefix = own + prefix
    return prefix


def find_places(builders: list[Builder]) -> dict[int, set[str]]:
    """Return the prefixes below which each function is called."""
    owners = {builder.owner for builder in builders if builder.owner}
    at: dict[int, set[str]] = {id(builder): {""} for builder in builders if not builder.name}
    for _ in range(8):
        for builder in builders:
            for owner, name, variable, prefix in builder.called:
                for other in builders:
                    is_called = other.name == name and (owner not in owners or owner == other.owner)
                    is_static = owner in owners or not other.is_extension
                    if is_called and other is not builder and is_static == bool(owner):
                        for above in list(at.get(id(builder), ())):
                            at.setdefault(id(other), set()).add(above + find_prefix(builder, variable) + prefix)
    return at


def main() -> None:
    root = Path.cwd()
    sources = list(list_sources(root, ".cs"))
    constants = {found[1]: found[2] for source in sources
                 for found in re.finditer(r'const\s+string\s+(\w+)\s*=\s*"([^"]*)"', source.text)}  # fmt: skip
    builders: list[Builder] = []
    for source in sources:
        for found in FUNCTION.finditer(source.code):
            at = source.find_end(source.code.index("(", found.start(1))) + 1
            body = re.compile(r"[^{;=]*(\{|=>|;)").match(source.code, at)
            if body is None or body[1] == ";":
                continue
            end = source.find_end(body.end() - 1) if body[1] == "{" else source.code.index(";", body.end())
            owner = re.findall(r"\bclass\s+(\w+)", source.code[: found.start()])[-1]
            builders.append(Builder(source, body.end(), end, owner, found[1], bool(found[2]), {found[3]: []}))
        if made := re.search(r"\bvar\s+(\w+)\s*=\s*(?:builder\.Build\(\)|WebApplication\.Create)", source.code):
            builders.append(Builder(source, made.end(), len(source.code), "", "", False, {made[1]: []}))
    for builder in builders:
        read_function(builder.source, builder, constants)
    at = find_places(builders)
    for builder in builders:
        for method, variable, path, handler in builder.routes:
            for above in sorted(at.get(id(builder), ())):
                whole = re.sub("/+", "/", above + find_prefix(builder, variable) + path)
                print_route(builder.source, method, whole, handler)


def print_route(source: Source, method: str, path: str, handler: int) -> None:
    """Print a route with the line of its handler.

    It is a function of its class, or one that is written there."""
    path = re.sub(r"\{(\*{0,2})(\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\}", r"{\2}", path.rstrip("/") or "/")
    named = re.match(r"(?:\w+\.)?(\w+)\s*[,)]", source.code[handler:])
    line = source.count_lines(handler)
    if named:
        found = re.search(
            rf"\b(?:static|public|private|internal)\s[^;={{}}]*?\b{named[1]}\s*(?:<[^>()]*>)?\(", source.code
        )
        line = source.count_lines(found.end(0)) if found else 0
    print(json.dumps({"method": method, "path": path, "file": str(source.path), "line": line}))


if __name__ == "__main__":
    main()

"""`go.mod` and `go.work`: modules, requirements, replacements and workspaces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from codegraph.manifests.manifest import Dependency, Ecosystem, Manifests, Package, Workspace, get_folder, join_path

NAMES = ("go.mod", "go.work")
_WORD = re.compile(r'"([^"]*)"|`([^`]*)`|(\S+)')


def read(path: str, texts: Mapping[str, str]) -> Manifests:
    lines = list(parse_directives(texts[path]))
    folder = get_folder(path)
    if path.endswith("go.work"):
        used = [join_path(folder, args[0]) for verb, args, _ in lines if verb == "use" and args]
        members = tuple(sorted(f for f in used if f"{f}/go.mod".lstrip("/") in texts))
        return Manifests((), (Workspace("go", folder, members),), ())
    replaced = dict(_iterate_replacements(lines, folder))
    names = [args[0] for verb, args, _ in lines if verb == "module" and args]
    packages = tuple(Package(name, "", path, Ecosystem.GO) for name in names[:1])
    tools = {args[0] for verb, args, _ in lines if verb == "tool" and args}
    dependencies = tuple(
        Dependency(
            args[0],
            args[1] if len(args) > 1 else "",
            any(tool == args[0] or tool.startswith(args[0] + "/") for tool in tools),
            path,
            Ecosystem.GO,
            replaced.get(args[0], ""),
        )
        for verb, args, indirect in lines
        if verb == "require" and args and not indirect
    )
    return Manifests(packages, (), dependencies)


def parse_directives(text: str) -> Iterator[tuple[str, list[str], bool]]:
    """Yield verb, arguments, and whether the line is marked indirect.

    Blocks in parentheses are split into lines.
    """
    block = ""
    for line in text.splitlines():
        code, _, comment = line.partition("//")
        found = [a or b or c for a, b, c in _WORD.findall(code)]
        if not found:
            continue
        if block:
            if found[0] == ")":
                block = ""
            else:
                yield block, found, comment.strip().startswith("indirect")
        elif found[-1] == "(":
            block = found[0]
        else:
            yield found[0], found[1:], comment.strip().startswith("indirect")


def _iterate_replacements(lines: list[tuple[str, list[str], bool]], folder: str) -> Iterator[tuple[str, str]]:
    """Yield modules that are replaced by a folder or another module."""
    for verb, args, _ in lines:
        if verb == "replace" and "=>" in args and args.index("=>") + 1 < len(args):
            target = args[args.index("=>") + 1]
            local = target.startswith(("./", "../"))
            yield args[0], f"path:{join_path(folder, target)}" if local else f"module:{target}"

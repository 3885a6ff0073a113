"""Evidence in an issue of its cause: stack frames, quoted paths, identifiers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

LONGEST: Final = 60_000
"""Characters of an issue that are read."""


class Frame(NamedTuple):
    """Line of a stack trace.

    `function` may be empty; `line` is 0 when the trace has none. `cell` is the notebook cell that the line is in.
    """

    path: str
    line: int
    function: str
    cell: int | None = None


_START: Final = r"(?<![^\s('\"])"
"""A path is looked for at the beginnings of words only: at every letter of a log without spaces it would take hours."""

_OUTERMOST_FIRST: Final = re.compile(
    # Python: File "a/b.py", line 3, in name
    r'File "(?P<path>[^"\n]+)", line (?P<line>\d+)(?:, in (?P<function>[\w<>.]+))?'
)
_INNERMOST_FIRST: Final = tuple(
    re.compile(pattern, re.M)
    for pattern in (
        # Java and its kin: at pkg.Type.method(Type.java:3)
        r"\bat (?P<function>[\w$.<>/-]+)\((?P<path>[\w$-]+\.(?:java|kt|scala|groovy|cljc?)):(?P<line>\d+)\)",
        # JavaScript and TypeScript: at name (path:3:7), at path:3:7
        r"\bat (?:async )?(?:new )?(?:(?P<function>[\w$.<>\[\] ]+?) )?\(?(?:file://)?(?P<path>[^\s()]+?\.[cm]?[jt]sx?)"
        r":(?P<line>\d+):\d+\)?",
        # Go: name(args) on one line, \tpath.go:3 +0x1 on the next
        r"(?:^(?P<function>[\w./*()]+)\([^\n]*\)\n)?^\s+(?P<path>\S+\.go):(?P<line>\d+)",
        # Rust: panicked at path.rs:3:7, and at path.rs:3:7 below the name of a frame
        r"(?:\d+: (?P<function>[\w:<>$]+)\n\s+at |panicked at (?:'[^'\n]*', )?)(?P<path>\S+\.rs):(?P<line>\d+)",
        # debuggers: #1 0x4 in name (args) at path.c:3, and without the address
        r"(?:\bin|^#\d+) +(?P<function>[\w:~<>.]+) ?\([^\n]*?\) at "
        r"(?P<path>\S+?\.(?:c|cc|cpp|cxx|h|hpp|m|mm|rs|swift|zig)):(?P<line>\d+)",
        # sanitizers: #1 0x4 in name path.c:3:7
        r"#\d+ 0x[0-9a-f]+ in (?P<function>[^\n]+?) "
        r"(?P<path>/?\S+\.(?:c|cc|cpp|cxx|h|hpp|rs|go|swift|zig)):(?P<line>\d+)",
        # Ruby: path.rb:3:in 'name', from path.rb:3:in 'name'
        r"(?:^|\bfrom )\s*(?P<path>\S+\.(?:rb|rake|ru|erb|cr)):(?P<line>\d+):in "
        r"(?:[`'\"](?:[^'\n]* )?(?P<function>[^\s']+)')?",
        # PHP: in path.php:3, in path.php on line 3, #0 path.php(3): Type->name()
        _START + r"(?P<path>[^\s()'\"]+\.(?:php|phtml|inc))(?:\(|:| on line )(?P<line>\d+)(?P<function>)",
        # .NET: at Type.Name(args) in path.cs:line 3
        r"\bat (?P<function>[\w.<>`+\[\],]+)\([^\n]*?\) in (?P<path>[^\n]+?\.(?:cs|vb|fs|razor)):line (?P<line>\d+)",
        # Elixir and Erlang: (app 1.0) path.ex:3: Name.fun/1
        r"^\s*(?:\([\w.]+ [^)\n]*\) )?(?P<path>[^\s:]+\.(?:exs?|erl)):(?P<line>\d+): (?P<function>\S*)",
        # Lua: path.lua:3: in function 'name'
        _START + r"(?P<path>[^\s:'\"]+\.lua):(?P<line>\d+):"
        r"(?: in (?:function|method|local|upvalue|field) ['<]?(?P<function>[\w.:]+))?",
        # Swift: path.swift:3: Fatal error, file path.swift, line 3
        _START + r"(?P<path>[^\s:'\"]+\.swift)(?::|, line )(?P<line>\d+)(?P<function>)",
        # Dart: #0 Type.name (package:app/path.dart:3:7)
        r"^#\d+ +(?P<function>\S+) \((?:package:|file://)?(?P<path>\S+?\.dart):(?P<line>\d+)",
        # Haskell: name, called at path.hs:3:7 in; Julia: @ Module path.jl:3; OCaml: in file "path.ml", line 3
        r"\b(?P<function>[\w']+), called at (?P<path>\S+?\.l?hs):(?P<line>\d+)",
        r"^\s+@ (?:[\w.]+ )?(?P<path>\S+\.jl):(?P<line>\d+)(?P<function>)",
        r'(?:at|from) (?P<function>[\w.]+) in file "(?P<path>[^"\n]+\.mli?)"(?: \(inlined\))?, line (?P<line>\d+)',
        # Perl and shells: at path.pl line 3, path.sh: line 3:
        r"\bat (?P<path>\S+\.(?:pl|pm|t)) line (?P<line>\d+)(?P<function>)",
        _START + r"(?P<path>[^\s:'\"]+\.(?:sh|bash|zsh|ksh)): line (?P<line>\d+):(?P<function>)",
        # linters of notebooks: path:cell 3:12:1: error
        r"(?P<path>[\w./\\+-]+\.ipynb):cell (?P<cell>\d{1,6}):(?P<line>\d+)(?P<function>)",
        # compilers and linters: path:3:7: error
        r"^(?P<path>[\w./\\+-]+\.\w{1,5}):(?P<line>\d+)(?::\d+)?:? (?P<function>)",
    )
)
_MENTIONED: Final = re.compile(
    # a place as editors and searches write it: path:3, path:3:7, path#L3, path(3,7)
    _START + r"(?P<path>(?:[A-Za-z]:/)?[\w./+@-]+\.\w{1,5})(?::|#L|\((?=\d+(?:,\d+)?\)))(?P<line>\d+)(?P<function>)\b"
)


def find_frames(text: str) -> list[Frame]:
    """Find the stack frames in a text, innermost first."""
    text = text[:LONGEST].replace("\\", "/")
    found: dict[tuple[str, int, int | None], tuple[int, Frame]] = {}
    for pattern in (_OUTERMOST_FIRST, *_INNERMOST_FIRST):
        matches = list(pattern.finditer(text))
        for place, match in enumerate(reversed(matches) if pattern is _OUTERMOST_FIRST else matches):
            cell = int(match["cell"]) if "cell" in pattern.groupindex else None
            frame = Frame(match["path"], int(match["line"][:9]), (match["function"] or "").strip(), cell)
            found.setdefault((frame.path, frame.line, cell), (place, frame))
    after = len(text)  # what is only mentioned comes after every frame
    for place, match in enumerate(_MENTIONED.finditer(text), start=after):
        frame = Frame(match["path"], int(match["line"][:9]), "")
        found.setdefault((frame.path, frame.line, None), (place, frame))
    return [frame for _, frame in sorted(found.values(), key=lambda item: item[0])]


def count_common_parts(asked: str, path: str) -> int:
    """Count the trailing components that a traced path shares with `path`.

    The result is 0 when the file names differ. Traces hold absolute paths of another machine, and sometimes only the
    name of the file.
    """
    ours, theirs = path.split("/")[::-1], asked.strip("/").split("/")[::-1]
    same = 0
    for a, b in zip(ours, theirs):
        if a != b:
            break
        same += 1
    return same


def find_frame_files(frames: Sequence[Frame], paths: Sequence[str]) -> list[tuple[Frame, str]]:
    """Return the frames that have an indexed file, with it.

    It is the path that agrees with that of the frame from the end for longest."""
    by_name: dict[str, list[str]] = {}
    for path in paths:
        by_name.setdefault(path.rsplit("/", 1)[-1], []).append(path)
    found: list[tuple[Frame, str]] = []
    for frame in frames:
        near = by_name.get(frame.path.rsplit("/", 1)[-1], [])
        best = max((count_common_parts(frame.path, path) for path in near), default=0)
        agreeing = [path for path in near if count_common_parts(frame.path, path) == best]
        if len(agreeing) == 1:  # several files of that name say nothing of which one is meant
            found.append((frame, agreeing[0]))
    return found

"""What an issue says of where its cause is: stack frames, quoted paths, identifiers."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

LONGEST: Final = 60_000
"""Characters of an issue that are read."""


class Frame(NamedTuple):
    """A line of a stack trace. `function` may be empty, `line` 0 when the trace has none."""

    path: str
    line: int
    function: str


_FRAMES: Final = (
    # Python: File "a/b.py", line 3, in name
    re.compile(r'File "(?P<path>[^"\n]+)", line (?P<line>\d+)(?:, in (?P<function>[\w<>.]+))?'),
    # Java: at pkg.Type.method(Type.java:3)
    re.compile(r"\bat (?P<function>[\w$.<>]+)\((?P<path>[\w$-]+\.(?:java|kt|scala|groovy)):(?P<line>\d+)\)"),
    # JavaScript and TypeScript: at name (path:3:7), at path:3:7
    re.compile(
        r"\bat (?:async )?(?:new )?(?:(?P<function>[\w$.<>\[\] ]+?) )?\(?(?:file://)?(?P<path>[^\s()]+?\.[cm]?[jt]sx?)"
        r":(?P<line>\d+):\d+\)?"
    ),
    # Go: name(args) on one line, \tpath.go:3 +0x1 on the next
    re.compile(r"(?:^(?P<function>[\w./*()]+)\([^\n]*\)\n)?^\s+(?P<path>\S+\.go):(?P<line>\d+)", re.M),
    # Rust: panicked at path.rs:3:7, and at path.rs:3:7 below the name of a frame
    re.compile(r"(?:\d+: (?P<function>[\w:<>$]+)\n\s+at |panicked at (?:'[^'\n]*', )?)(?P<path>\S+\.rs):(?P<line>\d+)"),
    # C and C++ debuggers: in name (args) at path.c:3
    re.compile(
        r"\bin (?P<function>[\w:~<>]+) ?\([^\n]*?\) at (?P<path>\S+\.(?:c|cc|cpp|cxx|h|hpp|m|mm)):(?P<line>\d+)"
    ),
    # sanitizers: #1 0x4 in name path.c:3:7
    re.compile(
        r"#\d+ 0x[0-9a-f]+ in (?P<function>[^\n]+?) (?P<path>/?\S+\.(?:c|cc|cpp|cxx|h|hpp|rs|go)):(?P<line>\d+)"
    ),
    # compilers and linters: path:3:7: error
    re.compile(r"^(?P<path>[\w./\\+-]+\.\w{1,5}):(?P<line>\d+)(?::\d+)?:? (?P<function>)", re.M),
)


def frames_of(text: str) -> list[Frame]:
    """Stack frames of Python, JavaScript, TypeScript, Go, Rust, Java, C and C++ in a text, innermost first.

    Python prints the innermost last, the others first."""
    text = text[:LONGEST].replace("\\", "/")
    found: dict[tuple[str, int], tuple[int, Frame]] = {}
    for number, pattern in enumerate(_FRAMES):
        matches = list(pattern.finditer(text))
        for place, match in enumerate(reversed(matches) if number == 0 else matches):
            frame = Frame(match["path"], int(match["line"][:9]), (match["function"] or "").strip())
            found.setdefault((frame.path, frame.line), (place, frame))
    return [frame for _, frame in sorted(found.values(), key=lambda item: item[0])]


def same_file(asked: str, path: str) -> int:
    """How many trailing components of a path in a trace are those of an indexed `path`; 0 when the names differ.

    Traces hold absolute paths of another machine, and sometimes only the name of the file."""
    ours, theirs = path.split("/")[::-1], asked.strip("/").split("/")[::-1]
    same = 0
    for a, b in zip(ours, theirs):
        if a != b:
            break
        same += 1
    return same

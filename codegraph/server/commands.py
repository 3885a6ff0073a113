"""Translation of commands and options of the command line into tools.

A client that has only tools is told the tool, or that a command takes a shell.

Messages and hints name verbs and options of the command line, because the code that raises them does not know who
asked. A server knows: its messages pass through here. Text of a repository or a memory does not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from codegraph.operations.tools.tool_table import ServedTool

_SPAN: Final = re.compile(r"`(?P<inside>[^`\n]*)`(?! in a shell)")
_COMMAND: Final = "codegraph "
_OPTION: Final = re.compile(r"(?<![\w-])--(?P<name>[a-z][a-z-]*)")
_LONGEST_VERB: Final = 3
"""Words."""


def translate_commands(text: str, offered: Iterable[ServedTool], arguments: Collection[str] = ()) -> str:
    """Translate commands and options in a message for an agent.

    A command becomes an offered tool that does the same, else it is marked as one for a shell. An option that the
    called tool has among `arguments` gets the argument's name.
    """
    if _COMMAND not in text and "--" not in text:
        return text
    tools: dict[str, str] = {}
    for tool in offered:
        if tool.tool.twin:
            tools.setdefault(tool.tool.twin, tool.name)

    def span(match: re.Match[str]) -> str:
        inside = match["inside"]
        if inside.startswith(_COMMAND):
            return _translate_command(inside.removeprefix(_COMMAND), tools)
        whole = _OPTION.fullmatch(inside)
        return _translate_option(whole, arguments) if whole else match[0]

    parts: list[str] = []
    end = 0
    for match in _SPAN.finditer(text):
        parts += [_translate_options(text[end : match.start()], arguments), span(match)]
        end = match.end()
    return "".join([*parts, _translate_options(text[end:], arguments)])


def _translate_options(text: str, arguments: Collection[str]) -> str:
    return _OPTION.sub(lambda match: _translate_option(match, arguments), text)


def _translate_option(match: re.Match[str], arguments: Collection[str]) -> str:
    name = match["name"].replace("-", "_")
    return f"`{name}`" if name in arguments else match[0]


def _translate_command(command: str, tools: dict[str, str]) -> str:
    words = command.split()
    # A tool need not have the options of its verb.
    sizes = range(min(_LONGEST_VERB, len(words)), 0, -1) if " -" not in f" {command}" else ()
    for size in sizes:
        tool = tools.get(" ".join(words[:size]))
        if tool is not None:
            rest = " ".join(words[size:])
            return f"`{tool}`" + (f" with {rest}" if rest else "")
    return f"`codegraph {command}` in a shell"

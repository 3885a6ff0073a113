"""Click commands built from capabilities.

Their arguments and options come from the request's fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any, get_args, get_type_hints

import click

from codegraph.cli.line import QUESTIONS, SPECIAL, TEXT
from codegraph.operations.capabilities import Capability, request_type
from codegraph.operations.parameter import RequestField, request_fields, split_list

LARGEST = 1_000_000_000
"""Counts above this are typing errors, and more than a database can be asked for."""


class Verb(click.Command):
    """A command whose help ends with examples.

    Each is one line, however long, so that it can be copied."""

    examples: tuple[str, ...] = ()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")


class Several(click.ParamType):
    """One or more words of a closed set, separated by commas."""

    name = "choice"

    def __init__(self, choices: tuple[str, ...]) -> None:
        self.choices = choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        words = split_list(str(value))
        if not words:  # of a gate or a filter that a script left empty: to leave it out would pass what it asks for
            self.fail("nothing is given.", param, ctx)
        for word in words:
            if self.choices and word not in self.choices:
                self.fail(f"{word!r} is not one of {', '.join(self.choices)}.", param, ctx)
        return tuple(words)


class NotNegative(click.ParamType):
    """A count.

    Unlike click's own range it keeps the help line free of `x>=0`.
    """

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = click.INT.convert(value, param, ctx)
        if number < 0:
            self.fail(f"{number} is negative.", param, ctx)
        if number > LARGEST:
            self.fail(f"{number} is larger than {LARGEST}.", param, ctx)
        return number


class Words(click.ParamType):
    """A text, in which bytes that are no text become question marks.

    No index and no memory can hold such bytes of a command line.
    """

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if text.isascii():
            return text
        try:  # what is UTF-8 is that, whatever the locale took its bytes for
            return text.encode("utf-8", "surrogateescape").decode("utf-8")
        except UnicodeError:
            return text.encode("utf-8", "replace").decode("utf-8")


class Pair(click.ParamType):
    """A key and its text, as `source=review`."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        key, mark, text = str(value).partition("=")
        if not mark or not key.strip():
            self.fail(f"{value[:60]!r} is not KEY=TEXT, such as source=review.", param, ctx)
        return key.strip(), text


class JsonObject(click.ParamType):
    """A JSON object with the fields of a dataclass."""

    name = "text"

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        from codegraph.server.tool_arguments import ArgumentError, read

        try:
            found = json.loads(value)
            return read(self.kind, found if isinstance(found, dict) else {})
        except ValueError as error:
            self.fail(f"this is no JSON: {error}", param, ctx)
        except ArgumentError as error:
            self.fail(f"{error.message}; {error.hint}", param, ctx)


def make_mapping(ctx: click.Context, param: click.Parameter, value: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """Return the pairs of an option that is given several times."""
    return dict(value)


PLACES = ("PATH", "FILE", "FOLDER", "DIR")
"""In the placeholders of what names a place on the disk: any bytes."""


def flatten(ctx: click.Context, param: click.Parameter, value: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(word for words in value for word in words)


def _build_parameter(request: type, field: RequestField) -> click.Parameter:
    p = field.parameter
    words = click.STRING if any(place in p.metavar for place in PLACES) else Words()
    types: dict[str, click.ParamType] = {"int": click.INT, "float": click.FLOAT, "str": words}
    if p.positional:
        kind = types[field.base_type]
        if field.repeatable:
            metavar = p.metavar if field.required else f"[{p.metavar}]"
            return click.Argument([field.name], nargs=-1, required=field.required, metavar=metavar, type=kind)
        if field.required:
            return click.Argument([field.name], metavar=p.metavar, type=kind)
        return click.Argument([field.name], required=False, default=field.default, metavar=f"[{p.metavar}]", type=kind)
    names = [field.name, f"--{field.name.replace('_', '-')}", *([f"-{p.short}"] if p.short else [])]
    if field.base_type.startswith("dict"):
        return click.Option(names, type=Pair(), multiple=True, callback=make_mapping, metavar=p.metavar, help=p.help)
    if field.repeatable and field.base_type not in types:
        kind = JsonObject(get_args(get_type_hints(request)[field.name])[0])
        return click.Option(names, type=kind, multiple=True, metavar=p.metavar, help=p.help)
    if field.base_type == "bool":
        if field.default:
            names[1] += f"/--no-{field.name.replace('_', '-')}"
        return click.Option(names, is_flag=True, default=bool(field.default), help=p.help)
    if field.repeatable:
        help_text = f"{p.help}: {', '.join(p.choices)}" if p.choices else p.help
        metavar = p.metavar or ("KIND,…" if field.name == "kind" else "HOW,…")
        if p.metavar == TEXT:
            return click.Option(names, multiple=True, metavar=metavar, help=help_text)
        return click.Option(
            names, type=Several(p.choices), multiple=True, callback=flatten, metavar=metavar, help=help_text
        )
    kind = click.Choice(p.choices) if p.choices else types[field.base_type]
    if field.base_type == "int":
        kind = NotNegative()
    alone = {"is_flag": False, "flag_value": p.bare} if p.bare else {}
    return click.Option(
        names,
        **alone,
        type=kind,
        default=field.default,
        show_default=field.default not in ("", None),
        metavar=p.metavar or None,
        help=p.help,
    )


def build_no_refresh_option() -> click.Option:
    return click.Option(
        ["no_refresh", "--no-refresh"], is_flag=True, help="answer from the existing index without refreshing it"
    )


def build_common_options() -> list[click.Parameter]:
    return [
        click.Option(["repo", "-C", "--repo"], metavar="PATH", default=None, help="the repository to use"),
        click.Option(["as_json", "--json"], is_flag=True, help="print one JSON object instead of text"),
        click.Option(["quiet", "-q", "--quiet"], is_flag=True, help="hide progress and warnings"),
    ]


def _format_arguments_help(fields: tuple[RequestField, ...]) -> str:
    lines = [f"  {f.parameter.metavar}  {f.parameter.help}" for f in fields if f.parameter.positional]
    return "\n\n\b\n" + "\n".join(lines) if lines else ""


def make_verb(capability: Capability) -> Verb:
    """Make the click command of a capability.

    Its body is imported when it runs.
    """
    request = request_type(capability)
    fields = request_fields(request)
    params = [_build_parameter(request, f) for f in fields]
    module = SPECIAL.get(capability.name, "plain")
    if capability.name in SPECIAL:
        params += import_module(f"codegraph.cli.{module}").OPTIONS
    elif capability.group in QUESTIONS:
        params.append(build_no_refresh_option())
    names = frozenset(f.name for f in fields)

    @click.pass_context
    def callback(ctx: click.Context, **values: Any) -> int:
        if values["repo"] is None:
            values["repo"] = ctx.find_root().obj
        asked = request(**{name: values.pop(name) for name in names})
        run: Callable[..., int] = import_module(f"codegraph.cli.{module}").run
        return run(capability, asked, **values)

    verb = Verb(
        capability.command[-1],
        params=params + build_common_options(),
        callback=callback,
        help=f"{capability.summary}.\n\n{capability.about}{_format_arguments_help(fields)}",
        short_help=capability.summary,
    )
    verb.examples = capability.examples
    return verb

"""Changes of contracts by which their clients break.

Documents are read as data of bounded depth. References are followed once and only within a document; anchors are texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

MAX_BYTES: Final = 5 * 1024 * 1024
MAX_DEPTH: Final = 60
VERBS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

_KEY: Final = re.compile(r"""("[^"]*"|'[^']*'|[^\s#:'"-][^:#]*|-\w[^:#]*):(?:\s+(.*))?$""", re.DOTALL)
_COMMENT: Final = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|[\w.]+|[{}()=;<>,]')

Line = tuple[int, str]
"""Indentation and text of a line."""


class Break(NamedTuple):
    """A change by which clients of a contract break.

    `name` is that of the endpoint, "" for what is no endpoint's alone."""

    name: str
    said: str


# -- OpenAPI -----------------------------------------------------------------------------------------------------------


def list_openapi_breaks(path: str, old: bytes, new: bytes) -> list[Break]:
    """Return what the newer of two OpenAPI documents breaks."""
    if not old or not new or max(len(old), len(new)) > MAX_BYTES:
        return []
    before, after = (OpenApiDocument(path, content) for content in (old, new))
    found: list[Break] = []
    for name, operation in before.operations.items():
        other = after.operations.get(name)
        if other is None:
            found.append(Break(name, "operation removed"))
            continue
        was, now = before.map_parameters(operation), after.map_parameters(other)
        for key, (is_required, kind) in now.items():
            before_required, before_kind = was.get(key, (False, kind))
            if is_required and (key not in was or not before_required):
                found.append(Break(name, f"parameter `{key}` is required now"))
            if kind != before_kind and kind and before_kind:
                found.append(Break(name, f"type of parameter `{key}`: {before_kind} → {kind}"))
    for schema, properties in before.map_schemas().items():
        others = after.map_schemas().get(schema)
        for each, kind in properties.items() if others is not None else ():
            if others is not None and kind and others.get(each, kind) != kind:
                found.append(Break("", f"type of `{schema}.{each}`: {kind} → {others[each] or 'none'}"))
    return found


class OpenApiDocument:
    """An OpenAPI document, with its operations by method and path."""

    def __init__(self, path: str, content: bytes) -> None:
        text = content.decode("utf-8", "replace")
        try:
            self._data = _get_table(json.loads(text) if path.endswith("json") else read_blocks(text))
        except (ValueError, RecursionError):
            self._data = {}
        self.operations: dict[str, dict[str, Any]] = {}
        for place, said in _get_table(self._data.get("paths")).items():
            shared = _get_list(_get_table(said).get("parameters"))
            for verb, operation in _get_table(said).items():
                if verb in VERBS:
                    given = [*shared, *_get_list(_get_table(operation).get("parameters"))]
                    self.operations[f"{verb.upper()} {place}"] = {**_get_table(operation), "parameters": given}

    def map_parameters(self, operation: Mapping[str, Any]) -> dict[str, tuple[bool, str]]:
        """Return whether each parameter of an operation is required, and its type."""
        found: dict[str, tuple[bool, str]] = {}
        for each in _get_list(operation.get("parameters")):
            parameter = self._follow(_get_table(each))
            name = str(parameter.get("name", ""))
            kind = str(_get_table(parameter.get("schema")).get("type", parameter.get("type", "")))
            is_required = _is_true(parameter.get("required")) or parameter.get("in") == "path"
            if name:
                found[name] = (is_required, kind)
        body = self._follow(_get_table(operation.get("requestBody")))
        if body:
            found["body"] = (_is_true(body.get("required")), "")
        return found

    def map_schemas(self) -> dict[str, dict[str, str]]:
        """Return the types of the properties of schemas."""
        named = _get_table(_get_table(self._data.get("components")).get("schemas"))
        named = named or _get_table(self._data.get("definitions"))
        return {
            name: {each: str(_get_table(said).get("type", "")) for each, said in properties.items()}
            for name, schema in named.items()
            if (properties := _get_table(_get_table(schema).get("properties")))
        }

    def _follow(self, table: dict[str, Any]) -> dict[str, Any]:
        """Return what a reference within the document means, or the table itself."""
        target = table.get("$ref")
        if not isinstance(target, str) or not target.startswith("#/"):
            return table
        found: Any = self._data
        for part in target[2:].split("/"):
            found = _get_table(found).get(part)
        return _get_table(found)


def _get_table(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _get_list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _is_true(value: Any) -> bool:
    return value is True or value == "true"


def read_blocks(text: str) -> Any:
    """Return the blocks of YAML as tables, lists and texts.

    What is written in one line stays a text: flows, anchors and references to them. A text of several lines keeps
    them."""
    lines: list[Line] = []
    hidden = -1  # indentation of a key whose text has several lines
    for written in text.splitlines():
        line = written.rstrip()
        inner = line.lstrip(" ")
        depth = len(line) - len(inner)
        if 0 <= hidden < depth:
            lines[-1] = (lines[-1][0], f"{lines[-1][1]}\n{inner}")
            continue
        if not inner or inner.startswith(("#", "%", "---")):
            continue
        hidden = depth if re.search(r"[:-]\s[|>][+-]?\d?$", inner) else -1
        lines.append((depth, inner))
    found, _ = _read_block(lines, 0, lines[0][0] if lines else 0, 0)
    return found


def _read_block(lines: list[Line], at: int, depth: int, nested: int) -> tuple[Any, int]:
    """Return the block that begins at a line, and the line behind it."""
    if at >= len(lines) or nested > MAX_DEPTH:
        raise ValueError("no block, or one that is nested too deeply")
    if lines[at][1].startswith("- ") or lines[at][1] == "-":
        return _read_sequence(lines, at, depth, nested)
    table: dict[str, Any] = {}
    while at < len(lines) and lines[at][0] == depth:
        found = _KEY.match(lines[at][1])
        if found is None:
            return (table, at) if table else (lines[at][1], at + 1)
        key, value = found[1].strip().strip("\"'"), (found[2] or "").strip()
        at += 1
        if value:
            table[key] = value.strip("\"'")
            while at < len(lines) and lines[at][0] > depth:  # the rest of a text of several lines
                at += 1
        elif at < len(lines) and (lines[at][0] > depth or (lines[at][0] == depth and lines[at][1].startswith("- "))):
            table[key], at = _read_block(lines, at, lines[at][0], nested + 1)
        else:
            table[key] = ""
    return table, at


def _read_sequence(lines: list[Line], at: int, depth: int, nested: int) -> tuple[list[Any], int]:
    items: list[Any] = []
    while at < len(lines) and lines[at][0] == depth and (lines[at][1].startswith("- ") or lines[at][1] == "-"):
        rest = lines[at][1][1:].lstrip()
        if not rest:
            at += 1
            if at < len(lines) and lines[at][0] > depth:
                item, at = _read_block(lines, at, lines[at][0], nested + 1)
                items.append(item)
            continue
        inner = depth + len(lines[at][1]) - len(rest)
        lines[at] = (inner, rest)
        item, at = _read_block(lines, at, inner, nested + 1)
        items.append(item)
        while at < len(lines) and lines[at][0] > depth:  # a line that fits nowhere
            at += 1
    return items, at


# -- Protobuf ----------------------------------------------------------------------------------------------------------


class ProtoSchema(NamedTuple):
    """Methods and fields of a `.proto` file.

    Methods are by their full names with what they take and give, fields by message and number."""

    methods: dict[str, str]
    fields: dict[tuple[str, str], tuple[str, str]]  # message and number → type and name


def list_proto_breaks(old: bytes, new: bytes) -> list[Break]:
    """Return what the newer of two `.proto` files breaks."""
    if not old or not new or max(len(old), len(new)) > MAX_BYTES:
        return []
    before, after = read_proto(old), read_proto(new)
    found: list[Break] = []
    for name, said in before.methods.items():
        now = after.methods.get(name)
        if now is None:
            found.append(Break(name, "method removed"))
        elif now != said:
            found.append(Break(name, f"{said} → {now}"))
    for (message, number), (kind, name) in before.fields.items():
        field = after.fields.get((message, number))
        if field is None:
            found.append(Break("", f"`{message}.{name}` = {number} removed"))
        elif field[0] != kind:
            found.append(Break("", f"type of `{message}.{name}` = {number}: {kind} → {field[0]}"))
    return found


def read_proto(content: bytes) -> ProtoSchema:
    """Return the methods and fields of a `.proto` file."""
    tokens = _TOKEN.findall(_COMMENT.sub(" ", content.decode("utf-8", "replace")))
    schema, package, owners = ProtoSchema({}, {}), "", list[tuple[str, str]]()
    for statement, ending in _split_statements(tokens):
        kind = statement[0] if statement else ""
        if kind == "package" and len(statement) > 1:
            package = f"{statement[1]}."
        service = next((name for what, name in owners if what == "service"), "")
        message = ".".join(name for what, name in owners if what == "message")
        if kind == "rpc" and service and len(statement) > 2:
            schema.methods[f"{package}{service}/{statement[1]}"] = " ".join(statement[2:])
        elif message and ending == ";" and "=" in statement and kind not in ("option", "reserved", "extensions"):
            place = statement.index("=")
            if place >= 2 and place + 1 < len(statement):
                kinds = [word for word in statement[: place - 1] if word not in ("optional", "required")]
                schema.fields[message, statement[place + 1]] = " ".join(kinds), statement[place - 1]
        if ending == "{":
            owners.append((kind, statement[1] if len(statement) > 1 else ""))
            if len(owners) > MAX_DEPTH:
                break
        elif ending == "}" and owners:
            owners.pop()
    return schema


def _split_statements(tokens: Sequence[str]) -> Iterator[tuple[list[str], str]]:
    """Yield the statements of a file with what ends each."""
    statement: list[str] = []
    for token in tokens:
        if token in ("{", "}", ";"):
            yield statement, token
            statement = []
        else:
            statement.append(token)

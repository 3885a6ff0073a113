"""Models of tables, of signals and of commands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from codegraph_parsers.frameworks.lists import Argument, KeyTable

RECEIVER = "receiver"


@dataclass(frozen=True, slots=True)
class TableModel:
    """A class below which classes stand for tables.

    `name` is the variable that names the table; without it the table is called after the label of the application and
    the class (`label`), after the class alone (`snake`), or is none. `abstract` is a variable that says so."""

    name: str
    abstract: str
    default: str


@dataclass(frozen=True, slots=True)
class AccessModel:
    """A member whose call reads or writes a table.

    It is that of the receiver's class, or of an argument's."""

    entity: Argument | str
    is_read: bool
    is_write: bool


@dataclass(frozen=True, slots=True)
class SignalModel:
    """Signals: objects that call receivers.

    `made` is the class of those of the tree, `modules` have those of the library. `receiver` is the decorator of a
    receiver, `connect` the member that adds one, and `send` those that call all. `sent` are the library's signals by
    the member of a model whose call sends them."""

    made: str
    modules: tuple[str, ...]
    receiver: str
    connect: str
    send: tuple[str, ...]
    sent: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class CommandModel:
    """Commands, which are classes below a base that answer by a member.

    They are called `name` in modules of a folder, and the module names the command; or the first word of one of
    `variables` names it. `calls` run one that an argument names, or whose class it is."""

    base: str
    variables: tuple[str, ...]
    name: str
    folder: str
    member: str
    calls: tuple[str, ...]
    argument: Argument


@dataclass(frozen=True, slots=True)
class PersistenceModel:
    """All that a model says of tables, signals and commands."""

    tables: Mapping[str, TableModel] = field(default_factory=dict[str, TableModel])
    accesses: Mapping[str, AccessModel] = field(default_factory=dict[str, AccessModel])
    signals: SignalModel | None = None
    commands: CommandModel | None = None


def read_persistence(table: KeyTable) -> PersistenceModel:
    """Return what a model says of tables, signals and commands."""
    tables: dict[str, TableModel] = {}
    for each in table.take_tables("table"):
        bases = each.take_list("bases")
        rule = TableModel(each.take_text("name"), each.take_text("abstract", ""), each.take_text("default", ""))
        tables.update(dict.fromkeys(bases, rule))
        each.finish()
    accesses: dict[str, AccessModel] = {}
    for each in table.take_tables("access"):
        owners, entity = each.take_list("on"), each.take_argument("entity") or RECEIVER
        reads, writes = each.take_list("reads"), each.take_list("writes")
        for member in (*reads, *writes):
            access = AccessModel(entity, member in reads, member in writes)
            accesses.update((f"{owner}.{member}" if member else owner, access) for owner in owners)
        each.finish()
    return PersistenceModel(tables, accesses, _read_signals(table), _read_commands(table))


def _read_signals(table: KeyTable) -> SignalModel | None:
    keys = table.take_table("signals")
    made = keys.take_text("class", "")
    found = SignalModel(
        made, keys.take_list("modules"), keys.take_text("receiver", ""), keys.take_text("connect", ""),
        keys.take_list("send"), keys.take_lists("sent"),
    )  # fmt: skip
    keys.finish()
    return found if made else None


def _read_commands(table: KeyTable) -> CommandModel | None:
    keys = table.take_table("commands")
    base = keys.take_text("base", "")
    found = CommandModel(
        base, keys.take_list("variables"), keys.take_text("class", ""), keys.take_text("folder", ""),
        keys.take_text("member", ""), keys.take_list("calls"), keys.take_argument("command"),
    )  # fmt: skip
    keys.finish()
    return found if base else None

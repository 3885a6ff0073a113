"""Members that requests name: by hosts, or by variables of the environment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from codegraph.resolve.endpoints.endpoint_rows import HOLE
from codegraph.resolve.endpoints.route_paths import LOCAL, read_target
from codegraph.workspace.member_repositories import Member

_NOISE: Final = frozenset(
    """
    service services svc server api app backend url uri host hostname base endpoint addr address http https public
    next vite react nuxt internal port root origin prefix path local client web env default grpc rest
    """.split()  # noqa: SIM905 - a list of words reads better as words
)
"""Words of a host or variable that say nothing of which service is meant."""

_VARIABLE: Final = re.compile(r"\{([^{}=]*)(?:=([^{}]*))?\}")
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_INNER: Final = re.compile(r"[\w-]+(?:\.[\w-]+)*\.(?:svc|local|internal)(?:\..*)?|[\w-]+")
"""Hosts of a network of containers: one word, or a name of a cluster."""


class Address(NamedTuple):
    """The address of a request that no route of its own repository answers.

    `path` has holes for what is not known. `variable` is that of the environment before it, `host` the host that is
    written out or the default of the variable; both are "" for none. `is_relative`: nothing stands before the path."""

    method: str
    path: str
    host: str
    variable: str
    is_relative: bool


def read_address(name: str) -> Address | None:
    """Return the address that an unresolved request names.

    Such a name is `GET {API_URL}/parcels/{}`. It is None where no path is known."""
    method, _, url = name.partition(" ")
    first = _VARIABLE.match(url)
    variable, default = (first[1], first[2] or "") if first is not None else ("", "")
    rest = url[first.end() :] if first is not None else url
    filled = _VARIABLE.sub(HOLE, rest)
    if first is not None and "://" not in filled:
        base = read_target(_VARIABLE.sub(HOLE, default))
        return _make_address(method, f"{base.path.rstrip('/')}/{filled.lstrip('/')}", base.host, variable)
    named = _VARIABLE.search(rest) if "://" in filled else None
    target = read_target(filled)
    host = target.host if HOLE not in target.host else ""
    if named is not None and HOLE in target.host:
        variable = named[1]
    found = _make_address(method, target.path, host, variable)
    return found._replace(is_relative=not target.host) if found is not None else None


def _make_address(method: str, path: str, host: str, variable: str) -> Address | None:
    path = re.split(r"[?#]", path, maxsplit=1)[0]
    path = path if path.startswith("/") else f"/{path}"
    return Address(method, path, host, variable, False) if path.strip(f"/{HOLE}") else None


class HostTable:
    """Names of members, as hosts and variables spell them."""

    def __init__(self, members: Sequence[Member], hosts: Mapping[str, Member]) -> None:
        """Take the hosts and variables that the workspace's file assigns."""
        self._hosts = hosts
        self._named: dict[frozenset[str], list[Member]] = {}
        self._by_word: dict[str, list[tuple[int, frozenset[str], Member]]] = {}
        for place, member in enumerate(members):
            own = frozenset(_split(member.name))
            self._named.setdefault(own, []).append(member)
            for word in own:
                self._by_word.setdefault(word, []).append((place, own, member))

    def find_members(self, address: Address) -> list[Member] | None:
        """Return the members that an address names.

        None means that it names something else. The list is empty where it names nothing."""
        for name in (address.variable, address.host, address.host.partition(":")[0]):
            if name and name in self._hosts:
                return [self._hosts[name]]
        is_local = not address.host or LOCAL.fullmatch(address.host) is not None
        label = address.host.partition(":")[0]
        if not is_local and not address.variable and _INNER.fullmatch(label) is None:
            return None  # a host of the public network
        for name in (address.variable, "" if is_local else label.partition(".")[0]):
            if found := self._find_by_words(frozenset(_split(name))):
                return found
        return None if not is_local and not address.variable else []

    def _find_by_words(self, words: frozenset[str]) -> list[Member]:
        if not words:
            return []
        if words in self._named:
            return self._named[words]
        near = [each for word in words for each in self._by_word.get(word, ())]
        found = {place: member for place, own, member in near if own <= words or words <= own}
        return [found[place] for place in sorted(found)]


def has_words(name: str) -> bool:
    """Return whether the name of a variable says which service is meant."""
    return bool(_split(name))


def _split(name: str) -> list[str]:
    words = [word.lower() for word in _WORD.findall(name)]
    return [word for word in words if word not in _NOISE]

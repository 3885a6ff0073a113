"""Statements by which a login may try to read or write what is not its own in a team's memory."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

INSERT = "INSERT INTO {s}.events(home, namespace, number, at, kind, subject, operation, actor, payload, digest) VALUES "

ATTEMPTS = (
    "SELECT payload FROM {s}.events WHERE namespace = '{o}'",
    "SELECT subject FROM {s}.events WHERE position IN (SELECT generate_series(1, 9)) AND namespace <> '{n}'",
    "SELECT member FROM {s}.members WHERE namespace = '{o}'",
    INSERT + "('{home}', '{o}', {i}, 1, 'MemoryStored', 'x', 'y', 'cli', '{{}}', '')",
    INSERT + "('{other}', '{n}', {i}, 1, 'MemoryStored', 'x', 'y', 'cli', '{{}}', '')",
    INSERT + "('{home}', '{n}', {i}, 1, 'MemoryErased', '{memory}', 'y', 'cli', '{{}}', '')",
    "UPDATE {s}.events SET payload = '{{}}'",
    "UPDATE {s}.events SET payload = NULL, digest = '' WHERE namespace = '{o}'",
    "DELETE FROM {s}.events",
    "TRUNCATE {s}.events",
    "INSERT INTO {s}.members VALUES ('{o}', '{login}', 'owner')",
    "UPDATE {s}.members SET role = 'owner'",
    "DELETE FROM {s}.members",
    "SELECT * FROM {s}.homes",
    "SELECT * FROM {s}.erased",
    "SELECT {s}.set_role_of('{o}', '{login}', '{role}')",
    "SELECT {s}.set_role_of('{n}', '{login}', 'owner')",
    "SELECT {s}.erase_memory('{o}', '{home}', {i}, '{memory}', 1, 'y', 'cli', '{{}}', '')",
    "SELECT {s}.claim_namespace('{o}')",
    "SELECT nullif({s}.enroll_home('{other}'), 0)",
    "DROP TABLE {s}.events CASCADE",
    "ALTER TABLE {s}.events DISABLE TRIGGER ALL",
    "ALTER TABLE {s}.events DISABLE ROW LEVEL SECURITY",
    "SET session_replication_role = replica",
    "CREATE OR REPLACE FUNCTION {s}.list_namespaces(wanted text[]) RETURNS text[] LANGUAGE sql AS $$SELECT '{{{o}}}'$$",
    "SELECT nextval('{s}.positions')",
)


def iterate_attempts(values: Mapping[str, str], count: int, seed: int = 1) -> Iterator[str]:
    """Yield attempts, each of `ATTEMPTS` in turn with other numbers and roles."""
    rng = random.Random(seed)
    for i in range(count):
        more = {"i": rng.randrange(1_000, 1_000_000), "role": rng.choice(("reader", "writer", "owner"))}
        yield ATTEMPTS[i % len(ATTEMPTS)].format(s="codegraph_memory", **values, **more)

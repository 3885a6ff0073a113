"""Repairs that do harm as a whole: those that help are kept."""

from __future__ import annotations

from codegraph_parsers.lang._cfamily.sifting import PARSES, Reading, Sieve


def reader(*wrong: bytes):
    """Reads texts as how many there were; every `?` is an error, and every wrong line is nine."""
    texts: list[bytes] = []

    def read(text: bytes) -> Reading[int]:
        texts.append(text)
        weight = text.count(b"?") + 9 * sum(text.split(b"\n").count(line) for line in wrong)
        return Reading(text, len(texts), weight)

    return read


def test_one_wrong_repair_costs_no_other():
    read = reader(b"c")
    known = read(b"a?\nx\nb?\nx\nc?\nx\nd?")
    best = Sieve(b"a\nx\nb\nx\nc\nx\nd", read).find_best(known)
    assert best.text == b"a\nx\nb\nx\nc?\nx\nd"
    assert best.weight == 1


def test_lines_changed_together_stay_together():
    read = reader(b"a")
    known = read(b"a?\nb?\nx\nd?")
    assert Sieve(b"a\nb\nx\nd", read).find_best(known).text == b"a?\nb?\nx\nd"


def test_where_nothing_helps_all_stays():
    read = reader(b"a", b"b")
    known = read(b"a?\nx\nb?")
    assert Sieve(b"a\nx\nb", read).find_best(known) is known


def test_a_file_is_read_only_so_often():
    read = reader(*(b"%d" % n for n in range(200)))
    known = read(b"\nx\n".join(b"%d?" % n for n in range(200)))
    Sieve(b"\nx\n".join(b"%d" % n for n in range(200)), read).find_best(known)
    assert read(b"").tree <= PARSES + 2

"""Tests whose names say what they are about count as nearer."""

from codegraph.analysis.test_name_similarity import Likeness


def test_a_test_named_after_the_symbol_is_nearer_than_one_that_is_not() -> None:
    like = Likeness(("decode_complete",), ("src/jwt/api_jwt.py",))
    named = like.compute_steps("python:tests/test_api.py::TestJwt.test_decode_complete_checks_audience")
    assert named > like.compute_steps("python:tests/test_api.py::TestJwt.test_audience_is_checked")


def test_the_file_counts_half_of_the_name() -> None:
    by_name = Likeness(("parse",), ("a.py",)).compute_steps("python:tests/test_other.py::test_parse")
    by_file = Likeness(("other",), ("parse.py",)).compute_steps("python:tests/test_parse.py::test_thing")
    assert by_name == 2 * by_file > 0


def test_nothing_changed_is_like_nothing() -> None:
    assert Likeness((), ()).compute_steps("python:tests/test_a.py::test_a") == 0

"""Answers name the words of a question that none of them has."""

from __future__ import annotations

from codegraph.memory.recall.missing_terms import explain_missing, find_missing_terms, format_note

TOLD = ["Ada Lovelace works_at Analytical Engines", "Ada leads compiler team"]


def test_words_that_no_answer_has_are_named_as_the_question_has_them() -> None:
    assert find_missing_terms("What is Ada's phone number?", TOLD) == ("phone", "number")
    assert find_missing_terms("Who leads the design team?", TOLD) == ("design",)
    assert format_note(("phone", "number")) == "no answer here has `phone`, `number`"


def test_what_is_there_in_another_form_is_not_named() -> None:
    assert find_missing_terms("Who is the leader of the compilers?", TOLD) == ()
    assert find_missing_terms("Tell me everything about Ada", TOLD) == ()
    assert format_note(()) == ""


def test_of_a_longer_question_names_are_told_and_single_plain_words_are_not() -> None:
    assert find_missing_terms("Which team does Ada lead at Analytical Engines nowadays?", TOLD) == ()
    assert find_missing_terms("Which compiler team does Ada lead for Zephyr?", TOLD) == ("Zephyr",)
    assert find_missing_terms("why red orange yellow green cyan blue violet brown grey black", TOLD) == ()


def test_free_texts_put_things_otherwise_so_that_only_names_count() -> None:
    assert find_missing_terms("Where does Ada live?", TOLD) == ("live",)
    assert find_missing_terms("Where does Ada live?", TOLD, names_only=True) == ()
    assert find_missing_terms("What does Ada think of Grace?", TOLD, names_only=True) == ("Grace",)


def test_what_is_asked_of_a_name_and_nowhere_told_is_named_of_free_texts_as_well() -> None:
    assert explain_missing("What is Ada's salary?", TOLD) == "no answer here has `salary`"
    assert explain_missing("What is Ada's phone number?", TOLD) == "no answer here has `phone`, `number`"
    assert explain_missing("What is Ada's salary?", ["Ada's salary is 90,000."]) == ""
    assert explain_missing("What is Ada's email address?", ["Ada's e-mail is ada@engines.example."]) == ""
    assert explain_missing("Who is Ada's manager?", ["Ada reports to Charles."]) == ""  # a verb says it
    assert explain_missing("What is the team's salary?", TOLD) == ""
    assert explain_missing("What is Ada's salary?", []) == ""


def test_what_a_text_tells_in_few_ways_is_named_where_none_is_there() -> None:
    told = ["Ada would rather work nights.", "Ada raised the limit."]
    assert find_missing_terms("What is Ada's birthday?", told, names_only=True) == ("birthday",)
    assert find_missing_terms("What is Ada's e-mail address?", told, names_only=True) == ("e-mail", "address")
    assert find_missing_terms("Who is Ada's manager?", told, names_only=True) == ("manager",)
    assert find_missing_terms("Who is Ada's manager?", [*told, "Ada reports to Grace."], names_only=True) == ()
    assert find_missing_terms("What is Ada's birthday?", [*told, "Ada was born in May."], names_only=True) == ()

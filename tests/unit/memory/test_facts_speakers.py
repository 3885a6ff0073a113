"""Who says what in a transcript: `I` is who speaks."""

from __future__ import annotations

import pytest

from codegraph.memory.facts.extract import extract


def facts_in(text: str) -> set[tuple[str, str, str]]:
    return {(one.subject, one.predicate, one.object) for one in extract(text)}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Mara: I lead the storage team.", {("Mara", "leads", "storage team")}),
        ("[09:12] Mara Quint: my e-mail is mara@quint.example", {("Mara Quint", "has_email", "mara@quint.example")}),
        ("<mara> I use Helix.", {("mara", "uses", "Helix")}),
        ("**Mara:** I use Helix.", {("Mara", "uses", "Helix")}),
        ("Agent Mara: I work at Halberd.", {("Mara", "works_at", "Halberd")}),
        ("Dr. Quint: I work at Halberd.", {("Dr. Quint", "works_at", "Halberd")}),
        ("Customer: I live in Bristol.", {("customer", "located_in", "Bristol")}),
        ("Mara: we use Redis.", {("project", "uses", "Redis")}),
        ("User: I use Helix.", {("user", "uses", "Helix")}),
    ],
)
def test_who_speaks_is_the_subject_of_what_is_said_in_the_first_person(text, facts):
    assert facts_in(text) == facts


def test_every_line_of_a_transcript_has_its_own_speaker():
    assert facts_in("Mara: I use Helix.\nJon: I use Emacs.\nUser: and I use Vim.") == {
        ("Mara", "uses", "Helix"),
        ("Jon", "uses", "Emacs"),
        ("user", "uses", "Vim"),
    }


def test_who_gives_away_what_they_owned_owned_it_themselves():
    (ended,) = [one for one in extract("Mara: Jon takes over billing from me.") if one.ended]
    assert (ended.subject, ended.object) == ("Mara", "billing")


def test_nobody_is_called_what_they_are_called():
    assert facts_in("Mara: hi, I'm Mara!") == set()
    assert facts_in("Customer: Me again. The app crashes.") == set()


@pytest.mark.parametrize("label", ["Reminder", "Setup", "Note", "Background", "About me", "Editor"])
def test_a_label_does_not_speak(label):
    assert facts_in(f"{label}: I use Helix.") == {("user", "uses", "Helix")}

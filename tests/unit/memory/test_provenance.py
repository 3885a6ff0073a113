"""Items: places, revisions, tags, edges, bundles, files; the working memory; the guards of maintenance."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.memory import DAY, TestEngine, projections

from codegraph.errors import AmbiguousError, CredentialError, InvalidError, LanguageError, LockedError, NotFoundError
from codegraph.memory import notes, undo
from codegraph.memory.erasure import erase
from codegraph.memory.memory_model import BufferedMessage, Dream, Filter, MemoryStatus, Origin, Relationship, Role
from codegraph.memory.provenance import items, maintenance, working
from codegraph.memory.provenance.artifact_files import get_artifact_folder, read_file, write_report
from codegraph.memory.provenance.items import Direction, FoundItem, connect, find_item, list_edges
from codegraph.memory.provenance.steps import Assessment, summarise
from codegraph.memory.provenance.storing import Attachment, Entry, StoredEntry, find_similar, keep
from codegraph.store.memory.kref import build_slug


@pytest.fixture
def engine(tmp_path: Path):
    made = TestEngine(tmp_path)
    yield made
    made.close()


def entry(title: str, text: str = "", space: str = "Revka/Plans", **values: object) -> Entry:
    return Entry(title, text or title, "decision", space, "n", **values)  # type: ignore[arg-type]


def put(engine: TestEngine, made: Entry, onto=None) -> StoredEntry:
    with engine.write() as recording:
        return keep(recording, engine.home, made, onto)


def same(score: float):
    def likeness(text: str, others: Sequence[str]) -> list[float]:
        return [score for _ in others]

    return likeness


def found(engine: TestEngine, kref: object) -> FoundItem:
    with engine.read() as state:
        return find_item(state, str(kref))


# places


def test_an_item_is_found_by_its_kref_in_both_forms_by_its_id_and_by_the_verbs_of_memory(engine):
    kept = put(engine, entry("Chose gRPC"))
    assert str(kept.kref) == "kref://Revka/Plans/chose-grpc.conversation?r=1"
    for name in (kept.kref, kept.kref.item, "kref://Revka/Plans/chose-grpc?r=1", "kref://Revka/Plans/chose-grpc"):
        assert found(engine, name) == FoundItem(kept.memory, kept.kref)
        assert engine.get(str(name)).id == kept.memory.id
    assert found(engine, kept.memory.id).kref == kept.kref


def test_what_another_vocabulary_stored_has_a_kref_at_the_root(engine):
    memory = engine.store("use WAL", namespace="n", kind="decision")
    kref = f"kref://CognitiveMemory/{memory.id}.conversation?r=1"
    assert str(found(engine, memory.id).kref) == kref
    assert found(engine, kref).memory.id == memory.id


def test_a_kref_that_names_nothing_is_told_with_its_parameter(engine):
    kept = put(engine, entry("Chose gRPC"))
    with engine.read() as state:
        for wrong in ("kref://Revka/Plans/other", "kref://Other/Plans/chose-grpc", f"{kept.kref.item}?r=2", "nothing"):
            with pytest.raises(NotFoundError, match="`revision_kref`"):
                find_item(state, wrong, "revision_kref")


def test_a_name_without_a_kind_that_several_items_have_is_ambiguous(engine):
    put(engine, entry("Deploy"))
    put(engine, entry("Deploy", item_kind="skill"))
    with pytest.raises(AmbiguousError) as told:
        found(engine, "kref://Revka/Plans/deploy")
    assert "deploy.conversation" in told.value.hint and "deploy.skill" in told.value.hint


def test_two_items_of_one_title_have_places_of_their_own(engine):
    first, second = put(engine, entry("Deploy")), put(engine, entry("Deploy"))
    assert first.kref.name == "deploy" and second.kref.name.startswith("deploy-")
    assert first.memory.id != second.memory.id


def test_a_space_is_spelled_as_it_was_first(engine):
    put(engine, entry("A", space="Revka/Retry Policy"))
    with engine.read() as state:
        assert items.find_existing_variant(state, "revka/retry-policy/new") == "Revka/Retry Policy/new"
        assert items.route(state, "", "retry_policy", "Revka") == "Revka/Retry Policy"
        assert items.route(state, "", "Revka/Retry-Policy", "CognitiveMemory") == "Revka/Retry Policy"
        assert items.route(state, "", "Skills", "CognitiveMemory") == "CognitiveMemory/Skills"
        assert items.route(state, "X/Y", "Skills", "CognitiveMemory") == "X/Y"
        with pytest.raises(InvalidError, match="project"):
            items.route(state, "", "", "A/B")


# stacking


def test_a_similar_text_of_the_same_space_and_kind_is_a_new_revision(engine):
    first = put(engine, entry("Retries", "twice"))
    with engine.read() as state:
        assert find_similar(state, entry("Other title"), same(0.93)) == first.memory
        assert find_similar(state, entry("Other title"), same(0.91)) is None
        assert find_similar(state, entry("retries!"), same(0.61)) == first.memory
        assert find_similar(state, entry("retries!"), same(0.59)) is None


def test_nothing_is_similar_elsewhere_or_of_another_kind_or_in_another_repository(engine):
    put(engine, entry("Retries"))
    put(engine, entry("Retries", space="Revka"))
    with engine.read() as state:
        others = (
            entry("Retries", space="Revka/Plans/deeper"),
            entry("Backoff", space="Revka"),  # a root: what lies there may have nothing in common
            entry("Retries", item_kind="skill"),
            Entry("Retries", "Retries", "fact", "Revka/Plans", "n"),
            Entry("Retries", "Retries", "decision", "Revka/Plans", "another repository"),
        )
        assert [find_similar(state, other, same(1.0)) for other in others] == [None] * len(others)
        assert find_similar(state, entry("Retries", space="Revka"), same(1.0)) is not None


def test_a_deprecated_item_is_not_revived_by_stacking(engine):
    kept = put(engine, entry("Retries"))
    with engine.write() as recording:
        items.deprecate(recording, str(kept.kref), True)
    with engine.read() as state:
        assert find_similar(state, entry("Retries"), same(1.0)) is None


def test_a_revision_keeps_the_earlier_ones_and_their_files(engine):
    first = put(engine, entry("Retries", "twice", tags=("a",), attachments=(Attachment("memory.md", "one"),)))
    second = put(
        engine, entry("Retries", "thrice", tags=("b",), attachments=(Attachment("memory.md", "two"),)), first.memory
    )
    assert (second.stacked, second.kref.revision, str(second.previous)) == (True, 2, str(first.kref))
    with engine.read() as state:
        memory = second.memory
        assert [r.body.content for r in state.list_revisions(memory)] == ["twice", "thrice"]
        assert memory.body.tags == ("a", "b")
        assert [read_file(a) for a in state.list_artifacts(memory.row)] == ["one", "two"]


def test_an_entry_with_a_credential_leaves_nothing_behind(engine):
    with pytest.raises(CredentialError):
        put(engine, entry("Key", "the key is AKIAABCDEFGHIJKLMNOP", attachments=(Attachment("memory.md", "x"),)))
    assert not get_artifact_folder(engine.home).exists()
    with engine.read() as state:
        assert state.count(Filter()) == 0 and state.list_spaces() == []


# tags and edges


def test_tags_move_and_latest_moves_by_itself(engine):
    first = put(engine, entry("Retries", "twice", publish=True))
    second = put(engine, entry("Retries", "thrice"), first.memory)
    with engine.write() as recording:
        state = recording.state
        assert items.find_tagged(state, second.memory, "published").number == 1
        assert items.find_tagged(state, second.memory, "latest").number == 2
        items.tag(recording, second.memory, "published", 2)
        assert items.find_tagged(state, second.memory, "published").number == 2
        with pytest.raises(NotFoundError, match="`tag`") as told:
            items.find_tagged(state, second.memory, "approved")
        assert "published" in told.value.hint
        with pytest.raises(InvalidError, match="latest"):
            items.tag(recording, second.memory, "latest", 1)


def test_edges_hold_between_revisions_with_their_type_and_direction(engine):
    a, b = put(engine, entry("A", "first")), put(engine, entry("B"))
    a2 = put(engine, entry("A", "second"), a.memory)
    with engine.write() as recording:
        one, two, other = (find_item(recording.state, str(k)) for k in (a.kref, a2.kref, b.kref))
        assert connect(recording, other, one, "SUPPORTS", {"why": "x"})
        assert connect(recording, other, two, "SUPPORTS")
        assert not connect(recording, other, two, "SUPPORTS")
        assert connect(recording, two, other, "DERIVED_FROM")
        with pytest.raises(InvalidError, match="itself"):
            connect(recording, one, two, "SUPPORTS")
        state = recording.state
        incoming = list_edges(state, one, Direction.INCOMING)
        assert [(str(e.source), str(e.target), e.type) for e in incoming] == [(str(b.kref), str(a.kref), "SUPPORTS")]
        assert list_edges(state, one, Direction.OUTGOING) == []
        assert [e.type for e in list_edges(state, two)] == ["DERIVED_FROM", "SUPPORTS"]
        assert [e.type for e in list_edges(state, two, kind="SUPPORTS")] == ["SUPPORTS"]
        # the other vocabularies know the relation by their own word
        assert state.find_link(b.memory.id, a.memory.id, Relationship.REINFORCES, "SUPPORTS") is not None


def test_sources_that_are_not_there_are_named_and_hold_nothing_up(engine):
    source = put(engine, entry("Source"))
    kept = put(engine, entry("Made", source_krefs=(str(source.kref), "kref://Revka/AgentPool/transport?r=4")))
    assert (kept.edges, kept.unresolved) == (1, ("kref://Revka/AgentPool/transport?r=4",))
    with engine.read() as state:
        (edge,) = list_edges(state, FoundItem(kept.memory, kept.kref), Direction.OUTGOING)
    assert (edge.type, str(edge.target)) == ("DERIVED_FROM", str(source.kref))


# bundles and status


def test_every_change_of_a_bundle_is_a_revision(engine):
    first = put(engine, entry("One", bundle="Transport Notes"))
    second = put(engine, entry("Two", bundle="transport-notes"))
    assert str(second.bundle) == "kref://Revka/Plans/transport-notes.bundle?r=2"
    with engine.read() as state:
        now = items.find_bundle(state, str(second.bundle))
        old = items.find_bundle(state, str(first.bundle))
        assert now and now.members == (first.memory.id, second.memory.id)
        assert old and old.members == (first.memory.id,)
        with pytest.raises(NotFoundError):
            items.find_bundle(state, "kref://Revka/Plans/transport-notes.bundle?r=9")


def test_what_is_deprecated_is_hidden_until_it_is_restored(engine):
    kept = put(engine, entry("Retries"))
    for deprecated, status in ((True, MemoryStatus.DEPRECATED), (False, MemoryStatus.ACTIVE)):
        for changes in (True, False):
            with engine.write() as recording:
                assert items.deprecate(recording, str(kept.kref), deprecated)[1] is changes
        assert engine.get(kept.memory.id).status is status


def test_restoring_is_not_a_way_around_another_status(engine):
    kept = put(engine, entry("Retries"))
    with engine.write() as recording:
        notes.set_status(recording, kept.memory, MemoryStatus.REJECTED)
        items.deprecate(recording, str(kept.kref), False)
    assert engine.get(kept.memory.id).status is MemoryStatus.REJECTED


# the log


def test_any_history_can_be_rebuilt_and_each_operation_undone(engine):
    rng = random.Random(7)
    for step in range(60):
        with engine.write() as recording:
            state = recording.state
            known = [m for m in state.select(Filter()) if state.find_place(m.row)]
            match rng.randint(0, 7):
                case 0 | 1:
                    bundle = rng.choice(("", "b1", "b2"))
                    keep(recording, engine.home, entry(f"T{rng.randint(0, 5)}", f"text {step}", bundle=bundle))
                case 2 if known:
                    keep(recording, engine.home, entry("T", f"again {step}", publish=True), rng.choice(known))
                case 3 if len(known) > 1:
                    ends = [FoundItem(m, items.read_kref(state, m)) for m in rng.sample(known, 2)]
                    connect(recording, ends[0], ends[1], rng.choice(("ABOUT", "DEPENDS_ON")))
                case 4:
                    working.open_conversation(recording, "s", "n", user="u", context="work")
                    working.buffer(recording, "s", Role.USER, f"said {step}", "message")
                case 5 if known:
                    items.deprecate(recording, rng.choice(known).id, True)
                case 6:
                    operations = [o.id for o in state.list_operations(20) if not o.undone]
                    if operations:
                        undo.undo(recording, rng.choice(operations))
                case _:
                    continue
    live = projections(engine.database.path)
    engine.rebuild()
    assert projections(engine.database.path) == live


def test_undo_takes_back_place_edges_bundle_and_files_together(engine):
    source = put(engine, entry("Source", bundle="b"))
    with engine.write() as recording:
        made = entry("Made", source_krefs=(str(source.kref),), bundle="b", publish=True)
        kept = keep(recording, engine.home, made)
        token = recording.operation
    with engine.write() as recording:
        done = undo.undo(recording, token)
        state = recording.state
        with pytest.raises(NotFoundError):
            find_item(state, str(kept.kref))
        assert list_edges(state, FoundItem(source.memory, source.kref)) == []
        bundle = items.find_bundle(state, "kref://Revka/Plans/b.bundle")
        assert bundle and (bundle.members, bundle.number) == ((source.memory.id,), 3)
    with engine.write() as recording:
        undo.undo(recording, done.token)
        assert find_item(recording.state, str(kept.kref)).memory.id == kept.memory.id


def test_an_erased_item_leaves_no_word_in_any_file(engine):
    with engine.write() as recording:
        working.open_conversation(recording, "s", "n")
        working.buffer(recording, "s", Role.USER, "quokka habitats", "message")
    kept = put(engine, entry("Quokka plan", "quokka details", session="s", attachments=(Attachment("m.md", "quokka"),)))
    other = put(engine, entry("Other", source_krefs=(str(kept.kref),), bundle="b"))
    (text,) = (a.location for a in kept.artifacts)
    write_report(engine.home, "report.md", f"- {kept.kref}: said nothing")
    erase(engine, kept.memory.id)
    assert not Path(text).exists()
    engine.close()
    held = b"".join(p.read_bytes() for p in engine.home.rglob("*") if p.is_file()).lower()
    assert b"quokka" not in held
    assert engine.get(other.memory.id).id == other.memory.id
    live = projections(engine.database.path)
    engine.rebuild()
    assert projections(engine.database.path) == live


def test_erasing_leaves_the_files_of_the_user_alone(engine, tmp_path):
    from codegraph.memory.events import ArtifactAttached
    from codegraph.memory.provenance.artifact_files import attach_file

    kept = put(engine, entry("Plan"))
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    with engine.write() as recording:
        recording.record(ArtifactAttached(kept.memory.id, attach_file(mine, 1, "")))
    erase(engine, kept.memory.id)
    assert mine.read_text() == "mine"


# the working memory


def say(engine: TestEngine, session: str, *texts: str) -> None:
    with engine.write() as recording:
        working.open_conversation(recording, session, "n", context="work")
        for number, text in enumerate(texts):
            working.buffer(recording, session, (Role.USER, Role.ASSISTANT)[number % 2], text, "message")


def test_a_session_becomes_an_item_with_a_file_and_its_working_memory_is_cleared(engine):
    say(engine, "s", "How do we retry? Mail ann@example.com", "Uploads are retried twice. Then they fail.")
    done = working.consolidate(engine, "s", None, "n")
    assert (done.messages, done.summary.method) == (2, "extractive")
    assert done.kept.kref.space == "CognitiveMemory/work"
    assert "retried twice" in done.kept.memory.body.content
    text = read_file(done.kept.artifacts[0])
    assert text and "user: How do we retry? Mail [email]" in text
    with engine.read() as state:
        assert not state.has_buffer("s")
    with pytest.raises(NotFoundError, match="empty"):
        working.consolidate(engine, "s", None, "n")


def test_undoing_a_consolidation_brings_the_working_memory_back(engine):
    say(engine, "s", "question", "answer")
    done = working.consolidate(engine, "s", None, "n")
    with engine.write() as recording:
        undo.undo(recording, done.token)
        assert [m.text for m in recording.state.list_buffered("s")] == ["question", "answer"]


class Failing:
    name = "test:failing"

    def answer(self, instructions: str, text: str) -> str:
        raise LanguageError("the service does not answer")


class Racing:
    """Consolidates the session while it is asked, as another process may."""

    name = "test:racing"

    def __init__(self, engine: TestEngine) -> None:
        self.engine = engine

    def answer(self, instructions: str, text: str) -> str:
        working.consolidate(self.engine, "s", None, "n")
        return '{"title": "t", "summary": "s"}'


def test_when_the_summary_fails_the_working_memory_stays(engine):
    say(engine, "s", "question", "answer")
    with pytest.raises(LanguageError):
        working.consolidate(engine, "s", Failing(), "n")
    with engine.read() as state:
        assert len(state.list_buffered("s")) == 2 and state.count(Filter()) == 0


def test_a_session_is_consolidated_once_however_many_try(engine):
    say(engine, "s", "question", "answer")
    with pytest.raises(LockedError):
        working.consolidate(engine, "s", Racing(engine), "n")
    with engine.read() as state:
        assert state.count(Filter()) == 1


def test_a_disk_that_is_full_leaves_the_working_memory_as_it_was(engine, monkeypatch):
    say(engine, "s", "question", "answer")
    get_artifact_folder(engine.home).parent.mkdir(exist_ok=True, parents=True)
    get_artifact_folder(engine.home).write_text("in the way")
    from codegraph.errors import StorageError

    with pytest.raises(StorageError):
        working.consolidate(engine, "s", None, "n")
    with engine.read() as state:
        assert len(state.list_buffered("s")) == 2 and state.list_spaces() == []


def test_what_is_buffered_has_no_credentials_and_no_personal_data(engine):
    say(engine, "s", "my key is AKIAABCDEFGHIJKLMNOP and my mail ann@example.com")
    held = engine.database.path.read_bytes() + engine.database.path.with_name("memory.db-wal").read_bytes()
    assert b"AKIAABCDEFGHIJKLMNOP" not in held and b"ann@example.com" not in held


def test_a_session_id_does_not_say_who_the_user_is():
    made = working.create_session_id("ann@example.com", "work", "f00")
    assert "ann" not in made and made == working.create_session_id("ann@example.com", "work", "f00")
    assert made != working.create_session_id("bob@example.com", "work", "f00")


# maintenance


NOW = 2_000_000_000_000_000


def due_items(engine: TestEngine, count: int, **values: object) -> list[maintenance.Due]:
    for number in range(count):
        put(engine, entry(f"Item {number}", f"text {number}", **values))  # type: ignore[arg-type]
    with engine.read() as state:
        return maintenance.find_members(state, maintenance.make_bounds("Revka", "n", 0.5, False))


def planned(due: Sequence[maintenance.Due], proposed: Sequence[Assessment], now: int = NOW, **limits: object):
    values = {"ratio": 0.5, "allow_published": False} | limits
    bounds = maintenance.make_bounds("Revka", "n", values["ratio"], values["allow_published"])  # type: ignore[arg-type]
    return maintenance.plan(bounds, due, due, proposed, now=now, cursor=9, before=Dream(0, 0), method="test")


def retire(due: Sequence[maintenance.Due]) -> list[Assessment]:
    return [Assessment(str(d.kref.item), True, "because") for d in due]


def test_no_more_than_the_ratio_is_deprecated(engine):
    due = due_items(engine, 10)
    for ratio, most in ((0.1, 1), (0.5, 5), (0.9, 9)):
        made = planned(due, retire(due), ratio=ratio)
        assert len(made.deprecate) == most and len(made.refused) == 10 - most
    for wrong in (0.0, 0.09, 0.91, 1.0):
        with pytest.raises(InvalidError, match="max_deprecation_ratio"):
            maintenance.make_bounds("Revka", "n", wrong, False)


def test_what_is_published_is_deprecated_only_when_it_is_allowed(engine):
    due = due_items(engine, 2, publish=True)
    assert not planned(due, retire(due)).deprecate
    assert planned(due, retire(due)).refused[0].reason == "it is published"
    assert len(planned(due, retire(due), allow_published=True).deprecate) == 1


def test_what_is_young_protected_or_written_by_a_person_stays(engine):
    due = due_items(engine, 4)
    young = due[0].memory.updated_at + 7 * DAY - 1
    assert not planned(due, retire(due), now=young).deprecate
    assert len(planned(due, retire(due), now=young + 1 + 4 * DAY).deprecate) == 2
    person = due_items(engine, 2, origin=Origin.HUMAN)[-2:]
    assert [r.reason for r in planned(person, retire(person)).refused] == ["a person wrote it"] * 2
    silent = [Assessment(str(due[0].kref.item), True, " ")]
    assert [r.reason for r in planned(due, silent).refused] == ["no reason was given"]


def test_an_answer_about_what_was_not_asked_is_ignored(engine):
    due = due_items(engine, 2)
    stranger = Assessment("kref://Other/item.conversation", True, "because", related=("kref://x/y",))
    made = planned(due, [stranger, Assessment(str(due[0].kref.item), related=("kref://nobody/knows",))])
    assert not made.deprecate and not made.relate


def test_a_second_run_finds_nothing_left_and_what_was_young_comes_back(engine):
    due_items(engine, 4)
    limits = maintenance.make_bounds("Revka", "n", 0.5, False)

    def run() -> maintenance.DreamPlan:
        now = engine.clock()
        with engine.write() as recording:
            state = recording.state
            before = state.read_dream(maintenance.make_cursor_key(limits))
            every = maintenance.find_members(state, limits)
            found = maintenance.select_due(every, before, now)
            proposed = [Assessment(str(d.kref.item), True, "because", ("tag",)) for d in found]
            made = maintenance.plan(
                limits, found, every, proposed, now=now, cursor=state.read_last_seq(), before=before, method="test"
            )
            maintenance.carry_out(recording, made)
            return made

    assert len(run().assessed) == 4
    assert len(run().assessed) == 0
    engine.time.pass_days(8)
    again = run()
    assert len(again.assessed) == 4 and len(again.deprecate) == 2
    assert run().deprecate == ()


def test_equal_texts_under_other_titles_are_retired_but_for_the_last(engine):
    for title in ("First", "Second", "Third"):
        put(engine, entry(title, f"{title}\n\nUploads are retried twice", publish=True))
    put(engine, entry("Alone", "Alone\n\nDownloads are not", publish=True))
    engine.time.pass_days(8)

    def likeness(text: str, others: Sequence[str]) -> list[float]:
        return [0.7] * len(others)  # related by their words, their titles apart

    limits = maintenance.make_bounds("Revka", "n", 0.9, False)
    with engine.read() as state:
        every = maintenance.find_members(state, limits)
        proposed = maintenance.assess_by_rules(state, every, every, likeness, engine.clock())
        made = maintenance.plan(
            limits, every, every, proposed, now=engine.clock(), cursor=0, before=state.read_dream("x"), method="rules"
        )
    assert [d.kref.name for d, _ in made.deprecate] == ["first", "second"]
    pairs = [frozenset((a.kref.name, b.kref.name)) for a, b, _ in made.relate]
    assert len(pairs) == len(set(pairs)) == 1


def test_rules_retire_repetitions_and_what_nobody_used(engine):
    put(engine, entry("Old words", "uploads are retried twice"))
    engine.time.pass_days(1)
    put(engine, entry("New words", "uploads are retried twice"))
    put(engine, entry("Numbers differ", "uploads are retried 3 times"))
    put(engine, Entry("git push", "git push", "action", "Revka/Runs", "n"))
    engine.time.pass_days(40)
    limits = maintenance.make_bounds("Revka", "n", 0.5, False)

    def likeness(text: str, others: Sequence[str]) -> list[float]:
        return [0.95 if build_slug(text)[:8] == build_slug(other)[:8] else 0.0 for other in others]

    with engine.read() as state:
        every = maintenance.find_members(state, limits)
        proposed = maintenance.assess_by_rules(state, every, every, likeness, engine.clock())
    reasons = {one.key.rpartition("/")[2].partition(".")[0]: one.reason for one in proposed}
    assert "says the same" in reasons["old-words"]
    assert reasons["new-words"] == "" and reasons["numbers-differ"] == ""
    assert "nobody asked" in reasons["git-push"]


def test_a_summary_leaves_out_a_title_and_no_part_of_a_sentence(engine):
    def summary(title: str, content: str) -> str:
        return items.get_summary(engine.store(content, metadata={"title": title}))

    cut = "The invoice job failed because the month"
    assert summary(cut, f"{cut}-end lock was held.") == f"{cut}-end lock was held."
    assert summary("transport", "transport\n\nBoth sides stream.") == "Both sides stream."
    assert summary("Lock held", "Lock held: restart the report.") == "restart the report."


def test_a_summary_without_a_model_keeps_what_the_user_stated():
    said = ("I'm setting up Heron, a metrics collector.", "Heron is written in Rust.", "The port is 9191.", "Ana owns the ingest part.",
            "Thanks, that looks good to me so far.", "We use ClickHouse.", "Releases go out on Tuesdays.", "The port is 9292 now.")  # fmt: skip
    messages = [
        BufferedMessage(at, role, text, at)
        for at, user in enumerate(said)
        for role, text in ((Role.USER, user), (Role.ASSISTANT, f"ok, noted: {user}"))
    ]
    told = summarise(None, messages, "2026-11-22").text
    assert all(fact in told for fact in ("Rust", "Ana owns", "ClickHouse", "The port is 9292 now."))
    assert "noted: The port" not in told


def test_a_pasted_key_or_blob_becomes_no_topic_of_a_conversation():
    blob = "qz" * 700
    messages = [BufferedMessage(at, Role.USER, f"the transport said {blob} again", at) for at in range(3)]
    topics = summarise(None, messages, "2026-11-22").topics
    assert "transport" in topics and blob not in topics

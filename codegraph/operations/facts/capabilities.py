"""The verbs of facts, as static data."""

from __future__ import annotations

from codegraph.operations.capability import Capability, define_verbs

_verb = define_verbs("facts", "memory fact")

CAPABILITIES: tuple[Capability, ...] = (
    _verb(
        "remember",
        "Store a text together with the facts extracted from it",
        "fact_writes:remember(RememberRequest) -> RememberedAnswer",
        "codegraph memory fact remember 'Alice joined Acme Corp in January 2025.'",
        "codegraph memory fact remember - --episode standup",
        about="Facts are extracted by patterns and by a small bundled model. The text is kept word for word.",
    ),
    _verb(
        "assert",
        "Add a fact: subject, predicate, object",
        "fact_writes:assert_fact(AssertRequest) -> AssertedAnswer",
        "codegraph memory fact assert alice works_at 'Acme Corp' --valid-from 2025-01-15",
        "codegraph memory fact assert gateway listens_on 8443 --type number",
        about="A second value for a predicate that allows one is reported and recorded as a contradiction; the fact is "
        "still stored.",
    ),
    _verb(
        "correct",
        "Correct a fact; the old value is kept in history",
        "fact_writes:correct(CorrectRequest) -> CorrectedAnswer",
        "codegraph memory fact correct kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W 'Globex Corp'",
        "codegraph memory fact correct 0198f3c2 9443 --type number --valid-from 2026-03-01",
        about="If the new value starts before the old one did, the old value counts as never true.",
    ),
    _verb(
        "invalidate",
        "End a fact; it is kept in history",
        "fact_writes:invalidate(InvalidateRequest) -> InvalidatedAnswer",
        "codegraph memory fact invalidate kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W",
        "codegraph memory fact invalidate 0198f3c2 --at 2026-03-01",
    ),
    _verb(
        "about",
        "List the facts about an entity, now or at an earlier time",
        "fact_queries:show_facts(AboutRequest) -> AboutAnswer",
        "codegraph memory fact about alice",
        "codegraph memory fact about alice --as-of 2025-06-01 --known-at HEAD~20",
        reads=True,
        about="`--as-of` asks what was true at that time, `--known-at` what was known at that time. Both accept a "
        "commit, which stands for its date.",
    ),
    _verb(
        "changed",
        "List the facts about an entity that were added, ended or corrected since a time",
        "fact_queries:show_changes(ChangedRequest) -> ChangedAnswer",
        "codegraph memory fact changed alice --since 2025-01-01",
        "codegraph memory fact changed gateway --since v1.2 --json",
        reads=True,
    ),
    _verb(
        "health",
        "List the uncertain, old and contradicting facts about an entity",
        "fact_queries:show_health(HealthRequest) -> HealthAnswer",
        "codegraph memory fact health alice",
        "codegraph memory fact health alice --low-confidence 0.5 --stale-after 180",
        reads=True,
    ),
    _verb(
        "task",
        "Summarise what a task needs: key facts, risks and what to check next",
        "fact_queries:prepare_task(TaskRequest) -> TaskAnswer",
        "codegraph memory fact task 'review Alice' --subject alice --horizon 365",
        "codegraph memory fact task 'move the gateway to another port' --budget 500",
    ),
    _verb(
        "recall",
        "Find facts that answer a question",
        "fact_queries:recall(RecallRequest) -> RecalledAnswer",
        "codegraph memory fact recall 'where does Alice work'",
        "codegraph memory fact recall 'where did Alice work before 2025' --scores",
        about="Answers describe the present unless the question or an option says otherwise.",
    ),
    _verb(
        "context",
        "Print the best facts for a question as a prompt text, within a token budget",
        "fact_queries:make_context(ContextRequest) -> ContextAnswer",
        'codegraph memory fact context "everything about Alice\'s career" --max-tokens 500',
        "codegraph memory fact context 'ports and hosts'",
    ),
)

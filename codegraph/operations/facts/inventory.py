"""The verbs of facts, as static data."""

from __future__ import annotations

from codegraph.operations.capability import Capability, Group

CAPABILITIES: tuple[Capability, ...] = (
    Capability(
        "fact remember",
        Group.MEMORY,
        "Store a text together with the facts extracted from it",
        "facts:RememberRequest",
        "facts:RememberedAnswer",
        "facts.writing:remember",
        False,
        (
            "codegraph fact remember 'Alice joined Acme Corp in January 2025.'",
            "codegraph fact remember - --episode standup",
        ),
        "Facts are extracted by patterns and by a small bundled model. The text is kept word for word.",
    ),
    Capability(
        "fact assert",
        Group.MEMORY,
        "Add a fact: subject, predicate, object",
        "facts:AssertRequest",
        "facts:AssertedAnswer",
        "facts.writing:assert_fact",
        False,
        (
            "codegraph fact assert alice works_at 'Acme Corp' --valid-from 2025-01-15",
            "codegraph fact assert gateway listens_on 8443 --type number",
        ),
        "A second value for a predicate that allows one is reported and recorded as a contradiction; the fact is "
        "still stored.",
    ),
    Capability(
        "fact correct",
        Group.MEMORY,
        "Correct a fact; the old value is kept in history",
        "facts:CorrectRequest",
        "facts:CorrectedAnswer",
        "facts.writing:correct",
        False,
        (
            "codegraph fact correct kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W 'Globex Corp'",
            "codegraph fact correct 0198f3c2 9443 --type number --valid-from 2026-03-01",
        ),
        "If the new value starts before the old one did, the old value counts as never true.",
    ),
    Capability(
        "fact invalidate",
        Group.MEMORY,
        "End a fact; it is kept in history",
        "facts:InvalidateRequest",
        "facts:InvalidatedAnswer",
        "facts.writing:invalidate",
        False,
        (
            "codegraph fact invalidate kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W",
            "codegraph fact invalidate 0198f3c2 --at 2026-03-01",
        ),
    ),
    Capability(
        "fact about",
        Group.MEMORY,
        "List the facts about an entity, now or at an earlier time",
        "facts:AboutRequest",
        "facts:AboutAnswer",
        "facts.asking:about",
        True,
        ("codegraph fact about alice", "codegraph fact about alice --as-of 2025-06-01 --known-at HEAD~20"),
        "`--as-of` asks what was true at that time, `--known-at` what was known at that time. Both accept a commit, "
        "which stands for its date.",
    ),
    Capability(
        "fact changed",
        Group.MEMORY,
        "List the facts about an entity that were added, ended or corrected since a time",
        "facts:ChangedRequest",
        "facts:ChangedAnswer",
        "facts.asking:changed",
        True,
        ("codegraph fact changed alice --since 2025-01-01", "codegraph fact changed gateway --since v1.2 --json"),
    ),
    Capability(
        "fact health",
        Group.MEMORY,
        "List the uncertain, old and contradicting facts about an entity",
        "facts:HealthRequest",
        "facts:HealthAnswer",
        "facts.asking:memory_health",
        True,
        ("codegraph fact health alice", "codegraph fact health alice --low-confidence 0.5 --stale-after 180"),
    ),
    Capability(
        "fact task",
        Group.MEMORY,
        "Summarise what a task needs: key facts, risks and what to check next",
        "facts:TaskRequest",
        "facts:TaskAnswer",
        "facts.asking:task",
        False,
        (
            "codegraph fact task 'review Alice' --subject alice --horizon 365",
            "codegraph fact task 'move the gateway to another port' --budget 500",
        ),
    ),
    Capability(
        "fact recall",
        Group.MEMORY,
        "Find facts that answer a question",
        "facts:RecallRequest",
        "facts:RecalledAnswer",
        "facts.asking:recall",
        False,
        (
            "codegraph fact recall 'where does Alice work'",
            "codegraph fact recall 'where did Alice work before 2025' --scores",
        ),
        "Answers describe the present unless the question or an option says otherwise.",
    ),
    Capability(
        "fact context",
        Group.MEMORY,
        "Print the best facts for a question as a prompt text, within a token budget",
        "facts:ContextRequest",
        "facts:ContextAnswer",
        "facts.asking:make_context",
        False,
        (
            'codegraph fact context "everything about Alice\'s career" --max-tokens 500',
            "codegraph fact context 'ports and hosts'",
        ),
    ),
)

"""The verbs of facts, as static data."""

from __future__ import annotations

from codegraph.operations.capability import Capability, Group

CAPABILITIES: tuple[Capability, ...] = (
    Capability(
        "memory fact remember",
        Group.MEMORY,
        "Store a text together with the facts extracted from it",
        "facts:RememberRequest",
        "facts:RememberedAnswer",
        "facts.writing:remember",
        False,
        (
            "codegraph memory fact remember 'Alice joined Acme Corp in January 2025.'",
            "codegraph memory fact remember - --episode standup",
        ),
        "Facts are extracted by patterns and by a small bundled model. The text is kept word for word.",
    ),
    Capability(
        "memory fact assert",
        Group.MEMORY,
        "Add a fact: subject, predicate, object",
        "facts:AssertRequest",
        "facts:AssertedAnswer",
        "facts.writing:assert_fact",
        False,
        (
            "codegraph memory fact assert alice works_at 'Acme Corp' --valid-from 2025-01-15",
            "codegraph memory fact assert gateway listens_on 8443 --type number",
        ),
        "A second value for a predicate that allows one is reported and recorded as a contradiction; the fact is "
        "still stored.",
    ),
    Capability(
        "memory fact correct",
        Group.MEMORY,
        "Correct a fact; the old value is kept in history",
        "facts:CorrectRequest",
        "facts:CorrectedAnswer",
        "facts.writing:correct",
        False,
        (
            "codegraph memory fact correct kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W 'Globex Corp'",
            "codegraph memory fact correct 0198f3c2 9443 --type number --valid-from 2026-03-01",
        ),
        "If the new value starts before the old one did, the old value counts as never true.",
    ),
    Capability(
        "memory fact invalidate",
        Group.MEMORY,
        "End a fact; it is kept in history",
        "facts:InvalidateRequest",
        "facts:InvalidatedAnswer",
        "facts.writing:invalidate",
        False,
        (
            "codegraph memory fact invalidate kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W",
            "codegraph memory fact invalidate 0198f3c2 --at 2026-03-01",
        ),
    ),
    Capability(
        "memory fact about",
        Group.MEMORY,
        "List the facts about an entity, now or at an earlier time",
        "facts:AboutRequest",
        "facts:AboutAnswer",
        "facts.asking:about",
        True,
        (
            "codegraph memory fact about alice",
            "codegraph memory fact about alice --as-of 2025-06-01 --known-at HEAD~20",
        ),
        "`--as-of` asks what was true at that time, `--known-at` what was known at that time. Both accept a commit, "
        "which stands for its date.",
    ),
    Capability(
        "memory fact changed",
        Group.MEMORY,
        "List the facts about an entity that were added, ended or corrected since a time",
        "facts:ChangedRequest",
        "facts:ChangedAnswer",
        "facts.asking:changed",
        True,
        (
            "codegraph memory fact changed alice --since 2025-01-01",
            "codegraph memory fact changed gateway --since v1.2 --json",
        ),
    ),
    Capability(
        "memory fact health",
        Group.MEMORY,
        "List the uncertain, old and contradicting facts about an entity",
        "facts:HealthRequest",
        "facts:HealthAnswer",
        "facts.asking:memory_health",
        True,
        (
            "codegraph memory fact health alice",
            "codegraph memory fact health alice --low-confidence 0.5 --stale-after 180",
        ),
    ),
    Capability(
        "memory fact task",
        Group.MEMORY,
        "Summarise what a task needs: key facts, risks and what to check next",
        "facts:TaskRequest",
        "facts:TaskAnswer",
        "facts.asking:task",
        False,
        (
            "codegraph memory fact task 'review Alice' --subject alice --horizon 365",
            "codegraph memory fact task 'move the gateway to another port' --budget 500",
        ),
    ),
    Capability(
        "memory fact recall",
        Group.MEMORY,
        "Find facts that answer a question",
        "facts:RecallRequest",
        "facts:RecalledAnswer",
        "facts.asking:recall",
        False,
        (
            "codegraph memory fact recall 'where does Alice work'",
            "codegraph memory fact recall 'where did Alice work before 2025' --scores",
        ),
        "Answers describe the present unless the question or an option says otherwise.",
    ),
    Capability(
        "memory fact context",
        Group.MEMORY,
        "Print the best facts for a question as a prompt text, within a token budget",
        "facts:ContextRequest",
        "facts:ContextAnswer",
        "facts.asking:make_context",
        False,
        (
            'codegraph memory fact context "everything about Alice\'s career" --max-tokens 500',
            "codegraph memory fact context 'ports and hosts'",
        ),
    ),
)

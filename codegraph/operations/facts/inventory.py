"""The verbs of facts, as static data."""

from __future__ import annotations

from codegraph.operations.capability import Capability, Group

CAPABILITIES: tuple[Capability, ...] = (
    Capability(
        "fact remember",
        Group.MEMORY,
        "Keep a text as it is, and the facts that can be read out of it",
        "facts:RememberRequest",
        "facts:RememberedAnswer",
        "facts.writing:remember",
        False,
        (
            "codegraph fact remember 'Alice joined Acme Corp in January 2025.'",
            "codegraph fact remember - --episode standup",
        ),
        "Facts are read by patterns and by a small network that is installed, too. The text is kept word for word.",
    ),
    Capability(
        "fact assert",
        Group.MEMORY,
        "State a fact: subject, predicate, object",
        "facts:AssertRequest",
        "facts:AssertedAnswer",
        "facts.writing:assert_fact",
        False,
        (
            "codegraph fact assert alice works_at 'Acme Corp' --valid-from 2025-01-15",
            "codegraph fact assert gateway listens_on 8443 --type number",
        ),
        "Another value of a predicate that has one at a time is a contradiction: it is told and recorded, and the fact "
        "is stored.",
    ),
    Capability(
        "fact correct",
        Group.MEMORY,
        "Give a fact another value; the old one ends and stays in history",
        "facts:CorrectRequest",
        "facts:CorrectedAnswer",
        "facts.writing:correct",
        False,
        (
            "codegraph fact correct kf_01JH2Z3K4M5N6P7Q8R9S0T1V2W 'Globex Corp'",
            "codegraph fact correct 0198f3c2 9443 --type number --valid-from 2026-03-01",
        ),
        "From a time before the old value began, the old value never was true.",
    ),
    Capability(
        "fact invalidate",
        Group.MEMORY,
        "End a fact; it stays in history",
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
        "Facts of an entity: what is true now, or what was believed then to be true when",
        "facts:AboutRequest",
        "facts:AboutAnswer",
        "facts.asking:about",
        True,
        ("codegraph fact about alice", "codegraph fact about alice --as-of 2025-06-01 --known-at HEAD~20"),
        "`--as-of` moves along the time in which facts are true, `--known-at` along the time in which they were "
        "believed. Both take a commit for the time at which it was made.",
    ),
    Capability(
        "fact changed",
        Group.MEMORY,
        "What became known, ended or was corrected about an entity since a time",
        "facts:ChangedRequest",
        "facts:ChangedAnswer",
        "facts.asking:changed",
        True,
        ("codegraph fact changed alice --since 2025-01-01", "codegraph fact changed gateway --since v1.2 --json"),
    ),
    Capability(
        "fact health",
        Group.MEMORY,
        "Weak, old and contradicting facts of an entity",
        "facts:HealthRequest",
        "facts:HealthAnswer",
        "facts.asking:memory_health",
        True,
        ("codegraph fact health alice", "codegraph fact health alice --low-confidence 0.5 --stale-after 180"),
    ),
    Capability(
        "fact task",
        Group.MEMORY,
        "What a task needs to know: key facts, what to be wary of, what to check next",
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
        "Facts that answer a question",
        "facts:RecallRequest",
        "facts:RecalledAnswer",
        "facts.asking:recall",
        False,
        (
            "codegraph fact recall 'where does Alice work'",
            "codegraph fact recall 'where did Alice work before 2025' --scores",
        ),
        "Answers are about the present unless the question, or an option, says otherwise.",
    ),
    Capability(
        "fact context",
        Group.MEMORY,
        "The best facts for a question as text for a model, within a token budget",
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

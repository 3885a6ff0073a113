"""Requests about facts.

A time is RFC 3339 or a date; where the help says so, a commit stands for its own time.
"""

from __future__ import annotations

from codegraph.memory.facts.health import LOW_CONFIDENCE, STALE_DAYS
from codegraph.memory.facts.intent import Intent, Operator
from codegraph.memory.facts.predicates import ConfidenceMode
from codegraph.memory.facts.task_facts import HORIZON_DAYS, KEY_FACTS
from codegraph.operations.parameter import Request, argument, option

TYPES = ("text", "number", "boolean")
MODES = tuple(m.value for m in ConfidenceMode)
INTENTS = tuple(i.value for i in Intent)
OPERATORS = tuple(o.value for o in Operator)

_NAMESPACE = "namespace; the one of this repository unless given"
_WHEN = "TIME"
_MOMENT = "TIME|COMMIT"
_AS_OF = "what is true at this time, instead of now"
_KNOWN_AT = "what was believed at this time, instead of now"


class RememberRequest(Request):
    text: str = argument("the text; `-` reads standard input", metavar="TEXT")
    episode: str = option("conversation or episode it belongs to", default="default")
    key: str = option("a key that makes a repetition harmless", default="")
    facts: str = option(
        "what the text states, as a JSON list of objects with subject, predicate, object and optionally valid_from, "
        "valid_to, confidence, source; read from it unless given",
        default="",
        metavar="JSON",
    )
    namespace: str | None = option(_NAMESPACE, default=None)


class AssertRequest(Request):
    subject: str = argument("what the fact is about", metavar="SUBJECT")
    predicate: str = argument("a relation or property, such as works_at", metavar="PREDICATE")
    object: str = argument("the value", metavar="OBJECT")
    type: str = option("what kind of value it is", default="text", choices=TYPES)
    valid_from: str = option("when it became true; now unless given", default="", metavar=_WHEN)
    valid_to: str = option("when it ceases to be true", default="", metavar=_WHEN)
    confidence: float | None = option("0 to 1; 1 unless given", default=None, metavar="0..1")
    source: str = option("where it comes from, such as user_statement", default="")
    key: str = option("a key that makes a repetition harmless", default="")
    namespace: str | None = option(_NAMESPACE, default=None)


class CorrectRequest(Request):
    id: str = argument("id of the fact", metavar="ID")
    value: str = argument("the right value", metavar="VALUE")
    type: str = option("what kind of value it is", default="text", choices=TYPES)
    valid_from: str = option("since when the new value holds; now unless given", default="", metavar=_WHEN)


class InvalidateRequest(Request):
    id: str = argument("id of the fact", metavar="ID")
    at: str = option("when it ceased to be true; now unless given", default="", metavar=_WHEN)


class AboutRequest(Request):
    entity: str = argument("the entity", metavar="ENTITY")
    predicate: str = option("only facts of this predicate", default="")
    as_of: str = option(_AS_OF, default="", metavar=_MOMENT)
    known_at: str = option(_KNOWN_AT, default="", metavar=_MOMENT)
    history: bool = option("also what ended, and what is no longer believed", default=False)
    namespace: str | None = option(_NAMESPACE, default=None)


class ChangedRequest(Request):
    entity: str = argument("the entity", metavar="ENTITY")
    since: str = option("only changes after this time", metavar=_MOMENT)
    predicate: str = option("only facts of this predicate", default="")
    namespace: str | None = option(_NAMESPACE, default=None)


class HealthRequest(Request):
    entity: str = argument("the entity", metavar="ENTITY")
    predicate: str = option("only facts of this predicate", default="")
    low_confidence: float = option("facts below this are flagged", default=LOW_CONFIDENCE, metavar="0..1")
    stale_after: int = option("facts that matter are stale after so many days", default=STALE_DAYS, metavar="DAYS")
    as_of: str = option(_AS_OF, default="", metavar=_MOMENT)
    known_at: str = option(_KNOWN_AT, default="", metavar=_MOMENT)
    namespace: str | None = option(_NAMESPACE, default=None)


class TaskRequest(Request):
    task: str = argument("the task or decision to prepare", metavar="TASK")
    subject: str = option("only facts about this entity", default="", metavar="ENTITY")
    as_of: str = option("the time the task is at, instead of now", default="", metavar=_MOMENT)
    known_at: str = option(_KNOWN_AT, default="", metavar=_MOMENT)
    horizon: int = option("look back so many days", default=HORIZON_DAYS, metavar="DAYS")
    limit: int = option("at most so many facts", default=KEY_FACTS, metavar="N", short="n")
    budget: int = option("keep the text under N tokens; 0 for no limit", default=2000, metavar="N", short="b")
    namespace: str | None = option(_NAMESPACE, default=None)


class RecallRequest(Request):
    query: str = argument("the question", metavar="QUERY")
    limit: int = option("at most so many facts", default=10, metavar="N", short="n")
    scores: bool = option("show what made the order", default=False)
    min_confidence: float | None = option("only facts of at least this confidence", default=None, metavar="0..1")
    confidence_mode: str | None = option(
        "compare the confidence as stated (base) or with age and source (effective)", default=None, choices=MODES
    )
    intent: str | None = option("the time that is meant; read from the question", default=None, choices=INTENTS)
    operator: str | None = option("how times are meant; read from the question", default=None, choices=OPERATORS)
    as_of: str = option(_AS_OF, default="", metavar=_MOMENT)
    known_at: str = option(_KNOWN_AT, default="", metavar=_MOMENT)
    namespace: str | None = option(_NAMESPACE, default=None)


class ContextRequest(Request):
    query: str = argument("the question", metavar="QUERY")
    max_tokens: int = option("keep the text under N tokens", default=1000, metavar="N", short="b")
    namespace: str | None = option(_NAMESPACE, default=None)

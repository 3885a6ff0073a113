"""Members that Eloquent's models and query builders make of methods at run time."""

from __future__ import annotations

from codegraph_parsers.semantics import DynamicMember, DynamicMemberPolicy

MODEL = "Illuminate\\Database\\Eloquent\\Model"
BUILDER = "Illuminate\\Database\\Eloquent\\Builder"
RELATION = "Illuminate\\Database\\Eloquent\\Relations\\Relation"
ATTRIBUTE = "Illuminate\\Database\\Eloquent\\Casts\\Attribute"

PATH_METHODS = frozenset({
    "with", "without", "withOnly", "load", "loadMissing", "loadCount", "loadExists", "loadSum", "withCount", "withSum",
    "withMax", "withMin", "withAvg", "withExists", "withWhereHas", "has", "orHas", "whereHas", "orWhereHas",
    "doesntHave", "orDoesntHave", "whereDoesntHave", "orWhereDoesntHave", "whereRelation", "orWhereRelation",
    "whereBelongsTo", "relationLoaded", "setRelation", "unsetRelation", "getRelation", "getRelationValue",
})  # fmt: skip
"""Methods that are given the names of relations, also of relations of these."""

DYNAMIC_MEMBERS = DynamicMemberPolicy(
    members=(
        DynamicMember(MODEL, "get{Camel}Attribute()", "read"),
        DynamicMember(MODEL, "{camel}()", "read", result=ATTRIBUTE, value="get"),
        DynamicMember(MODEL, "{name}()", "read", result=RELATION, value="getResults()", has_paths=True),
        DynamicMember(MODEL, "set{Camel}Attribute()", "write"),
        DynamicMember(MODEL, "{camel}()", "write", result=ATTRIBUTE),
        DynamicMember(BUILDER, "scope{Camel}()", "call", is_behind=True),
    ),
    delegates={MODEL: "newEloquentBuilder()"},
    tables={MODEL: "casts"},
)

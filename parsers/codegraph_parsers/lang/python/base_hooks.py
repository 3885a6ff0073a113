"""Members that libraries run of classes below theirs, where all are known."""

from __future__ import annotations

from typing import Final

_ENUM: Final = frozenset(("_generate_next_value_", "_ignore_", "_missing_"))
_MODEL: Final = frozenset(
    (
        "Meta", "adelete", "arefresh_from_db", "asave", "check", "clean", "clean_fields", "date_error_message",
        "delete", "from_db", "full_clean", "get_absolute_url", "get_constraints", "get_deferred_fields", "natural_key",
        "prepare_database_save", "refresh_from_db", "save", "save_base", "serializable_value", "unique_error_message",
        "validate_constraints", "validate_unique",
    )
)  # fmt: skip
"""Of a model of Django. What templates, strings and decorators name besides is seen where they do."""

_DATA: Final = frozenset(
    (
        "Config", "construct", "copy", "dict", "from_orm", "json", "model_construct", "model_copy", "model_dump",
        "model_dump_json", "model_json_schema", "model_parametrized_name", "model_post_init", "model_rebuild",
        "model_validate", "model_validate_json", "model_validate_strings", "parse_obj", "parse_raw", "schema",
        "schema_json", "update_forward_refs", "validate",
    )
)  # fmt: skip
"""Of a model of Pydantic, whose validators and serializers are decorated."""

_EXCEPTIONS: Final = (
    "BaseException", "Exception", "ArithmeticError", "AssertionError", "AttributeError", "ConnectionError", "EOFError",
    "IOError", "ImportError", "IndexError", "KeyError", "LookupError", "NotImplementedError", "OSError",
    "PermissionError", "RuntimeError", "SyntaxError", "TimeoutError", "TypeError", "UserWarning", "ValueError",
    "Warning",
)  # fmt: skip

_MAPPED: Final = (
    "sqlalchemy.orm.DeclarativeBase",
    "sqlalchemy.orm.DeclarativeBaseNoMeta",
    "sqlalchemy.orm.MappedAsDataclass",
)
"""Bases of SQLAlchemy, which runs special methods alone."""

BASE_HOOKS: Final = {
    **dict.fromkeys(_MAPPED, frozenset[str]()),
    **dict.fromkeys(_EXCEPTIONS, frozenset[str]()),
    **dict.fromkeys(("NamedTuple", "TypedDict", "typing.NamedTuple", "typing.TypedDict"), frozenset[str]()),
    **dict.fromkeys(("Enum", "IntEnum", "StrEnum", "Flag", "enum.Enum", "enum.IntEnum", "enum.StrEnum"), _ENUM),
    **dict.fromkeys(("django.db.models.TextChoices", "django.db.models.IntegerChoices"), _ENUM),
    **dict.fromkeys(("models.TextChoices", "models.IntegerChoices"), _ENUM),
    **dict.fromkeys(("django.db.models.Model", "models.Model"), _MODEL),
    **dict.fromkeys(("pydantic.BaseModel", "pydantic_settings.BaseSettings"), _DATA),
}

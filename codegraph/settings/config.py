"""Layered settings: flags, environment, repository file, user file, defaults.

The repository file is the closest `codegraph.toml` or `pyproject.toml` with a `[tool.codegraph]` table, looking upwards
from the work tree; in one directory `codegraph.toml` wins. Files are never merged with each other, except that the user
file supplies what the repository file leaves out. Every value remembers where it came from.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from codegraph.errors import ConfigError, StorageError
from codegraph.settings.home import get_home_folder, get_user_folder

if TYPE_CHECKING:
    from codegraph_parsers.structural_table import LanguageTables

Value = str | int | float | bool | tuple[str, ...]

FILE_NAME: Final = "codegraph.toml"
TABLES_FOLDERS: Final = (os.path.join(".codegraph", "languages"), os.path.join(".codegraph", "frameworks"))
"""Folders of a repository with tables of structural languages, and with models of frameworks."""

DEFAULT_ORIGIN: Final = "default"

TABLES: Final[Mapping[str, tuple[str, ...]]] = {
    "broker.weights": ("decay_half_life_days",),
    "model": ("price_per_mtok",),
    "memory": ("min_relevance_score",),
    "kumiho": ("memory_retrieval_limit",),
}
"""Tables of other programs' settings files, with the settings of the same meaning that may stand in them here."""

_WORDS: Final = {
    int: "a whole number", float: "a number", bool: "true or false", tuple: "a list of strings", str: "a text"
}  # fmt: skip
_TRUE = frozenset(("1", "true", "yes", "on"))
_FALSE = frozenset(("0", "false", "no", "off"))


SOURCES: Final = 4
"""How many times as large as any other file a source may be that people wrote."""


@dataclass(frozen=True, slots=True)
class Config:
    """Effective settings of one run.

    `origins` maps a setting to the source of its value.
    """

    home: Path
    """Folder of every index and cache: CODEGRAPH_HOME, else the platform's user data folder."""

    exclude: tuple[str, ...] = field(
        default=(), metadata={"doc": "gitignore-style patterns of files to leave out, besides .codegraphignore"}
    )
    include: tuple[str, ...] = field(
        default=(), metadata={"doc": "gitignore-style patterns to index although an ignore rule or built-in says no"}
    )
    # Nearly all sources that people write stay well under 1 MiB; what is above is mostly amalgamated,
    # generated or data, and one such file can cost more than the rest of its repository.
    max_file_bytes: int = field(
        default=1_048_576,
        metadata={
            "doc": "larger files are skipped, in bytes; sources that no tool says it wrote may have four times that",
            "min": 1,
            "max": 1 << 30,
        },
    )
    parse_timeout_s: float = field(
        default=20.0,
        metadata={
            "doc": "a file whose parse takes longer is given up, in seconds (on Linux, of a processor)",
            "min": 0.05,
            "max": 3600.0,
        },
    )
    workers: int = field(default=0, metadata={"doc": "parser processes; 0 is one a CPU", "min": 0, "max": 1024})
    languages: tuple[str, ...] = field(default=(), metadata={"doc": "index only these languages; empty is all"})
    follow_symlinks: bool = field(default=False, metadata={"doc": "index what symbolic links point at"})
    respect_gitignore: bool = field(default=True, metadata={"doc": "leave out what git ignores"})
    refresh_s: float = field(
        default=2.0,
        metadata={
            "doc": "a question brings the index up to date first when that is expected to take no longer, in seconds; "
            "0 is never",
            "min": 0.0,
            "max": 600.0,
        },
    )
    keep_days: int = field(
        default=30,
        metadata={
            "doc": "indexes that nobody opened and cached facts that no index used for so many days are deleted after "
            "an index run; 0 keeps them, and memory always stays",
            "min": 0,
            "max": 36_500,
            "personal": True,
        },
    )
    index_wait_s: float = field(
        default=8.0,
        metadata={
            "doc": "how long a tool waits for the first index of a repository, in seconds; indexing goes on after that",
            "min": 0.0,
            "max": 600.0,
        },
    )
    community_resolution: float = field(
        default=1.0, metadata={"doc": "resolution of community detection; larger gives smaller groups", "min": 0.0}
    )
    vectors: bool = field(default=True, metadata={"doc": "make vectors of what is indexed, to search by meaning"})
    # Personal settings decide where text is sent. A repository that was merely cloned must not decide that.
    encoder: str = field(
        default="static",
        metadata={
            "doc": "what makes vectors: `static` (shipped, offline), `endpoint`, or `lancedb:NAME`",
            "personal": True,
        },
    )
    encoder_url: str = field(
        default="",
        metadata={
            "doc": "address of an OpenAI-compatible service, such as `http://localhost:8080/v1`",
            "personal": True,
        },
    )
    encoder_model: str = field(
        default="", metadata={"doc": "model that the endpoint or LanceDB's function is asked for", "personal": True}
    )
    encoder_dimension: int = field(
        default=0,
        metadata={"doc": "numbers a vector the endpoint is asked for; 0 is the model's own", "min": 0, "max": 8192},
    )
    encoder_key_variable: str = field(
        default="",
        metadata={"doc": "environment variable that holds the endpoint's key, which is never stored", "personal": True},
    )
    llm_provider: str = field(
        default="",
        metadata={
            "doc": "language model for summaries and the like: `openai` (or what speaks as it does), `anthropic`, "
            "`gemini`; empty is none, and everything works without",
            "personal": True,
        },
    )
    llm_model: str = field(default="", metadata={"doc": "model that the provider is asked for", "personal": True})
    llm_url: str = field(
        default="", metadata={"doc": "address of the model's service; empty is the provider's own", "personal": True}
    )
    llm_key_variable: str = field(
        default="",
        metadata={"doc": "environment variable that holds the model's key, which is never stored", "personal": True},
    )
    min_relevance_score: float = field(
        default=0.0,
        metadata={
            "doc": "the toolset `kumiho`: `memory_*` tools return nothing below this score",
            "min": 0.0,
            "max": 1.0,
        },
    )
    memory_retrieval_limit: int = field(
        default=3,
        metadata={"doc": "the toolset `kumiho`: `memory_*` tools return at most so many", "min": 1, "max": 100},
    )
    vectors_uri: str = field(
        default="",
        metadata={
            "doc": "LanceDB place of the vectors: a folder, `s3://`, `gs://` or `db://`; empty is beside the index and "
            "beside memory",
            "personal": True,
        },
    )
    memory_uri: str = field(
        default="",
        metadata={
            "doc": "PostgreSQL database of the team's memory, such as `postgresql://anna@db.example.com/team`; empty "
            "is none, and what `memory share` names is kept there as well",
            "personal": True,
        },
    )
    vectors_table: bool = field(
        default=True,
        metadata={"doc": "keep a LanceDB table of the vectors up to date, at `vectors_uri` or beside the index"},
    )
    remote_uri: str = field(
        default="",
        metadata={
            "doc": "place of published indexes, which a first index here starts from: `s3://`, `gs://`, `az://`, "
            "`file://` or `https://`",
            "personal": True,
        },
    )
    remote_key: str = field(
        default="",
        metadata={"doc": "public key that published indexes must be signed with; empty takes any", "personal": True},
    )
    publish_key_variable: str = field(
        default="",
        metadata={"doc": "environment variable that holds the private key of `codegraph publish`", "personal": True},
    )
    gates: tuple[str, ...] = field(
        default=(),
        metadata={
            "doc": "what `impact` of a change fails on, such as `affected>200`; a table `affected = 200` does, too"
        },
    )
    autopromote: bool = field(
        default=False,
        metadata={"doc": "let facts of low risk count without a review; curated kinds never do", "personal": True},
    )
    kind_allowlist: tuple[str, ...] = field(
        default=(),
        metadata={"doc": "kinds that `autopromote` is confined to; empty is every kind of low risk", "personal": True},
    )
    decay_half_life_days: float = field(
        default=30.0,
        metadata={
            "doc": "days in which what runs said of a memory loses half its weight; 0 turns that off",
            "min": 0.0,
            "max": 36_500.0,
        },
    )
    price_per_mtok: float = field(
        default=0.0,
        metadata={
            "doc": "dollars per million tokens, for `memory learn roi`; 0: the price of the run's model, from a table",
            "min": 0.0,
            "max": 1_000_000.0,
        },
    )
    access_log: bool = field(
        default=True,
        metadata={
            "doc": "keep a log of what `serve` answers, for `codegraph savings`: names of tools and files, and numbers",
            "personal": True,
        },
    )
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)
    tables: LanguageTables | None = None
    """Structural languages that the repository adds; None where it adds none."""

    @property
    def max_source_bytes(self) -> int:
        """Size limit, in bytes, of files in a language that is parsed.

        Files that say a tool wrote them have a lower limit.
        """
        return self.max_file_bytes * SOURCES

    def compute_fingerprint(self) -> str:
        """Return a text of the settings that decide the content of an index.

        When it changes, every file is read again.
        """
        names = ("exclude", "include", "max_file_bytes", "languages", "follow_symlinks", "respect_gitignore")
        text = repr([(name, getattr(self, name)) for name in names])
        return f"{text} {self.tables.compute_fingerprint()}" if self.tables is not None else text

    def stamp_facts(self, fingerprint: str, language: str) -> str:
        """Return a fingerprint of what reads files, as it is for files of one language.

        It changes with the repository's table of the language."""
        return stamp_facts(fingerprint, language, self.tables)

    def get_origin(self, name: str) -> str:
        return self.origins.get(name, DEFAULT_ORIGIN)


class Setting(NamedTuple):
    """One documented setting: `kind` is the type its value must have."""

    name: str
    kind: type
    default: Value
    doc: str
    minimum: float | None
    maximum: float | None
    personal: bool
    """Taken from the user's own file, the environment and flags, never from a repository's file."""

    @property
    def variable(self) -> str:
        return "CODEGRAPH_" + self.name.upper()


def _build_settings() -> dict[str, Setting]:
    known = (f for f in fields(Config) if "doc" in f.metadata)
    return {
        f.name: Setting(
            f.name,
            type(f.default),
            f.default,
            f.metadata["doc"],
            f.metadata.get("min"),
            f.metadata.get("max"),
            f.metadata.get("personal", False),
        )
        for f in known
        if f.default is not MISSING
    }


SETTINGS: Final[dict[str, Setting]] = _build_settings()


def load(
    start: Path,
    *,
    env: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
    user_file: Path | None = None,
) -> Config:
    """Read the settings for the work tree at `start`.

    A flag of None is a flag that was not given.

    Raises ConfigError for an unknown key (naming the nearest known one) or a value of the wrong type or range.
    """
    env = os.environ if env is None else env
    values: dict[str, Value] = {}
    origins: dict[str, str] = {}

    def take(layer: Mapping[str, object], origin: str) -> None:
        for name, raw in _flatten(layer).items():
            values[name] = check(name, raw, origin)
            origins[name] = origin

    user = user_file if user_file is not None else get_user_config_file(env)
    if user.is_file():
        take(_read_toml(user), str(user))
    project = find_project_file(start)
    if project is not None:
        table = _read_project_table(project)
        _refuse_personal(_flatten(table), project)
        take(table, str(project))
    for setting in SETTINGS.values():
        if setting.variable in env:
            text = env[setting.variable]
            take({setting.name: parse_text(setting.name, text)}, f"environment {setting.variable}")
    take({k: v for k, v in (flags or {}).items() if v is not None}, "flag")
    return Config(home=get_home_folder(env), origins=origins, tables=_read_tables(start), **values)  # type: ignore[arg-type]


def _read_tables(start: Path) -> LanguageTables | None:
    """Return the languages and models that the repository around a folder adds."""
    here = start.absolute()
    if not any(os.path.isdir(folder / name) for folder in (here, *here.parents) for name in TABLES_FOLDERS):
        return None
    from codegraph.settings.language_tables import read_tables  # most repositories have none

    return read_tables(start)


def stamp_facts(fingerprint: str, language: str, tables: LanguageTables | None) -> str:
    """Return a fingerprint of what reads files, as it is for files of one language."""
    own = tables.compute_stamp(language) if tables is not None else ""
    return f"{fingerprint} {own}" if own else fingerprint


def _flatten(layer: Mapping[str, object]) -> dict[str, object]:
    """Return settings by name, with those of `TABLES` moved to the top level.

    A setting at the top level takes precedence over one of the same name in a table.
    """
    found: dict[str, object] = {}
    for name, raw in layer.items():
        if name.partition(".")[0] in _TABLE_NAMES and isinstance(raw, dict):
            found |= _flatten_table(name, raw)
        else:
            found[name] = raw
    return found | {name: layer[name] for name in layer if name in SETTINGS}


_TABLE_NAMES: Final = frozenset(table.partition(".")[0] for table in TABLES)


def _flatten_table(table: str, content: Mapping[str, object]) -> dict[str, object]:
    known = TABLES.get(table, ())
    found: dict[str, object] = {}
    for name, raw in content.items():
        inner = f"{table}.{name}"
        if isinstance(raw, dict) and any(other == inner or other.startswith(f"{inner}.") for other in TABLES):
            found |= _flatten_table(inner, raw)
        else:
            found[name if name in known else inner] = raw
    return found


def _refuse_personal(names: Iterable[str], path: Path) -> None:
    """Raise ConfigError for a setting that a repository's file may not have."""
    for name in names:
        if name in SETTINGS and SETTINGS[name].personal:
            raise ConfigError(
                f"`{name}` is set in {path}, where anyone who writes to the repository could decide it",
                hint=f"set {SETTINGS[name].variable} instead, or `{name}` in your own settings file",
            )


def check(name: str, raw: object, origin: str) -> Value:
    """Return `raw` as a value of setting `name`.

    Raises ConfigError.
    """
    setting = SETTINGS.get(name)
    if setting is None:
        from difflib import get_close_matches

        near = get_close_matches(name, SETTINGS, n=1, cutoff=0.5)
        hint = f"did you mean `{near[0]}`?" if near else f"known settings: {', '.join(SETTINGS)}"
        raise ConfigError(f"unknown setting `{name}` in {origin}", hint=hint)
    if name == "gates" and isinstance(raw, dict) and all(_is_number(limit) for limit in raw.values()):
        return tuple(f"{what}>{limit}" for what, limit in raw.items())
    if setting.kind is tuple and isinstance(raw, (list, tuple)) and all(isinstance(item, str) for item in raw):
        return tuple(str(item) for item in raw)
    if setting.kind is float and isinstance(raw, (int, float)) and not isinstance(raw, bool):
        return _check_range(setting, float(raw), origin)
    if setting.kind is int and isinstance(raw, int) and not isinstance(raw, bool):
        return _check_range(setting, raw, origin)
    if setting.kind in (bool, str) and isinstance(raw, setting.kind):
        return raw
    raise ConfigError(f"`{name}` in {origin} is {raw!r}", hint=f"it must be {_WORDS[setting.kind]}: {setting.doc}")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _check_range(setting: Setting, value: float, origin: str) -> Value:
    if setting.minimum is not None and not value >= setting.minimum:
        raise ConfigError(f"`{setting.name}` in {origin} is {value}", hint=f"it must be at least {setting.minimum}")
    if setting.maximum is not None and not value <= setting.maximum:
        raise ConfigError(f"`{setting.name}` in {origin} is {value}", hint=f"it must be at most {setting.maximum}")
    return value


def parse_text(name: str, text: str) -> Value:
    """Parse a value from the environment or the command line.

    Lists are comma-separated.
    """
    setting = SETTINGS.get(name)
    if setting is None:
        return check(name, text, "the command line")
    lowered = text.strip().lower()
    if setting.kind is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if setting.kind is str:
        return text.strip()
    if setting.kind is bool and lowered in _TRUE | _FALSE:
        return lowered in _TRUE
    try:
        if setting.kind in (int, float):
            return setting.kind(lowered)
    except ValueError:
        pass
    raise ConfigError(f"`{name}` cannot be {text!r}", hint=f"it must be {_WORDS[setting.kind]}: {setting.doc}")


def find_project_file(start: Path) -> Path | None:
    """Return the closest settings file at or above `start`."""
    here = start.absolute()
    for folder in (here, *here.parents):
        own, shared = folder / FILE_NAME, folder / "pyproject.toml"
        if _is_file(own):
            return own
        if _is_file(shared) and _has_table(shared):
            return shared
    return None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder we may not look into, or a name too long to exist: the scan says so in its own words
        return False


def _has_table(pyproject: Path) -> bool:
    # A pyproject.toml that does not speak of this tool must not be able to break it: only a mention is parsed.
    try:
        if b"tool.codegraph" not in pyproject.read_bytes():
            return False
    except OSError:
        return False
    return bool(_read_project_table(pyproject))


def _read_project_table(path: Path) -> Mapping[str, object]:
    document = _read_toml(path)
    if path.name == FILE_NAME:
        return document
    tool = document.get("tool")
    table = tool.get("codegraph") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else {}


def _read_toml(path: Path) -> dict[str, object]:
    import tomllib  # most commands find no settings file

    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} is not valid TOML: {error}", hint="correct the file, or remove it") from error
    except OSError as error:
        raise ConfigError(f"{path} cannot be read: {error.strerror}") from error


def write_setting(folder: Path, name: str, text: str) -> Path:
    """Set `name` in `folder/codegraph.toml` and return the file.

    Its other keys and comments stay.

    Raises ConfigError for an unknown name or a value it cannot have, StorageError when the file cannot be written.
    """
    import tomlkit  # slow to import, and only this function writes

    value = check(name, parse_text(name, text), "the command line")
    path = folder / FILE_NAME
    _refuse_personal((name,), path)
    document = tomlkit.parse(path.read_text(encoding="utf-8-sig")) if path.is_file() else tomlkit.document()
    document[name] = list(value) if isinstance(value, tuple) else value
    temporary = path.with_name(f".{FILE_NAME}.{os.getpid()}.tmp")
    try:
        temporary.write_text(tomlkit.dumps(document), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error
    return path


def get_user_config_file(env: Mapping[str, str]) -> Path:
    """Return the user's own settings file.

    CODEGRAPH_CONFIG names another one.
    """
    if env.get("CODEGRAPH_CONFIG"):
        return Path(env["CODEGRAPH_CONFIG"]).expanduser()
    return get_user_folder(env, "config") / "config.toml"

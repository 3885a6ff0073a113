from pathlib import Path

import pytest

from codegraph.errors import ConfigError
from codegraph.settings.config import Config, find_project_file, load, parse_text, write_setting


def settings(folder: Path, env: dict[str, str] | None = None, **flags: object) -> Config:
    variables = {"CODEGRAPH_HOME": str(folder / "home"), **(env or {})}
    return load(folder / "repo", env=variables, flags=flags, user_file=folder / "user.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "repo").mkdir()
    return tmp_path


def test_each_layer_beats_the_ones_below_it(folder: Path) -> None:
    assert settings(folder).workers == 0
    (folder / "user.toml").write_text("workers = 1")
    assert settings(folder).workers == 1
    (folder / "repo/codegraph.toml").write_text("workers = 2")
    assert settings(folder).workers == 2
    assert settings(folder, {"CODEGRAPH_WORKERS": "3"}).workers == 3
    assert settings(folder, {"CODEGRAPH_WORKERS": "3"}, workers=4).workers == 4


def test_every_value_knows_where_it_came_from(folder: Path) -> None:
    (folder / "repo/codegraph.toml").write_text("workers = 2")
    config = settings(folder, {"CODEGRAPH_FOLLOW_SYMLINKS": "yes"}, max_file_bytes=5)
    assert config.get_origin("workers") == str(folder / "repo/codegraph.toml")
    assert config.get_origin("follow_symlinks") == "environment CODEGRAPH_FOLLOW_SYMLINKS"
    assert config.get_origin("max_file_bytes") == "flag"
    assert config.get_origin("exclude") == "default"


def test_own_file_beats_pyproject_in_the_same_folder_without_merging(folder: Path) -> None:
    (folder / "repo/pyproject.toml").write_text("[tool.codegraph]\nworkers = 9\nfollow_symlinks = true\n")
    assert settings(folder).workers == 9
    (folder / "repo/codegraph.toml").write_text("workers = 2")
    assert (settings(folder).workers, settings(folder).follow_symlinks) == (2, False)


def test_the_closest_file_wins(folder: Path) -> None:
    (folder / "codegraph.toml").write_text("workers = 7")
    assert settings(folder).workers == 7
    (folder / "repo/pyproject.toml").write_text("[tool.codegraph]\nexclude = ['x']\n")
    assert (settings(folder).workers, settings(folder).exclude) == (0, ("x",))


@pytest.mark.parametrize(
    ("table", "name", "value"),
    [
        ("[broker.weights]\ndecay_half_life_days = 14", "decay_half_life_days", 14.0),
        ("[model]\nprice_per_mtok = 3.0", "price_per_mtok", 3.0),
        ("[memory]\nmin_relevance_score = 0.4", "min_relevance_score", 0.4),
        ("[kumiho]\nmemory_retrieval_limit = 5", "memory_retrieval_limit", 5),
    ],
)
def test_a_setting_may_stand_in_the_table_that_other_programs_have_it_in(
    folder: Path, table: str, name: str, value: float
) -> None:
    own = folder / "repo/codegraph.toml"
    own.write_text(table)
    assert getattr(settings(folder), name) == value
    own.unlink()
    (folder / "repo/pyproject.toml").write_text(table.replace("[", "[tool.codegraph.", 1))
    assert getattr(settings(folder), name) == value


def test_a_setting_at_the_top_goes_before_one_in_a_table(folder: Path) -> None:
    (folder / "repo/codegraph.toml").write_text("memory_retrieval_limit = 2\n[kumiho]\nmemory_retrieval_limit = 5\n")
    assert settings(folder).memory_retrieval_limit == 2


@pytest.mark.parametrize("table", ["[broker]\nx = 1", "[model]\nworkers = 2", "[model.inner]\na = 1", "[other]\na = 1"])
def test_a_table_holds_only_its_own_settings(folder: Path, table: str) -> None:
    (folder / "repo/codegraph.toml").write_text(table)
    with pytest.raises(ConfigError, match="unknown setting"):
        settings(folder)


def test_a_pyproject_of_other_tools_is_passed_over(folder: Path) -> None:
    (folder / "repo/pyproject.toml").write_text("this is = not toml = at all")
    (folder / "codegraph.toml").write_text("")
    assert find_project_file(folder / "repo") == folder / "codegraph.toml"


def test_an_unknown_key_names_the_nearest_one(folder: Path) -> None:
    (folder / "repo/codegraph.toml").write_text("max_file_byte = 3")
    with pytest.raises(ConfigError, match="max_file_byte") as caught:
        settings(folder)
    assert "max_file_bytes" in caught.value.hint


@pytest.mark.parametrize(
    "text", ["workers = 'two'", "workers = -1", "workers = true", "exclude = 'x'", "max_file_bytes = 0"]
)
def test_a_value_it_cannot_have_is_an_error(folder: Path, text: str) -> None:
    (folder / "repo/codegraph.toml").write_text(text)
    with pytest.raises(ConfigError):
        settings(folder)


def test_a_file_that_begins_with_a_mark_is_read_and_written(folder: Path) -> None:
    own = folder / "repo/codegraph.toml"
    own.write_bytes(b"\xef\xbb\xbfworkers = 2\r\n")
    assert settings(folder).workers == 2
    write_setting(folder / "repo", "workers", "3")
    assert settings(folder).workers == 3


def test_broken_toml_is_an_error_naming_the_file(folder: Path) -> None:
    (folder / "repo/codegraph.toml").write_text("workers = ")
    with pytest.raises(ConfigError, match=r"codegraph\.toml"):
        settings(folder)


def test_lists_in_the_environment_are_comma_separated() -> None:
    assert parse_text("exclude", "a/*, b ,") == ("a/*", "b")


def test_setting_a_value_keeps_other_keys_and_comments(folder: Path) -> None:
    file = folder / "repo/codegraph.toml"
    file.write_text("# ours\nworkers = 2  # two cores\n")
    write_setting(folder / "repo", "exclude", "gen/,*.pb.go")
    assert "# ours\nworkers = 2  # two cores\n" in file.read_text()
    assert settings(folder).exclude == ("gen/", "*.pb.go")
    assert [p.name for p in (folder / "repo").iterdir()] == ["codegraph.toml"]


def test_setting_an_unknown_key_writes_nothing(folder: Path) -> None:
    with pytest.raises(ConfigError):
        write_setting(folder / "repo", "wrokers", "2")
    assert not (folder / "repo/codegraph.toml").exists()


def test_what_decides_the_index_is_in_the_fingerprint_and_nothing_else(folder: Path) -> None:
    assert settings(folder, workers=3).compute_fingerprint() == settings(folder, workers=4).compute_fingerprint()
    assert settings(folder, exclude=["a"]).compute_fingerprint() != settings(folder).compute_fingerprint()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("parse_timeout_s = inf", "at most"),
        ("parse_timeout_s = nan", "at least"),
        ("max_file_bytes = 99999999999999999999999", "at most"),
        ("workers = 100000", "at most 1024"),
        ("workers = 1e3", "a whole number"),
        ("exclude = 'x'", "a list of strings"),
    ],
)
def test_absurd_values_are_refused_with_what_is_allowed(folder: Path, text: str, hint: str) -> None:
    (folder / "repo/codegraph.toml").write_text(text)
    with pytest.raises(ConfigError) as caught:
        settings(folder)
    assert hint in caught.value.hint


def test_a_folder_that_may_not_be_looked_into_has_no_settings(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(path: Path) -> bool:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "is_file", closed)
    assert find_project_file(folder / "repo") is None


def test_a_repository_cannot_decide_where_text_is_sent(folder: Path) -> None:
    (folder / "repo/codegraph.toml").write_text('encoder_url = "http://elsewhere/v1"')
    with pytest.raises(ConfigError, match="anyone who writes to the repository") as caught:
        settings(folder)
    assert "CODEGRAPH_ENCODER_URL" in caught.value.hint
    (folder / "repo/codegraph.toml").write_text("vectors = false")
    (folder / "user.toml").write_text('encoder = "endpoint"')
    config = settings(folder, {"CODEGRAPH_ENCODER_URL": "http://mine/v1"})
    assert (config.vectors, config.encoder, config.encoder_url) == (False, "endpoint", "http://mine/v1")


def test_personal_settings_are_not_written_into_a_repository(folder: Path) -> None:
    with pytest.raises(ConfigError):
        write_setting(folder / "repo", "vectors_uri", "s3://bucket/vectors")
    assert not (folder / "repo/codegraph.toml").exists()

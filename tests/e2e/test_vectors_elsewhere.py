"""The table of vectors at a place that `vectors_uri` names: an object store, or one that cannot be reached."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from codegraph.errors import StorageError
from codegraph.indexing.pipeline import index_repository
from codegraph.indexing.vector_table import is_behind, sync_table
from codegraph.query.index import Index
from codegraph.settings.config import Config
from codegraph.store.layout import get_index_folder
from codegraph.store.vectors import Near, VectorTable
from tests.support.object_store import ObjectStore, object_store

PLACE = "s3://shelf/vectors"


@pytest.fixture(scope="module")
def store() -> Iterator[ObjectStore]:
    with object_store() as server, pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "AWS_ENDPOINT_URL": server.address,
            "AWS_ALLOW_HTTP": "true",
            "AWS_ACCESS_KEY_ID": "somebody",
            "AWS_SECRET_ACCESS_KEY": "something",
            "AWS_REGION": "us-east-1",
        }.items():
            patch.setenv(name, value)
        yield server


@pytest.fixture
def repository(tmp_path: Path) -> tuple[Path, Config]:
    root = tmp_path / "repo"
    root.mkdir()
    (root / "basket.py").write_text("def add_item(basket, item):\n    basket.append(item)\n")
    (root / "rates.py").write_text("def allow_request(tokens):\n    return tokens > 0\n")
    return root, Config(tmp_path / "home", vectors_uri=PLACE)


def nearest(root: Path, config: Config, query: NDArray[np.float32]) -> list[Near]:
    return VectorTable(config.vectors_uri, get_index_folder(config.home, root).name).find_nearest(query, 10)


def test_an_object_store_holds_the_vectors_of_the_newest_generation(
    store: ObjectStore, repository: tuple[Path, Config]
) -> None:
    root, config = repository
    assert not index_repository(root, config).warnings
    assert any(
        key.startswith(f"vectors/{get_index_folder(config.home, root).name}.lance/data/") for key in store.objects
    )
    (root / "rates.py").write_text("def refuse_request(tokens):\n    return tokens < 1\n")
    index_repository(root, config)
    with Index.open(root, replace(config, vectors_uri="")) as index:
        snapshot = index.load_vectors()
        assert snapshot is not None
        query = np.ones(snapshot.dimension, np.float32) / np.sqrt(np.float32(snapshot.dimension))
        exact = sorted(snapshot.compute_scores(query).tolist(), reverse=True)
    found = nearest(root, config, query)
    assert {near.path for near in found} == {"basket.py", "rates.py"}
    assert np.allclose([near.score for near in found], exact, atol=2e-3)  # half precision there


def test_a_damaged_table_in_an_object_store_is_built_anew(store: ObjectStore, repository: tuple[Path, Config]) -> None:
    root, config = repository
    index_repository(root, config)
    folder = get_index_folder(config.home, root)
    for key in store.objects:
        if folder.name in key:
            store.objects[key] = b"no table"
    assert sync_table(folder, config).rebuilt
    assert len(nearest(root, config, np.zeros(256, np.float32))) == 2


def test_a_place_that_cannot_be_reached_costs_a_warning_and_is_caught_up_with(
    store: ObjectStore, repository: tuple[Path, Config], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, config = repository
    with monkeypatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
        (warning,) = index_repository(root, config).warnings
    assert "Connection refused (http://127.0.0.1:9)" in warning
    assert "AWS_ENDPOINT_URL" in warning
    assert is_behind(get_index_folder(config.home, root), config)
    assert not index_repository(root, config).warnings
    assert not is_behind(get_index_folder(config.home, root), config)


@pytest.mark.parametrize(
    ("place", "hint"),
    [("db://shelf", "LANCEDB_API_KEY"), ("ftp://shelf/vectors", "s3://")],
)
def test_a_place_that_needs_something_says_what(
    repository: tuple[Path, Config], monkeypatch: pytest.MonkeyPatch, place: str, hint: str
) -> None:
    monkeypatch.delenv("LANCEDB_API_KEY", raising=False)
    root, config = repository
    index_repository(root, replace(config, vectors_uri=""))
    with pytest.raises(StorageError) as caught:
        sync_table(get_index_folder(config.home, root), replace(config, vectors_uri=place))
    assert hint in caught.value.hint

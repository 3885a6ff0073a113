"""Indexes that are published and pulled: by folders, by an object store, by a web server."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from support.equal import assert_as_rebuilt
from support.gitrepo import GitRepo
from support.object_store import ObjectStore, object_store

from codegraph.embed.encoder import Encoder
from codegraph.embed.fields import ChunkText, encode_chunks
from codegraph.errors import PublicationError
from codegraph.indexing import embed_stage, incremental
from codegraph.indexing.incremental import IncrementalSession, RemoteStart, update_index
from codegraph.operations.context import Context
from codegraph.operations.publication import publish as run_publish
from codegraph.operations.requests import PublishRequest
from codegraph.publication.manifest import decode_manifest
from codegraph.publication.publisher import Published, name_repository, publish_index
from codegraph.publication.retention import keep_newest
from codegraph.publication.signature import make_keys
from codegraph.publication.storage import Remote, open_remote
from codegraph.query.index import Index
from codegraph.scan.repository_identity import compute_repository_id
from codegraph.settings.config import Config
from codegraph.store.compression import Codec, decompress
from codegraph.store.layout import begin_transfer, get_index_folder
from codegraph.store.vectors import VectorTable

FILES = {
    "pkg/__init__.py": "",
    "pkg/core.py": "class Store:\n    def save(self):\n        return helper(1)\n\n\ndef helper(x):\n    return x\n",
    "pkg/app.py": "from pkg.core import Store\n\n\ndef main():\n    Store().save()\n",
    "web/cart.ts": "export function total(n: number) { return n; }\n",
    "lib/tax.lua": "local function rate() return 2 end\n",
    "notes.md": "# Notes\n\nHow to save an order.\n",
}
NEXT = {
    "pkg/core.py": "class Store:\n    def save(self):\n        return self.check()\n\n    def check(self):\n        return 2\n",
    "pkg/orders.py": "from pkg.app import main\n\n\ndef order():\n    main()\n",
    "web/cart.ts": None,
}
NOW = 1_790_000_000.0
WEEK_S = 7 * 86_400


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    return GitRepo.make(tmp_path / "origin", FILES)


@pytest.fixture
def place(tmp_path: Path) -> Remote:
    (tmp_path / "place").mkdir()
    return open_remote((tmp_path / "place").as_uri())


def publish(repo: GitRepo, place: Remote, home: Path, **options: Any) -> Published:
    config = Config(home, workers=1)
    update_index(repo.root, config)
    return publish_index(repo.root, config, place, **{"now": NOW, **options})


def clone(repo: GitRepo, to: Path) -> GitRepo:
    repo.git("clone", "-q", str(repo.root), str(to))
    return GitRepo(to)


def pull(repo: GitRepo, place: Remote, home: Path, **settings: Any) -> RemoteStart:
    return IncrementalSession(repo.root, Config(home, workers=1, **settings)).start_from_remote(place)


def list_files(place: Remote) -> list[Path]:
    return sorted(path for path in Path(place.url.removeprefix("file://")).rglob("*") if path.is_file())


@contextmanager
def serve_folder(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            del format, args

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_pulled_index_is_that_of_the_commit(
    repo: GitRepo, place: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published = publish(repo, place, tmp_path / "ci")
    other = clone(repo, tmp_path / "laptop")
    monkeypatch.setattr(incremental, "index_repository", None)  # no whole run is made
    started = pull(other, place, tmp_path / "home")
    assert started.commit == published.commit
    assert started.problem == ""
    monkeypatch.undo()
    assert_as_rebuilt(other.root, Config(tmp_path / "home", workers=1), tmp_path / "scratch")


def test_what_differs_is_resolved_on_top(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    publish(repo, place, tmp_path / "ci")
    other = clone(repo, tmp_path / "laptop")
    other.commit(NEXT)
    started = pull(other, place, tmp_path / "home")
    assert started.refreshed is not None
    assert started.refreshed.changed == ("pkg/core.py",)
    config = Config(tmp_path / "home", workers=1)
    assert_as_rebuilt(other.root, config, tmp_path / "scratch")
    other.write({"pkg/app.py": "from pkg.core import Store\n\n\ndef main():\n    Store().check()\n"})
    done = IncrementalSession(other.root, config).refresh_incrementally()
    assert done is not None, "facts of files that did not change came with the index"
    assert_as_rebuilt(other.root, config, tmp_path / "scratch-2")


def test_the_nearest_published_ancestor_is_taken(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    publish(repo, place, tmp_path / "ci")
    second = repo.commit({"pkg/second.py": "def second():\n    pass\n"})
    publish(repo, place, tmp_path / "ci")
    other = clone(repo, tmp_path / "laptop")
    repo.commit({"pkg/third.py": "def third():\n    pass\n"})
    publish(repo, place, tmp_path / "ci")
    other.commit({"pkg/own.py": "def own():\n    pass\n"})
    assert pull(other, place, tmp_path / "home").commit == second


def test_who_indexes_meanwhile_takes_nothing_from_a_publication(
    repo: GitRepo, place: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = get_index_folder(tmp_path / "ci", repo.root)
    write = Remote.write

    def write_while_others_sweep(remote: Remote, path: str, content: bytes) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("os.getpid", lambda: 1)  # another process, which removes what a killed one left behind
            folder.sweep()
        write(remote, path, content)

    monkeypatch.setattr(Remote, "write", write_while_others_sweep)
    published = publish(repo, place, tmp_path / "ci")
    other = clone(repo, tmp_path / "laptop")
    assert pull(other, place, tmp_path / "home").commit == published.commit


def test_what_killed_transfers_leave_is_removed_after_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / "transfers" / "1-a.tmp", tmp_path / "transfers" / "2-b.tmp"
    for path in (old, new):
        path.mkdir(parents=True)
        (path / "graph.db").write_bytes(b"part")
    os.utime(old, (NOW, NOW))
    begin_transfer(tmp_path)
    assert not old.exists()
    assert new.exists()


def test_two_publications_share_what_is_the_same(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    first = publish(repo, place, tmp_path / "ci")
    repo.commit({"pkg/second.py": "def second():\n    pass\n"})
    second = publish(repo, place, tmp_path / "ci")
    again = publish(repo, place, tmp_path / "ci")
    assert first.sent == first.bytes - len(_read_manifests(place)[0])
    assert 0 < second.sent < second.bytes
    assert not again.is_new
    assert again.sent == 0


def _read_manifests(place: Remote) -> list[bytes]:
    manifests = [path for path in list_files(place) if "manifests" in path.parts]
    return [path.read_bytes() for path in sorted(manifests, key=lambda path: path.stat().st_mtime_ns)]


def test_nothing_that_is_published_names_the_machine(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    update_index(clone(repo, tmp_path / "elsewhere").root, Config(tmp_path / "ci", workers=1))  # `repo` starts from it
    publish(repo, place, tmp_path / "ci")
    shown = {path.name: path.read_bytes() for path in list_files(place)} | _read_published(place)
    for name, content in shown.items():
        assert os.fsencode(tmp_path) not in content, name
    assert b"helper" in shown["facts.pack"]
    assert b"helper" in shown["graph.db"]


def _read_published(place: Remote) -> dict[str, bytes]:
    """Return the content of the published files."""
    (manifest,) = map(decode_manifest, _read_manifests(place))
    blocks = {path.name: path.read_bytes() for path in list_files(place) if "blocks" in path.parts}
    found: dict[str, bytes] = {}
    for file in manifest.files:
        codec = Codec.LZMA if file.name == "facts.pack" else file.codec
        parts = [(blocks[block.id.rpartition("/")[2]], block.size) for block in file.blocks]
        table, buckets = (parts[0][0], parts[1:]) if file.name == "facts.pack" else (b"", parts)
        found[file.name] = table + b"".join(decompress(codec, stored, max(size, 1 << 20)) for stored, size in buckets)
    return found


def test_equal_trees_have_equal_bytes(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    """However they were indexed, and whatever else the process did before."""
    manifests: list[bytes] = []
    for number in range(3):
        tree = clone(repo, tmp_path / f"tree{number}")
        other = open_remote((tmp_path / f"place{number}").as_uri())
        home = tmp_path / f"home{number}"
        if number == 1:  # entries come from the cache, as other processes made them
            before = clone(repo, tmp_path / "before").root
            update_index(before, Config(home, workers=2))
            shutil.rmtree(get_index_folder(home, before).path)
        if number == 2:
            update_index(
                GitRepo.make(tmp_path / "unlike", NEXT | {"web/cart.ts": "let total = 1;\n"}).root, Config(home)
            )
        publish(tree, other, home)
        manifests += _read_manifests(other)
    described = [[(file.name, file.blocks) for file in decode_manifest(each).files] for each in manifests]
    assert described[1] == described[0]
    assert described[2] == described[0]


@pytest.mark.parametrize("part", ["blocks", "manifests", "commits"])
def test_damage_is_refused(repo: GitRepo, place: Remote, tmp_path: Path, part: str) -> None:
    publish(repo, place, tmp_path / "ci")
    for path in list_files(place):
        if part in path.parts:
            content = bytearray(path.read_bytes())
            content[len(content) // 2] ^= 1
            path.write_bytes(content)
    other = clone(repo, tmp_path / "laptop")
    started = pull(other, place, tmp_path / "home")
    assert started.refreshed is None
    assert started.problem
    assert not list((tmp_path / "home").rglob("graph.db"))


def test_what_is_of_another_repository_is_refused(place: Remote, repo: GitRepo, tmp_path: Path) -> None:
    stranger = GitRepo.make(tmp_path / "stranger", {"evil.py": "def evil():\n    pass\n"})
    publish(stranger, place, tmp_path / "ci")
    folder = Path(place.url.removeprefix("file://"))
    (of_stranger,) = folder.iterdir()
    of_stranger.rename(folder / name_repository(compute_repository_id(repo.root)))
    started = pull(repo, place, tmp_path / "home")
    assert started.refreshed is None
    assert "another repository" in started.problem


def test_a_signature_is_demanded_once_a_key_is_set(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    ours, theirs = make_keys(), make_keys()
    publish(repo, place, tmp_path / "ci", private_key=ours.private)
    other = clone(repo, tmp_path / "laptop")
    assert "another key" in pull(other, place, tmp_path / "home", remote_key=theirs.public).problem
    assert pull(other, place, tmp_path / "home", remote_key=ours.public).problem == ""


def test_an_unsigned_index_is_refused_where_a_key_is_set(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    publish(repo, place, tmp_path / "ci")
    assert "not signed" in pull(repo, place, tmp_path / "home", remote_key=make_keys().public).problem


def test_other_settings_have_an_index_of_their_own(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    publish(repo, place, tmp_path / "ci")
    started = pull(repo, place, tmp_path / "home", languages=("python",))
    assert "no index of this repository, these settings" in started.problem


def test_a_changed_work_tree_is_not_published(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    repo.write({"pkg/core.py": "changed = 1\n"})
    with pytest.raises(PublicationError, match=r"differs from its commit \(pkg/core\.py\)"):
        publish(repo, place, tmp_path / "ci")


def test_retention_keeps_the_newest_and_what_they_need(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    for number in range(4):
        repo.commit({f"pkg/n{number}.py": f"def n{number}():\n    pass\n"})
        publish(repo, place, tmp_path / "ci", now=NOW + number * 3 * WEEK_S)
    of_repository = name_repository(compute_repository_id(repo.root))
    removed = keep_newest(place, of_repository, 2, now=NOW + 12 * WEEK_S)
    assert removed.commits == 2
    assert removed.objects > 0
    started = pull(clone(repo, tmp_path / "laptop"), place, tmp_path / "home")
    assert started.problem == ""
    assert keep_newest(place, of_repository, 2, now=NOW + 12 * WEEK_S) == (0, 0)


def test_an_object_store_holds_publications(repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with object_store() as store:
        _use_store(store, monkeypatch)
        place = open_remote("s3://bucket/indexes")
        publish(repo, place, tmp_path / "ci")
        other = clone(repo, tmp_path / "laptop")
        other.commit(NEXT)
        assert pull(other, place, tmp_path / "home").problem == ""
        assert_as_rebuilt(other.root, Config(tmp_path / "home", workers=1), tmp_path / "scratch")


def _use_store(store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> None:
    told = {
        "AWS_ENDPOINT": store.address, "AWS_ALLOW_HTTP": "true", "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "here",
    }  # fmt: skip
    for name, value in told.items():
        monkeypatch.setenv(name, value)


def test_google_cloud_storage_holds_publications(
    repo: GitRepo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against a server of the documented XML API: ETags, and the precondition that there is no generation yet."""
    with object_store() as store:
        account = {
            "gcs_base_url": store.address,
            "disable_oauth": True,
            "client_email": "",
            "private_key": "",
            "private_key_id": "",
        }
        monkeypatch.setenv("GOOGLE_SERVICE_ACCOUNT_KEY", json.dumps(account))
        monkeypatch.setenv("GOOGLE_ALLOW_HTTP", "true")
        place = open_remote("gs://bucket/indexes")
        first = publish(repo, place, tmp_path / "ci")
        assert store.headers["x-goog-if-generation-match"] == "0"
        assert first.is_new
        assert not publish(repo, place, tmp_path / "ci").is_new
        assert not place.create("about", b"first") or not place.create("about", b"second")
        assert place.read("about", 100) == b"first"
        assert place.list_folders() == [name_repository(compute_repository_id(repo.root))]
        other = clone(repo, tmp_path / "laptop")
        other.commit(NEXT)
        assert pull(other, place, tmp_path / "home").problem == ""
        assert_as_rebuilt(other.root, Config(tmp_path / "home", workers=1), tmp_path / "scratch")
        for number in range(2):
            repo.commit({f"pkg/n{number}.py": f"def n{number}():\n    pass\n"})
            publish(repo, place, tmp_path / "ci", now=NOW + number * 3 * WEEK_S)
        assert (
            keep_newest(place, name_repository(compute_repository_id(repo.root)), 1, now=NOW + 12 * WEEK_S).commits == 2
        )


def test_a_web_server_is_read(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    published = publish(repo, place, tmp_path / "ci")
    with serve_folder(Path(place.url.removeprefix("file://"))) as address:
        other = clone(repo, tmp_path / "laptop")
        other.commit(NEXT)
        assert pull(other, open_remote(address), tmp_path / "home").commit == published.commit
        with pytest.raises(PublicationError, match="can only be read"):
            publish(repo, open_remote(address), tmp_path / "ci")


def test_the_first_index_starts_from_the_place_in_the_settings(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    publish(repo, place, tmp_path / "ci")
    config = Config(tmp_path / "home", workers=1, remote_uri=place.url)
    summary = update_index(clone(repo, tmp_path / "laptop").root, config)
    assert summary.reason.startswith("started from the published index of commit")
    assert summary.parsed == 0


def test_a_place_that_cannot_be_reached_costs_a_warning(repo: GitRepo, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=1, remote_uri="http://127.0.0.1:9/indexes")
    summary = update_index(repo.root, config)
    assert [line.partition(":")[0] for line in summary.warnings] == ["not started from a published index"]
    with Index.open(repo.root, config) as index:
        assert index.compute_freshness().fresh


@pytest.mark.skipif(os.name == "nt", reason="files that are open cannot be removed there")
def test_a_part_that_is_gone_ends_the_pull(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    publish(repo, place, tmp_path / "ci")
    gone = next(path for path in list_files(place) if "blocks" in path.parts)
    gone.unlink()
    assert "was removed while it was read" in pull(repo, place, tmp_path / "home").problem


def count_encoded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the number of texts of each call of the encoder."""
    seen: list[int] = []

    def encode(encoder: Encoder, texts: list[ChunkText]) -> NDArray[np.float32]:
        seen.append(len(texts))
        return encode_chunks(encoder, texts)

    monkeypatch.setattr(embed_stage, "encode_chunks", encode)
    return seen


def test_vectors_of_unchanged_chunks_come_with_the_index(
    repo: GitRepo, place: Remote, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(repo, place, tmp_path / "ci")
    other = clone(repo, tmp_path / "laptop")
    seen = count_encoded(monkeypatch)
    pull(other, place, tmp_path / "home")
    config = Config(tmp_path / "home", workers=1)
    update_index(other.root, config)
    assert not seen
    with Index.open(other.root, config) as index:
        vectors = index.load_vectors()
        assert vectors is not None and len(vectors) and vectors.values.any(axis=1).all()
    other.commit({"pkg/second.py": "def second():\n    pass\n"})
    update_index(other.root, config)
    assert sum(seen) == 1


def test_a_table_of_the_vectors_is_kept_at_the_place(repo: GitRepo, place: Remote, tmp_path: Path) -> None:
    config = Config(tmp_path / "home", workers=1)
    request = PublishRequest(place.url, vectors_table=True)
    first = run_publish(Context(repo.root, config, surface="cli"), request).results
    repo.commit({"pkg/second.py": "def second():\n    pass\n"})
    # Another job has the commit in another folder, and brings the same table up to date.
    other = clone(repo, tmp_path / "job")
    config = Config(tmp_path / "home-2", workers=1)
    second = run_publish(Context(other.root, config, surface="cli"), request).results
    assert second.table == first.table
    table = Path(second.table)
    assert table.is_dir() and table.is_relative_to(place.table_uri)
    found = VectorTable(str(table.parent), table.stem)
    assert found.count_rows() == second.table_rows == first.table_rows + 1

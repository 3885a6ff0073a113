"""The shipped encoder."""

import hashlib
import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from codegraph.embed import static
from codegraph.embed.encoder_choice import build_encoder
from codegraph.embed.static import IDENTITY, StaticEncoder
from codegraph.embed.word_pieces import split_run
from codegraph.errors import ConfigError, EncoderError
from codegraph.settings.config import Config

TEXTS = (
    "where is the HTTP response parsed?",
    "def parse_response(raw: bytes) -> Response:\n    return Response(raw.decode('utf-8'))",
    "class XMLHttpRequest2 { fooBar42(x_y, z) }",
    "",
    "naïve café ﬁxture 中文字 Ünïcode",
    "deadbeef" * 30,
    "a\x01b \x00 \ufffd",
)
MODEL = Path(static.__file__).parent / "model"


@pytest.fixture(scope="module")
def encoder() -> StaticEncoder:
    return StaticEncoder()


def test_the_identity_is_that_of_the_shipped_table() -> None:
    digest = hashlib.sha256((MODEL / static.TABLE).read_bytes()).hexdigest()
    assert f"codegraph-static-1/{static.DIMENSION}/{digest[:16]}" == IDENTITY


def test_the_shipped_files_are_small() -> None:
    assert sum(path.stat().st_size for path in MODEL.iterdir()) <= 12_000_000


def test_vectors_are_those_of_the_tokenizer_the_table_was_trained_with(encoder: StaticEncoder) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    reference = tokenizers.Tokenizer.from_file(str(MODEL / static.VOCABULARY))
    values, weights = static.read_table(MODEL / static.TABLE)
    unknown = reference.token_to_id("[UNK]")
    for text, vector in zip(TEXTS, encoder.encode(TEXTS), strict=True):
        ids = [i for i in reference.encode(text, add_special_tokens=False).ids if i != unknown]
        which, counts = np.unique(np.array(ids, dtype=int), return_counts=True)
        expected = (np.sqrt(counts) * weights[which]) @ values[which].astype(float)
        assert np.allclose(vector, expected / max(np.linalg.norm(expected), 1e-9), atol=1e-6), text


def test_a_text_has_one_vector_whatever_stands_beside_it(encoder: StaticEncoder) -> None:
    many = [f"{text} number {i}" for i in range(400) for text in TEXTS]
    together = encoder.encode(many)  # enough for the path that widens the table
    for at in (0, 1, 255, 256, 257, 1000, 2799):
        assert (StaticEncoder().encode([many[at]])[0] == together[at]).all()
    assert (encoder.encode(many[::-1])[::-1] == together).all()


def test_rows_have_length_one_and_texts_without_a_known_word_are_zero(encoder: StaticEncoder) -> None:
    lengths = np.linalg.norm(encoder.encode(["parse", "", "  \n\t ", "\x00\x01", "z" * 500, "a" * 100_000]), axis=1)
    assert np.allclose(lengths, [1, 0, 0, 0, 0, 0], atol=1e-6)
    assert encoder.encode([]).shape == (0, static.DIMENSION)


def test_meaning_is_nearer_than_chance(encoder: StaticEncoder) -> None:
    query, near, far = encoder.encode(
        [
            "open a connection to the database",
            "def connect_db(url): return sqlite3.connect(url)",
            "class Button { paint() }",
        ]
    )
    assert query @ near > query @ far + 0.1


def test_words_are_split_where_identifiers_have_borders() -> None:
    assert split_run("parseHTTPResponse2xx") == ["parse", "http", "response", "2", "xx"]
    assert split_run("Café") == ["cafe"]
    assert split_run("中a文") == ["中", "a", "文"]


def test_what_is_remembered_is_bounded_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = StaticEncoder().encode(TEXTS)
    monkeypatch.setattr("codegraph.embed.word_pieces._REMEMBERED", 3)
    small = StaticEncoder()
    for _ in range(3):
        assert (small.encode(TEXTS) == expected).all()
        small.encode([f"some other words {i}" for i in range(20)])


def test_encoding_needs_neither_network_nor_tokenizer_library() -> None:
    code = (
        "import socket, sys\n"
        "def no(*a, **k): raise OSError('no network')\n"
        "socket.socket = socket.create_connection = no\n"
        "from codegraph.embed.static import StaticEncoder\n"
        "assert StaticEncoder().encode(['parse'])[0].any()\n"
        "assert not {'tokenizers', 'lancedb', 'safetensors'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_choosing_an_encoder_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(static, "read_table", lambda path: pytest.fail("the table was read"))
    monkeypatch.setattr(socket, "socket", lambda *a, **k: pytest.fail("a socket was opened"))
    home = tmp_path / "home"
    chosen = [
        Config(home),
        Config(home, encoder="endpoint", encoder_url="http://localhost:1/v1", encoder_model="m"),
        Config(home, encoder="lancedb:openai"),
    ]
    assert len({build_encoder(config).identity for config in chosen}) == 3


@pytest.mark.parametrize("name", ["", "statik", "lancedb:", "http://localhost"])
def test_unknown_encoders_are_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError) as caught:
        build_encoder(Config(tmp_path, encoder=name))
    assert "static" in caught.value.hint


@pytest.mark.parametrize("damage", ["missing", "cut", "header", "vocabulary"])
def test_a_damaged_model_is_an_error_that_says_what_to_do(tmp_path: Path, damage: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(MODEL, folder)
    table = folder / static.TABLE
    if damage == "missing":
        table.unlink()
    elif damage == "cut":
        table.write_bytes(table.read_bytes()[:1000])
    elif damage == "header":
        table.write_bytes(b"\xff" * 100)
    else:
        (folder / static.VOCABULARY).write_text(json.dumps({"model": {"vocab": {"a": 0}}}))
    with pytest.raises(EncoderError) as caught:
        StaticEncoder(folder).encode(["text"])
    assert "reinstall" in caught.value.hint

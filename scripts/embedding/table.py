"""Tables of an encoder.

They are averaged, quantised, written as a model folder, and evaluated on the texts of held-out queries.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codegraph.embed import static
from codegraph.embed.encoder import Encoder
from codegraph.embed.static import TABLE, VOCABULARY, read_table
from codegraph.store.vector_snapshot import to_int8
from scripts.embedding.pairs import Pair

Floats = NDArray[np.float32]
SHIPPED = Path(static.__file__).parent / "model"


def combine_tables(parts: Sequence[tuple[float, Floats]], frequency: Floats) -> Floats:
    """Sum weighted tables over one vocabulary in one basis.

    Each is first scaled to the same size in texts. Mixing in the start values keeps knowledge of other text that
    training on code would lose.
    """
    total = np.zeros_like(parts[0][1])
    for weight, table in parts:
        size = np.sqrt((frequency[:, None] * table**2).sum())
        total += np.float32(weight / max(size, 1e-9)) * table
    return total


def reduce_dimension(rows: Floats, dimension: int) -> Floats:
    """Return the `dimension` principal components of centred rows, of mean length one."""
    centred = rows - rows.mean(axis=0)
    _, _, directions = np.linalg.svd(centred, full_matrices=False)
    found = centred @ directions[:dimension].T
    return (found / max(np.linalg.norm(found, axis=1).mean(), 1e-9)).astype(np.float32)


def export(folder: Path, table: Floats, vocabulary: Sequence[str]) -> None:
    """Write the int8 table and its vocabulary as the shipped model lies in its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    values, scales = to_int8(table)
    positive = scales[scales > 0]
    weights = (scales / (np.median(positive) if len(positive) else 1)).astype(np.float32)
    parts = {"weights": ("F32", weights), "embeddings": ("I8", values)}
    header: dict[str, object] = {}
    at = 0
    for name, (kind, array) in parts.items():
        header[name] = {"dtype": kind, "shape": array.shape, "data_offsets": [at, at + array.nbytes]}
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(folder / TABLE, "wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for _, array in parts.values():
            out.write(array.tobytes())
    tokenizer = json.loads((SHIPPED / VOCABULARY).read_text(encoding="utf-8"))
    tokenizer["model"]["vocab"] = {word: number for number, word in enumerate(vocabulary)}
    (folder / VOCABULARY).write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
    config = json.loads((SHIPPED / "config.json").read_text(encoding="utf-8"))
    (folder / "config.json").write_text(
        json.dumps({**config, "hidden_dim": values.shape[1]}, indent=1), encoding="utf-8"
    )


def load(folder: Path) -> Floats:
    """Load the rows of a model folder, multiplied by their weights."""
    values, weights = read_table(folder / TABLE)
    return values.astype(np.float32) * weights[:, None]


def compute_reciprocal_rank(encoder: Encoder, pairs: Sequence[Pair], most: int = 2000) -> float:
    """Compute the mean reciprocal rank of each query's own text.

    It is ranked among the texts of its group, at most `most` of them.
    """
    by: dict[str, list[Pair]] = {}
    for pair in pairs:
        by.setdefault(pair.group, []).append(pair)
    ranks: list[NDArray[np.float64]] = []
    for part in by.values():
        cosines = encoder.encode([p.query for p in part[:most]]) @ encoder.encode([p.text for p in part[:most]]).T
        better = (cosines > cosines.diagonal()[:, None]).sum(axis=1)
        ranks.append(1 / (1 + better))
    return float(np.concatenate(ranks).mean()) if ranks else 0.0

"""Training an encoder, from source trees to a model folder that the product reads."""

from pathlib import Path

import numpy as np
import pytest

from codegraph.embed.static import StaticEncoder
from scripts.embedding import pairs, prepare, table
from scripts.embedding.__main__ import main
from scripts.embedding.train import compute_contrast

SAMPLES = Path(__file__).parents[2] / "sample_repos"


def test_a_tiny_table_learns_from_the_sample_projects(tmp_path: Path) -> None:
    found, words, data = tmp_path / "pairs.gz", tmp_path / "words.txt", tmp_path / "data.npz"
    trees = [str(path) for path in sorted(SAMPLES.iterdir()) if path.is_dir()]
    main(["extract", *trees, "--out", str(found)])
    main(["vocabulary", str(found), "--added", "600", "--least-groups", "1", "--out", str(words)])
    main(["prepare", str(found), "--vocabulary", str(words), "--out", str(data)])
    small = ["--dimension", "24", "--batch", "64", "--block", "32"]
    main(["train", str(data), *small, "--epochs", "12", "--rate", "0.03", "--out", str(tmp_path / "trained.npy")])
    start = np.random.default_rng(0).normal(size=np.load(tmp_path / "trained.npy").shape).astype(np.float32)
    np.save(tmp_path / "start.npy", start)
    ranks = {}
    for name, parts in (("start", ["1:start.npy"]), ("trained", ["0.9:trained.npy", "0.1:start.npy"])):
        weighed = [part.replace(":", f":{tmp_path}/") for part in parts]
        model = tmp_path / name
        main(["export", *weighed, "--prepared", str(data), "--vocabulary", str(words), "--out", str(model)])
        ranks[name] = table.compute_reciprocal_rank(StaticEncoder(model), list(pairs.read_pairs(found)))
    assert ranks["trained"] > ranks["start"] + 0.1


def test_the_gradient_is_that_of_the_loss() -> None:
    chance = np.random.default_rng(1)
    sums = chance.normal(size=(8, 5))
    same = np.zeros((4, 4), dtype=bool)
    same[0, 2] = same[2, 0] = True
    _, gradient, by_sharpness = compute_contrast(sums, 3.0, same)
    for at in ((0, 0), (3, 4), (5, 2)):
        shifted = sums.copy()
        shifted[at] += 1e-4
        slope = (compute_contrast(shifted, 3.0, same)[0] - compute_contrast(sums, 3.0, same)[0]) / 1e-4
        assert slope == pytest.approx(gradient[at], rel=0.02, abs=1e-5)
    slope = (compute_contrast(sums, 3.0 * np.exp(1e-4), same)[0] - compute_contrast(sums, 3.0, same)[0]) / 1e-4
    assert slope == pytest.approx(by_sharpness, rel=0.02)


def test_a_comment_is_not_left_in_the_text_that_it_is_to_find(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "area.py").write_text(
        'def circle_area(radius):\n    """Compute how much a circle covers."""\n    squared = radius * radius\n'
        "    result = 3.14159 * squared\n    return result\n"
    )
    found = {pair.kind: pair for pair in pairs.iterate_pairs(root)}
    assert found["doc"].query == "Compute how much a circle covers" and "covers" not in found["doc"].text
    assert found["name"].query == "circle area"


def test_files_of_trees_that_must_stay_unseen_are_left_out(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    text = (
        "def circle_area(radius):\n"
        + "".join(f"    radius = radius * {i} + radius * {i}\n" for i in range(5))
        + "    return radius\n"
    )
    (root / "area.py").write_text(text)
    assert list(pairs.iterate_pairs(root))
    assert not list(pairs.iterate_pairs(root, frozenset(pairs.hash_long_lines(text))))


def test_the_shipped_table_survives_being_loaded_and_exported(tmp_path: Path) -> None:
    table.export(tmp_path, table.load(table.SHIPPED), prepare.read_vocabulary(table.SHIPPED / "tokenizer.json"))
    texts = ["open a connection", "class HTTPServer: pass"]
    assert np.allclose(StaticEncoder(tmp_path).encode(texts), StaticEncoder().encode(texts), atol=1e-4)

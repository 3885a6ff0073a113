"""Make an encoder like the shipped one from source trees of your choice.

README.md next to this file explains the steps.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from codegraph.embed.static import StaticEncoder
from scripts.embedding import pairs, prepare, table
from scripts.embedding.train import Settings, Start, draw_start, start_weights, train


def main(arguments: list[str] | None = None) -> int:
    chosen = _build_parser().parse_args(arguments)
    return {
        "extract": _extract,
        "vocabulary": _write_vocabulary,
        "prepare": _prepare,
        "distil": _write_start_values,
        "train": _train,
        "export": _export,
        "evaluate": _evaluate,
    }[chosen.step](chosen)


def _build_parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(prog="python -m scripts.embedding", description=__doc__)
    steps = options.add_subparsers(dest="step", required=True)

    def step(name: str, help: str) -> argparse.ArgumentParser:
        added = steps.add_parser(name, help=help)
        added.add_argument("--out", type=Path, required=name != "evaluate")
        return added

    extract = step("extract", "cut pairs out of source trees")
    extract.add_argument("trees", type=Path, nargs="+")
    extract.add_argument("--without", type=Path, nargs="*", default=[], help="trees that must stay unseen")
    vocabulary = step("vocabulary", "a base list and the frequent words that it would cut up")
    vocabulary.add_argument("pairs", type=Path)
    vocabulary.add_argument("--base", type=Path, help="tokenizer.json or a word list; default: single characters")
    vocabulary.add_argument("--added", type=int, default=8000)
    vocabulary.add_argument("--least-groups", type=int, default=4)
    ready = step("prepare", "pairs as arrays of piece numbers")
    ready.add_argument("pairs", type=Path)
    ready.add_argument("--vocabulary", type=Path, required=True)
    distil = step("distil", "start values from a sentence transformer")
    distil.add_argument("model", type=Path)
    distil.add_argument("--vocabulary", type=Path, required=True)
    distil.add_argument("--dimension", type=int, default=256)
    learn = step("train", "train a table")
    learn.add_argument("prepared", type=Path)
    learn.add_argument("--start", type=Path, help="start values, or a model folder; default: by chance")
    learn.add_argument("--dimension", type=int, default=256, help="when started by chance")
    for name in ("batch", "block", "epochs", "seed"):
        learn.add_argument(f"--{name}", type=int, default=getattr(Settings(), name))
    for name in ("rate", "temperature", "pull"):
        learn.add_argument(f"--{name}", type=float, default=getattr(Settings(), name))
    export = step("export", "average tables and write a model folder")
    export.add_argument("tables", nargs="+", metavar="WEIGHT:TABLE")
    export.add_argument("--prepared", type=Path, required=True)
    export.add_argument("--vocabulary", type=Path, required=True)
    evaluate = step("evaluate", "mean reciprocal rank of a model folder on pairs that it was not trained on")
    evaluate.add_argument("pairs", type=Path)
    evaluate.add_argument("--model", type=Path, default=table.SHIPPED)
    return options


def _extract(chosen: argparse.Namespace) -> int:
    unseen = frozenset(
        line for tree in chosen.without for file in _iterate_sources(tree) for line in pairs.hash_long_lines(file)
    )
    found = (pair for tree in chosen.trees for pair in pairs.iterate_pairs(tree.resolve(), unseen))
    print(f"{pairs.write_pairs(chosen.out, found):,} pairs")
    return 0


def _iterate_sources(tree: Path) -> Iterator[str]:
    for path in sorted(p for p in tree.rglob("*") if p.is_file()):
        try:
            yield path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue


def _write_vocabulary(chosen: argparse.Namespace) -> int:
    base = prepare.read_vocabulary(chosen.base) if chosen.base else prepare.list_characters()
    found = prepare.build_vocabulary(pairs.read_pairs(chosen.pairs), base, chosen.added, chosen.least_groups)
    chosen.out.write_text("\n".join(found), encoding="utf-8")
    print(f"{len(base):,} words of the base, {len(found) - len(base):,} added")
    return 0


def _prepare(chosen: argparse.Namespace) -> int:
    kept = prepare.cap_pairs(pairs.read_pairs(chosen.pairs))
    data = prepare.prepare(kept, prepare.read_vocabulary(chosen.vocabulary))
    prepare.save_prepared(chosen.out, data)
    print(f"{len(data.group):,} pairs, {len(data.texts.pieces):,} pieces of text")
    return 0


def _write_start_values(chosen: argparse.Namespace) -> int:
    from scripts.embedding.distil import compute_start_values

    np.save(
        chosen.out, compute_start_values(chosen.model, prepare.read_vocabulary(chosen.vocabulary), chosen.dimension)
    )
    return 0


def _train(chosen: argparse.Namespace) -> int:
    data = prepare.load_prepared(chosen.prepared)
    settings = Settings(
        batch=chosen.batch, block=chosen.block, epochs=chosen.epochs, rate=chosen.rate, temperature=chosen.temperature,
        pull=chosen.pull, seed=chosen.seed,
    )  # fmt: skip
    if chosen.start is None:
        start = draw_start(data.frequency, chosen.dimension, chosen.seed)
    elif chosen.start.is_dir():
        start = Start(table.load(chosen.start), np.ones(len(data.frequency), dtype=np.float32))
    else:
        start = Start(np.load(chosen.start), start_weights(data.frequency))
    trained, losses = train(data, start, settings)
    np.save(chosen.out, trained)
    print(f"{len(losses)} steps, loss {losses[0]:.3f} → {np.mean(losses[-10:]):.3f}")
    return 0


def _export(chosen: argparse.Namespace) -> int:
    parts = [(float(weight), np.load(path)) for weight, _, path in (item.partition(":") for item in chosen.tables)]
    frequency = prepare.load_prepared(chosen.prepared).frequency
    table.export(chosen.out, table.combine_tables(parts, frequency), prepare.read_vocabulary(chosen.vocabulary))
    return 0


def _evaluate(chosen: argparse.Namespace) -> int:
    found = prepare.cap_pairs(pairs.read_pairs(chosen.pairs))
    print(
        f"mean reciprocal rank {table.compute_reciprocal_rank(StaticEncoder(chosen.model), found):.4f} of "
        f"{len(found):,} pairs"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

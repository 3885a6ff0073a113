#!/usr/bin/env python3
"""Fits the network by which facts are read from wordings that no rule knows.

From the labelled texts of `tests/facts/` but the sealed and the fresh blind half and those set apart, and from
sentences that `fact_templates.txt` spells out. It starts from the first layers of all-MiniLM-L6-v2, whose folder
(`model.safetensors`, `vocab.txt`) is given, and is written to `codegraph/memory/facts/extract/model/model.npz`.
Needs jax and optax, which the program does not; some ten minutes on two cores:

    uv run --with jax --with optax --with safetensors python scripts/fit_facts.py path/to/all-MiniLM-L6-v2
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import jax  # pyright: ignore[reportMissingImports]
import jax.numpy as jnp  # pyright: ignore[reportMissingImports]
import numpy as np
import optax  # pyright: ignore[reportMissingImports]
from safetensors.numpy import load_file  # pyright: ignore[reportMissingImports]

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from codegraph.memory.facts.extract import transformer, weighing
from codegraph.memory.facts.extract.sentences import Mood, sentences, stated
from codegraph.memory.facts.extract.spans import Reading, read
from codegraph.memory.facts.extract.transformer import HEADS, MOST, PIECES, SCALE, Cutter, Places
from codegraph.memory.facts.extract.weighing import NONE, PROPERTY, USER
from scripts.eval_facts import SETS, UNREAD, Label, Text, folded, load
from scripts.fact_templates import spelt_out

LAYERS: Final = 4
TEMPLATES: Final = 1500
"""Spelt out sentences among the others: more of them teach templates and not English."""

EPOCHS: Final = 5
BATCH: Final = 32
LENGTHS: Final = (16, 24, 48, MOST + 2)
"""Sentences are padded to one of these."""

SPANS: Final = 40
OBJECTS: Final = 4
"""Most of a sentence that are looked at."""

WIDTH: Final = 256
RATE: Final = 1e-4
"""Learning rate of the layers that are fitted already; the others have ten times as much."""

DROPPED: Final = 0.1
OPTIONAL: Final = -1
TARGET: Final = Path(transformer.__file__).with_name("model") / transformer.FILE
CLASSES: Final = (
    NONE, PROPERTY, "works_at", "has_role", "leads", "member_of", "reports_to", "owns", "created_by", "uses",
    "written_in", "depends_on", "has_version", "min_version", "max_version", "listens_on", "runs_on_host", "has_url",
    "prefers", "avoids", "decided", "renamed_to", "replaced_by", "located_in", "due_on", "released_on",
    "started_on", "expires_on", "has_name", "has_email", "has_phone", "born_in",
)  # fmt: skip

Arrays = dict[str, Any]


class Example(NamedTuple):
    """A sentence with the class of each span (OPTIONAL: any), and of spans that are objects who may be the subject and
    whether the fact is over, None where nobody knows."""

    read: Reading
    places: Places
    classes: tuple[int, ...]
    subjects: dict[int, list[int]]
    ended: dict[int, bool | None]


def readings(text: str) -> Iterator[Reading]:
    """The sentences of a text that state something, as the extractor weighs them."""
    for one in sentences(text):
        said, mood = stated(one)
        found = read(said, mood.value, scoped=bool(one.scope)) if said and mood != Mood.NOTHING else None
        if found is not None and found.spans:
            yield found


def examples(texts: Iterable[Text], cutter: Cutter) -> list[Example]:
    return [_example(one, text.labels, cutter) for text in texts for one in readings(text.text)]


def _example(found: Reading, labels: Sequence[Label], cutter: Cutter) -> Example:
    classes: list[int] = []
    who: dict[int, list[int]] = {}
    ended: dict[int, bool | None] = {}
    for span in range(len(found.spans)):
        fitting = [label for label in labels if folded(found.text(span)) in label.objects]
        label = next((one for one in fitting if not one.optional), None)
        if label is None:
            classes.append(OPTIONAL if fitting else CLASSES.index(NONE))
            continue
        known = sorted(label.predicates.intersection(CLASSES))
        classes.append(CLASSES.index(known[0] if known else PROPERTY))
        who[span] = [one for one in weighing.subjects(found, span) if _name(found, one) in label.subjects]
        ended[span] = label.closed
    places = cutter.places(weighing.lead(found), [one.text for one in found.tokens])
    return Example(found, places, tuple(classes), {span: good for span, good in who.items() if good}, ended)


def _name(found: Reading, subject: int) -> str:
    if subject < 0:
        return "user" if subject == USER else "project"
    return folded(found.text(subject))


def batch(found: Sequence[Example], length: int, sorts: dict[str, int]) -> Arrays:
    """Examples as arrays of one shape; what is not there is zero, or OPTIONAL where zero says something."""
    size = len(found)
    out: Arrays = {name: np.zeros((size, SPANS), np.int32) for name in ("first", "last", "sort")}
    out |= {"pieces": np.zeros((size, length), np.int32), "there": np.zeros((size, length), np.float32)}
    out |= {name: np.full((size, OBJECTS), OPTIONAL, np.int32) for name in ("of", "over")}
    out |= {"class": np.full((size, SPANS), OPTIONAL, np.int32), "object": np.zeros((size, OBJECTS), np.int32)}
    out |= {name: np.zeros((size, OBJECTS, SPANS + 2), np.float32) for name in ("asked", "right")}
    for row, one in enumerate(found):
        count = len(one.places.pieces)
        out["pieces"][row, :count], out["there"][row, :count] = one.places.pieces, 1
        spans = one.read.spans[:SPANS]
        for at, (start, end) in enumerate(spans):
            out["first"][row, at], out["last"][row, at] = one.places.first[start], one.places.last[end - 1]
            out["sort"][row, at], out["class"][row, at] = sorts[one.read.sorts[at]], one.classes[at]
        objects = [span for span in one.subjects if span < SPANS][:OBJECTS]
        for at, span in enumerate(objects):
            out["object"][row, at], out["of"][row, at] = span, one.classes[span]
            over = one.ended[span]
            out["over"][row, at] = OPTIONAL if over is None else int(over)
            for name, several in (("asked", weighing.subjects(one.read, span)), ("right", one.subjects[span])):
                columns = [who if who >= 0 else SPANS - 1 - who for who in several if who < SPANS]
                out[name][row, at, columns] = 1
    return out


# ---- the network, as `transformer.py` and `weighing.py` compute it


def begun(folder: Path, vocabulary: Sequence[int], sorts: int, random: np.random.Generator) -> Arrays:
    """Weights to begin with: of the encoder those that are given, of the rest small ones at random."""
    given = {name.removeprefix("0.auto_model."): one for name, one in load_file(folder / "model.safetensors").items()}
    width = given["embeddings.word_embeddings.weight"].shape[1]
    places = (
        given["embeddings.position_embeddings.weight"][: MOST + 2] + given["embeddings.token_type_embeddings.weight"][0]
    )
    made: Arrays = {PIECES: given["embeddings.word_embeddings.weight"][list(vocabulary)], "places": places}
    made |= {"start.gain": given["embeddings.LayerNorm.weight"], "start.shift": given["embeddings.LayerNorm.bias"]}
    parts = {
        "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
        "out": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense",
    }  # fmt: skip
    for layer in range(LAYERS):
        there = f"encoder.layer.{layer}."
        for name, part in parts.items():
            made[f"{layer}.{name}"] = given[f"{there}{part}.weight"].T
            made[f"{layer}.{name}.bias"] = given[f"{there}{part}.bias"]
        for number, part in (("", "attention.output.LayerNorm"), ("2", "output.LayerNorm")):
            made[f"{layer}.gain{number}"] = given[f"{there}{part}.weight"]
            made[f"{layer}.shift{number}"] = given[f"{there}{part}.bias"]

    def drawn(*shape: int, size: float = 0.0) -> np.ndarray:
        return (random.standard_normal(shape) * (size or shape[0] ** -0.5)).astype(np.float32)

    classes = len(CLASSES)
    made |= {"sort": drawn(sorts, 32, size=0.3), "span": drawn(2 * width + 32, WIDTH), "span.bias": np.zeros(WIDTH)}
    made |= {"class": drawn(WIDTH + width, classes), "class.bias": np.zeros(classes)}
    made |= {"object": drawn(WIDTH, WIDTH), "subject": drawn(WIDTH, WIDTH), "of": drawn(classes, WIDTH, size=0.2)}
    made |= {"unnamed": drawn(2, WIDTH, size=0.3), "sentence": drawn(width, WIDTH), "fit": drawn(WIDTH, 1)}
    made |= {"side": drawn(2, WIDTH, size=0.1), "end": drawn(WIDTH + width, 64), "end.of": drawn(classes, 64, size=0.2)}
    made |= {"over": drawn(64, 1), "over.bias": np.zeros(1)}
    return {name: np.asarray(one, np.float32) for name, one in made.items()}


def encoded(w: Arrays, given: Arrays, keys: Iterator[Any]) -> Any:
    """Vectors (sentences, pieces, width)."""

    def dropped(x: Any) -> Any:
        return x * jax.random.bernoulli(next(keys), 1 - DROPPED, x.shape) / (1 - DROPPED)

    def normalised(x: Any, gain: Any, shift: Any) -> Any:
        centred = x - x.mean(-1, keepdims=True)
        return centred * jax.lax.rsqrt((centred**2).mean(-1, keepdims=True) + 1e-12) * gain + shift

    def linear(name: str, x: Any) -> Any:
        return x @ w[name] + w[name + ".bias"]

    count, length = given["pieces"].shape
    x = dropped(normalised(w[PIECES][given["pieces"]] + w["places"][:length], w["start.gain"], w["start.shift"]))
    hidden = (1 - given["there"])[:, None, None, :] * -1e9
    for layer in range(LAYERS):
        q, k, v = (
            linear(f"{layer}.{name}", x).reshape(count, length, HEADS, -1).transpose(0, 2, 1, 3) for name in "qkv"
        )
        weights = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / q.shape[-1] ** 0.5 + hidden)
        mixed = (weights @ v).transpose(0, 2, 1, 3).reshape(count, length, -1)
        x = normalised(x + dropped(linear(f"{layer}.out", mixed)), w[f"{layer}.gain"], w[f"{layer}.shift"])
        inner = linear(f"{layer}.down", jax.nn.gelu(linear(f"{layer}.up", x), approximate=True))
        x = normalised(x + dropped(inner), w[f"{layer}.gain2"], w[f"{layer}.shift2"])
    return x


def loss(fitted: Arrays, fixed: Arrays, given: Arrays, key: Any) -> Any:
    """What is paid for a batch: for classes of spans, for subjects of objects, and for ends, a sentence."""
    w, keys = fitted | fixed, iter(jax.random.split(key, 4 * LAYERS))
    x = encoded(w, given, keys)
    count, row = len(x), jnp.arange(len(x))[:, None]

    def beside(spans: Any) -> Any:
        return jnp.concatenate([spans, jnp.broadcast_to(x[:, :1], (*spans.shape[:2], x.shape[-1]))], -1)

    ends = x[row, given["first"]], x[row, given["last"]], w["sort"][given["sort"]]
    spans = jax.nn.gelu(jnp.concatenate(ends, -1) @ w["span"] + w["span.bias"], approximate=True)
    spans = spans * jax.random.bernoulli(next(keys), 1 - DROPPED, spans.shape) / (1 - DROPPED)
    told = jax.nn.log_softmax(beside(spans) @ w["class"] + w["class.bias"])
    known = given["class"] >= 0
    for_class = -(jnp.take_along_axis(told, jnp.maximum(given["class"], 0)[..., None], -1)[..., 0] * known).sum()

    of, objects = jnp.maximum(given["of"], 0), spans[row, given["object"]]
    left = (given["first"][:, None] < given["first"][row, given["object"]][..., None]).astype(int)
    asked = (objects @ w["object"] + w["of"][of])[:, :, None]
    named = (spans @ w["subject"])[:, None] + w["side"][left]
    unnamed = (w["unnamed"] @ w["subject"])[None] + (x[:, 0] @ w["sentence"])[:, None]
    heard = [jax.nn.gelu(asked + one, approximate=True) @ w["fit"] for one in (named, unnamed[:, None])]
    scores = jnp.where(given["asked"] > 0, jnp.concatenate(heard, 2)[..., 0], -1e9)
    right = jax.nn.logsumexp(jnp.where(given["right"] > 0, scores, -1e9), -1) - jax.nn.logsumexp(scores, -1)
    for_subject = -jnp.where(given["of"] >= 0, right, 0).sum()

    inner = jax.nn.gelu(beside(objects) @ w["end"] + w["end.of"][of], approximate=True)
    paid = optax.sigmoid_binary_cross_entropy((inner @ w["over"] + w["over.bias"])[..., 0], given["over"] == 1)
    for_end = jnp.where(given["over"] >= 0, paid, 0).sum()
    return (for_class + for_subject + for_end) / count


def fit(weights: Arrays, found: Sequence[Example], sorts: dict[str, int], random: np.random.Generator) -> Arrays:
    """The vectors of the pieces stay: most of them stand in no labelled text."""
    fixed = {PIECES: jnp.asarray(weights.pop(PIECES))}
    groups: dict[int, list[Example]] = {}
    for one in found:
        groups.setdefault(next(n for n in LENGTHS if n >= len(one.places.pieces)), []).append(one)
    steps = EPOCHS * sum(-(-len(group) // BATCH) for group in groups.values())
    course = optax.warmup_cosine_decay_schedule(0, 1, steps // 15, steps, 0.02)
    rates = {"begun": RATE, "new": 10 * RATE}
    kinds = {
        name: "begun" if name[0].isdigit() or name in ("places", "start.gain", "start.shift") else "new"
        for name in weights
    }
    how = {
        kind: optax.adamw(lambda step, rate=rate: course(step) * rate, weight_decay=0.01)
        for kind, rate in rates.items()
    }
    way = optax.chain(optax.clip_by_global_norm(1.0), optax.multi_transform(how, kinds))
    state = way.init(weights)

    @jax.jit
    def step(weights: Arrays, state: Any, given: Arrays, key: Any) -> tuple[Arrays, Any, Any]:
        paid, slopes = jax.value_and_grad(loss)(weights, fixed, given, key)
        changes, state = way.update(slopes, state, weights)
        return optax.apply_updates(weights, changes), state, paid

    key = jax.random.PRNGKey(0)
    for epoch in range(EPOCHS):
        batches: list[tuple[int, list[Example]]] = []
        for length, group in groups.items():
            order = [group[at] for at in random.permutation(len(group))]
            order += order[: -len(order) % BATCH] * BATCH
            batches += [(length, order[at : at + BATCH]) for at in range(0, -(-len(group) // BATCH) * BATCH, BATCH)]
        paid = 0.0
        for at in random.permutation(len(batches)):
            key, drawn = jax.random.split(key)
            length, several = batches[at]
            weights, state, one = step(weights, state, batch(several, length, sorts), drawn)
            paid += float(one)
        print(f"epoch {epoch + 1} of {EPOCHS}: {paid / len(batches):.3f} a sentence", file=sys.stderr, flush=True)
    return {name: np.asarray(one) for name, one in (weights | fixed).items()}


def packed(weights: Arrays) -> Arrays:
    """Matrices in bytes, each column (of the pieces, each row) with a scale of its own. The pieces are most of the file
    and are normalised as they are read: half as many levels tell the same, and pack an eighth better."""
    kept: Arrays = {}
    for name, one in weights.items():
        if one.ndim == 2 and one.size > 1 << 15:
            axis, levels = (1, 63) if name == PIECES else (0, 127)
            scale = np.maximum(np.abs(one).max(axis=axis, keepdims=True), 1e-9) / levels
            kept[name], kept[name + SCALE] = (one / scale).round().astype(np.int8), scale.astype(np.float32)
        else:
            kept[name] = one.astype(np.float32)
    return kept


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("start", type=Path, help="folder of sentence-transformers/all-MiniLM-L6-v2")
    folder: Path = options.parse_args().start
    given = {
        piece: number for number, piece in enumerate((folder / "vocab.txt").read_text(encoding="utf-8").split("\n"))
    }
    pieces = [one for one in given if one and one.isascii() and not one.startswith("[")]
    cutter, random = Cutter(pieces), np.random.default_rng(0)
    texts = [text for half in SETS if half not in UNREAD for text in load(half)]
    spelt = examples(spelt_out(), cutter)
    found = examples(texts, cutter) + [spelt[at] for at in random.permutation(len(spelt))[:TEMPLATES]]
    sorts = {name: number for number, name in enumerate(sorted({sort for one in found for sort in one.read.sorts}))}
    marks = [given[one] for one in ("[CLS]", "[SEP]", "[UNK]")]
    weights = begun(folder, [*(given[one] for one in pieces), *marks], len(sorts), random)
    made = packed(fit(weights, found, sorts, random))
    told = json.dumps({"classes": CLASSES, "sorts": list(sorts), "pieces": pieces}).encode()
    TARGET.parent.mkdir(exist_ok=True)
    np.savez_compressed(TARGET, told=np.frombuffer(told, np.uint8), **made)
    print(f"{len(found)} sentences, {sum(one.size for one in made.values())} numbers, {TARGET.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())

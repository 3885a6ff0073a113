"""Start values from a sentence transformer.

They are its mean output for every word piece, and for every added word. Needs `torch` and `transformers`, and the
folder of a model that may be redistributed: all-MiniLM-L6-v2 (Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import numpy as np

from codegraph.embed.word_pieces import CONTINUES
from scripts.embedding.table import Floats, reduce_dimension

BATCH = 256


def compute_outputs(model_folder: Path, vocabulary: Sequence[str]) -> Floats:
    """Compute the mean output of the last layer, shape (words, hidden size).

    A piece inside a word is given to the model by its number.
    """
    torch, transformers = import_module("torch"), import_module("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(model_folder, local_files_only=True)
    model = transformers.AutoModel.from_pretrained(model_folder, local_files_only=True).eval()
    known: dict[str, int] = tokenizer.get_vocab()
    rows: list[Floats] = []
    with torch.no_grad():
        for at in range(0, len(vocabulary), BATCH):
            numbers = [
                [known[word]]
                if word in known
                else tokenizer.encode(word.removeprefix(CONTINUES), add_special_tokens=False)
                for word in vocabulary[at : at + BATCH]
            ]
            padded = tokenizer.pad(
                {"input_ids": [[tokenizer.cls_token_id, *part, tokenizer.sep_token_id] for part in numbers]},
                return_tensors="pt",
            )
            hidden = model(**padded).last_hidden_state
            mask = padded["attention_mask"][..., None].float()
            rows.append(((hidden * mask).sum(1) / mask.sum(1)).numpy())
    return np.concatenate(rows)


def compute_start_values(model_folder: Path, vocabulary: Sequence[str], dimension: int) -> Floats:
    return reduce_dimension(compute_outputs(model_folder, vocabulary), dimension)

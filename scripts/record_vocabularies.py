"""Record what the tools of the five vocabularies answer: `tests/golden/vocabularies/*/replies.json`.

    python scripts/record_vocabularies.py [VOCABULARY …]

The calls stand in `calls.jsonl` beside the replies. Record again after a change that is meant, and read the diff.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.recordings import VOCABULARIES, replay, write_replies  # noqa: E402


def main() -> None:
    for vocabulary in sys.argv[1:] or VOCABULARIES:
        with tempfile.TemporaryDirectory() as folder:
            replies = replay(vocabulary, Path(folder).resolve())
        write_replies(vocabulary, replies)
        errors = sum(reply.is_error for reply in replies)
        print(f"{vocabulary}: {len(replies)} calls, {errors} of them errors", file=sys.stderr)


if __name__ == "__main__":
    main()

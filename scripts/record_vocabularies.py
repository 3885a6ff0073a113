"""Record what the tools of five vocabularies answer.

    python scripts/record_vocabularies.py [VOCABULARY …]
    python scripts/record_vocabularies.py questions
    python scripts/record_vocabularies.py home

The calls stand in `tests/golden/vocabularies/*/calls.jsonl`, the replies beside them. Record again after a change that
is meant, and read the diff. `questions` are asked of the home in `tests/golden/home`. `home` writes that home anew,
which is for new kinds of events alone: its point is that an earlier version wrote it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.homes import ask_home, record_home
from support.recordings import VOCABULARIES, replay, write_replies


def main() -> None:
    for name in sys.argv[1:] or (*VOCABULARIES, "questions"):
        if name == "home":
            record_home()
            continue
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder).resolve()
            replies = ask_home(place) if name == "questions" else replay(name, place)
        write_replies(name, replies)
        errors = sum(reply.is_error for reply in replies)
        print(f"{name}: {len(replies)} calls, {errors} of them errors", file=sys.stderr)


if __name__ == "__main__":
    main()

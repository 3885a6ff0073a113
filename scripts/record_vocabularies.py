"""Record what the tools of five vocabularies answer.

    python scripts/record_vocabularies.py [VOCABULARY …]
    python scripts/record_vocabularies.py home

The calls stand in `tests/golden/vocabularies/*/calls.jsonl`, the replies beside them. Record again after a change that
is meant, and read the diff. `home` writes `tests/golden/home` anew, which is for new kinds of events alone: the point
of that home is that an earlier version wrote it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from support.homes import record_home
from support.recordings import VOCABULARIES, replay, write_replies


def main() -> None:
    for name in sys.argv[1:] or VOCABULARIES:
        if name == "home":
            record_home()
            continue
        with tempfile.TemporaryDirectory() as folder:
            replies = replay(name, Path(folder).resolve())
        write_replies(name, replies)
        errors = sum(reply.is_error for reply in replies)
        print(f"{name}: {len(replies)} calls, {errors} of them errors", file=sys.stderr)


if __name__ == "__main__":
    main()

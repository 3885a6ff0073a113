"""Which of two memories answers a question about the past: what was told before something else took its place.

`Who led it before Ada?` is best matched by what says that Ada leads it, and `who led it in March?` by what was told in
May in the same words. What was told earlier in those words comes first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from codegraph.memory.recall.later import tells_a_change
from codegraph.memory.recall.rivals import Told, moved, words_of


def before_first(found: Sequence[Told], asked: Collection[str], followed: Collection[str]) -> list[int]:
    """Places of the answers in the order in which to give them. `followed`: the terms of what came later, which what
    only names it is no answer for; `asked`: the terms of the question."""
    words = words_of(found)
    late = frozenset(followed)

    def outdone(later: int, earlier: int) -> bool:
        told_earlier = found[earlier].at < found[later].at and not late <= words[earlier]
        return told_earlier and late <= words[later] and not tells_a_change(found[later].text)

    return moved(found, words, frozenset(asked) - late, outdone)


def then_first(found: Sequence[Told], asked: Collection[str], until: int) -> list[int]:
    """The same for what was so until `until`: what was told later stands behind what was told by then, and of that
    the last word first. What has but the words of the date in common with the question is no answer."""
    words = words_of(found)
    about = frozenset(asked)

    def outdone(later: int, earlier: int) -> bool:
        return found[earlier].at < until <= found[later].at or not about & words[later]

    return moved(found, words, about, outdone)

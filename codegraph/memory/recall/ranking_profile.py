"""Profiles of recall: signals of a memory and its surroundings, and weights.

`DOCUMENTED` is for the vocabularies whose documents state weights and sums. `FITTED` is for the default toolset, fitted
on the development halves of `scripts/eval_conversations.py` (turns) and `scripts/eval_memory.py` (sessions). Weights
that somebody set replace both.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from codegraph.memory.memory_model import Weights


class Window(NamedTuple):
    """Shares of a memory and its surroundings in the signals.

    In `token_overlap`: `own` words, those of the `session`, of the turns `near` it, `pairs` of neighbouring words, and
    `alone`, the own words of a memory that is no turn. `before` weighs the preceding turns, the nearest first, and
    `after` the following one. `meaning` is the share of the turns on both sides in `vector_similarity`.
    """

    own: float = 0.3
    session: float = 0.5
    near: float = 0.2
    pairs: float = 0.5
    alone: float = 0.8
    before: tuple[float, ...] = (1.0,)
    after: float = 1.0
    meaning: float = 0.0


PLAIN: Final = Window()
"""Development set, evidence among the first five of a question's own sessions: own words alone 0.81 of the questions in
full, the session alone 0.86, all three 0.89. Pairs of words: 0.788 without, 0.815 with them, any session of all."""


class Scoring(NamedTuple):
    """Weights, a window, and the share of words in the order of candidates."""

    weights: Weights = Weights()
    window: Window = PLAIN
    words: float = 0.375


class Profile(NamedTuple):
    """Scoring of requests: of those for one memory a session, and of all others."""

    sessions: Scoring = Scoring()
    turns: Scoring = Scoring()
    speaker: float = 0.0  # `tag_matching` of a turn whose speaker the question names
    asking: float = 1.0  # what is left of the score of a turn that only asks, where turns are asked for
    renormalised: bool = False  # a signal that is the same for all candidates takes no weight from the others

    def choose_scoring(self, per_session: int) -> Scoring:
        """Return the scoring of a request.

        The number is of memories per session, 0 for any.
        """
        return self.sessions if per_session == 1 else self.turns


DOCUMENTED: Final = Profile()

FITTED: Final = Profile(
    turns=Scoring(
        Weights(0.30, 0.30, 0.30, 0.12, 0.12, 0.06, 0.06, 0.03, 0.12),
        Window(0.20, 0.25, 0.35, 0.25, before=(0.8, 0.5, 0.2), after=0.2, meaning=1 / 6),
        words=0.5,
    ),
    speaker=0.5,
    asking=0.85,
    renormalised=True,
)
"""An answer stands behind what was asked: what came before a turn says more of it than what came after."""

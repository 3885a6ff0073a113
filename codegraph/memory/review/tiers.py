"""Tiers of review of facts, and the policy of the settings.

All functions are pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from codegraph.errors import ConfigError
from codegraph.memory.memory_model import KINDS, MemoryKind, Vocabulary

_K = MemoryKind

REVIEWED_KINDS: Final = tuple(str(kind) for kind in KINDS[Vocabulary.ENGRAM])
"""The ten kinds, in the order in which people read them."""

LOW_RISK: Final = frozenset((_K.PREFERENCE, _K.TOOLING, _K.PROJECT, _K.INFRA))
CURATED: Final = frozenset((_K.IDENTITY, _K.FISCAL, _K.PEOPLE, _K.CONSTRAINT, _K.LOCATION, _K.HEALTH))
PERSONAL: Final = CURATED - {_K.CONSTRAINT}
"""Curated kinds that say something of a person. They stay out of files that others read unless asked for."""

SURE: Final = 0.5
"""Below this confidence a fact of low risk is looked at, too."""


class Tier(IntEnum):
    AUTO = 1  # low risk: settings may promote it
    CHECKED = 2  # low risk, but doubtful or said already
    CURATED = 3  # a person decides, whatever the settings


def choose_tier(
    kind: str, *, confidence: float, conflict: bool = False, repeats: bool = False, sensitive: bool = False
) -> Tier:
    """Return the tier of a fact.

    Unknown kinds and contradictions are curated, and so are texts about curated matters under another kind.
    """
    if kind not in LOW_RISK or conflict or sensitive:
        return Tier.CURATED
    return Tier.CHECKED if repeats or confidence < SURE else Tier.AUTO


@dataclass(frozen=True, slots=True)
class Promotion:
    """Facts that may become active without a person.

    The default is nothing."""

    automatic: bool = False
    kinds: frozenset[str] = frozenset()  # only these; none is every kind of low risk

    def can_promote(self, kind: str, tier: int) -> bool:
        """Return whether a fact is promoted automatically.

        A fact of a curated kind never is, whatever `kinds` has.
        """
        return self.automatic and tier == Tier.AUTO and kind in LOW_RISK and (not self.kinds or kind in self.kinds)


NOTHING: Final = Promotion()


def build_promotion(automatic: bool, kinds: Iterable[str]) -> Promotion:
    """Build the policy of the settings.

    Raises ConfigError for a kind that cannot be promoted automatically.
    """
    wanted = frozenset(kind.strip().lower() for kind in kinds)
    low = ", ".join(kind for kind in REVIEWED_KINDS if kind in LOW_RISK)
    for kind in sorted(wanted - LOW_RISK):
        what = "only a person promotes" if kind in CURATED else "is no kind"
        raise ConfigError(f"`kind_allowlist` holds {kind!r}, which {what}", hint=f"it may hold: {low}")
    return Promotion(automatic, wanted)

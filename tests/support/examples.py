"""Numbers of examples of properties, as shares of the profile's.

So a quick run tries fewer of everything.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

FULL = 100
"""Examples of a property that says nothing about it, in the profile `steady`."""


def examples(count: int) -> settings:
    """`count` of them in a full run, in proportion in one with another profile."""
    return settings(
        max_examples=max(2, round(count * settings().max_examples / FULL)),
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    )

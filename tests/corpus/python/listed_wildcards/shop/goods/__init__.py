"""A package that lists what its own wildcards bring."""

from .fruit import *

__all__ = ["Apple"]

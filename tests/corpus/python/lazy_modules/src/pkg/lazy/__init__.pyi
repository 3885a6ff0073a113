from . import inner
from .inner import Worker, work

__all__ = ["work", "Worker", "inner"]

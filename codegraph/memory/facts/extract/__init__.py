from codegraph.memory.facts.extract.reader import extract
from codegraph.memory.facts.extract.values import Extracted

__all__ = ["Extracted", "extract"]

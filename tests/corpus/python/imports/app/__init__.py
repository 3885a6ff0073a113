from app.first import One  #> import app/first.py::One

__all__ = ["One"]
__all__ += ["two"]
from .second import two as two  #> import app/second.py::two

from pkg import *
from pkg.lazy import *

early()  #> call early
star()  #> call star
Late().go()  #> call Late.go
work()  #> call pkg/lazy/inner.py::work

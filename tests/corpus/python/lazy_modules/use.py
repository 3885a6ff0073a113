"""What a module has only when it is asked for it, by the texts that say from where."""

import pkg
from pkg import Lazy, Second, special, Deferred, star, more, most, Star
from pkg.lazy import work, Worker
import pkg.lazy as lz
from pkg import lazy2
from pkg.lazy2 import Worker as W2, deeper

Lazy().go()  #> call Lazy.go; call Lazy
Second().go()  #> call Second.go
special()  #> call special
Deferred().go()  #> call Deferred.go
pkg.Lazy().go()  #> call Lazy.go
pkg.special()  #> call special
star()  #> call star
more()  #> call more
most()  #> call most
pkg.Star().go()  #> call Star.go
pkg.hidden()  #> none hidden
work()  #> call pkg/lazy/inner.py::work
Worker().go()  #> call pkg/lazy/inner.py::Worker.go
lz.work()  #> call pkg/lazy/inner.py::work
lz.inner.work()  #> call pkg/lazy/inner.py::work
lazy2.work()  #> call pkg/lazy2/inner/__init__.py::work
W2().go()  #> call pkg/lazy2/inner/__init__.py::Worker.go
deeper()  #> call deeper
lazy2.inner.deep.deeper()  #> call deeper
pkg.Missing()  #> none Missing
pkg.Renamed().go()  #> call Second.go
pkg.placed()  #> call placed

"""Variables of a module that functions assign to are read there as anywhere else."""

import library


class Engine:
    def run(self): ...


_kept = None
_count = 0
_pair = None


def lazily():
    global _kept
    if _kept is None:  #> ref _kept
        _kept = Engine()
        _kept.run()  #> ref _kept; call Engine.run typed
    return _kept  #> ref _kept


def counted():
    global _count
    _count += 1  #> ref _count
    return _count  #> ref _count


def split():
    global _pair
    _pair, other = library.make()
    if not _pair:  #> ref _pair
        other.run()  #> none run
    return other


def local():
    _kept = Engine()
    return _kept  #> none _kept

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__,
    submodules={"inner"},
    submod_attrs={"inner": ["work", "Worker"], "inner.deep": ["deeper"]},
)

"""codegraph: a code graph whose edges say how they are known.

`codegraph.open(".")` opens a repository; docs/api.md describes the Python interface. Nothing is imported here: the
command line makes sure first that no module is taken from the repository.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codegraph.api import *  # noqa: F403

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """Load a name of the Python interface when it is first used.

    A command line starts without the interface."""
    if not name.startswith("_"):
        from importlib import import_module

        interface = import_module("codegraph.api")
        if name in interface.__all__:
            return getattr(interface, name)
    raise AttributeError(f"module 'codegraph' has no attribute '{name}'")

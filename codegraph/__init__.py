"""codegraph: a code graph whose edges say how they are known."""

__version__ = "0.1.0"

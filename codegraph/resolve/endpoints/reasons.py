"""Reasons why a route or request is not decided; docs/frameworks.md explains them."""

from typing import Final

COMPUTED: Final = "computed-path"
UNKNOWN_METHOD: Final = "computed-method"
UNKNOWN_ROUTER: Final = "unknown-router"
UNKNOWN_HANDLER: Final = "unknown-handler"
UNKNOWN_BASE: Final = "unknown-base"
NOT_MOUNTED: Final = "not-mounted"
PATTERN: Final = "pattern"
NO_ROUTE: Final = "no-route"
SEVERAL: Final = "several-applications"
UNDECIDED: Final = "undecided-route"
UNKNOWN_HOST: Final = "unknown-host"
COMPUTED_NAME: Final = "computed-name"
NO_DECLARATION: Final = "no-declaration"
SEVERAL_DECLARATIONS: Final = "several-declarations"
SEVERAL_SPACES: Final = "several-systems"

"""Settings of a Django application, with a fast hasher of passwords.

IMPACT_SETTINGS names the application's own. Hashing takes most of the time of suites whose tests all make users.
"""

from __future__ import annotations

import os
from importlib import import_module

globals().update(vars(import_module(os.environ["IMPACT_SETTINGS"])))

PASSWORD_HASHERS = ("django.contrib.auth.hashers.MD5PasswordHasher",)

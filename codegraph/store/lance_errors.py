"""Readable messages for errors of LanceDB.

It passes on those of the libraries below it as they print them.
"""

from __future__ import annotations

import re
from typing import Final

FAILURES: Final = (OSError, RuntimeError, ValueError, KeyError, TypeError)
"""What LanceDB raises for a place it cannot reach and for a table it cannot make sense of."""

_LONGEST: Final = 160
_TOLD: Final = (
    re.compile(r"<Message>([^<]+)</Message>"),  # what an object store answered
    re.compile(r'\bmessage: \\?"([^"\\]+)'),  # what the operating system did
    re.compile(r"\b(status: \d+)"),
)
_ADDRESS: Final = re.compile(r"\buri: Some\((\w+://[^/)\s]+)")
_PLACE_IN_SOURCE: Final = re.compile(r",? (?:location: Location \{|/\S+\.rs\b).*")
_HINTS: Final = {
    "s3": "set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; for another service than Amazon's also "
    "AWS_ENDPOINT_URL, with AWS_ALLOW_HTTP=true when that is an http address",
    "gs": "set GOOGLE_APPLICATION_CREDENTIALS to the file with the key of a service account",
    "az": "set AZURE_STORAGE_ACCOUNT_NAME and AZURE_STORAGE_ACCOUNT_KEY",
    "db": "set LANCEDB_API_KEY",
}


def describe_error(error: Exception) -> str:
    """Return the cause of an error in one line.

    It is the innermost message, with the address of the service that sent it.
    """
    text = str(error).strip() or type(error).__name__
    address = _ADDRESS.search(text)
    at = f" ({address[1]})" if address else ""
    for pattern in _TOLD:
        found = pattern.search(text)
        if found:
            return f"{found[1].strip()[:_LONGEST].rstrip('.')}{at}"
    return _PLACE_IN_SOURCE.sub("", text.splitlines()[0])[:_LONGEST]


def build_hint(uri: str) -> str:
    """Return the requirements of the scheme of a place."""
    scheme, known, _ = uri.partition("://")
    needs = _HINTS.get(scheme, "it is a folder, or begins with s3://, gs:// or db://") if known else ""
    return f"check `vectors_uri`; {needs}" if needs else "check `vectors_uri`"

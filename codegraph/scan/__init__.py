"""Which files a repository holds, which of them are read, and why the others are not."""

from codegraph.scan.read import ReadFile, Unread, blob_digest, read_file
from codegraph.scan.walk import Candidate, Explanation, Scan, Skip, scan, why_ignored

__all__ = [
    "Candidate",
    "Explanation",
    "ReadFile",
    "Scan",
    "Skip",
    "Unread",
    "blob_digest",
    "read_file",
    "scan",
    "why_ignored",
]

"""States of a repository other than its index: revisions, the staged files, patches, and what differs between two."""

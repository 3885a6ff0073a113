"""Files of a repository, those that are read, and why others are not."""

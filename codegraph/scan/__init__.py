"""Which files a repository holds, which of them are read, and why the others are not."""

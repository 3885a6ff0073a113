"""Files of a repository: the files to read, and the reasons to skip others."""

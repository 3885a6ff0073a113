"""Code shared by single-file components: scripts and markup in one file."""

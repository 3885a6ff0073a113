"""What single-file components share: scripts and markup in one file."""

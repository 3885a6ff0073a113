"""Changes of files that belong to other programs."""

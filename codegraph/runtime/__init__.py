"""Processes, signals, streams and imports: uses of the operating system."""

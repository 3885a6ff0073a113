"""What a memory speaks of in code, and whether that code is still as it was."""

"""What can be asked of items with provenance, for verbs and tools alike."""

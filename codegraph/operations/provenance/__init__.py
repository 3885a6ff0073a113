"""Operations on items with provenance, for verbs and tools alike."""

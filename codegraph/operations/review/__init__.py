"""Capabilities of the review queue. Their verbs stand among those of memory."""

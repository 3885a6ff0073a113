"""Memories out of the store and into another: with their ids, dates, links, aliases and anchors."""

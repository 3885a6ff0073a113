"""Export and import of memories.

Memories keep their ids, dates, links, aliases and anchors.
"""

"""Items with places, revisions, files and edges.

Messages of a session are buffered until they become an item.
"""

"""The watcher: one process a work tree that keeps its index up to date while files change.

    kernel ──events──▶ listener process ──paths, as lines──▶ watcher ──hints──▶ IncrementalSession ──▶ generation

Events are hints. What a refresh takes in is decided by the files themselves: a lost event costs time and never truth.
"""

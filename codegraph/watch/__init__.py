"""The watcher: one process a work tree that keeps its index up to date.

    kernel ──events──▶ listener process ──paths, as lines──▶ watcher ──hints──▶ IncrementalSession ──▶ generation

Events are hints. The files themselves decide what a refresh takes in: a lost event costs time and never correctness.
"""

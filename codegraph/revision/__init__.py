"""States of a repository other than its index, and their differences.

They are revisions, the staged files and patches.
"""

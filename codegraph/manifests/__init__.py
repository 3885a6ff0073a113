"""Package manifests as packages, workspaces and dependencies.

The functions are pure: they take texts and return values.
"""

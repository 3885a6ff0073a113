"""Package manifests as packages, workspaces and dependencies. Pure: texts in, values out."""

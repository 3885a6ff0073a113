"""The tools of the toolset `codemem`."""

"""Tools of the toolset `kumiho`."""

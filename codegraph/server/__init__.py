"""The tool server: the inventory of tools over stdio and HTTP."""

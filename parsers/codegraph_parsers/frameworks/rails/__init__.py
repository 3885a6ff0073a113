"""Rails: its routes."""

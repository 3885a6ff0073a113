"""What codegraph can do: one typed request to one typed answer a capability, listed in `inventory`."""

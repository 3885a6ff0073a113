"""C#, resolved."""

"""The page of a repository: a local web application over the operations."""

"""Replication of shared namespaces, through the database of a team."""

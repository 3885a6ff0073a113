"""The memory database: an append-only event log, projections made from it, and everything that speaks SQL to them."""

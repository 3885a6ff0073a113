"""Learning from runs: deliveries, citations and outcomes of memories."""

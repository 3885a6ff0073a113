"""Which memories answer a question: candidates, nine signals, one score, and why."""

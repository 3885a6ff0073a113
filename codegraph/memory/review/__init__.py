"""Review queue: facts that wait for a person, and the decisions about them."""

"""The review queue: facts that wait for a person, and what a person has said about them."""

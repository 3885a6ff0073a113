"""What runs teach about memories: deliveries, citations, outcomes, and what follows from them."""

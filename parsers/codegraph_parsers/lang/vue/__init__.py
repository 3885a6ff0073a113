"""Components of Vue."""

"""Components of Vue whose scripts hold JSX."""

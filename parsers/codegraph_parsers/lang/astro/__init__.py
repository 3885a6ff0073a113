"""Components and pages of Astro."""

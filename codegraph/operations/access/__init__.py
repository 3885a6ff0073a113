"""Access of people to a team's server."""

"""Settings, the home folder, and the tables that a repository adds."""

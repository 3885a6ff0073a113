"""Active Record: associations, scopes and callbacks of records."""

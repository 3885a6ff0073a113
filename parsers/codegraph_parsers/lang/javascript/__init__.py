"""JavaScript, JSX included."""

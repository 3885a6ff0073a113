"""TypeScript with JSX."""

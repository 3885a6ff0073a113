"""What JavaScript and TypeScript share: one lowering, one set of module rules, one prelude."""

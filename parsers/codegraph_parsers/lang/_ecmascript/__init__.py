"""Code shared by JavaScript and TypeScript: lowering, module rules, prelude."""

"""The learning loop as capabilities: `codegraph learn …`."""

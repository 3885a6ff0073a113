"""The learning loop as capabilities: `codegraph memory learn …`."""

"""Action View: helpers, which every view has."""

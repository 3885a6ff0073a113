"""The language server: answers of the index in editors, over stdio."""

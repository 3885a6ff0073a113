"""The command line: verbs made from the operations inventory."""

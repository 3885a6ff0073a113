"""Items with places, revisions, files and edges; what sessions say before it becomes one."""

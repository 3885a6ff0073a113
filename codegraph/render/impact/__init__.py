"""A report about a change in the forms that people and programs read: text, Markdown, SARIF, Mermaid."""

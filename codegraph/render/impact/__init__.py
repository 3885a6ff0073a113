"""Report about a change as text, Markdown, SARIF and Mermaid."""

"""What people and agents have learned about code: one event-sourced engine under every vocabulary of tools."""

"""Memory of people and agents: one event-sourced engine under every toolset."""

"""Simulated agents that look for the code of a task, and what their looking costs."""

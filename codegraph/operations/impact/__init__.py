"""The impact of a change: what differs between two states, what rests on that, and what to do about it."""

"""Impact of a change: what differs between two states, and its dependents.

It also lists what to do about them.
"""

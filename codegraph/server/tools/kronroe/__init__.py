"""The toolset `kronroe`: facts on two time axes."""

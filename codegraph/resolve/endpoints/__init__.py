"""Endpoints: routes that frameworks serve, and requests that reach them."""

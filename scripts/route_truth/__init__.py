"""Parts of `eval_routes.py`.

They are applications, probes of their frameworks, recordings of requests, and what the resolver says of them.
"""

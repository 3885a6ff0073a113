"""Maintenance cycles of memory.

Each is idempotent, archives instead of deleting, can be shown without being done, and can be undone. A cycle has two
steps: a *plan*, which reads, and `carry_out`, which writes it as one operation in the transaction that the plan was
read in. A dry run is a plan that is not carried out.
"""

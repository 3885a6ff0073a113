"""Graph algorithms over CSR arrays.

They are pure: no input or output, no clock, and randomness only from a given seed.
"""

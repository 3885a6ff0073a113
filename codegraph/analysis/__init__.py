"""Graph algorithms over CSR arrays. Pure: no input or output, no clock, randomness only from a seed given."""

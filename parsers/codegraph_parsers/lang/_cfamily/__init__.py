"""Parts that the C and C++ folders share."""

"""What the C and C++ folders share."""

"""Facts: what is asserted, corrected and asked, on two time axes."""

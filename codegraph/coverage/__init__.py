"""What recorded test runs say: which lines each test ran, in the formats that tools of several languages write."""

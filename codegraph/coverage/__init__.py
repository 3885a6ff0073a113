"""Recorded test runs: lines that each test ran, in formats of many tools."""

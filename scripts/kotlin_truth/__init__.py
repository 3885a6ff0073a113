"""Calls that Kotlin's compiler wrote into bytecode, as pairs of source functions."""

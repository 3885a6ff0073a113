"""YARD: comments that declare types."""

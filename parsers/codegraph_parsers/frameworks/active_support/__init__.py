"""Active Support: concerns, delegation, inflections."""

"""What may be stored, what is taken out of summaries, and how stored text is shown without being obeyed."""

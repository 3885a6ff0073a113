"""What `eval_impact.py` is made of: recordings of test suites, mutants, history, and the predictions they judge."""

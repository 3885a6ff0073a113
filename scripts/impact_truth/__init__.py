"""Parts of `eval_impact.py`.

They are recordings of test suites, mutants, history, and the predictions that these judge.
"""

"""Impact reports in continuous integration.

A report is one comment on a pull request, or the job's summary.
"""

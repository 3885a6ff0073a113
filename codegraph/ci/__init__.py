"""Impact reports in continuous integration: one comment on a pull request, or the job's summary."""

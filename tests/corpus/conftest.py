"""Corpus sources are data: pytest collects nothing below the language folders, though some are named like tests."""

collect_ignore_glob = ["*/*"]

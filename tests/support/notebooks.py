"""Notebooks as Jupyter writes them."""

from __future__ import annotations

import json
from typing import Any

PYTHON = {"kernelspec": {"name": "python3", "language": "python"}, "language_info": {"name": "python"}}


def make_notebook(
    *cells: tuple[str, str], metadata: dict[str, Any] | None = None, output: str = "", count: int = 1
) -> str:
    """Return the text of a notebook with cells of (kind, source). Every cell of code has one output."""
    rows: list[dict[str, Any]] = []
    for kind, source in cells:
        row: dict[str, Any] = {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
        if kind == "code":
            row |= {"execution_count": count, "outputs": [{"output_type": "stream", "text": output}]}
        rows.append(row)
    about = PYTHON if metadata is None else metadata
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": rows}, indent=1) + "\n"

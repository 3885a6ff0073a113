"""Template headings of signatures."""

from __future__ import annotations


def list_template_parameters(signature: str) -> list[str]:
    """Return the parameters of the template that a signature begins with."""
    return split_template_heading(signature)[0]


def split_template_heading(signature: str) -> tuple[list[str], str]:
    """Return the template parameters of a heading, and what follows them."""
    if not signature.startswith("template"):
        return [], signature
    start = signature.find("<") + 1
    depth, nested, first = 1, 0, start
    found: list[str] = []
    for at in range(start, len(signature)):
        letter = signature[at]
        nested += (letter in "([{") - (letter in ")]}")
        if nested:
            continue
        depth += (letter == "<") - (letter == ">" and signature[at - 1] != "-")
        if not depth or (letter == "," and depth == 1):
            found.append(signature[first:at].strip())
            first = at + 1
        if not depth:
            return [each for each in found if each], signature[at + 1 :]
    return [], signature

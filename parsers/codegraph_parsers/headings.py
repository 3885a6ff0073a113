"""What the heading of a template says, as it is kept in signatures."""

from __future__ import annotations


def template_parameters(signature: str) -> list[str]:
    """Parameters of the template that a signature begins with."""
    return headed(signature)[0]


def headed(signature: str) -> tuple[list[str], str]:
    """Parameters of the template that a heading begins with, and what follows them."""
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

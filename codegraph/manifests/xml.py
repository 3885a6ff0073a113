"""Documents in XML, as far as manifests need them."""

from __future__ import annotations

from xml.etree import ElementTree

from codegraph.manifests.manifest import ManifestError


def parse_document(text: str) -> ElementTree.Element:
    """Return the root of a document, with names that have no namespace.

    Raises ManifestError.
    """
    # Entities are how a small document becomes a large one; no manifest needs them.
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise ManifestError("a document type declaration, which is not read")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        raise ManifestError(f"not valid XML: {error}") from error
    for element in root.iter():
        element.tag = str(element.tag).rpartition("}")[2]
    return root

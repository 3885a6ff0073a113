"""Issue forms of other projects, filled in as a reporter would.

Headings stay, checklists are ticked or not, and sections about the environment get plausible values; which ones is
drawn from a seed, so that a row reads the same every time. The message goes into the section that asks what happened.
"""

from __future__ import annotations

import random
import re
from typing import Any

import yaml

DESCRIBES = (
    re.compile(r"describe|description|what happen|observed|actual|see instead|current behaviou?r|the bug", re.I),
    re.compile(r"bug|problem|summary|issue|what did you (?:do|see)", re.I),
)
"""Labels of the section that a reporter fills with the message, the surest first."""
ENVIRONMENT = re.compile(
    r"version|environment|platform|operating system|\bos\b|browser|system info|\binfo\b|how did you install|method"
    r"|hosting|deployment|architecture|terminal|configuration|edition|database",
    re.I,
)
STEPS = re.compile(
    r"steps|expect|confirm|reproduc|example|log|output|additional|context|screenshot|link|trace|file", re.I
)
SYSTEMS = (
    "Ubuntu 22.04",
    "Debian 12, x86_64",
    "macOS 14.5 (arm64)",
    "Windows 11 23H2",
    "Fedora 40",
    "Docker on Debian 12",
)
BROWSERS = ("Firefox 127", "Chrome 126.0.6478.62", "Safari 17.5", "Edge 125")
INSTALLS = ("Docker image", "package manager", "built from source", "downloaded from the release page")
ANSWERS = ("No response", "_No response_", "n/a", "none", "same as above", "I can provide more if needed")
EXPECTED = ("It should just work.", "That this does not happen.", "Same as described, without the problem.")


def fill_form(path: str, template: str, message: str, *, seed: str) -> str:
    """Return a message inside a form: a YAML form as the site renders it, or Markdown."""
    draw = random.Random(f"{seed} {path}")
    if path.endswith((".yml", ".yaml")):
        return _fill_fields(template, message, draw)
    return _fill_markdown(template, message, draw)


def _fill_fields(template: str, message: str, draw: random.Random) -> str:
    fields = [field for field in yaml.safe_load(template).get("body", ()) if field.get("type") != "markdown"]
    labels = [str(_get_attributes(field).get("label") or field.get("id") or "") for field in fields]
    texts = [at for at, field in enumerate(fields) if field["type"] == "textarea"]
    target = _choose_section(labels, texts)
    parts: list[str] = [] if target is not None else [message]
    for at, field in enumerate(fields):
        body = message if at == target else _answer_field(field, labels[at], draw)
        parts.append(f"### {labels[at]}\n\n{body}")
    return "\n\n".join(parts).strip() + "\n"


def _choose_section(labels: list[str], places: list[int]) -> int | None:
    """Return the place of the section that asks what happened, or of the first."""
    for pattern in DESCRIBES:
        for at in places:
            if pattern.search(labels[at]) and not STEPS.search(labels[at]) and not ENVIRONMENT.search(labels[at]):
                return at
    return places[0] if places else None


def _answer_field(field: dict[str, Any], label: str, draw: random.Random) -> str:
    options = _get_attributes(field).get("options") or []
    if field["type"] == "checkboxes":
        names = [str(one.get("label", "")) if isinstance(one, dict) else str(one) for one in options]
        return "\n".join(f"- [{draw.choice('xxx ')}] {name.strip()}" for name in names)
    if field["type"] == "dropdown" and options:
        return str(draw.choice(options))
    return _answer_section(label, draw)


def _get_attributes(field: dict[str, Any]) -> dict[str, Any]:
    return field.get("attributes") or {}


def _answer_section(label: str, draw: random.Random) -> str:
    if re.search("browser", label, re.I):
        return draw.choice(BROWSERS)
    if re.search("install", label, re.I):
        return draw.choice(INSTALLS)
    version = f"{draw.randint(0, 4)}.{draw.randint(0, 30)}.{draw.randint(0, 9)}"
    if re.search(r"operating system|platform|\bos\b", label, re.I):
        return draw.choice(SYSTEMS)
    if re.search("version", label, re.I):
        return draw.choice(("", "v")) + version
    if ENVIRONMENT.search(label):
        return f"- version: {version}\n- system: {draw.choice(SYSTEMS)}"
    if re.search("expect", label, re.I):
        return draw.choice(EXPECTED)
    return draw.choice(ANSWERS)


def _fill_markdown(template: str, message: str, draw: random.Random) -> str:
    text = re.sub(r"\A---\n.*?\n---\n", "", template.replace("\r\n", "\n"), flags=re.DOTALL)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    sections = [part.strip() for part in re.split(r"(?m)^(?=#{1,6} |\*\*[^*\n]+\*\*\s*:?\s*$)", text) if part.strip()]
    headings = [part.partition("\n")[0] for part in sections]
    titled = [at for at, heading in enumerate(headings) if heading.startswith(("#", "**"))]
    target = _choose_section(headings, titled)
    parts: list[str] = [] if target is not None else [message]
    for at, section in enumerate(sections):
        heading, _, rest = section.partition("\n")
        if at == target:
            parts.append(f"{heading}\n\n{message}")
        elif at not in titled:
            parts.append(_draw_ticks(section, draw))
        else:
            ticks = [line for line in rest.splitlines() if re.match(r"\s*[-*] \[.\]", line)]
            answer = _draw_ticks("\n".join(ticks), draw) if ticks else _answer_section(heading, draw)
            parts.append(f"{heading}\n\n{answer}")
    return "\n\n".join(parts).strip() + "\n"


def _draw_ticks(text: str, draw: random.Random) -> str:
    return re.sub(r"(?m)^(\s*[-*] )\[.\]", lambda found: f"{found[1]}[{draw.choice('xxx ')}]", text)

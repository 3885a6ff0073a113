"""Elements of a template: components, directives, slots and their variables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from codegraph_parsers import ops
from codegraph_parsers.lang._ecmascript.registered import format_component_name, to_camel_case, to_pascal_case
from codegraph_parsers.lang.vue import options
from codegraph_parsers.lang.vue.parts import Attribute, Tag, iterate_tags

if TYPE_CHECKING:
    from codegraph_parsers.lang._components.template import Template

LOOP = re.compile(rb"^\s*(\(.*?\)|.*?)\s+(?:in|of)\s+(.*)$", re.DOTALL)
BINDING = re.compile(r"^(?:v-bind:|:|\.)([\w-]+)")
SLOT = re.compile(r"^(?:v-slot(?::|$)|#)|^slot-scope$|^scope$")
ON = ("@", "v-on:")
VALUES = (":", ".", "v-")
BUILT_IN = frozenset(
    {
        "v-bind", "v-on", "v-if", "v-else", "v-else-if", "v-for", "v-show", "v-model", "v-slot", "v-html", "v-text",
        "v-once", "v-pre", "v-memo", "v-cloak", "v-is",
    }
)  # fmt: skip
PAGE = frozenset(
    {
        "a", "abbr", "address", "area", "article", "aside", "audio", "b", "base", "bdi", "bdo", "blockquote", "body",
        "br", "button", "canvas", "caption", "cite", "code", "col", "colgroup", "data", "datalist", "dd", "del",
        "details", "dfn", "dialog", "div", "dl", "dt", "em", "embed", "fieldset", "figcaption", "figure", "footer",
        "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hgroup", "hr", "html", "i", "iframe", "img",
        "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark", "menu", "meta", "meter", "nav",
        "noscript", "object", "ol", "optgroup", "option", "output", "p", "param", "picture", "pre", "progress", "q",
        "rp", "rt", "ruby", "s", "samp", "script", "search", "section", "select", "slot", "small", "source", "span",
        "strong", "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "template", "textarea", "tfoot",
        "th", "thead", "time", "title", "tr", "track", "u", "ul", "var", "video", "wbr", "circle", "clippath", "defs",
        "desc", "ellipse", "filter", "foreignobject", "g", "image", "line", "lineargradient", "marker", "mask",
        "metadata", "path", "pattern", "polygon", "polyline", "radialgradient", "rect", "set", "stop", "switch",
        "symbol", "text", "textpath", "tspan", "use", "view", "animate", "animatetransform",
    }
)  # fmt: skip
"""Elements of the page, whatever a script calls so."""


def walk(template: Template, start: int, end: int) -> None:
    """Walk everything in a template, in order."""
    opened: list[tuple[str, int]] = []  # elements around here, and how many scopes each has opened
    verbatim = 0  # inside `v-pre`: how many elements are open
    for tag in iterate_tags(template.w.source, start, end):
        if tag.kind == "value":
            if not verbatim:
                template.lower_expression(tag.start, tag.end)
        elif tag.kind == "open":
            if verbatim or any(each.name == "v-pre" for each in tag.attributes):
                verbatim += not tag.is_self_closing
                continue
            begun = walk_element(template, tag, end)
            if tag.is_self_closing:
                close(template, begun)
            else:
                opened.append((tag.name, begun))
        elif verbatim:
            verbatim -= 1
        elif any(name == tag.name for name, _ in opened):
            while True:
                name, begun = opened.pop()
                close(template, begun)
                if name == tag.name:
                    break
    for _, begun in opened:
        close(template, begun)


def close(template: Template, scopes: int) -> None:
    for _ in range(scopes):
        template.w.close_scope()


def walk_element(template: Template, tag: Tag, end: int) -> int:
    """Walk an opening tag; return the number of scopes that stay open."""
    w = template.w
    begun = 0
    loop = next((each for each in tag.attributes if each.name == "v-for" and each.start), None)
    if loop is not None:
        begun += walk_loop(template, loop, end)
    mention_component(template, tag.name, tag.start)
    slot: Attribute | None = None
    for each in tag.attributes:
        if SLOT.match(each.name):
            slot = each
        elif each is not loop:
            walk_attribute(template, each)
    if slot is not None and slot.start:
        template.prepare_text(w.source[slot.start : slot.end])
        template.open_scope(slot.start, end)
        begun += 1
        template.bind(slot.start, slot.end, [], is_bare=True)
    return begun


def walk_loop(template: Template, loop: Attribute, end: int) -> int:
    """Walk `v-for="(item, index) in items"`; return the number of open scopes."""
    w = template.w
    found = LOOP.match(w.source[loop.start : loop.end])
    if found is None:
        template.lower_expression(loop.start, loop.end)
        return 0
    items = template.lower_expression(loop.start + found.start(2), loop.end)
    item = w.add(ops.ITER, items) if items else 0
    template.open_scope(loop.start, end)
    is_bare = not found.group(1).startswith(b"(")
    template.bind(loop.start + found.start(1), loop.start + found.end(1), [item], is_bare)
    return 1


def walk_attribute(template: Template, given: Attribute) -> None:
    name = given.name
    directive = name.split(":", 1)[0].split(".", 1)[0]
    if name.startswith("v-") and directive not in BUILT_IN:
        mention_binding(template, to_camel_case(directive), given.at)
    if name.startswith(ON):
        if given.start:
            template.lower_statements(given.start, given.end)
    elif name.startswith(VALUES):
        bound = BINDING.match(name)
        if given.start:
            template.lower_expression(given.start, given.end)
        elif bound is not None:
            mention_binding(template, to_camel_case(bound.group(1)), given.at)
    elif name == "ref" and given.start:
        mention_binding(template, template.read_text(given.start, given.end), given.at)


def mention_binding(template: Template, name: str, at: int) -> None:
    """Mention a name that the template states otherwise than by code."""
    template.prepare_text(name.encode())
    if template.is_known(name) and not template.is_local(name):
        template.mention(name, at)


def mention_component(template: Template, tag: str, at: int) -> None:
    """Mention the component of a tag.

    Its name is as written, in camel case or in Pascal case.
    """
    if tag.lower() in PAGE and tag == tag.lower():
        return
    registered = options.find_registered(template, tag)
    if registered:
        template.w.mention(registered, template.get_line(at))
        return
    head, _, rest = tag.partition(".")
    for name in dict.fromkeys((head, to_camel_case(head), to_pascal_case(head))) if registered is None else ():
        if template.is_known(name):
            template.mention(f"{name}.{rest}" if rest else name, at)
            return
    if not rest:  # what the whole application knows, if anything
        template.w.add_site("token", template.w.share(ops.NAME, format_component_name(tag), 0), template.get_line(at))

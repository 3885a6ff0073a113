"""What is weighed of a span as the object of a fact, of another as its subject, and of a sentence that tells an end.

Features are strings: a name and what stands there. `scripts/fit_facts.py` finds a weight for each from labelled texts.
"""

from __future__ import annotations

from typing import Final

from codegraph.memory.facts.extract.spans import Reading

_ENDS: Final = frozenset([";", ".", "!"])
_ME: Final = frozenset(["i", "me", "my"])
_US: Final = frozenset(["we", "us", "our"])

USER: Final = -1
PROJECT: Final = -2
"""Subjects that no span names."""


def of_object(read: Reading, span: int) -> list[str]:
    """Of a span: what it is, what stands beside it, the verbs next to it, and the words of the clause on both sides."""
    start, end = read.spans[span]
    sort = read.sorts[span]
    return [*_itself(read, start, end, sort), *_beside(read, start, end, sort), *_around(read, start, end, sort)]


def _itself(read: Reading, start: int, end: int, sort: str) -> list[str]:
    size, count = end - start, len(read.tokens)
    lemmas, tags = read.lemmas, read.tags
    found = ["b", f"T={sort}", f"T+len={sort}{size}", f"len={size}", f"w0={lemmas[start]}", f"w-1={lemmas[end - 1]}"]
    found += [f"t0={tags[start]}", f"t-1={tags[end - 1]}", "ts=" + " ".join(tags[start:end])]
    found += [f"in={one}" for one in lemmas[start + 1 : end - 1]]
    found += [f"mood={read.mood}", f"T+mood={sort}{read.mood}", f"scope={read.scoped}"]
    found += ["first=" + (lemmas[0] if start else "-"), "last=" + (lemmas[-1] if end < count else "-")]
    found.append("first2=" + (" ".join(lemmas[:2]) if start > 1 else "-"))
    found += [f"low={read.tokens[0].text[:1].islower()}", f"T+low={sort}{read.tokens[0].text[:1].islower()}"]
    found += [f"n={min(count // 4, 5)}", f"pos={min(start, 4)}", f"rest={min(count - end, 4)}"]
    if size == count:
        found.append("all")
    return found


def _beside(read: Reading, start: int, end: int, sort: str) -> list[str]:
    lemmas, tags, count = read.lemmas, read.tags, len(read.tokens)
    p1, p2, p3 = (lemmas[start - k] if start >= k else "^" for k in (1, 2, 3))
    n1, n2 = (lemmas[end + k] if end + k < count else "$" for k in (0, 1))
    pt1, pt2 = (tags[start - k] if start >= k else "^" for k in (1, 2))
    nt1, nt2 = (tags[end + k] if end + k < count else "$" for k in (0, 1))
    found = [f"p1={p1}", f"p2={p2}", f"p12={p2} {p1}", f"p123={p3} {p2} {p1}", f"n1={n1}", f"n12={n1} {n2}"]
    found += [f"pt1={pt1}", f"nt1={nt1}", f"pt12={pt2}{pt1}", f"nt12={nt1}{nt2}", f"pn={p1}_{n1}"]
    found += [f"T+p1={sort}{p1}", f"T+n1={sort}{n1}", f"T+pt1={sort}{pt1}", f"T+nt1={sort}{nt1}"]
    found.append(f"T+p12={sort}{p2} {p1}")
    left = next((lemmas[k] for k in range(start - 1, -1, -1) if tags[k][0] == "v"), "-")
    right = next((lemmas[k] for k in range(end, count) if tags[k][0] == "v"), "-")
    return [*found, f"v<={left}", f"T+v<={sort}{left}", f"v>={right}", f"T+v>={sort}{right}"]


def _around(read: Reading, start: int, end: int, sort: str) -> list[str]:
    left: dict[str, None] = {}
    right: dict[str, None] = {}
    for k in range(start - 1, -1, -1):
        if read.tokens[k].text in _ENDS:
            break
        left[read.lemmas[k]] = None
    for k in range(end, len(read.tokens)):
        if read.tokens[k].text in _ENDS:
            break
        right[read.lemmas[k]] = None
    found = [f"{side}:{one}" for side, words in (("L", left), ("R", right)) for one in words]
    found += [f"T+{side}:{sort}{one}" for side, words in (("L", left), ("R", right)) for one in words]
    found += [f"W:{one}" for one in left | right]
    before = dict.fromkeys(read.sorts[k] for k, (_, b) in enumerate(read.spans) if b <= start)
    behind = dict.fromkeys(read.sorts[k] for k, (a, _) in enumerate(read.spans) if a >= end)
    found += [f"<T{one}" for one in before] + [f"T<T{sort}{one}" for one in before]
    return found + [f">T{one}" for one in behind] + [f"T>T{sort}{one}" for one in behind]


def of_subject(read: Reading, span: int, predicate: str, subject: int) -> list[str]:
    """Of a span, or of somebody who is not named, as the subject of a predicate with an object."""
    found = _unnamed(read, span, subject) if subject < 0 else _as_subject(read, span, subject)
    return found + [predicate + one for one in found]


def _unnamed(read: Reading, span: int, subject: int) -> list[str]:
    start, end = read.spans[span]
    low = {one.low for one in read.tokens}
    found = ["v", "I" if low & _ME else "noI", "we" if low & _US else "nowe"]
    found += [f"first={read.lemmas[0]}", f"ft={read.tags[0]}", f"mood={read.mood}", f"scope={read.scoped}"]
    found += [f"pos={min(start, 4)}", f"OT={read.sorts[span]}", "p1=" + (read.lemmas[start - 1] if start else "^")]
    before = dict.fromkeys(read.sorts[k] for k, (_, b) in enumerate(read.spans) if b <= start)
    behind = dict.fromkeys(read.sorts[k] for k, (a, _) in enumerate(read.spans) if a >= end)
    found += [f"<T{one}" for one in before or ("",)] + [f">T{one}" for one in behind or ("",)]
    who = "user " if subject == USER else "project "
    return [who + one for one in found]


def _as_subject(read: Reading, span: int, subject: int) -> list[str]:
    (start, end), (a, b) = read.spans[span], read.spans[subject]
    lemmas, tags, count = read.lemmas, read.tags, len(read.tokens)
    sort = read.sorts[subject]
    side, low, high = ("L", b, start) if b <= start else ("R", end, a)
    between, tagged = lemmas[low:high], tags[low:high]
    after = tags[b] if b < count else "$"
    found = ["b", f"ST={sort}", f"d={min(len(between), 6)}"]
    found.append("mid=" + (" ".join(between) if len(between) <= 4 else "-"))
    found.append("midt=" + (" ".join(tagged) if len(tagged) <= 5 else "-"))
    found += ["p1=" + (lemmas[a - 1] if a else "^"), "pt1=" + (tags[a - 1] if a else "^")]
    found += ["n1=" + (lemmas[b] if b < count else "$"), f"nt1={after}"]
    found += [f"w0={lemmas[a]}", f"w-1={lemmas[b - 1]}", f"t0={tags[a]}", f"t-1={tags[b - 1]}", f"len={b - a}"]
    found += [f"i={min(a, 3)}", "end" if b == count else "noend", "ts=" + " ".join(tags[a:b])]
    found += [f"m:{one}" for one in dict.fromkeys(between)] + [f"mt:{one}" for one in dict.fromkeys(tagged)]
    single = sum(1 for p, q in read.spans if p >= low and q <= high and q - p == 1)
    found.append(f"between{min(single, 4)}")
    found = [side + one for one in found]
    return [*found, f"ST={sort}", f"ST+nt{sort}{after}", f"STOT{sort}{read.sorts[span]}"]


def of_end(read: Reading, span: int, predicate: str) -> list[str]:
    """Of a sentence: whether a fact with this object is over."""
    start, end = read.spans[span]
    lemmas = read.lemmas
    found = [predicate, *(f"L:{one}" for one in lemmas[:start]), *(f"R:{one}" for one in lemmas[end:])]
    found += [f"{predicate}L:{one}" for one in lemmas[:start]]
    found += [f"lowL:{one.low}" for one in read.tokens[:start]]
    return found + [f"lowR:{one.low}" for one in read.tokens[end:]]

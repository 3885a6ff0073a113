"""Go that its grammar does not know."""

from __future__ import annotations

import re

from codegraph_parsers.rewriting import Rewrite, reader

_TYPE = rb"\s*(?:[\[*]|(?:map|chan|func|struct|interface)\b)"

read = reader(
    # `new(x.Count())`: the grammar knows types as arguments of `new` only. Under another name it is any call.
    Rewrite(re.compile(rb"(?<![\w.])(new)(?=\((?!" + _TYPE + rb")(?:\d|[^()\n]*[(\"'`&+/%-]))"), b"neW"),
)

"""A namespace that two projects of one repository share: each is found from the other through its source folder."""

from acme import trace
from acme.trace import Span, begin  #> import api/src/acme/trace/__init__.py::begin

begin()  #> call begin
trace.begin()  #> call begin
Span().end()  #> call Span.end

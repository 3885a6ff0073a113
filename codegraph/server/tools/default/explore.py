"""`code_explore`: the few symbols that answer a question.

They come with source, neighbours, paths and dependents.
"""

from __future__ import annotations

from collections.abc import Callable

from codegraph.operations.answers import Answer, ExploreAnswer, Focus, name_of
from codegraph.operations.capabilities import BY_NAME, load_handler
from codegraph.operations.requests import ExploreRequest
from codegraph.render.text.explore import Form, count_left_out, format_exploration, list_forms
from codegraph.server.call import Call
from codegraph.server.reply import Draft, Rendering
from codegraph.server.tools.default.models import ExploreInput, ExploreOutput, Place
from codegraph.server.tools.default.wording import append_notes, format_heading, is_fresh, list_other_warnings, place_of

MORE = "code_symbol NAME, or a larger limit or max_tokens"


def explore(call: Call, request: ExploreInput) -> Draft:
    context = call.open_context(request.repo)
    asked = ExploreRequest(request.query, request.path, request.limit, budget=0, workspace=request.workspace)
    answer: Answer[ExploreAnswer] = load_handler(BY_NAME["explore"])(context, asked)
    found = answer.results
    index = context.index()
    first = [format_heading(context, answer), *list_other_warnings(answer)]

    def step(form: Form) -> Callable[[], Rendering]:
        def rendering() -> Rendering:
            data = ExploreOutput(
                str(index.root),
                index.generation,
                is_fresh(answer),
                tuple(_get_place(f) for f in found.foci[: form.symbols]),
                tuple(name_of(e.target) for e in found.path.edges) if found.path else (),
                len(found.impact.dependents) if found.impact else 0,
                len(found.impact.tests) if found.impact else 0,
                count_left_out(found, form),
            )
            return Rendering([*first, *format_exploration(found, form, MORE)], data)

        return rendering

    return append_notes([step(form) for form in list_forms(found)], found.knowledge)


def _get_place(focus: Focus) -> Place:
    """Return the place of a focus.

    Lines that are no definition have the place where they begin: a file's own place would be its first line.
    """
    place = place_of(focus.symbol)
    return place if focus.symbol.qualname or focus.source is None else place._replace(line=focus.source.start_line)

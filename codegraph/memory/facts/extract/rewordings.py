"""Roundabout sentences said plainly: `it was decided to x`, `the vote was for x`, `x won't start unless y is installed`."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from codegraph.memory.facts.extract import names as n
from codegraph.memory.facts.extract import words as w

_THING: Final = r"(?:(?:the|our|my|this|its) )?[\w`\"'@#/.+:-]+(?: (?!(?:is|are|was|were|will|can|cannot|won't|can't|doesn't|don't|has|have|had)\b)[\w`\"'@#/.+:-]+){0,4}?"
_NAMED: Final = r"(?:the )?(?:`[^`]+`|\"[^\"]+\"|[\w@#/.+:-]*[\w+#/](?: (?-i:[A-Z\d])[\w.+-]*){0,2})"
_PROPER: Final = r"(?-i:[A-Z\d\"`])[\w.+&\"`-]*(?: (?:&|and|of|(?-i:[A-Z\d])[\w.+-]*))*"
_WITHOUT: Final = r"(?:can't|cannot|can not|won't|will not|doesn't|does not|don't|do not|refuses to|fails to|couldn't)"
_WORK: Final = r"(?:even )?(?:run|work|start(?: up)?|build|compile|boot|function|load|operate|come up|do anything|be (?:built|run|used|started|installed|compiled))"
_THERE: Final = r"(?:installed|present|available|running|up|there|around|reachable|in place|on the (?:path|machine|system|host)|set up|enabled|alive)"
_WE: Final = r"(?:we|i|they|people|everyone|everybody|folks|you)"
_DECIDED: Final = r"(?:decided|agreed|resolved|settled|concluded|determined)"
_TAIL: Final = r"(?P<rest>(?:[,;]| because| since| so| but| as| until| for now).*)?"


class _Row(NamedTuple):
    needles: frozenset[str]  # of these words a sentence must have one
    pattern: str
    plain: str


def _row(needles: str, pattern: str, plain: str) -> _Row:
    return _Row(w.words(needles), pattern, plain)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Made when a sentence first has a word of the row."""
    return re.compile(pattern, re.I)


_ROWS: Final = (
    # decisions
    _row("decided agreed resolved settled concluded determined", rf"it(?:'s| is| was|'s been| has been|'d been) (?:finally |now |unanimously |jointly |eventually |then )?{_DECIDED} (?P<k>to|that|on|against) (?P<o>.+)", r"we decided \g<k> \g<o>"),
    _row("decision call choice verdict", r"(?:the|a|our|one|another) (?:\w+ )?(?:decision|call|choice) (?:was|has been|is|got) (?:finally |then |eventually )?(?:made|taken|reached) (?P<k>to|on|against) (?P<o>.+)", r"we decided \g<k> \g<o>"),
    _row("vote", r"the vote (?:was|went|came out|ended)(?: (?:\w+|\d+)(?: to |-|:)(?:\w+|\d+))?,? (?:in favou?r of|for) (?P<o>.+)", r"we decided on \g<o>"),
    _row("vote", r"the vote (?:went|goes) to (?P<o>.+)", r"we decided on \g<o>"),
    _row("vote", r"the vote (?:was|went|came out|ended)(?: (?:\w+|\d+)(?: to |-|:)(?:\w+|\d+))? against (?P<o>.+)", r"we decided against \g<o>"),
    _row("won prevailed", rf"(?:and )?(?:[^,]{2, 40} (?:is|are|was|were) (?:settled|over|decided|done|in)[^,]*, (?:and )?)?(?:in the end,? |eventually,? |finally,? )?(?:it was |it's )?(?P<o>{_NAMED})(?: that| which)? (?:won|prevailed)(?: out| in the end| the vote| the (?:poll|bake-off|race|contest))?(?P<rest>[,.!].*)?", r"we decided on \g<o>\g<rest>"),
    _row("choice decision", r"(?:record|document|note|write down|capture) the (?:choice of|choice to use|decision for|decision to use) (?P<o>.+)", r"we decided on \g<o>"),
    _row("choice decision", r"(?:record|document|note|write down|capture) the decision (?P<k>to|that|against) (?P<o>.+)", r"we decided \g<k> \g<o>"),
    _row("go thumbs green", r"(?:and )?(?:it's|it is|that's|we have|we've got)? ?(?:a )?(?:clear )?(?:go|green light|thumbs up|yes) (?:for|to) (?P<o>.+)", r"we decided on \g<o>"),
    _row("result outcome upshot", r"(?:[^:]{3,40}, )?(?:the |our )?(?:short |end |final |net )?(?:result|outcome|upshot|bottom line)(?: is)?: (?:we (?:are |'re )?)?(?:going with |go with )?(?P<o>no .+)", r"we decided on \g<o>"),
    # teams
    _row("joiner member hire face recruit addition starter", rf"(?:(?:the|our|a) )?(?:new|latest|newest) (?:joiner|team member|member|hire|face|recruit|addition|starter) (?:on|in|to|of|at|for) (?P<t>[\w ]+?)(?::| is| -|,) (?P<o>{_PROPER})", r"\g<o> joined \g<t>"),
    _row("just only", rf"(?:on|in) (?P<t>(?:the )?[\w ]{{2,25}}?),? it(?:'s| is) (?:just|only|currently|now) (?P<o>{_PROPER}(?:, {_PROPER})*(?: and (?:me|I|{_PROPER})))", r"\g<o> are on \g<t>"),
    _row("consensus agreement verdict conclusion decision outcome", r"(?:the|our) (?:\w+ )?(?:consensus|agreement|verdict|conclusion|decision|outcome) (?:(?:on|in|from|at|of|among|after) [\w ]{2,30}? )?(?:is|was) (?P<k>to|that) (?P<o>.+)", r"we decided \g<k> \g<o>"),
    _row("beat beats", rf"(?:(?:we|they) (?:had a vote|voted|took a vote|ran a poll) and )?(?P<o>{_NAMED}) (?:beat|beats) {_NAMED} (?:\d+|\w+)(?: to |-|:)(?:\d+|\w+)", r"we decided on \g<o>"),
    _row("vendor", rf"vendor (?P<o>{_NAMED}) (?P<v>v?\d[\w.]*)", r"\g<o> is at version \g<v>"),
    _row("team squad crew group guild committee", rf"(?:the |our )?(?P<t>[\w -]{{2,25}}? (?:team|squad|crew|group|guild|committee)) ?[=:→] ?(?P<o>{_PROPER}(?:, {_PROPER})*(?:,? (?:and|&) .+))", r"the members of the \g<t> are \g<o>"),
    # dependencies
    _row("of", r"(?P<s>[^,]{2,40}?) (?P<be>is|are) (?:just |basically |mostly |only )?(?:a|one) (?:big |huge |giant |small |tiny )?(?:pile|heap|mess|bunch|mountain|blob|ball|tangle|jumble|lump|mountain) of (?P<o>(?-i:[A-Z])[\w+#]*)(?P<rest>,.*)?", r"\g<s> \g<be> written in \g<o>\g<rest>"),
    _row("oldest", rf"the oldest (?:[\w ]{{2,20}} )?(?:that )?we (?:still )?(?:support|test|run|allow) is (?P<o>{_NAMED} v?\d[\w.]*)", r"\g<o> is the minimum"),
    _row("choice pick decision mind", r"(?:the team|we|they)(?:'s|'ve| has| have)? (?:finally |now )?made (?:its|our|their|a|up (?:its|our|their)) (?:choice|pick|decision|minds?): (?P<o>.+)", r"we decided on \g<o>"),
    _row("on in", rf"(?:on|in) the (?P<t>[\w ]{{2,25}}? (?:side|team|squad|crew|group|desk)),? it(?:'s| is) (?P<o>{_PROPER}(?:, {_PROPER})*(?: and (?:me|I|{_PROPER})))", r"\g<o> are on the \g<t>"),
    _row("us", rf"there(?:'s| is| are) (?:\w+ )?of us (?:on|in|at|doing) (?P<t>[\w ]{{2,25}}?)[,:] (?P<o>(?:me|I|{_PROPER})(?:, {_PROPER})*(?: and (?:me|I|{_PROPER})))", r"\g<o> are on \g<t>"),
    _row("refuses rejects drops accepts accept support supports", rf"(?:from version [\w.]+,? )?{_THING} (?:refuses|rejects|drops|no longer (?:accepts|supports)|doesn't (?:accept|support)|won't accept) (?P<o>{_NAMED}) (?:older than|below|before|earlier than) (?P<v>v?\d[\w.]*)(?P<rest>[,.].*)?", r"anything below \g<o> \g<v> is unsupported"),
    _row("above past beyond higher", rf"(?:we |you |i )?(?:can't|cannot|won't|must not|shouldn't) (?:go|move|upgrade|get|update) (?:above|past|beyond|higher than) (?P<o>{_NAMED} v?\d[\w.]*)(?: because .*| due to .*| until .*)?", r"\g<o> is the maximum"),
    _row("if when whenever once without", rf"(?P<s>{_THING}) (?:chokes?|breaks?|dies?|fails?|crash(?:es)?|falls? over|stops?(?: working)?|hangs?|panics?|goes? down|stalls?|refuses to (?:run|start)|bails?(?: out)?) (?:if|when|whenever|once) (?P<o>{_NAMED}) (?:(?:isn't|aren't|is not|are not) {_THERE}|(?:is|are|goes|go) (?:down|missing|gone|absent|unavailable|unreachable|away|offline|not (?:there|running|reachable|available|installed)))(?P<rest>[,;.].*)?", r"\g<s> depends on \g<o>\g<rest>"),
    _row("only", rf"only (?P<o>{_NAMED} v?\d[\w.]*) (?:and|or) (?:up|newer|later|above|higher|upwards) (?:get|gets|work|works|run|runs|is|are|will|can)\b.*", r"anything below \g<o> is unsupported"),
    _row("convinced persuaded talked", r"(?:[\w ]{2,30}) (?:convinced|persuaded|talked) (?:us|the team|everyone|everybody) (?:to|into) (?:go with|use|pick|choose|adopt|going with|using|picking|choosing|adopting|take|taking) (?P<o>.+)", r"we decided on \g<o>"),
    _row("required needed", rf"(?P<o>{_NAMED} v?\d[\w.]*(?:\+| (?:or|and) (?:newer|later|higher|above|up))?) (?:required|needed)", r"requires \g<o>"),
    _row("older below", rf"(?:it )?(?:won't|doesn't|can't|cannot|will not|does not|fails to) (?:run|work|build|compile|start|install) (?:with|on|under|against) (?P<o>{_NAMED}) (?:older than|below|before) (?P<v>v?\d[\w.]*)", r"anything below \g<o> \g<v> is unsupported"),
    _row("location place path home", r"the (?:location|place|path|home) (?:of|for) (?P<s>[^,]+?) is (?P<o>[~./$][\w./$~{}-]+|[\w.-]+/[\w./-]*)", r"\g<s> is in \g<o>"),
    _row("calls call", rf"(?:everyone|everybody|people|most people|friends|my friends|colleagues|folks|they)(?: here| just| usually| all)? calls? me (?P<o>{_PROPER})", r"call me \g<o>"),
    _row("name", rf"(?P<o>{_PROPER}) is my (?:full |first )?name", r"my name is \g<o>"),
    _row("birthplace", r"(?P<s>my|his|her) birthplace is (?P<o>.+)", r"I was born in \g<o>"),
    _row("without", rf"(?P<s>you |we |one |i )?(?:can't|cannot|can not|won't|doesn't) (?:even )?(?:build|run|compile|start|deploy|test|install|boot|work) (?:(?:it|this|anything|the (?:project|app|docs|tests)) )?without (?P<o>{_NAMED})(?P<rest>[,.;].*)?", r"the project requires \g<o>\g<rest>"),
    _row("requirement dependency prerequisite must", rf"(?P<o>{_NAMED}(?: v?\d[\w.+]*)?) (?:is|are|has become|became|is now) (?:an? |now a )?(?:hard |strict |absolute |runtime |build |build-time |new |real |mandatory |required )*(?:requirement|dependency|prerequisite|must|must-have)(?: (?:now|here|since .*|for (?:us|building|development|the build|running)|as of .*))?(?P<rest>[,.;].*)?", r"the project requires \g<o>\g<rest>"),
    _row("need", r"(?:to|for|in order to|before you (?:can )?) ?(?:build|run|compile|install|test|use|deploy|develop|start|generate|render)(?:ing)? (?P<s>(?:the |this |our )?[\w./`-]+(?: [\w./`-]+)?)(?: (?:locally|from source|yourself))?,? you(?:'ll| will)?(?: also| only| just)? need (?:to have )?(?P<o>.+)", r"the project requires \g<o>"),
    _row("dependency dependencies", r"(?P<s>we|i|they)?(?:'ve| have)? ?(?:finally )?(?:got|gotten|get|gets|getting) rid of (?:our|the|its|a|any|all|every) (?:last |hard |only |old )?dependenc(?:y|ies) on (?P<o>.+)", r"\g<s> dropped the dependency on \g<o>"),
    _row("unless until", rf"(?P<s>{_THING}) {_WITHOUT} {_WORK} (?:unless|until) (?P<o>{_NAMED}(?: v?\d[\w.+]*)?(?: or (?:newer|later|higher))?) (?:is|are|has been|have been) {_THERE}(?P<rest>[,;.].*)?", r"\g<s> depends on \g<o>\g<rest>"),
    _row("if when", rf"(?P<s>{_THING}) {_WITHOUT} {_WORK} (?:if|when) (?P<o>{_NAMED}) (?:isn't|aren't|is not|are not) {_THERE}(?P<rest>[,;.].*)?", r"\g<s> depends on \g<o>\g<rest>"),
    _row("if when", rf"(?P<s>{_THING}) {_WITHOUT} {_WORK} (?:if|when) (?P<o>{_NAMED}) is (?:missing|down|gone|absent|unavailable|unreachable|not there)(?P<rest>[,;.].*)?", r"\g<s> depends on \g<o>\g<rest>"),
    _row("needed required", rf"(?:only|just) (?P<o>{_NAMED}(?: and {_NAMED})?) (?P<be>is|are) (?P<k>needed|required)(?P<rest>.*)", r"\g<o> \g<be> \g<k>\g<rest>"),
    # names
    _row("call called know knew", rf"(?:the|our) (?:thing|tool|service|project|app|module|system|team|library|one|job|feature|repo|component|part)(?: (?:that|which))? {_WE} (?:used to )?(?:called|call|knew as|know as)(?: the)? (?P<a>{_NAMED}(?: \w+)?) (?:is|are)(?: just| simply| only| now| called| known as)+ (?P<b>{_NAMED})(?: now| these days| nowadays)?(?P<rest>[,.!].*)?", r"\g<a> is now called \g<b>\g<rest>"),
    _row("was formerly previously once", rf"(?P<d>(?:the|our|my) [\w ]{{2,30}}?)(?: is|'s)(?: called| named)? (?P<b>{_PROPER}) now, (?:it was|was|formerly|previously|once|used to be)(?: called| named| known as)?(?: just)? (?P<a>{_PROPER})(?: before| back then| once)?", r"\g<a> is now called \g<b>"),
    _row("took takes taken replaced replaces", rf"(?P<a>{_NAMED})(?: has been|'s been| was| is| got| has)(?: finally| now| just)? (?:retired|removed|gone|dropped|decommissioned|sunset|scrapped|ditched|switched off|turned off|dead|out|history)[,;]?(?: and)? (?P<b>{_NAMED}(?: (?!took|takes|has|replace)[\w-]+)?) (?:took over|takes over|has taken over|took its place|takes its place|has taken its place|replaced it|replaces it)(?P<rest>.*)", r"\g<b> replaces \g<a>\g<rest>"),
    _row("name", r"(?P<w>we |i |they )?(?:change|changed|changes|alter|altered) the name of (?:the |our )?(?P<a>[^,]+?) to (?P<b>[^,]+?)(?P<rest>,.*)?", r"\g<a> is now called \g<b>\g<rest>"),
    _row("name", r"(?P<w>we |i |they )?(?:change|changed|changes|alter|altered) (?:the |our )?(?P<a>[^,]+?)'s name to (?P<b>[^,]+?)(?P<rest>,.*)?", r"\g<a> is now called \g<b>\g<rest>"),
    _row("formerly previously", rf"(?:formerly|previously) (?P<a>{_NAMED}), now (?P<b>{_NAMED})", r"\g<a> is now called \g<b>"),
    _row("instead", rf"(?P<b>{_NAMED}) is (?:now )?used (?:instead|in place) of (?P<a>{_NAMED})(?: now)?", r"\g<b> replaces \g<a>"),
    _row("instead", rf"call it (?P<b>{_NAMED}) instead of (?P<a>{_NAMED})", r"\g<a> is now called \g<b>"),
    _row("gone removed dropped retired", r"(?P<a>`[^`]+`) (?:is|was|has been|are|were|have been) (?:gone|removed|dropped|retired)(?: now)?[,;.:]? (?:please )?(?:use|try|switch to|call|see) (?P<b>`[^`]+`)(?: instead| now)?", r"\g<a> was replaced by \g<b>"),
    _row("now", r"(?P<a>\"[^\"]+\") now (?:reads|says|is labelled|shows as|shows up as|is displayed as) (?P<b>\"[^\"]+\")", r"\g<a> is now called \g<b>"),
    _row("called", r"(?P<s>[^,]+?) (?P<be>is|are) called (?P<o>[^,]+?) (?:from here on(?: out)?|henceforth|from this (?:day|point|release) on)(?P<rest>,.*)?", r"\g<s> \g<be> now called \g<o>\g<rest>"),
    _row("that's it's that it", rf"(?P<a>{_PROPER}) (?:isn't|is not|is no longer) (?P<r>(?:the|our|my) [\w ]{{2,30}}?)(?: any ?more)?, (?:that's|it's|that is|it is)(?: now)? (?P<b>{_PROPER})(?P<rest>(?: now| since| from| as of).*)?", r"\g<a> is no longer \g<r> and \g<b> is \g<r>\g<rest>"),
    _row("is", rf"(?P<a>{_PROPER}) (?:is no longer|isn't|is not) (?P<r>(?:the|our) [\w ]{{2,30}}?)(?: any ?more)?,? (?:but )?(?P<b>{_PROPER}) is(?P<rest>(?: now| since| from| as of| these days).*)?", r"\g<a> is no longer \g<r> and \g<b> is \g<r>\g<rest>"),
    _row("does", rf"(?P<a>[^,]+?) (?P<x>no longer|used to) (?P<w>(?P<v>lead|own|maintain|run|manage|handle|oversee)s?) (?P<o>[^,]+?)(?: any ?more)?,? (?:and |but |now )?(?P<b>{_PROPER}) does(?P<rest>(?: now| since| from| as of| these days).*)?", r"\g<b> \g<v>s \g<o>\g<rest>, \g<a> \g<x> \g<w> \g<o>"),
    # releases and moves
    _row("out live available pypi npm crates rubygems packagist maven", rf"(?P<own>{_NAMED}) (?P<v>v?\d+(?:\.\d+)+) (?:is|went|has gone|just went) (?:now |finally |already )?(?:out|live|available|up|on (?:pypi|npm|crates\.io|rubygems|packagist|maven central))(?: now| today| yesterday| everywhere| at last)?(?P<rest>[,;] (?!.*\b(?:upgrade|update|wait|migrate|later|after|once|when|but)\b).*)?", r"we released \g<own> \g<v>"),
    _row("home", rf"(?P<s>{_THING}) (?:has|found|got|has found|has got) (?:a|its) new home(?: on| at| in|,|:| -| –) (?P<o>[\w`.-]+\d[\w`.:-]*|[\w-]+(?:\.[\w-]+)+)(?P<rest>,.*)?", r"\g<s> is now on \g<o>\g<rest>"),
    _row("joins joined comes came", rf"(?P<s>{_PROPER}|she|he|they) (?:joins us|joined us|is joining us|comes to us|came to us|comes over to us|came over to us)(?: \w+){{0,2}}? from (?P<o>{_PROPER})(?: (?:in|on|last|next|this) [\w ]+)?", r"\g<s> used to work at \g<o>"),
    # changes that a commit makes
    _row("make let", r"(?:make|let) (?P<s>(?:the |our )?[\w`./-]+(?: [\w`./-]+){0,3}?) (?P<v>listen|run|use|require|need|depend|default|store|log)(?P<rest> .+)", r"\g<s> \g<v>s\g<rest>"),
    _row("drop ditch scrap dump", rf"(?:drop|ditch|scrap|dump) (?P<a>{_NAMED})[,;]? (?:and )?use (?P<b>[^,;]+?) instead", r"we no longer use \g<a>, we use \g<b>"),
    # without a subject
    _row("one person", r"(?P<s>i'm|i am|we're|we are|(?:\w+ ){1,2}is) the (?:one|person|guy|girl|team|people) (?P<v>maintaining|running|leading|owning|using|looking after|managing|building|developing|hosting|working on) (?P<o>.+)", r"\g<s> \g<v> \g<o>"),
    _row("been", r"been (?P<v>using|running|working with|working at|working for|living in|on) (?P<o>.+)", r"I've been \g<v> \g<o>"),
    _row("run work lead do am maintain own head handle", r"(?P<o>(?!I\b|I')(?-i:[A-Z])[\w'-]+ (?-i:[A-Z])[\w'-]+), (?P<r>i (?:run|work|lead|do|am|maintain|own|head|handle)\b.+)", r"I'm \g<o>, \g<r>"),
    _row("on", rf"(?:still|now|currently|sadly|also|already)(?: (?:stuck|sitting))? on (?P<o>{_NAMED} v?\d[\w.]*)(?P<rest>.*)", r"we are on \g<o>\g<rest>"),
    _row("rolled upgraded migrated switched bumped downgraded", r"(?:now |finally |just |already |recently )*(?P<v>rolled back|upgraded|migrated|switched|bumped|downgraded) (?P<k>to|from) (?P<o>.+)", r"we \g<v> \g<k> \g<o>"),
    _row("now", rf"(?P<s>{_THING}) now (?P<k>on|in|at|under) (?P<o>[\w`:/.-]+)(?P<rest>[,.;].*)?", r"\g<s> is now \g<k> \g<o>\g<rest>"),
    _row("contact reach mail email write ping call ask message e-mail", r"(?:please )?(?:contact|reach|mail|e-?mail|write to|ping|call|ask|message) (?P<s>(?:the |our )?[\w. -]{2,40}?) (?P<k>at|on|via|under|by) (?P<o>[\w.+-]+@[\w.-]+|\+?[\d(][\d ()/-]{6,})", r"\g<s> can be reached at \g<o>"),
    _row("live living based work working", r"(?:(?:grew up|was born|born|raised|studied|originally)(?: and raised)? [^,]{3,30}, )?(?:but )?(?:now |currently )?(?P<v>live|living|based|work|working)(?: now)? (?P<k>in|at|for|out of) (?P<o>[^,]+)(?P<rest>,.*)?", r"I \g<v> \g<k> \g<o>\g<rest>"),
    _row("here speaking", rf"(?P<o>{_PROPER}) (?:here|speaking)(?: again)?(?:,|\.|!|:| -| –)(?: and)? (?P<r>(?:i|my|we|our)\b.+)", r"I'm \g<o>, \g<r>"),
    _row("here speaking", rf"(?P<o>{_PROPER}) (?:from|at|with|of|in) (?P<t>[\w ]{{2,30}}?) (?:here|speaking)(?P<rest>[,.].*)?", r"I'm \g<o>\g<rest>"),
    _row("only", r"(?:remember|reminder|note|rule|our rule|house rule|the rule):? (?P<o>[\w -]{3,40}) only", r"I prefer \g<o>"),
    _row("preference", r"(?P<s>my|our) (?:personal |strong |general )?preference (?:is|goes|would be|has always been) (?:for|to|to use|towards|always) (?P<o>.+)", r"\g<s> preferred option is \g<o>"),
    _row("for", rf"for (?P<x>[\w ]{{2,25}}?),? (?P<s>we|i) (?P<v>use|run|have|like|prefer|rely on|depend on|went with|chose|picked) (?P<o>{_NAMED}),?(?: and)? for (?P<y>[\w ]{{2,25}}?):?(?: it's| we use)? (?P<p>{_PROPER})", r"\g<s> \g<v> \g<o> and \g<p>"),
    _row("possible preferably ideally", r"(?:if (?:at all )?possible|where(?:ver)? possible|whenever possible|ideally|preferably),? no (?P<o>[\w -]{3,40})", r"I avoid \g<o>"),
    _row("for", r"for (?P<s>[\w ]{3,40}?),? (?:please )?(?:write to|mail|e-?mail|contact|reach out to|use|ping|call) (?P<o>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?[\d(][\d ()/-]{6,})", r"\g<s> can be reached at \g<o>"),
    # tastes
    _row("answers replies responses messages comments docs summaries explanations", r"(?:answers|replies|responses|commit messages|comments|docs|summaries|explanations)(?: only)? in (?P<o>[^,]+?),? (?:from now on|from here on|going forward)", r"I prefer \g<o>"),
    _row("name's", rf"the name's (?P<o>{_PROPER})(?P<rest>,.*)?", r"my name is \g<o>\g<rest>"),
    _row("always exceptions", r"(?P<o>(?:use|write|add|keep|prefer|put|run|choose|avoid) [^,]{3,60}), (?:always|every time|no exceptions|without exception)", r"always \g<o>"),
    _row("thing", r"if there(?:'s| is) (?:one |a |any )thing (?P<s>i|we) (?P<v>can't stand|cannot stand|hate|love|dislike|avoid|prefer|like|detest|loathe),? (?:it's|it is|that's) (?P<o>.+)", r"\g<s> \g<v> \g<o>"),
    _row("clear away", r"(?P<s>i|we|they) (?:always |usually |generally |try to )?(?:steer|stay|keep) (?:well )?(?:clear of|away from) (?P<o>[^,.;]+?)(?P<rest>,.*)?", r"\g<s> avoid \g<o>\g<rest>"),
    _row("using use working work writing write", r"(?P<s>i|we) (?:really |always |generally |usually |strongly |much |personally )?(?P<v>prefer|like|love|hate|avoid|dislike|enjoy|favour|detest|loathe) (?:using|to use|working with|to work with) (?P<o>.+)", r"\g<s> \g<v> \g<o>"),
    _row("never", r"(?P<s>i|we) never (?:use|write|touch|want(?! to\b)) (?P<o>[^,.;]+?)(?P<rest>,.*)?", r"\g<s> avoid \g<o>\g<rest>"),
    _row("never", r"(?P<s>i|we) never (?:ever )?(?:want|wish) to (?:see|have|touch|read|write|use|deal with) (?P<o>[^,.;]+?)(?: again| ever again| anywhere)?(?P<rest>,.*)?", r"\g<s> avoid \g<o>\g<rest>"),
    _row("rather", r"(?P<s>i|we)(?:'d| would) (?:much )?rather (?:not (?:use|have|see|touch|write|deal with)|avoid) (?P<o>[^,.;]+?)(?P<rest>,.*)?", r"\g<s> avoid \g<o>\g<rest>"),
    _row("there there's", r"there(?:'s| is| are) (?:a|an) (?P<q>[\w ]{2,30}?) of (?P<v>\d[\w.]*(?: \w+)?)(?P<rest>[,.].*)?", r"the \g<q> is \g<v>\g<rest>"),
    _row("due", rf"(?P<s>{_THING}) due (?P<k>on |by |in )?(?P<o>(?:\d|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|next|tomorrow|today|the )[\w ]*)", r"\g<s> is due \g<k>\g<o>"),
    _row("now", rf"(?P<s>{_THING}) now (?P<o>\d[\w.]*(?: (?:ms|s|seconds|minutes|hours|days|mb|gb|kb|%))?)", r"\g<s> is now \g<o>"),
    _row("want need expect like prefer", r"(?P<s>i|we)(?: want|'d like| would like| need| expect)(?: to (?:have|see))? (?P<o>(?!you\b|to\b)[^,.;]+?) (?:from now on|from here on|going forward|from this point on)", r"\g<s> prefer \g<o>"),
    _row("fan friend lover admirer believer", r"(?:honestly,? |really,? )?(?P<n>not )?(?:a |an )?(?P<k>(?:big |huge |great |real |particular |massive )*)(?P<f>fan|friend|lover|admirer|believer) (?P<p>of|in) (?P<o>.+)", r"I am \g<n>a \g<f> \g<p> \g<o>"),
)  # fmt: skip
_BY_NEEDLE: Final[Mapping[str, tuple[int, ...]]] = {
    word: tuple(k for k, row in enumerate(_ROWS) if word in row.needles)
    for word in sorted({one for row in _ROWS for one in row.needles})
}
_WORD: Final = re.compile(r"[\w'-]+")
_CLOSING: Final = re.compile(
    r"(?:,|\s[-–—])\s+(?:whatever|period|full stop|end of story|end of discussion|that's it|thats it|done|sadly|alas|luckily|thankfully|fortunately|unfortunately|"
    r"obviously|apparently not|no less|believe it or not|you know|right|okay|ok|go figure|who knew|i swear|to be honest|honestly|frankly|"
    r"of all (?:things|places)|finally|at last|yay|hooray|woo+|ugh|sigh|just saying|just so you know|no questions asked|hands down|for once|as (?:usual|always|ever|planned|agreed|expected|promised|requested|discussed)|"
    r"if i'm (?:being )?honest|if you ask me|if anyone asks|if memory serves|if i may say so|so there|same behaviou?r|no functional changes?|(?:nice|pleased|good|great|happy|glad) to (?:meet|e-meet|be here|know) ?(?:you|y\'all|everyone|all)?|even (?:the|our|my|on|in) [\w ]{2,30}|no behaviou?r changes?)(?=[.!…]*$)",
    re.I,
)


def plain(text: str) -> str:
    """The sentence in the words that the grammar reads."""
    text = _CLOSING.sub("", text)
    rows = {row for word in _WORD.findall(text) for row in _BY_NEEDLE.get(word.lower(), ())}
    if not rows:
        return text
    bare = text.rstrip(".! ")
    for row in sorted(rows):
        found = _compiled(_ROWS[row].pattern).fullmatch(bare)
        if found is not None and not n.is_software(found.groupdict().get("own") or ""):
            return _filled(_ROWS[row].plain, found.groupdict())
    return text


def _filled(plain: str, parts: Mapping[str, str | None]) -> str:
    """The plain sentence with the parts of the other in it."""
    return " ".join(re.sub(r"\\g<(\w+)>", lambda place: parts[place[1]] or "", plain).split())

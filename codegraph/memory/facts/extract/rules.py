"""Rules about people and teams, ownership, places, networks, preferences, decisions, names and dates."""

# A rule is a line: expressions that are broken over lines are harder to compare.
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from typing import Final

from codegraph.memory.facts.extract.phrases import PERSON_NAME
from codegraph.memory.facts.extract.values import DATE, Rule, Slot, rule

S: Final = r"(?P<s>[^,;:]+?)"
BE: Final = r"(?:'s|'m|'re| is| are| am| was| were|'s been| has been| have been| got| became| becomes)"
IS: Final = r"(?:'s| is| are|'re|'m| am)"
_P, _N, _T = Slot.PERSON, Slot.NAME, Slot.TITLE

PEOPLE: Final[tuple[Rule, ...]] = (
    rule(r"^(?:my|our) (?:line )?(?:manager|boss|supervisor) is (?P<o>[^,;]+)$", "reports_to", _P, _P, of="user", final=True),
    rule(r"^(?P<o>[^,;]+?)(?: is|'s) my (?:line )?(?:manager|boss|supervisor)$", "reports_to", _P, _P, of="user", final=True),
    rule(rf"^{S}{BE} (?:an? |the |our |my |their |now )*(?P<r>[^,;]+?) (?:at|with) (?P<o>[^,;]+)$", "works_at titled", _P, _N),
    rule(rf"^{S}{BE} (?:now )?(?:an? |the |our |my |their )*(?P<o>[^,;]+?) (?:at|with) [^,;]+$", "has_role", _P, _T),
    rule(rf"^{S} (?:works?|has worked|worked|(?:has|have) been working|(?:is|am|'m) working) (?:at|for|with) (?P<o>[^,;]+?)(?: as .+| now)?$", "works_at", _P, _N),
    rule(rf"^{S} (?:works?|worked|(?:is|am|'m) working) (?:at|for|with) [^,;]+? as (?:an? |the )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^{S} (?:works?|worked|starts?|started|joined) as (?:an? |the |our )?(?P<o>[^,;]+?)(?: (?:at|for|with|in|on) .*)?$", "has_role", _P, _T),
    rule(rf"^{S} (?:works?|worked|starts?|started) as [^,;]+? (?:at|for|with) (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(rf"^{S} joined (?P<o>[^,;]+?)(?: as .+)?$", "works_at", _P, _N),
    rule(rf"^{S} joined [^,;]+? as (?:an? |the |our )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^{S} (?:is|was|are|am|has been|have been) (?:now )?(?:employed (?:by|at)|at) (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(rf"^{S}(?:'s|'m|'ve been|'s been) (?:now )?(?:employed (?:by|at)|at) (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(rf"^{S} (?:left|quit|resigned from|departed) (?P<o>[^,;]+)$", "works_at", _P, _N, ends=True),
    rule(rf"^{S} (?:got |was |has been |were )?(?:promoted to|appointed(?: as)?|hired as|named|made) (?:an? |the |our )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^{S} (?:took over as|serves? as|acts? as|stepped up as|became|is acting as) (?:an? |the |our )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^{S}{IS} (?:now |currently |still |also )*(?:an? |the |our |my |their |his |her )*(?P<o>[^,;]+?)(?: here| too| now)?$", "has_role", _P, _T),
    rule(rf"^{S} was (?:an? |the |our |my )*(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^(?:formerly|previously|once) (?:an? )?(?P<o>[^,;]+?), (?P<s>{PERSON_NAME}) is\b.*$", "has_role", _P, _T, ends=True),
    rule(rf"^{S} used to be (?:an? |the |our )*(?P<o>[^,;]+?)(?: at .*)?$", "has_role", _P, _T, ends=True),
    rule(rf"^(?:our|my|the) (?!preferred|favou?rite)(?P<o>[\w -]+?) (?:is|,) (?P<s>(?-i:{PERSON_NAME}))$", "has_role", _P, _T),
    rule(rf"^(?:our|my|the) (?P<o>[\w -]+?) (?P<s>(?-i:{PERSON_NAME}))\b.*$", "has_role", _P, _T),
    rule(rf"^{S} (?:leads?|heads?(?: up)?|runs?|manages?|led|is leading) (?P<o>(?:the |our )?[^,;]*?\b(?:team|group|squad|project|department|division|guild|chapter|effort|unit|committee|office))(?: at .+)?$", "leads", _P, Slot.THING),
    rule(rf"^{S} (?:leads?|heads?|runs?|manages?) [^,;]*?\b(?:team|group|squad|project|department|division) at (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(r"^(?P<o>[^,;]+?) (?:is|are|was) (?:led|headed|managed|run) by (?P<s>[^,;]+)$", "leads", _P, Slot.THING),
    rule(rf"^{S} (?:reports?|reported) (?:directly )?to (?P<o>[^,;]+)$", "reports_to", _P, _P),
    rule(r"^(?P<o>[^,;]+?)(?: is|'s) (?P<s>.+?)'s (?:manager|boss|supervisor|line manager)$", "reports_to", _P, _P),
    rule(rf"^{S}{BE} (?:now |currently )*(?:on|in|part of|a member of|member of|with) (?P<o>(?:the |our )?[^,;]*?\b(?:team|group|squad|guild|committee|department|chapter))$", "member_of", _P, Slot.THING, lists="s"),
    rule(rf"^{S} (?:belongs? to|joined|moved to|works? (?:in|on|for)|sits? (?:in|on)|joins?) (?P<o>(?:the |our )?[^,;]*?\b(?:team|group|squad|guild|committee|department|chapter))$", "member_of", _P, Slot.THING, lists="s"),
    rule(r"^(?P<o>[^,;]*?\b(?:team|group|squad|committee|guild|crew)) (?:consists of|comprises|is made up of|includes|counts|has members) (?P<s>.+)$", "member_of", _P, Slot.THING, lists="s"),
    rule(r"^welcome (?P<s>[^,;]+?) to (?P<o>(?:the |our )?[^,;]*?\b(?:team|group|squad|committee|crew))$", "member_of", _P, Slot.THING, lists="s", commanding=True),
    rule(rf"^{S} left (?P<o>(?:the |our )?[^,;]*?\b(?:team|group|squad|committee|department))$", "member_of", _P, Slot.THING, ends=True),
)

OWNERSHIP: Final[tuple[Rule, ...]] = (
    rule(rf"^{S} (?:owns?|owned|maintains?|maintained|look(?:s|ed)? after|take(?:s)? care of|took over|takes over|(?:is|are|'s|'re|'m|am|was|were) (?:now )?(?:responsible for|in charge of|the (?:owners?|maintainers?) of|(?:the )?maintainers? of|the owners? of))\s+(?P<o>(?!by\b|at\b)[^;]+)$", "owns", Slot.ANY, Slot.THING, lists="s"),
    rule(r"^(?P<o>[^,;]+?) (?:is|are|was|were) (?:now |currently |jointly )?(?:owned|maintained|looked after|run and maintained) by (?P<s>[^;]+)$", "owns", Slot.ANY, Slot.THING, lists="s"),
    rule(r"^(?P<o>[^,;]+?) (?:belongs?|belonged) to (?P<s>[^,;]+)$", "owns", Slot.ANY, Slot.THING),
    rule(r"^hand over (?P<o>[^,;]+?) to (?P<s>[^,;]+)$", "owns", Slot.ANY, Slot.THING, commanding=True),
    rule(r"^(?:transfer|move|assign) (?:the )?(?:ownership|maintenance) of (?P<o>[^,;]+?) to (?P<s>[^,;]+)$", "owns", Slot.ANY, Slot.THING, commanding=True),
    rule(r"^(?:the )?(?:current )?(?:maintainers?|owners?|code ?owners?)(?: is| are|:) (?P<s>[^;]+)$", "owns", _P, lists="s", what="project"),
    rule(r"^(?:currently )?(?:maintained|owned) by (?P<s>[^;]+)$", "owns", lists="s", what="project"),
    rule(r"^(?P<s>[^,;]+?) (?:is|are|was|were|has been) (?:originally |first )?(?:created|written|designed|developed|started|invented|founded|built|authored) by (?P<o>[^,;]+)$", "created_by", Slot.THING, _P, lists="o"),
    rule(r"^(?:the )?(?:original )?(?:author|creator|inventor)s?(?: is| are|:) (?P<o>[^;]+)$", "created_by", Slot.ANY, _P, of="project", lists="o"),
    rule(r"^(?:originally )?(?:created|written|developed|authored|designed) by (?P<o>[^,;]+)$", "created_by", Slot.ANY, _P, of="project", lists="o"),
    rule(r"^(?P<o>[^,;]+?) (?:wrote|created|designed|authored|invented|founded) (?P<s>(?:the|our|my|this) [^,;]+)$", "created_by", Slot.THING, _P),
    rule(r"^(?:the )?(?:original )?author of (?P<s>[^,;]+?) is (?P<o>[^,;]+)$", "created_by", Slot.THING, _P),
)

PLACES: Final[tuple[Rule, ...]] = (
    rule(rf"^{S}(?:'s|'m|'re| is| are| am| was| were) (?:now |currently )?(?:based|located|living) (?:in|at|near) (?P<o>[^;]+)$", "located_in", Slot.ANY, Slot.PLACE),
    rule(rf"^{S} (?:lives?|lived|resides?|stays?|work(?:s|ed)? remotely) (?:in|from|at|near) (?P<o>[^;]+)$", "located_in", Slot.ANY, Slot.PLACE),
    rule(rf"^{S} (?:moved|relocated|has moved|have moved) (?:from [^,;]+? )?to (?P<o>[^,;]+)$", "located_in", _P, _N),
    rule(rf"^{S} (?:moved|relocated) from (?P<o>[^,;]+?) to [^,;]+$", "located_in", _P, _N, ends=True),
    rule(rf"^{S} (?:is|are|was) (?:headquartered|registered|situated|hosted out of) (?:in|at) (?P<o>[^;]+)$", "located_in", Slot.THING, Slot.PLACE),
    rule(r"^(?:the |our )?(?P<s>[^,;]*?\b(?:office|headquarters|hq|team|data cent(?:er|re)))(?: is| are|'s) in (?P<o>[^;]+)$", "located_in", Slot.THING, Slot.PLACE),
    rule(rf"^{S} (?:lives?|resides?|sits?|is|are|can be found|is found|are found|(?:is|are) (?:located|kept|stored|placed|defined|saved)) (?:in|under|at|inside|below) (?P<o>[^,;]+)$", "located_in", Slot.THING, Slot.PATH),
    rule(rf"^{S} (?:is|are|go|goes|gets?) (?:written|saved|stored|logged|dumped|put|installed|cached|uploaded|copied) ?(?:in|into|to|under|at) (?P<o>[^,;]+)$", "located_in", Slot.THING, Slot.PATH),
    rule(rf"^{S} (?:keeps?|stores?) (?P<k>(?:its|their) [\w -]+?) (?:in|under|at) (?P<o>[^,;]+)$", "{k}", Slot.THING, Slot.PATH),
    rule(r"^(?:you'll find|you can find|find) (?P<s>(?:the |our )?[^,;]+?) (?:in|under|at) (?P<o>[^,;]+)$", "located_in", Slot.THING, Slot.PATH),
    rule(r"^move (?P<s>[^,;]+?) (?:from [^,;]+? )?(?:in)?to (?P<o>[^,;]+)$", "located_in", Slot.THING, Slot.PATH, commanding=True),
    rule(rf"^{S} (?:has |have )?moved (?:from [^,;]+? )?(?:in)?to (?P<o>[^,;]+)$", "located_in", Slot.THING, Slot.PATH),
    rule(rf"^{S} (?:was|were|is) born in (?P<o>[^,;]+?)(?: but .*)?$", "born_in", _P, _N),
)

_HOSTED: Final = r"(?:runs?|running|ran|(?:is|are|was|were|gets?|'s) (?:now )?(?:deployed|hosted|running|self-hosted|served|installed)|lives?|sits?)"
NETWORK: Final[tuple[Rule, ...]] = (
    rule(r"^port (?P<o>\d{2,5}) is (?:used|taken|occupied) by (?P<s>[^,;]+)$", "listens_on", Slot.THING, Slot.PORT, final=True),
    rule(rf"^{S} (?:is|are) (?:reachable|available|served|found|at) (?:at |on |under )?(?P<o>[\w.-]+)(?:,| on)? port \d+$", "runs_on_host", Slot.THING, Slot.HOST),
    rule(rf"^{S} (?:is|are) (?:reachable|available|served|found|at) (?:at |on |under )?[\w.-]+(?:,| on)? port (?P<o>\d+)$", "listens_on", Slot.THING, Slot.PORT),
    rule(r"^(?:home ?page|web ?site|url|repo(?:sitory)?|source): (?P<o>https?://\S+?)\.?$", "has_url", Slot.ANY, Slot.URL, of="project"),
    rule(rf"^{S} (?:now )?(?:listens?|(?:is|are|'s) (?:now )?(?:listening|exposed|served|reachable|available|bound)|runs?|binds?|is|answers?|accepts connections|serves? (?:http|https|grpc|metrics))(?: now)? (?:on|at|to) (?:tcp |udp |http )?(?:port )?:?(?P<o>\d{{2,5}}(?: \(\w+\))?(?:(?:,| and| and on) (?:port )?:?\d{{2,5}})*)(?:\s+by default| instead of \d+)?$", "listens_on", Slot.THING, Slot.PORT, lists="o"),
    rule(rf"^{S} forwards? (?:[\w ]+ )?to (?P<x>[^,;]+?) on (?:port )?(?P<o>\d{{2,5}})$", "listens_on{x}", Slot.THING, Slot.PORT),
    rule(rf"^{S}(?:'s)? (?:default )?port(?: number)? (?:is|changed to|moved to)(?: now)? (?P<o>\d{{2,5}})$", "listens_on", Slot.THING, Slot.PORT),
    rule(r"^(?:the )?(?:default )?port of (?P<s>[^,;]+?) (?:is|changed to)(?: now)? (?P<o>\d{2,5})$", "listens_on", Slot.THING, Slot.PORT),
    rule(rf"^{S} uses? (?:tcp |udp )?port (?P<o>\d{{2,5}})(?: for .*)?$", "listens_on", Slot.THING, Slot.PORT),
    rule(r"^(?:change|move|set|switch|bump) (?:the )?(?:default |standard |listening |http )?port (?:from \d+ )?to (?P<o>\d{2,5})$", "listens_on", Slot.ANY, Slot.PORT, of="scope", commanding=True, final=True),
    rule(r"^(?:change|move|set|switch) (?:the )?(?P<s>[^,;]+?)(?:'s)? port (?:from \d+ )?to (?P<o>\d{2,5})$", "listens_on", Slot.THING, Slot.PORT, commanding=True, final=True),
    rule(r"^(?:change|move|set|switch) (?:the )?port of (?P<s>[^,;]+?) (?:from \d+ )?to (?P<o>\d{2,5})$", "listens_on", Slot.THING, Slot.PORT, commanding=True),
    rule(r"^(?:now )?(?:listen|serve|run|bind)s? (?:on|to) (?:port )?:?(?P<o>\d{2,5})(?: instead of .*)?$", "listens_on", Slot.ANY, Slot.PORT, of="scope", commanding=True),
    rule(rf"^{S} (?:has )?moved (?:from (?:port )?:?\d+ )?to (?:port )?:?(?P<o>\d{{2,5}})$", "listens_on", Slot.THING, Slot.PORT),
    rule(rf"^{S} (?:listens? on|(?:is|are|'s)(?: at| on| reachable at| available at| served on| bound to)?|runs? (?:at|on)|binds? to) (?P<h>[\w.-]+):(?P<o>\d{{2,5}})$", "listens_on", Slot.THING, Slot.PORT),
    rule(rf"^{S} (?:listens? on|(?:is|are|'s)(?: at| on| reachable at| available at| served on| bound to)?|runs? (?:at|on)|binds? to) (?P<o>[\w.-]*[a-z][\w.-]*):\d{{2,5}}$", "runs_on_host", Slot.THING, Slot.ANY),
    rule(rf"^{S} {_HOSTED} (?:on|at|in|by|with|to) (?P<o>[^;]+?)(?:,? port \d+)?$", "runs_on_host", Slot.THING, Slot.HOST),
    rule(rf"^{S} {_HOSTED} (?:on|at|in) [^,;]+?,? (?:on )?port (?P<o>\d+)$", "listens_on", Slot.THING, Slot.PORT),
    rule(r"^(?:we|i) (?:self-)?(?:run|host|deploy) (?P<s>[^,;]+?) (?:on|at|in) (?P<o>[^,;]+?)(?:,? port \d+)?$", "runs_on_host", Slot.THING, Slot.HOST),
    rule(r"^(?:we|i) (?:self-)?(?:run|host|deploy) (?P<s>[^,;]+?) (?:on|at|in) [^,;]+?,? port (?P<o>\d+)$", "listens_on", Slot.THING, Slot.PORT),
    rule(r"^(?:we|i) (?:deploy|host|run)(?: everything| it all)? (?:on|to|at|in) (?P<o>[^,;]+)$", "runs_on_host", Slot.ANY, Slot.HOST, of="project"),
    rule(r"^(?:run|host|deploy) (?P<s>[^,;]+?) (?:on|at|in) (?P<o>[^,;]+)$", "runs_on_host", Slot.THING, Slot.HOST, commanding=True),
    rule(r"^(?:move|migrate) (?P<s>[^,;]+?) (?:from [^,;]+? )?(?:on)?to (?P<o>[^,;]+)$", "runs_on_host", Slot.THING, Slot.HOST, commanding=True),
    rule(rf"^{S}(?:'s)? (?:base )?(?:url|endpoint|address|homepage|website) is (?P<o>https?://\S+?)\.?$", "has_url", Slot.THING, Slot.URL, final=True),
    rule(r"^(?:the )?(?:base )?(?:url|endpoint|address|homepage|website) (?:of|for) (?P<s>[^,;]+?) is (?P<o>https?://\S+?)\.?$", "has_url", Slot.THING, Slot.URL, final=True),
    rule(rf"^{S} (?:lives?|is|are|is (?:available|hosted|served|reachable|published)|are (?:available|hosted|served|published)|(?:can be )?found) (?:at|on|under) (?P<o>https?://\S+?)\.?$", "has_url", Slot.THING, Slot.URL),
    rule(rf"^{S} is (?P<o>https?://\S+?)\.?$", "has_url", Slot.THING, Slot.URL),
)

PREFERENCES: Final[tuple[Rule, ...]] = (
    rule(rf"^{S}(?: would|'d)? (?:always |much |strongly |generally |really |still )*(?:prefers?|preferred|favou?rs?|(?:rather )?(?:go for|pick)) (?P<o>[^;]+)$", "prefers"),
    rule(rf"^{S}(?: would|'d) rather (?:use |have |write |go with |see )?(?P<o>[^;]+? than .+)$", "prefers"),
    rule(rf"^{S} (?:really |much )?likes? (?P<o>[^;]+?) (?:better|more) than .+$", "prefers"),
    rule(rf"^{S}(?: is|'s|'m| am| are) (?:a (?:big |huge )?fan of|fond of|partial to) (?P<o>[^;]+)$", "prefers"),
    rule(r"^my (?:preferred|favou?rite) [\w -]+? is (?P<o>[^;]+)$", "prefers", of="user"),
    rule(r"^(?:our|the) (?:preferred|favou?rite|preference)(?: [\w -]+?)? (?:is|is for) (?P<o>[^;]+)$", "prefers", of="project"),
    rule(r"^(?:i|we) want (?P<o>(?!to\b)[^;]+? in [^;]+)$", "prefers", of="user"),
    rule(r"^(?:use|prefer|write|choose|go for|stick (?:to|with)|keep to) (?P<o>[^;]+)$", "prefers standing", of="user"),
    rule(r"^prefer (?P<o>[^;]+?)(?: (?:over|to|instead of|rather than) .+)?$", "prefers", of="project", commanding=True),
    rule(r"^avoid (?P<o>[^;]+)$", "avoids standing", of="user"),
    rule(rf"^{S} (?:avoids?|hates?|can't stand|cannot stand|dislikes?|loathes?|detests?|steers? clear of|(?:don't|doesn't|do not|does not) (?:like|want)) (?P<o>[^;]+)$", "avoids"),
)

DECISIONS: Final[tuple[Rule, ...]] = (
    rule(rf"^{S}(?:'ve| have| has| had)? (?:all |finally |now |also )*(?:decided on|settled on|settled for|went for|opted for|chose|chosen|picked(?! up\b)|selected|landed on|agreed on|ended up (?:with|using|choosing)|decided in favou?r of) (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^{S}(?:'ve| have| has)? (?:all |finally |now |also )*(?:went|gone) with (?P<o>[^;]+)$", "decided chosen", Slot.ANY, Slot.TOOL),
    rule(r"^(?:decision|decided|agreed|resolved)(?: today)?: (?:we )?(?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE, of="project"),
    rule(rf"^{S}(?:'ve| have| has)? (?:all |finally |now |also )*(?:decided|agreed|resolved|opted|chose|voted|committed) to (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^{S}(?:'ve| have| has)? (?:all |finally |also )*(?:decided|voted|opted) (?P<o>against [^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^{S}(?:'ve| have| has)? (?:all |finally |also )*(?:decided|agreed) that (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^(?P<s>{PERSON_NAME})(?:'s| is| was) the one who (?:decided|chose) to (?P<o>[^,;]+)$", "decided", _P, Slot.CHOICE),
    rule(r"^(?:the|our) decision (?:is|was) (?:to )?(?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE, of="project"),
    rule(r"^it (?:was|has been) (?:decided|agreed) (?:to|that) (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE, of="project"),
    rule(r"^(?:go with|choose|pick|settle on|standardi[sz]e on|adopt) (?P<o>[^;]+)$", "decided picked", Slot.ANY, Slot.CHOICE, of="project", commanding=True),
)

NAMES: Final[tuple[Rule, ...]] = (
    rule(r"^(?:.{1,40}? )?(?:ditch|ditched|dropped|drop|abandoned|abandon|retired|scrapped) (?P<s>[^,;]+?) in favou?r of (?P<o>[^,;]+)$", "replaced_by", Slot.ANY, Slot.ANY, final=True),
    rule(r"^(?:(?:the|our|this) [\w -]+? )?(?:was|were|is|has been|got) renamed from (?P<s>[^,;]+?) to (?P<o>[^,;]+)$", "renamed_to", Slot.ANY, Slot.ANY, final=True),
    rule(r"^(?:the )?(?P<s>[^,;]+?)(?:'s| is| was| were| has been| have been| got| are) (?:now |been |later )*(?:renamed(?: to)?|rebranded(?: as| to)?|now (?:called|known as|named)) (?P<o>[^,;]+)$", "renamed_to", Slot.THING, Slot.ANY, final=True),
    rule(r"^(?P<s>[^,;]+?) (?:changed its name|renamed itself|rebranded) (?:to|as) (?P<o>[^,;]+)$", "renamed_to", Slot.THING, Slot.ANY, final=True),
    rule(r"^rename(?: the)?(?: (?:package|module|class|function|method|table|column|field|file|folder|command|flag|option|variable|crate|project))?(?: from)? (?P<s>[^,;]+?) (?:to|->|→|as|into|=>) (?P<o>[^,;]+)(?:,.*)?$", "renamed_to", Slot.ANY, Slot.ANY, commanding=True, final=True),
    rule(r"^(?:we|i) (?:have |'ve )?renamed (?:the )?(?P<s>[^,;]+?) (?:to|as|into) (?P<o>[^,;]+)$", "renamed_to", Slot.ANY, Slot.ANY, final=True),
    rule(r"^(?P<o>(?!the project\b|it\b)[^,;]+?)(?:,| is| are| was| were)? (?:formerly|previously|once|originally|earlier) (?:called|known as|named) (?P<s>[^,;]+?)(?:,.*| (?:is|are)\b.*)?$", "renamed_to", Slot.ANY, Slot.ANY, final=True),
    rule(r"^(?P<s>[^,;]+?) is (?:now )?called (?P<o>[^,;]+)$", "renamed_to dated", Slot.THING, Slot.ANY),
    rule(r"^(?P<s>[^,;]+?) (?:(?:is|are|was|were|has been|have been|got) (?:now )?(?:deprecated|superseded|replaced|obsoleted|retired|swapped out|removed|dropped|phased out)(?: (?:in favou?r of|by|with|for))|gave way to|makes way for|gives way to) (?P<o>[^,;]+)$", "replaced_by", Slot.THING, Slot.ANY, final=True),
    rule(r"^(?:(?:we|i|they)(?:'ve| have)? (?:now |just )?)?replaced (?P<s>[^,;]+?) (?:with|by) (?P<o>[^,;]+)$", "replaced_by", Slot.ANY, Slot.ANY, final=True),
    rule(r"^(?P<o>[^,;]+?) (?:replaces|replaced|supersedes|superseded|takes over from|took the place of|takes the place of) (?P<s>[^,;]+)$", "replaced_by", Slot.THING, Slot.ANY, final=True),
    rule(r"^(?:replace|swap(?: out)?|substitute) (?:the )?(?P<s>[^,;]+?) (?:with|by|for) (?P<o>[^,;]+)$", "replaced_by", Slot.ANY, Slot.ANY, commanding=True, final=True),
    rule(r"^(?:deprecate|retire|drop) (?:the )?(?P<s>[^,;]+?) in favou?r of (?P<o>[^,;]+)$", "replaced_by", Slot.ANY, Slot.ANY, commanding=True, final=True),
    rule(r"^(?:my name is|my name's|call me|i'm called|i am called|this is) (?P<o>(?-i:[^\W\d_a-z][^,;]*))$", "has_name", Slot.ANY, _P, of="user"),
    rule(rf"^(?:i'm|i am) (?P<o>(?-i:{PERSON_NAME}))(?:, .+)?$", "has_name", Slot.ANY, _P, of="user"),
    rule(r"^(?P<o>[^,;]+?) is the name of (?P<s>[^,;]+)$", "has_name", Slot.THING, Slot.NAME),
    rule(r"^my (?:(?:work|private|personal|new) )?e-?mail(?: address)? is (?P<o>\S+@\S+?)\.?$", "has_email", Slot.ANY, Slot.EMAIL, of="user"),
    rule(rf"^{S}'s e-?mail(?: address)? is (?P<o>\S+@\S+?)\.?$", "has_email", Slot.ANY, Slot.EMAIL),
    rule(rf"^(?P<s>{PERSON_NAME}) <(?P<o>[^<>\s]+@[^<>\s]+)>.*$", "has_email", _P, Slot.EMAIL),
    rule(r"^(?:you can reach|reach|contact) (?P<s>[^,;]+?) (?:at|under|via|on) (?P<o>\S+@\S+?)\.?$", "has_email", Slot.ANY, Slot.EMAIL),
    rule(r"^(?:my|the|our)? ?(?:(?P<s>(?!phone|mobile|cell|work|private|my|desk|office|home|direct|personal)[\w-]+) )?(?:phone(?: number)?|number|mobile|cell|extension|hotline) is (?P<o>\+?\d[\d ()/-]+\d)$", "has_phone", Slot.ANY, Slot.PHONE, of="user"),
    rule(rf"^{S}'s (?:phone(?: number)?|number|mobile|cell) is (?P<o>\+?\d[\d ()/-]+\d)$", "has_phone", Slot.ANY, Slot.PHONE),
)

_D: Final = rf"(?:on |in |by |at |before )?(?P<o>{DATE})"
DATES: Final[tuple[Rule, ...]] = (
    rule(rf"^(?:the )?support for (?P<s>[^,;]+?) (?:ends?|ended|expires?|runs out|stops) {_D}$", "expires_on", Slot.THING, Slot.DATE),
    rule(rf"^{S} (?:is|are|'s) (?:now )?(?:due|planned|scheduled|expected|slated|set)(?: to (?:ship|launch|land|start|be released|go live))? (?:for |on |by |in |at )*(?P<o>{DATE})$", "due_on", Slot.THING, Slot.DATE),
    rule(rf"^{S} (?:has to|have to|must|needs? to|is to|are to) (?:be )?(?:\w+ )?(?:out |done |live )?(?:by|on|before) (?P<o>{DATE})$", "due_on", Slot.THING, Slot.DATE),
    rule(rf"^(?:the |our )?(?:deadline|due date|cut-?off|target date) (?:for|of) (?P<s>[^,;]+?) is (?:on )?(?P<o>{DATE})$", "due_on", Slot.THING, Slot.DATE),
    rule(rf"^(?:the |our )?(?P<s>[^,;]+?) (?:deadline|due date) is (?:on )?(?P<o>{DATE})$", "due_on", Slot.THING, Slot.DATE),
    rule(rf"^(?:the |our )?(?:deadline|due date) is (?:on )?(?P<o>{DATE})$", "due_on", Slot.ANY, Slot.DATE, of="project"),
    rule(rf"^we (?:launch|ship|release|go live|freeze|deploy|cut the release) (?:on |in |by )(?P<o>{DATE})$", "due_on", Slot.ANY, Slot.DATE, of="project"),
    rule(rf"^{S} (?:launches|ships|lands|goes live|starts|begins|closes?|opens|takes place|happens|freezes|(?:is|are) (?:frozen|launched|shipped)) (?:on |in |by )(?P<o>{DATE})$", "due_on", Slot.THING, Slot.DATE),
    rule(rf"^{S} (?:was|were|is|has been|got)? ?(?:first )?(?:released|published|shipped|launched|came out|tagged|announced) {_D}$", "released_on", Slot.THING, Slot.DATE),
    rule(rf"^release (?P<s>[\w. -]+?) (?:on |in )(?P<o>{DATE})$", "released_on", Slot.THING, Slot.DATE, commanding=True),
    rule(rf"^(?:first )?(?:released|published) {_D}(?:, .*)?$", "released_on", Slot.ANY, Slot.DATE, of="project"),
    rule(rf"^(?:the )?release date (?:of|for) (?P<s>[^,;]+?) (?:is|was) (?P<o>{DATE})$", "released_on", Slot.THING, Slot.DATE),
    rule(rf"^{S} (?:was|were|has been)? ?(?:started|founded|begun|began|established|created|set up|kicked off) {_D}(?: (?:in|by|at) .*)?$", "started_on", Slot.THING, Slot.DATE),
    rule(rf"^(?:work|development) on (?P<s>[^,;]+?) (?:started|began) {_D}$", "started_on", Slot.THING, Slot.DATE),
    rule(rf"^{S} (?:expires?|runs? out|ends?|lapses?|reaches (?:its )?end of life|goes? (?:eol|end of life)|sunsets?|will be (?:switched off|shut down|turned off|removed|retired|sunset|discontinued|decommissioned)|(?:is|are) (?:switched off|shut down|retired|valid until|supported until|eol)|stops working) {_D}$", "expires_on", Slot.THING, Slot.DATE),
    rule(rf"^(?:the )?(?:eol|end of life|end of support|expiry(?: date)?|sunset(?: date)?) (?:of|for) (?P<s>[^,;]+?) is (?:on )?(?P<o>{DATE})$", "expires_on", Slot.THING, Slot.DATE),
)

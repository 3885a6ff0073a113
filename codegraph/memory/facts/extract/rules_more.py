"""Other ways to say what `rules` and `rules_things` hold, tried where those found nothing: passives, nouns in place of verbs,
and figures that stand anywhere in a clause."""

# A rule is a line: expressions that are broken over lines are harder to compare.
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from typing import Final

from codegraph.memory.facts.extract.phrases import PERSON_NAME, QUALITY, VALUE
from codegraph.memory.facts.extract.rules import S
from codegraph.memory.facts.extract.values import DATE, VERSION, Rule, Slot, rule

_P, _N, _T, _TH, _TOOL = Slot.PERSON, Slot.NAME, Slot.TITLE, Slot.THING, Slot.TOOL
_BE: Final = r"(?:'s|'m|'re| is| are| am| was| were| has been| have been)"
_END: Final = r"(?:(?:,| and| but| so| because| which| where| when| for| in order| via| instead| rather)\b.*)?$"
_WHO: Final = rf"(?P<s>(?-i:{PERSON_NAME}))"
_GROUP: Final = r"(?P<o>(?:the |our )?[^,;]*?\b(?:team|group|squad|guild|committee|department|chapter|crew|unit)|team (?-i:[A-Z])\w+)"
_OWNER: Final = r"(?:owner|maintainer|contact|point of contact|contact person|person responsible|responsible person|go-to person|lead)"

PEOPLE: Final[tuple[Rule, ...]] = (
    rule(rf"^{S}'s (?:job |official )?(?:title|role|position|job) (?:changed|was changed|went|got changed) (?:from [^,;]+? )?to (?:an? |the )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(r"^my (?:job |official )?(?:title|role|position|job) (?:changed|was changed|went|got changed) (?:from [^,;]+? )?to (?:an? |the )?(?P<o>[^,;]+)$", "has_role", _P, _T, of="user"),
    rule(rf"^{S} (?:stepped down|resigned|retired|quit|left)(?: from (?:the|his|her|their) (?:role|post|position))? as (?:an? |the |our )?(?P<o>[^,;]+)$", "has_role", _P, _T, ends=True),
    rule(rf"^{S} (?:quit|left|lost|gave up) (?:my|his|her|their|a) (?:job|position|post|role) (?:at|with) (?P<o>[^,;]+)$", "works_at", _P, _N, ends=True),
    rule(r"^(?P<o>[^,;]+?) (?:employs|employed|hired|has hired|poached|recruited|brought in) (?P<s>[^,;]+?)(?: as .+)?$", "works_at", _P, _N),
    rule(r"^[^,;]+? (?:hired|has hired|recruited|brought in|appointed|named|elected|promoted) (?P<s>[^,;]+?) (?:as|to) (?:an? |the |our |its )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^{S} (?:started|began|begins|starts|interned|contracts|contracted|consults|freelances) (?:at|with|for) (?P<o>[^,;]+?)(?: as .+)?$", "works_at", _P, _N),
    rule(rf"^{S}{_BE} (?:employed|hired|engaged) (?:at|by|with) (?P<o>[^,;]+?)(?: as .+)?$", "works_at", _P, _N),
    rule(rf"^{S}{_BE} with (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(rf"^{S} (?:went|moved|switched|came over) from (?P<x>[^,;]+?) to (?P<o>[^,;]+)$", "works_at moved", _P, _N),
    rule(rf"^{S} left [^,;]+? (?:for|to join) (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(rf"^{S} left (?P<o>[^,;]+?) (?:for|to join) [^,;]+$", "works_at", _P, _N, ends=True),
    rule(rf"^{S}'s (?:employer|company) is (?P<o>[^,;]+)$", "works_at", _P, _N),
    rule(r"^my (?:employer|company) is (?P<o>[^,;]+)$", "works_at", _P, _N, of="user"),
    rule(rf"^{S}'s (?:job|role|title|position|job title)(?: (?:at|here) ?[^,;]*?)? is (?:an? |the )?(?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(r"^my (?:job|role|title|position|job title|day job)(?: (?:at|here) ?[^,;]*?)? is (?:an? |the |that of )?(?P<o>[^,;]+)$", "has_role", _P, _T, of="user"),
    rule(rf"^{S} (?:took on|took up|takes on|holds|fills|has) the (?:role|position|job|post) of (?P<o>[^,;]+)$", "has_role", _P, _T),
    rule(rf"^as (?:an? |the |our )?(?P<o>[^,;]+?), {_WHO}\b.*$", "has_role", _P, _T),
    rule(rf"^{S}{_BE} (?:an? |the |our |my )?(?P<o>[^,;]+?) (?:on|for|in|of) [^,;]+$", "has_role", _P, _T),
    rule(rf"^{S}{_BE} (?:an? |the |our |my |your |their )*(?P<o>[^,;]+?){_END}", "has_role", _P, _T),
    rule(rf"^{S} (?:leads|heads|heads up|manages|runs|led|directs|chairs|coordinates) (?P<o>(?:the |our )?[^,;]+?)$", "leads", _P, _TH),
    rule(r"^(?P<o>[^,;]*?\b(?:team|group|squad|project|department|effort|migration|rewrite))(?:'s)? (?:lead|leader|head|manager)(?: is|:) (?P<s>[^,;]+)$", "leads", _P, _TH),
    rule(rf"^{S}'s (?:line |direct )?(?:manager|boss|supervisor)(?: is|:) (?P<o>[^,;]+)$", "reports_to", _P, _P),
    rule(r"^(?P<s>(?:the |our )?[\w -]*?\b(?:team|squad|group)) (?:reports|answers) to (?P<o>[^,;]+)$", "reports_to", _TH, _P),
    rule(r"^(?P<o>[^,;]+?)'s (?:direct )?reports(?: are|:) (?P<s>[^;]+)$", "reports_to", _P, _P, lists="s"),
    rule(rf"^(?P<s>[^;]+?) (?:make|makes) up {_GROUP}$", "member_of", _P, _TH, lists="s"),
    rule(rf"^{S} (?:answers to|works under|works for) (?P<o>[^,;]+)$", "reports_to", _P, _P),
    rule(r"^(?P<o>[^,;]+?) (?:manages|supervises) (?P<s>[^,;]+)$", "reports_to", _P, _P),
    rule(rf"^{S} (?:switched|transferred|moved|went|was moved|has moved|rotated|came) (?:over )?to {_GROUP}$", "member_of", _P, _TH, lists="s"),
    rule(rf"^{S}{_BE} (?:from|in|on|with|part of|(?:an? |the )?(?:\w+ )?members? of|a part of|one of|on loan to) {_GROUP}{_END}", "member_of", _P, _TH, lists="s"),
    rule(rf"^{S} (?:joined|joins|sits with|works with|works in|works on|belongs to|is joining) {_GROUP}{_END}", "member_of", _P, _TH, lists="s"),
    rule(r"^(?:the )?(?:members of )?(?P<o>[\w -]*?\b(?:team|group|squad|crew))(?: members)?(?::| are| is) (?P<s>[^;]+)$", "member_of", _P, _TH, lists="s"),
    rule(rf"^{_WHO} (?:from|of|on|in) (?P<o>the [\w -]*?\b(?:team|group|squad)) .*$", "member_of", _P, _TH),
    rule(rf"^add {_WHO} to {_GROUP}$", "member_of", _P, _TH, commanding=True),
)

OWNERSHIP: Final[tuple[Rule, ...]] = (
    rule(rf"^(?:the )?{_OWNER}s? (?:of|for) (?P<o>[^,;:]+?)(?: is| are|:) (?P<s>[^;]+)$", "owns", lists="s"),
    rule(rf"^(?P<o>[^,;]+?)'s {_OWNER}s?(?: is| are|:) (?P<s>[^;]+)$", "owns", lists="s"),
    rule(rf"^{S}{_BE} (?:the |an? )?(?:sole |main |current |new |primary )?{_OWNER}s? (?:of|for) (?P<o>[^;]+)$", "owns", Slot.ANY, _TH, lists="s"),
    rule(rf"^{S} (?:has |have )?(?:inherited|took on|takes on|taken over|adopted|handles?|babysits?|curates?|steers?|is on the hook for|are on the hook for|keeps? an eye on) (?P<o>[^;]+?){_END}", "owns", Slot.ANY, _TH, lists="s"),
    rule(rf"^{S} (?:owns?|maintains?|looks? after|takes? care of|is responsible for|are responsible for|is in charge of|are in charge of|am in charge of|'m in charge of|'m responsible for) (?P<o>[^;]+?){_END}", "owns", Slot.ANY, _TH, lists="s"),
    rule(rf"^{S} (?:has|have|holds) (?:the )?(?:ownership of|responsibility for) (?P<o>[^,;]+)$", "owns", Slot.ANY, _TH),
    rule(r"^(?:the )?(?:responsibility|ownership) (?:for|of) (?P<o>[^,;]+?) (?:lies with|is with|rests with|went to|moved to|goes to|passed to|was (?:given|transferred|handed) to) (?P<s>[^,;]+)$", "owns", Slot.ANY, _TH),
    rule(r"^(?P<o>[^,;]+?) (?:was|were|is|has been|got|gets) (?:handed|passed|transferred|given|assigned)(?: over| on)? to (?P<s>[^,;]+)$", "owns", Slot.ANY, _TH),
    rule(r"^(?P<o>[^,;]+?) (?:falls under|is under|sits with|is with|is in the hands of|are in the hands of|are with|fall under|sit with|lies with|is the responsibility of|is the domain of) (?P<s>(?:the |our )?[^,;]*?(?:\bteam|\bgroup|\bsquad|(?-i:[A-Z])\w+))$", "owns", Slot.ANY, _TH),
    rule(rf"^(?P<o>[^,;]+?) (?:is|are|was|were) (?:owned|maintained|looked after|run|managed|kept up|developed and maintained|handled) by (?P<s>[^;]+?){_END}", "owns", Slot.ANY, _TH, lists="s"),
    rule(r"^(?P<o>[^,;]+?) (?:is|are) (?P<s>(?-i:[A-Z])[\w' -]+?)'s(?: (?:responsibility|baby|project|job|area|turf|domain))?$", "owns", _P, _TH),
    rule(r"^(?:give|transfer|assign|move|pass|hand) (?P<o>[^,;]+?) (?:over )?to (?P<s>(?:the )?[^,;]*?(?:\bteam|\bgroup|\bsquad))$", "owns", Slot.ANY, _TH, commanding=True),
    rule(r"^(?:make|list|add|set) (?P<s>[^,;]+?) (?:the |as (?:the |an? )?)?(?:code ?)?(?:owners?|maintainers?) (?:of|for) (?P<o>[^,;]+)$", "owns", Slot.ANY, _TH, commanding=True),
    rule(rf"^(?P<s>[^,;]+?){_BE} (?:\w+ )?(?:created|put together|written|designed|developed|started|invented|founded|built|authored|made|conceived|contributed|drawn) (?:in [^,;]+? )?by (?P<o>[^,;]+?){_END}", "created_by", _TH, _P, lists="o"),
    rule(rf"^(?P<o>(?-i:{PERSON_NAME})) (?:wrote|created|designed|authored|invented|founded|started|built|developed|conceived|made) (?P<s>[^,;]+)$", "created_by", _TH, _P),
    rule(r"^(?P<s>[^,;]+?)'s (?:original )?(?:author|creator|inventor|founder)(?: is| was|:) (?P<o>[^,;]+)$", "created_by", _TH, _P),
    rule(r"^(?P<o>[^,;]+?) (?:is|was) the (?:original )?(?:author|creator|inventor|founder) of (?P<s>[^,;]+)$", "created_by", _TH, _P),
)

_STORED: Final = r"(?:lives?|lands?|drops?|resides?|sits?|goes?|go|ends? up|end up|stays?|is|are|was|were|gets?|(?:is|are|gets?|was|were|has been|have been) \w+(?:ed|pt|nt|ld|ut|en)|moved|points? to|belongs?|can be found|writes? \w+|reads? \w+)"
_PATH: Final = r"(?P<o>(?:~|\.{1,2})?/?[\w.@{}<>$*~-]+(?:/[\w.@{}<>$*~-]*)+|[\w-]+\.(?:toml|ya?ml|json|ini|cfg|conf|env|md|txt|sql|py|ts|js|go|rs|rb|db|log|lock|xml|csv))"
PLACES: Final[tuple[Rule, ...]] = (
    rule(rf"^(?P<s>(?!.*\b(?:bug|error|problem|crash|fix|failure|typo|leak|line|diff|issue)\b)[^,;:]+?) {_STORED} (?:now )?(?:in|under|at|into|to|inside|below|within|from) (?:the )?(?:file |folder |directory )?{_PATH}(?:[\s,].*)?$", "located_in", _TH, Slot.PATH),
    rule(rf"^(?:we |i )(?:keep|store|put|hold|save|have|place) (?P<s>[^,;:]+?) (?:in|under|at|inside) (?:the )?{_PATH}(?:[\s,].*)?$", "located_in", _TH, Slot.PATH),
    rule(rf"^(?P<s>(?:the |our )?[\w -]+?): {_PATH}$", "located_in", _TH, Slot.PATH),
    rule(rf"^(?:move|relocate|put|store|keep) (?P<s>[^,;:]+?) (?:out )?(?:from \S+ )?(?:in|under|into|to) (?:the )?{_PATH}$", "located_in", _TH, Slot.PATH, commanding=True),
    rule(rf"^{S}{_BE} (?:\w+ed )?(?:out of|in|near|from) (?P<o>(?-i:[A-ZÀ-ÖØ-Þ])[\w'’. -]+(?:, (?-i:[A-Z])[\w ]+)?)$", "located_in", _P, _N),
    rule(rf"^(?P<s>(?:the |our |their |its )?[^,;]*?\b(?:offices?|servers?|cluster|databases?|db|data|backups?|bucket|team|hq|headquarters|data ?cent(?:er|re)|company|region|replica|warehouse|lab|factory|branch)){_BE} (?:\w+ )?(?:in|at|near) (?P<o>(?-i:[A-ZÀ-ÖØ-Þ])[\w'’. -]+(?:, (?-i:[A-Z])[\w ]+)?)$", "located_in", _TH, _N),
    rule(rf"^{S} (?:works|is working|commutes|dials in|operates|calls) (?:remotely )?(?:from|out of) (?P<o>[^,;]+)$", "located_in", _P, _N),
    rule(rf"^{S}{_BE} (?:an? )?(?P<o>(?-i:[A-ZÀ-Þ])\w+)-based\b.*$", "located_in", Slot.ANY, _N),
    rule(rf"^{S} (?:has|have|keeps|runs|operates) (?:an? |its |our |their )?(?:\w+ )?(?:offices?|labs?|sites?|branches|branch|headquarters|data ?cent(?:er|re)s?) in (?P<o>[^;]+)$", "located_in", _TH, _N, lists="o"),
    rule(rf"^{S}'s (?:home|city|hometown|location|base) is (?P<o>[^,;]+)$", "located_in", _P, _N),
    rule(r"^(?:my|our) (?:home|city|base|location|office) is (?:in )?(?P<o>(?-i:[A-Z])[^,;]+)$", "located_in", _P, _N, of="user"),
    rule(rf"^{S} (?:hails|comes|is|'m|am) (?:originally )?from (?P<o>[^,;]+)$", "born_in", _P, _N),
)

NETWORK: Final[tuple[Rule, ...]] = (
    rule(rf"^{S} (?:listens?|exposes?|binds?|serves?|runs?|answers?|accepts|speaks|opens?|uses?|is|are|talks|starts?|comes up|waits)\b[^;]*?(?:\bport |\bon |\bat |[\w]:)(?P<o>\d{{3,5}})\b(?!\s*(?:ms|s|seconds?|requests?|users?|times|MB|GB|%|rows)\b).*$", "listens_on", _TH, Slot.PORT),
    rule(rf"^{S} exposes? (?:port )?:?(?P<o>\d{{2,5}})\b.*$", "listens_on", _TH, Slot.PORT),
    rule(r"^(?:expose|listen on|serve on|bind to|open|use|publish)\b[^;]*?(?:port |:)?(?P<o>\d{3,5})\b(?: (?:for|on|in|of) (?:the )?(?P<x>[\w -]+))?.*$", "listens_on", _TH, Slot.PORT, of="scope", commanding=True),
    rule(r"^(?:the )?(?P<s>[\w -]+?) port(?::| is| was)(?: now| changed to| set to)* (?P<o>\d{2,5})\b.*$", "listens_on", _TH, Slot.PORT),
    rule(r"^(?:run|start|serve|put|move) (?P<s>[^,;]+?) (?:on|to) (?:port )?:?(?P<o>\d{3,5})$", "listens_on", _TH, Slot.PORT, commanding=True),
    rule(rf"^{S} (?:{_STORED}|runs?|running|deploys?|is reachable|is available)\b[^;]*?\b(?:on|at|in|to|by|under) (?:the |an? |our )?(?P<o>[\w.-]+(?: [\w.-]+){{0,2}}?){_END}", "runs_on_host", _TH, Slot.HOST),
    rule(r"^(?P<o>[\w.-]+(?: [\w.-]+)?) (?:hosts|runs|serves|houses) (?P<s>[^,;]+)$", "runs_on_host", _TH, Slot.HOST),
    rule(rf"^(?:we|i|they) (?:host|run|deploy|moved|migrated|keep|put) (?P<s>[^,;]+?) (?:on|at|in|to|onto|over to) (?:the |an? |our )?(?P<o>[^,;]+?){_END}", "runs_on_host", _TH, Slot.HOST),
    rule(r"^(?P<s>[\w -]+?)(?:'s)? host(?:name)?(?: is|:) (?P<o>\S+)$", "runs_on_host", _TH, Slot.HOST),
    rule(r"^(?P<s>[^,;:]+?)(?::| is| are| lives?| can be found| (?:is|are) \w+ed)?(?: at| on| under| from| to)? (?P<o>https?://\S+?)[.,)]?(?:\s.*)?$", "has_url", _TH, Slot.URL),
)

PREFERENCES: Final[tuple[Rule, ...]] = (
    rule(r"^(?:.{1,30} )?(?:i|we)(?:'d| would| will|'ll) (?:always |much rather |rather |sooner )?(?:take|choose|pick|use|go with|have) (?P<o>[^;,]+?) (?:over|before|than|rather than|instead of) .+$", "prefers", of="user"),
    rule(rf"^{S}(?:'s|'m|'re| is| are| am) not (?:a (?:big |huge )?fan of|fond of|keen on|into|big on) (?P<o>[^;]+)$", "avoids"),
    rule(rf"^{S} (?:refuses?|declines?) to (?:use|touch|write) (?P<o>[^;]+)$", "avoids"),
    rule(rf"^{S} (?:stays?|keeps?|shies) (?:away|clear) (?:from|of) (?P<o>[^;]+)$", "avoids"),
    rule(rf"^{S} (?:tries|try) to avoid (?P<o>[^;]+)$", "avoids"),
    rule(r"^(?:stay|keep) (?:away|clear) (?:from|of) (?P<o>[^;]+)$", "avoids standing", of="user"),
    rule(r"^(?:my|our) (?P<x>go-to|default|first) (?:choice|pick|[\w ]+?) is (?P<o>[^;]+)$", "prefers", of="user"),
    rule(rf"^{S}(?:'d| would| do)? (?:much )?(?:rather have|lean(?:s)? towards?|tends? towards?|swears? by|sticks? (?:to|with)|goes? for|leans? on|love|loves|adore|adores|enjoy|enjoys) (?P<o>(?!it\b|when\b|to\b|how\b|that\b|the idea)[^;]+)$", "prefers"),
    rule(r"^i want (?P<o>[^;]+? (?:instead of|rather than|over) [^;]+)$", "prefers", of="user"),
    rule(r"^(?:i|we) (?:find|consider) (?P<o>[^;]+?) (?:better|nicer|cleaner|easier|more \w+) than .+$", "prefers", of="user"),
)

DECISIONS: Final[tuple[Rule, ...]] = (
    rule(r"^(?:the )?(?:vote|choice|decision|verdict|consensus|pick) (?:fell on|went to|went for|was|is) (?:to )?(?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE, of="project"),
    rule(r"^(?P<o>[^,;]+?) (?:was|were|is|got|has been) (?:chosen|picked|selected|agreed on|agreed upon|decided on|settled on)(?: (?:over|as|for|because|instead|in|at|to) .*)?$", "decided", Slot.ANY, Slot.CHOICE, of="project"),
    rule(r"^(?P<o>[^,;]+?) (?:was|were|is|got|has been) (?:chosen|picked|selected|agreed on|decided on) by (?P<s>[^,;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^{S}(?:'re| are|'m| am| is) going with (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^{S} (?:came down on the side of|reached consensus on|signed off on|committed to|said yes to|went for|voted for|voted to|voted in favou?r of|approved|picks|chooses|decides on|decides to|opts for) (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(rf"^{S} (?:made the (?:call|decision) to|took the decision to|made up (?:our|their|his|her) minds? to) (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE),
    rule(r"^(?:decide|agree|resolve) (?:on|to) (?P<o>[^;]+)$", "decided", Slot.ANY, Slot.CHOICE, of="project", commanding=True),
)

NAMES: Final[tuple[Rule, ...]] = (
    rule(r"^(?P<o>[^,;]+?),?(?: is| was| are)? \(?(?:formerly|previously|née|nee|ex) (?P<s>[^,;()]+)\)?(?:,.*)?$", "renamed_to formerly", _TH),
    rule(r"^my (?:\w+ )?(?:phone(?: number)?|number|mobile|cell|extension)(?: is|:) (?P<o>\+?\d[\d ()/-]+\d)$", "has_phone", Slot.ANY, Slot.PHONE, of="user"),
    rule(r"^(?:i'm |i am )?(?:reachable|available) (?:at|on|under) (?P<o>\+?\d[\d ()/-]+\d)$", "has_phone", Slot.ANY, Slot.PHONE, of="user"),
    rule(r"^(?:hi|hello|hey)?,? ?(?P<o>(?-i:[A-ZÀ-Þ])[\w'-]+) here$", "has_name", Slot.ANY, _P, of="user"),
    rule(r"^what (?:we|they|people) (?:used to call|called|call|once called) (?P<s>[^,;]+?) (?:is|are)(?: now)? (?:called |known as )?(?P<o>[^,;]+)$", "renamed_to", _TH),
    rule(r"^what (?:used to be|was once|was|was formerly) (?:called |known as )?(?P<s>[^,;]+?) (?:is|are)(?: now)? (?:called |known as )?(?P<o>[^,;]+)$", "renamed_to", _TH),
    rule(r"^(?:you can |you may |please )?(?:e-?mail|mail|reach|contact|write to|write|ping) me (?:at|on|under|via) (?P<o>\S+@[^\s,]+?)[.,]?$", "has_email", Slot.ANY, Slot.EMAIL, of="user"),
    rule(r"^(?:\S+(?: \S+)? )?(?:replaces|replaced) (?P<s>[^,;]+?) (?:with|by) (?P<o>[^,;]+)$", "replaced_by"),
    rule(r"^(?P<s>[^,;]+?) (?:becomes|became|turned into|turns into|goes by|is known as|has become|went by) (?P<o>[^,;]+)$", "renamed_to name", _TH),
    rule(r"^(?:the )?new name (?:of|for) (?P<s>[^,;]+?) is (?P<o>[^,;]+)$", "renamed_to", _TH),
    rule(r"^(?P<s>[^,;]+?)'s new name is (?P<o>[^,;]+)$", "renamed_to", _TH),
    rule(r"^(?P<o>[^,;]+?) is the new name (?:of|for) (?P<s>[^,;]+)$", "renamed_to", _TH),
    rule(r"^(?P<o>(?!the project\b|it\b)[^,;]+?) (?:was|were) (?:called|known as|named) (?P<s>[^,;]+)$", "renamed_to over", _TH),
    rule(r"^(?P<s>[^,;]+?)(?: has been| was| is| were| are) (?:renamed|rebranded)(?: (?:to|as|into))? (?P<o>[^,;]+?)(?: (?:in|with|for|since|because|to) .*)?$", "renamed_to", _TH),
    rule(r"^(?P<s>\S+) (?:->|→|=>) (?P<o>\S+)$", "renamed_to code", _TH),
    rule(r"^(?P<o>[^,;]+?) (?:takes|took|has taken) (?:over )?(?:the place of|over from) (?P<s>[^,;]+)$", "replaced_by", _TH),
    rule(r"^(?P<s>[^,;]+?) (?:was|were|is|are|has been|have been) (?:\w+ )?(?:replaced|superseded|swapped|substituted|exchanged)(?: out)? (?:by|with|for) (?P<o>[^,;]+?)(?: (?:in|because|since|for|which) .*)?$", "replaced_by", _TH),
    rule(r"^(?P<s>[^,;]+?) is deprecated(?:,| and)? (?:use|in favou?r of|replaced by) (?P<o>[^,;]+)$", "replaced_by", _TH),
    rule(r"^(?:we |i )?(?:swapped|traded|exchanged)(?: out)? (?P<s>[^,;]+?) (?:for|with) (?P<o>[^,;]+)$", "replaced_by"),
    rule(r"^(?:swap|trade|exchange|substitute)(?: out)? (?P<s>[^,;]+?) (?:for|with|by) (?P<o>[^,;]+)$", "replaced_by", commanding=True),
    rule(r"^(?:rename|call) (?P<s>[^,;]+?) (?P<o>(?-i:[A-Z`])\S+)$", "renamed_to", commanding=True),
    rule(r"^(?:people call me|everyone calls me|i go by|you can call me|i'm known as|name's) (?P<o>(?-i:[A-Z])[^,;]*)$", "has_name", Slot.ANY, _P, of="user"),
    rule(r"^(?:my |the |our )?(?:(?P<s>[\w' -]+?)(?:'s)? )?(?:e-?mail|mail)(?: address)?(?: is|:) (?P<o>\S+@[^\s,]+?)[.,]?(?:\s.*)?$", "has_email", Slot.ANY, Slot.EMAIL, of="user"),
    rule(rf"^{S} (?:can be reached|is reachable|is available) (?:at|under|via|on|by (?:mail|email) at) (?P<o>\S+@\S+?)\.?$", "has_email", Slot.ANY, Slot.EMAIL),
    rule(r"^(?:call|text|phone|ring) (?P<s>me|us|[\w ]+?) (?:at|on|under) (?P<o>\+?\d[\d ()/-]+\d)$", "has_phone", Slot.ANY, Slot.PHONE),
)

_D: Final = rf"(?:on |in |by |at |before |for )*(?P<o>{DATE})"
_OPEN: Final = r"(?:[ ,].*)?$"
DATES: Final[tuple[Rule, ...]] = (
    rule(rf"^(?P<s>(?:the |our )?[^,;]*?\b(?:freeze|release|launch|deadline|demo|review|cut-?over|go-live|conference|workshop|kick-?off|exam|retro|beta|migration|handover|audit)) (?:is|will be) (?:on |in |at )*(?P<o>{DATE})$", "due_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:runs|lasts|continues|is open) (?:until|through|till) (?P<o>{DATE})$", "expires_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:was|were) (?:sunset|discontinued|retired|switched off|shut down|decommissioned) (?:on |in |at )*(?P<o>{DATE})$", "expires_on", _TH, Slot.DATE),
    rule(rf"^(?P<o>{DATE}) is (?:the |our )?(?:deadline|due date|cut-?off|target)(?: date)? (?:for|of) (?P<s>[^,;]+)$", "due_on", _TH, Slot.DATE),
    rule(rf"^{S}(?:'s)? (?:release|launch|target|delivery|ship|due) date (?:is|was) (?P<o>{DATE})$", "due_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:will |is going to |is set to |is scheduled to |shall )(?:be )?(?:launch(?:ed)?|ship(?:ped)?|go live|start|open|close|land|happen|take place|releas(?:e|ed)|begin|freeze|cut over|held) {_D}{_OPEN}", "due_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:is|are|needs? to be|must be|has to be|have to be) (?:due|done|ready|finished|merged|shipped|delivered|in|submitted|complete) (?:by|on|before|no later than) (?P<o>{DATE}){_OPEN}", "due_on", _TH, Slot.DATE),
    rule(rf"^(?:due|deadline|target|milestone)(?: date)?: (?P<o>{DATE})$", "due_on", Slot.ANY, Slot.DATE, of="project"),
    rule(rf"^we (?:have until|must (?:ship|finish|deliver) by|need to (?:ship|finish|deliver) by|aim for|target|plan (?:for|to \w+ (?:on|by))) (?P<o>{DATE}){_OPEN}", "due_on", Slot.ANY, Slot.DATE, of="project"),
    rule(rf"^{S} (?:has been|have been|is|are) (?:out|available|ga|live|generally available|public|on the market) since (?P<o>{DATE}){_OPEN}", "released_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:went live|went public|came out|appeared|hit ga|shipped|launched|debuted|(?:was|were|got) (?:\w+ )?(?:released|published|shipped|launched|tagged|announced|made public|open-sourced)) {_D}{_OPEN}", "released_on", _TH, Slot.DATE),
    rule(rf"^(?:the )?(?P<s>(?:\w+ )*release)(?: of .+?)? (?:was|happened|took place|dates) (?:on |in |from )?(?P<o>{DATE}){_OPEN}", "released_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:dates|goes) (?:back )?(?:to|from) {_D}{_OPEN}", "started_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:has existed|exists|has been (?:around|going|running|in development|under development|maintained)) since (?P<o>{DATE}){_OPEN}", "started_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:was|were|has been)? ?(?:started|founded|begun|began|established|created|set up|kicked off|incorporated|born|initiated) (?:by [^,;]+? )?{_D}{_OPEN}", "started_on", _TH, Slot.DATE),
    rule(rf"^we (?:started|began|founded|kicked off) (?P<s>[^,;]+?) {_D}{_OPEN}", "started_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:is|are|stays?|remains?) (?:valid|good|supported|maintained|active|available) (?:until|through|till|up to) (?P<o>{DATE}){_OPEN}", "expires_on", _TH, Slot.DATE),
    rule(rf"^{S} (?:will (?:expire|end|be \w+ed(?: off| down)?|stop working|go away|run out|lapse|sunset)|expires?|expired|lapses?|ends?|sunsets?|shuts? down|goes? away|(?:is|are) (?:being )?(?:switched off|shut down|turned off|retired|removed|sunset|discontinued|decommissioned|phased out)) {_D}{_OPEN}", "expires_on", _TH, Slot.DATE),
    rule(rf"^{S}(?:'s)? (?:expiry|expiration|end of life|eol|end-of-life|sunset|support)(?: date)? (?:is|ends) (?:on |in )?(?P<o>{DATE}){_OPEN}", "expires_on", _TH, Slot.DATE),
)

_NAME: Final = r"(?P<s>(?!(?:section|chapter|line|port|step|page|figure|table|rfc|issue|item|day|phase|level|top|about|over|only|these|those|all|and|or|the|than|of|to|in|on|at|is|are|was|has|have|by|for|with|from|version|v|release|least|most|now|under|after|before|since|until|around|every|within|takes?|times?|line|error|status|code|http|room|part|option|pr|ticket|bug|sprint|week|q)\b)(?-i:[A-Z])[\w.+#-]*(?: (?-i:[A-Z])[\w.+#-]*)?|[a-z@][\w@/+-]*[a-z0-9](?= v?\d+\.\d))"
_V: Final = rf"(?P<o>{VERSION})(?![\w%])(?!\s*(?:{'ms|s|seconds?|minutes?|hours?|days?|MB|GB|KB|percent|times|people|users|requests?|tests'})\b)"
VERSIONS: Final[tuple[Rule, ...]] = (
    rule(rf"^make (?P<s>[\w.+#-]+(?: [\w.+#-]+)?) {_V} the (?:new )?(?:minimum|oldest|lowest)\b.*$", "min_version", Slot.ANY, Slot.VERSION, commanding=True),
    rule(rf"^(?P<s>[\w.+#-]+)(?: versions?| releases?) (?:before|below|older than|prior to|under|earlier than) {_V} (?:(?:will|do|does|are|is|can)(?:n't| not| no longer)|cannot|fail|won't).*$", "min_version", Slot.ANY, Slot.VERSION),
    rule(rf"^(?:bump|upgrade|update|downgrade|pin) (?P<s>[\w.+#@/-]*[a-z][\w.+#@/-]*) {_V}$", "has_version", Slot.ANY, Slot.VERSION, commanding=True),
    rule(rf"^.*?\b{_NAME} {VERSION} ?(?:through|to|up to|until|-|–) ?{_V}.*$", "max_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b{_NAME} ?(?:>=|≥|=>) ?{_V}.*$", "min_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b{_NAME} ?(?:<=|≤|<) ?{_V}.*$", "max_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b{_NAME} (?:version )?{_V}(?:\+| (?:or|and) (?:newer|later|above|higher|up|upwards|greater)| onwards?| at least| is the (?:minimum|oldest|lowest).*).*$", "min_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b{_NAME} (?:version )?{_V}(?: (?:or|and) (?:older|earlier|below|lower)| at most| is the (?:maximum|newest|highest|latest supported).*).*$", "max_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b(?:at least|minimum(?: of)?|no older than|newer than|starting (?:with|from)|min\.?) {_NAME} (?:version )?{_V}.*$", "min_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b(?:at most|up to|no newer than|older than|below|not beyond) {_NAME} (?:version )?{_V}.*$", "max_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b{_NAME} (?:needs? to be|must be|has to be|should be|of)? ?(?:at least|version at least|no older than|newer than) (?:version )?{_V}.*$", "min_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\b{_NAME} (?:needs? to (?:be|stay)|must (?:be|stay)|has to (?:be|stay)|stays?|is capped)? ?(?:at most|below|under|older than|no newer than|at or below) (?:version )?{_V}.*$", "max_version", Slot.ANY, Slot.VERSION),
    rule(rf"^(?:drop|remove|end|stop) (?:support for |supporting )?(?P<s>[\w.+#-]+(?: [\w.+#-]+)?) (?:below|older than|before|<) ?{_V}.*$", "min_version", Slot.ANY, Slot.VERSION, commanding=True),
    rule(rf"^(?:require|support|need) (?:at least )?(?P<s>[\w.+#-]+(?: [\w.+#-]+)?) (?:>= ?)?{_V}.*$", "min_version", Slot.ANY, Slot.VERSION, commanding=True),
    rule(rf"^(?:bump|upgrade|update|downgrade|pin|lock|move|roll back|set|hold|freeze) (?:the )?(?P<s>[\w.+#@/ -]*?[a-z][\w.+#@/-]*)(?: version| dependency| image)?(?: from \S+)? (?:to|at|back to|->|→|@) (?:version )?{_V}.*$", "has_version", Slot.ANY, Slot.VERSION, commanding=True),
    rule(rf"^(?:the )?(?:latest|current|newest|last) (?:stable )?(?:version|release)(?: is|:) {_V}$", "has_version", Slot.ANY, Slot.VERSION, of="project"),
    rule(rf"^{_NAME} {_V} is (?:out|available|live|here|released|the latest|current|the current \w+)(?:[ ,].*)?$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^.*?\bversion {_V} of (?:the )?(?P<s>[\w.+#-]+(?: [\w.+#-]+){{0,2}}?)(?:[ ,].*)?$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^{S}(?:'s| is| are| was| were| has been| have been| got| gets| stays?| remains?| moved| went|'re) (?:\w+ ){{0,2}}?(?:from \S+ )?(?:to|at|on|is) (?:version |release )?{_V}(?:[ ,].*)?$", "has_version plain", _TH, Slot.VERSION),
    rule(rf"^(?!.*\b(?:fails?|failed|errors?|crash\w*|bugs?|slower|faster|broken|breaks?|fun|hangs?|issue|problem)\b).*?\b(?:on|to|with|uses?|using|runs?|running|installed|ships?(?: with)?|bundles?|against|pinned|is|are|need|needs|requires?|have|has|target|targets|via) (?:the |an? )?{_NAME} (?:version )?{_V}(?:[ ,)].*)?$", "has_version", Slot.ANY, Slot.VERSION),
)

_LANGUAGE: Final = r"(?-i:Python|Java|JavaScript|TypeScript|C|Rust|Go|Ruby|Kotlin|Swift|Scala|Haskell|OCaml|Erlang|Elixir|Perl|PHP|Lua|Julia|Zig|Nim|Dart|Clojure|Fortran|COBOL|Ada|Crystal|Groovy|Bash|Lisp|Scheme|Prolog|Pascal|Objective-C|F#|C#|C\+\+(?:\d\d)?|C\d\d|R|SQL|Elm|PureScript|Gleam|Odin|D|V)"
_PART: Final = (
    r"(?:db|database|data warehouse|warehouse|language|framework|build tool|build system|orm|package manager|test runner|test framework|linter|formatter|broker|"
    r"message bus|queue|web server|bundler|search engine|search backend|data ?store|cache|ide|editor|shell|terminal|scheduler|issue tracker|type checker|logger|"
    r"cloud provider|hosting provider|auth provider|identity provider|template engine|runtime|container runtime|orchestrator|ci|ci system|monitoring|vcs|"
    r"version control|compiler|interpreter|load balancer|reverse proxy|proxy|cdn|api gateway|secret store|feature store|os|operating system|stack|backend|frontend)"
)
USE: Final[tuple[Rule, ...]] = (
    rule(rf"^(?:our|the) (?:[\w-]+ )?{_PART} (?:is|of choice is|is now|is still) (?P<o>[^,;]+?){_END}", "uses proper", Slot.ANY, _TOOL, of="project", versioned="has_version"),
    rule(r"^no more (?P<o>(?-i:[A-Z])[\w.-]+)(?: for us| here| in .*)?$", "uses", Slot.ANY, _TOOL, of="project", ends=True),
    rule(rf"^{S} (?:is|are) (?:now )?(?:all |pure |plain |mostly |mainly |entirely |still |100% |in |good old )*(?P<o>{_LANGUAGE}(?:(?:,| and) {_LANGUAGE})*)(?: code| all the way(?: down)?| throughout)?$", "written_in", _TH, _TOOL, lists="o"),
    rule(r"^(?:our |the |my )?(?:tech(?:nology)? |current )?stack(?: is|:| consists of) (?P<o>[^;]+)$", "uses", Slot.ANY, _TOOL, of="project", lists="o", versioned="has_version"),
    rule(rf"^{S} (?:is|are|gets?) (?:reported|sent|shipped|forwarded|exported|published|pushed|uploaded) to (?P<o>(?-i:[A-Z])[^,;]+?){_END}", "uses proper", _TH, _TOOL),
    rule(rf"^(?P<o>[^,;]+?){_BE} (?:being )?used (?:for|as|in|to|throughout|everywhere|across|on|when|here)\b.*$", "uses proper", Slot.ANY, _TOOL, of="project", lists="o", versioned="has_version"),
    rule(rf"^(?P<o>[^,;]+?){_BE} (?:being )?used by (?P<s>[^,;]+)$", "uses", _TH, _TOOL, lists="o"),
    rule(rf"^{S} (?:makes? use of|leverages?|employs?|utili[sz]es?|adopted|adopts?|embeds?|speaks?|wraps?|integrates? with|is integrated with|ships? with|comes with|bundles?|builds? on|sits on top of|works? with|hooks into|(?:is|are) (?:configured|orchestrated|scheduled|secured|queried|handled|drawn|styled|containerized|written|defined|validated|served|implemented|done|made|run|set up|modelled|modeled|automated|tracked|encrypted|signed|serialized|serialised|translated|exported|indexed|backed up|versioned|rendered|built|generated|compiled) (?:with|using|by|via|through|on top of)) (?P<o>[^;]+?){_END}", "uses proper", _TH, _TOOL, lists="o", versioned="has_version"),
    rule(rf"^{S} (?:uses?|used) (?P<o>[^;,]+?){_END}", "uses", Slot.ANY, _TOOL, lists="o", versioned="has_version"),
    rule(rf"^{S} (?:switched|switches|moved|moves|migrated|migrates|changed|converted|ported|transitioned|went) (?:over |back )?(?:from [^,;]+? )?to (?P<o>[^;,]+?){_END}", "uses moved", Slot.ANY, _TOOL, versioned="has_version"),
    rule(r"^(?:we|i)(?:'ve| have)? (?:moved|migrated|switched|ported|converted) (?P<s>[^,;]+?) (?:over )?(?:from [^,;]+? )?to (?P<o>[^,;]+?)$", "uses proper", _TH, _TOOL, versioned="has_version"),
    rule(r"^(?:build|test|lint|format|deploy|render|parse|package|generate|compile|serve|run|publish|manage) (?P<s>[^,;]+?) (?:with|using|via|through) (?P<o>[^,;]+)$", "uses proper", _TH, _TOOL, commanding=True, versioned="has_version"),
    rule(r"^(?:the )?(?:language|implementation language) (?:of|for) (?P<s>[^,;]+?) is (?P<o>[^,;]+)$", "written_in", _TH, _TOOL),
    rule(rf"^{S} (?:is|are|was|were) (?:an? )?(?:\w+ )?(?:written|implemented|coded|programmed|developed|rewritten|ported) (?:\w+ )?(?:in|to) (?P<o>(?-i:[A-Z])[\w+#]*(?: and (?-i:[A-Z])[\w+#]*)?){_END}", "written_in", _TH, _TOOL, lists="o"),
    rule(rf"^{S} (?:is|are) (?:pure|all|plain|mostly|100 ?%) (?P<o>(?-i:[A-Z])[\w+#]*)$", "written_in", _TH, _TOOL),
)

DEPENDENCIES: Final[tuple[Rule, ...]] = (
    rule(rf"^{S} (?:dropped|removed|got rid of|lost|shed|eliminated) (?:the|its|our) (?P<o>[^,;]+?) dependency$", "depends_on", Slot.ANY, _TOOL, ends=True),
    rule(rf"^{S} (?:depends? (?:up)?on|relies on|rely on|requires?|needs?|expects?|can't live without|pulls in|imports|links to|links against) (?P<o>[^;,]+?){_END}", "depends_on needed", _TH, _TOOL, lists="o", versioned="min_version"),
    rule(rf"^(?P<o>[^,;]+?){_BE} (?:an? |the )?(?:\w+ )?(?:dependency|dependencies|prerequisite|requirement) (?:of|for) (?P<s>[^,;]+)$", "depends_on", _TH, _TOOL, lists="o"),
    rule(rf"^(?P<o>[^,;]+?){_BE} (?:required|needed) (?:by|for) (?P<s>[^,;]+)$", "depends_on", _TH, _TOOL, lists="o", versioned="min_version"),
    rule(rf"^(?P<o>[^,;]+?){_BE} (?:an? |our |the )?(?:new |hard |direct |optional |only |sole |runtime )*(?:dependency|dependencies|prerequisite|requirement)$", "depends_on", _TH, _TOOL, of="project", lists="o", versioned="min_version"),
    rule(r"^(?:our|the)(?: only| main| sole)? dependenc(?:y|ies)(?: is| are|:) (?P<o>[^;]+)$", "depends_on", _TH, _TOOL, of="project", lists="o", versioned="min_version"),
    rule(r"^(?:dependencies|requirements|requires|depends|prerequisites): (?P<o>[^;]+)$", "depends_on", _TH, _TOOL, of="project", lists="o", versioned="min_version"),
    rule(r"^(?:add|pull in|introduce|vendor|bring in) (?P<o>[^,;]+?) (?:as an? (?:\w+ )*(?:dep|dependency|requirement)|dependency|to (?:the )?(?:requirements|deps|dependencies|pyproject|package\.json|Cargo\.toml))(?: .*)?$", "depends_on", Slot.ANY, _TOOL, of="scope", commanding=True, lists="o", versioned="has_version"),
)

_Q: Final = rf"(?P<k>(?:(?!(?:a|an|the|with|of|has|have|and|is|its|set|to|our|no|any)\b)[\w-]+ ){{0,2}}?{QUALITY})"
PROPERTIES: Final[tuple[Rule, ...]] = (
    rule(rf"^{S} (?:lives?|lasts?|persists?|survives?|stays? valid|remains? valid|(?:is|are) (?:valid|good)) for (?P<o>{VALUE})$", "has_lifetime", _TH, Slot.VALUE),
    rule(rf"^{S} (?:gives up|stops|fails|aborts|bails out|quits|dies|is dropped|is abandoned) after (?P<o>{VALUE}) (?:failed |unsuccessful )?(?:attempts|tries|retries).*$", "has_retries", _TH, Slot.VALUE, final=True),
    rule(rf"^{S} (?:gives up|stops|fails|aborts|bails out|quits) after (?P<o>{VALUE}(?: attempts| tries| retries| times)).*$", "has_retries", _TH, Slot.VALUE, final=True),
    rule(rf"^{S} (?:has|have|runs|runs with|uses) (?P<o>\d+) (?P<k>threads|workers|replicas|cores|connections|nodes|shards|partitions|slots|processes|instances)$", "has_{k}", _TH, Slot.VALUE),
    rule(rf"^(?:we|i|they) (?:keep|retain|store|archive) (?P<s>[^,;]+?) for (?P<o>{VALUE})$", "has_retention", _TH, Slot.VALUE),
    rule(r"^(?:the |our )?(?P<k>(?:default|main|preferred|target) [\w -]+|[\w -]*?(?:branch|locale|encoding|region|theme|shell|backend|engine|timezone|time zone|currency|licen[cs]e)) (?:is|is called|is set to|defaults to) (?P<o>(?!(?:fine|wrong|hard|easy|ok|good|bad|unclear|broken|missing|off|configurable|optional|required|important|different|new|old|unknown|correct|right|nice|great|slow|fast|big|small|too|not|also|always|empty|set|used|ignored|down|up|gone|protected|in|on|at|the|a|an)\b)[\w.+/-]+)$", "has_{k}", Slot.ANY, Slot.ANY, of="project"),
    rule(rf"^(?P<s>(?!there\b|it\b)[^,;:]+?) (?:has|have|uses?|enforces?|imposes?|comes with|ships with|keeps?|runs with|gets?|got|applies) (?:an? |the )?{_Q} (?:of|set to|at) (?:about |around |up to )?(?P<o>{VALUE}).*$", "has_{k}", _TH, Slot.VALUE),
    rule(rf"^(?P<s>[^,;:]+?)'s {_Q} (?:is|was|of|at|stays at|=)(?: now| set to)* (?P<o>{VALUE}).*$", "has_{k}", _TH, Slot.VALUE),
    rule(rf"^(?:the |our |an? )?{_Q} (?:of|for|in|on) (?:the |our |an? )?(?P<s>(?!{VALUE}\b)[^,;:]+?) (?:is|was|are|were|goes|went|rises|stays|defaults|=)(?: \w+)?(?: to| at)? (?P<o>{VALUE}).*$", "has_{k}", _TH, Slot.VALUE),
    rule(rf"^(?:the |our |a |an )?{_Q}(?: (?:is|are|was|goes|went|stays|defaults|rose|moved|jumped|has been|now)\b[^;]*?|:| =|=| of) ?(?:to |at |is )?(?P<o>{VALUE})(?:(?:,| (?:by default|now|at|because|so|for|in|per|and|which|since|unless|when|on|if|until|across|but)\b).*)?$", "has_{k}", Slot.ANY, Slot.VALUE, of="scope"),
    rule(rf"^(?:raise|increase|bump|lower|reduce|decrease|cut|set|change|extend|shorten|limit|drop|lift|relax|tighten|cap|keep|make|configure|adjust|tune|default) (?:the |our )?(?:default )?{_Q}(?: (?:of|for|in|on) (?:the )?(?P<x>[\w -]+?))?(?: from \S+(?: \w+)?)? (?:to|at|=) (?P<o>{VALUE}).*$", "has_{k}", Slot.ANY, Slot.VALUE, of="scope", commanding=True),
    rule(rf"^{S} (?:is|are) (?:limited|capped|restricted|bounded) (?:to|at) (?P<o>{VALUE}(?: \w+)?(?: per \w+)?).*$", "has_limit", _TH, Slot.ANY),
    rule(rf"^{S} (?:caps at|tops out at|maxes out at|stops at) (?P<o>{VALUE}(?: \w+)?).*$", "has_limit", _TH, Slot.ANY),
    rule(rf"^{S} (?:runs|fires|polls|syncs|refreshes|checks|is run|is polled|is refreshed) every (?P<o>{VALUE}).*$", "has_interval", _TH, Slot.VALUE),
    rule(rf"^{S} (?:gives up|aborts|is cancelled|are cancelled|is killed|times? out|time out) after (?P<o>{VALUE}).*$", "has_timeout", _TH, Slot.VALUE),
    rule(rf"^{S} (?:is|are) (?:retried|tried|attempted) (?:up to |at most )?(?P<o>{VALUE}(?: times)?).*$", "has_retries", _TH, Slot.VALUE),
    rule(rf"^{S} (?:retries|tries)\b[^;]*? (?:up to |at most )?(?P<o>{VALUE}(?: times)).*$", "has_retries", _TH, Slot.VALUE),
    rule(rf"^{S} (?:is|are|was|were|comes) (?:\w+ )?(?:licen[cs]ed|released|available|distributed|published|covered|dual-licen[cs]ed) (?:under|by) (?:the |an? )?(?P<o>[\w .+-]+?)(?: licen[cs]e)?$", "has_license", _TH, Slot.ANY),
    rule(r"^(?:the |our )?(?:licen[cs]e) (?:is|changed to|of [\w -]+? is) (?:the |now )?(?P<o>[\w .+-]+?)(?: licen[cs]e)?$", "has_license", Slot.ANY, Slot.ANY, of="project"),
    rule(r"^(?:change|switch)(?: the)? licen[cs]e (?:from [^;]+? )?to (?:the )?(?P<o>[\w .+-]+)$", "has_license", Slot.ANY, Slot.ANY, of="project", commanding=True),
)

MORE: Final = (
    *NAMES, *VERSIONS, *NETWORK, *PROPERTIES, *PEOPLE, *OWNERSHIP, *PLACES, *DECISIONS, *PREFERENCES, *DEPENDENCIES, *USE,
)

"""Rules about use, dependencies, versions and properties of things."""

# A rule is a line: expressions that are broken over lines are harder to compare.
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from typing import Final

from codegraph.memory.facts.extract.phrases import QUALITY, VALUE
from codegraph.memory.facts.extract.rules import S
from codegraph.memory.facts.extract.values import VERSION, Rule, Slot, rule

_TH, _TOOL = Slot.THING, Slot.TOOL
_NO_LONGER: Final = r"(?:no longer|not any ?more|doesn't|don't|stopped|has stopped|have stopped|ceased)"

USE: Final[tuple[Rule, ...]] = (
    rule(rf"^{S} (?:no longer uses?|(?:don't|doesn't|do not|does not) use (?P<x>(?=.*any ?more))|stopped using|quit using|gave up(?: on)?|moved away from|got rid of|ditched|dropped|used to use) (?P<o>[^;]+?)(?: any ?more)?$", "uses", Slot.ANY, _TOOL, ends=True, lists="o", final=True),
    rule(rf"^{S} (?:now |also |still |mostly |only |internally |currently )*(?:has |have )?(?:uses?|used(?! to\b)) (?P<o>[^;]+)$", "uses", Slot.ANY, _TOOL, lists="o", versioned="has_version"),
    rule(rf"^{S} (?:is|are|was|were) (?:now |mostly |fully )*(?:powered|backed|driven) by (?P<o>[^;]+)$", "uses", _TH, _TOOL, versioned="has_version", lists="o"),
    rule(rf"^{S} (?:is|are) (?:now )?(?:rendered|built|tested|formatted|linted|compiled|packaged|bundled|deployed|generated|managed|monitored|collected|provisioned|parsed|typeset|published|cached|stored|shown|displayed|indexed) (?:with|using|by|via|in) (?P<o>[^;]+)$", "uses handled", _TH, _TOOL, versioned="has_version", lists="o"),
    rule(rf"^{S} (?:goes?|go|passes|pass) through (?P<o>[^;]+)$", "uses", Slot.ANY, _TOOL),
    rule(r"^(?:our|the|my) (?:main |primary |default )?(?:db|database|language|framework|build tool|build system|orm|package manager|test runner|linter|formatter|message broker|broker|queue|web server|bundler|search engine|data store|datastore) is (?P<o>[^,;]+)$", "uses proper", Slot.ANY, _TOOL, of="project", versioned="has_version", final=True),
    rule(r"^(?P<o>[^,;]+?) is (?:the|our) (?:main |primary |default |only |preferred )?(?:db|database|language|framework|build tool|build system|orm|package manager|test runner|linter|formatter|message broker|broker|queue|cache|web server|ci|runtime|bundler|search engine|data store|datastore)$", "uses proper", Slot.ANY, _TOOL, of="project", versioned="has_version"),
    rule(rf"^{S}(?: is|'s) (?P<o>[^;]+)$", "uses version", _TH, _TOOL, versioned="has_version"),
    rule(rf"^{S} (?:runs?|ran) (?:on |on top of |under |with )?(?P<o>[^;]+)$", "uses running", _TH, _TOOL, versioned="has_version"),
    rule(rf"^{S} (?:is|are) (?:built|based) (?:on|on top of|upon|around|with) (?P<o>[^;]+)$", "uses", _TH, _TOOL, versioned="has_version", lists="o"),
    rule(rf"^{S}(?:'ve| have| has)? (?:recently |just |all )*(?:switched|moved|migrated|converted|transitioned) (?:over )?(?:from [^,;]+? )?to (?P<o>[^;]+)$", "uses moved", Slot.ANY, _TOOL, versioned="has_version"),
    rule(r"^(?:switch|migrate|move|convert|transition) (?:over )?(?:(?P<x>(?!from\b)[^;]+?) )?(?:from [^;]+? )?to (?P<o>[^;]+)$", "uses moved", Slot.ANY, _TOOL, of="scope", commanding=True, versioned="has_version"),
    rule(r"^(?:use|adopt|introduce|go back to|switch back to) (?P<o>[^;]+)$", "uses bare", Slot.ANY, _TOOL, of="scope", commanding=True, versioned="has_version"),
    rule(r"^(?:stop using|ditch|drop|remove|get rid of|retire) (?P<o>[^;]+)$", "uses dropped", Slot.ANY, _TOOL, of="scope", commanding=True, ends=True),
    rule(rf"^{S} (?:is|are|was|were|has been|have been) (?:now |mostly |mainly |entirely |all )*(?:written|implemented|coded|programmed|rewritten) (?:entirely |mostly )?in (?P<o>[^;]+)$", "written_in", _TH, _TOOL, lists="o"),
    rule(r"^(?:built|made|powered|developed) (?:with|by|using|on(?: top of)?) (?P<o>[^;]+)$", "uses proper", Slot.ANY, _TOOL, of="project", lists="o", versioned="has_version"),
    rule(r"^(?:we|i)(?:'re| are|'m| am)? (?:run|running) (?P<o>[^;]+)$", "uses version", Slot.ANY, _TOOL, of="project", versioned="has_version"),
    rule(r"^(?:re)?written in (?P<o>[^;,]+)$", "written_in", Slot.ANY, _TOOL, of="project"),
)

DEPENDENCIES: Final[tuple[Rule, ...]] = (
    rule(rf"^{S} (?:no longer (?:depends? on|requires?|needs?|relies on)|stopped depending on|doesn't (?:depend on|need|require) (?=.*any ?more)|dropped (?:the|its) dependency on) (?P<o>[^;]+?)(?: any ?more)?$", "depends_on", Slot.ANY, _TOOL, ends=True, lists="o", final=True),
    rule(r"^(?:stop depending on|(?:drop|remove)(?: the| our)? (?:hard |direct |last )?dependency on|no longer (?:depend|depends) on) (?P<o>[^;]+)$", "depends_on", Slot.ANY, _TOOL, of="scope", commanding=True, ends=True, final=True),
    rule(rf"^{S} (?:now |also |only |still |directly )*(?:depends? (?:up)?on|relies on|rely on|hinges on|is (?:dependent|reliant) on|links against|is built against) (?P<o>[^;]+)$", "depends_on linked", Slot.ANY, _TOOL, lists="o", versioned="has_version"),
    rule(rf"^{S} (?:now |also |only |still )*(?:requires?|needs?|won't (?:start|run|work) without|can't (?:start|run|work) without|cannot (?:start|run|work) without|does not (?:start|run|work) without) (?P<o>[^;]+)$", "depends_on needed", _TH, _TOOL, lists="o", versioned="min_version"),
    rule(r"^you(?:'ll| will)? need (?P<o>[^;]+)$", "depends_on version", Slot.ANY, _TOOL, of="project", lists="o", versioned="min_version"),
    rule(r"^(?:requires?|depends on|needs) (?P<o>[^;]+)$", "depends_on", Slot.ANY, _TOOL, of="scope", lists="o", versioned="min_version"),
    rule(r"^(?:require|depend on) (?P<o>[^;]+)$", "depends_on", Slot.ANY, _TOOL, of="scope", commanding=True, lists="o", versioned="min_version"),
    rule(r"^add (?P<o>[^;]+?) (?:as an? (?:optional |dev |development |new |runtime |direct |peer )*dependency|to (?:the |our )?(?:dev |development |runtime )*dependencies)$", "depends_on", Slot.ANY, _TOOL, of="scope", commanding=True, lists="o", versioned="has_version"),
    rule(r"^add (?P<o>[^;]+?) (?:as an? (?:\w+ )*dependency of|to (?:the )?dependencies of) (?P<s>[^;]+)$", "depends_on", _TH, _TOOL, commanding=True, lists="o", versioned="has_version"),
    rule(r"^(?:drop|remove) (?:the )?(?P<o>[^;]+?)(?: dependency| from (?:the )?dependencies)?$", "depends_on dropped", Slot.ANY, _TOOL, of="project", commanding=True, ends=True),
)

_V: Final = rf"(?P<o>{VERSION})"
VERSIONS: Final[tuple[Rule, ...]] = (
    rule(rf"^(?:.{{1,40}}? )?(?:supports?|works with|compatible with|works on) (?P<s>[\w.+#-]+(?: [\w.+#-]+)?) {_V}(?:\+| (?:and|or) (?:newer|later|above|up|higher|upwards))$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?:upgrade|update|migrate|move|switch|bump|downgrade) (?:back )?to (?P<s>[\w.+#@/ -]*?[a-z][\w.+#@/-]*) {_V}$", "has_version", Slot.ANY, Slot.VERSION, commanding=True, final=True),
    rule(rf"^(?:bump|set) (?:the )?(?:package |project )?version (?:from {VERSION} )?to {_V}$", "has_version", Slot.ANY, Slot.VERSION, of="project", commanding=True, final=True),
    rule(rf"^(?:pin|cap|limit|hold|constrain|restrict) (?P<s>[\w.+#@/-]+) (?:to )?(?:<=?|below|under|at most) ?{_V}$", "max_version", Slot.ANY, Slot.VERSION, commanding=True, final=True),
    rule(rf"^(?:the )?(?:current |latest )?version: {_V}$", "has_version", Slot.ANY, Slot.VERSION, of="project", final=True),
    rule(rf"^(?:the )?(?:minimum|min\.?|minimal|oldest|lowest)(?: supported| required)?(?: version of)? (?P<s>[\w.+# -]+?)(?: version)?(?: (?:for|of) [\w ]+?)?(?: is| is now|:) (?:now )?{_V}$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?:raise|bump|increase|set|lift) (?:the )?(?:minimum|min\.?|minimal)(?: supported| required)?(?: version of)? (?P<s>[\w.+# -]+?)(?: version)? (?:from {VERSION} )?to {_V}$", "min_version", Slot.ANY, Slot.VERSION, commanding=True, final=True),
    rule(rf"^(?P<s>[\w.+# -]+?) (?:must|has to|needs to|should) be (?:at least|newer than|no older than) (?:version )?{_V}$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^anything (?:below|older than|before) (?P<s>[\w.+# -]+?) {_V} .+$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?P<s>[\w.+# -]+?) (?:below|older than|before) {_V} (?:is|are) (?:not|no longer) supported$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?P<s>[\w.+# -]+?) {_V}(?:\+| or (?:newer|later|higher|above)) is (?:required|needed|supported)$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?P<s>[\w.+# -]+?) {_V}(?:\+| or (?:newer|later|higher|above))? is (?:required|needed)$", "min_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?:the )?(?:maximum|max\.?|newest|highest)(?: supported)?(?: version of)? (?P<s>[\w.+# -]+?)(?: version)? is {_V}$", "max_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?P<s>[\w.+# -]+?) (?:must|has to|needs to) be (?:older than|below|less than|at most|before) (?:version )?{_V}$", "max_version", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?:cap|limit|hold) (?P<s>[\w.+# -]+?) (?:at|below|to|<|<=) ?{_V}$", "max_version", Slot.ANY, Slot.VERSION, commanding=True),
    rule(rf"^(?:bump|upgrade|update|downgrade|pin)s?(?:ed)? (?:the )?(?:dependency |package |module |library |crate |action |plugin |gem )?(?P<s>[^;]+?)(?: version)?(?: from (?:version )?{VERSION}| {VERSION})? (?:to|at|->|→|=>|==) (?:version )?{_V}(?: in .*| and .*|,.*)?$", "has_version", Slot.ANY, Slot.VERSION, commanding=True, final=True),
    rule(rf"^(?P<s>(?![a-z]+_\w+ )[\w@/.+ -]*?[\w@/.+-])(?:: | )(?:from )?{VERSION} ?(?:->|→|=>|to) ?{_V}$", "has_version arrow", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?P<s>[\w@/.+-]+)(?: to| ->| →) {_V}$", "has_version arrow", Slot.ANY, Slot.VERSION, final=True),
    rule(rf"^(?:we|i)(?:'ve| have)? (?:just |recently |already )*(?:upgraded|updated|bumped|downgraded|moved|pinned|locked|migrated|switched)(?: (?P<x>everything|all))? ?(?P<s>(?!to\b)[\w@/.+ -]+?)? (?:from {VERSION} )?(?:to|at|on) (?:version )?{_V}(?: because .*)?$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^(?:we|i)(?:'ve| have)? (?:just |recently |already )*(?:upgraded|updated|bumped|moved|migrated|switched) to (?P<s>[\w.+# -]+?) {_V}$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^{S} (?:is|are|was|were|'s|has been|stays?|remains?|got)(?: now| currently| still)?(?: pinned| locked| upgraded| updated| bumped| frozen| held)? (?:at|to|on) (?:version |release )?{_V}$", "has_version", _TH, Slot.VERSION),
    rule(rf"^(?:we|i)(?:'re| are|'m| am)(?: now| still| currently)? (?:on|at|running|using) (?P<s>[\w.+# -]+?) {_V}(?: now| already| everywhere)?$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^(?:i|we) have (?P<s>[\w.+# -]+?) {_V} installed$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^(?P<s>[\w.+# -]+?) {_V} is (?:the |our )(?:main |primary |default )?(?:db|database|language|runtime|compiler|version .*|one .*)$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^(?:the )?(?:current|latest|newest|installed|stable|latest stable|current stable)?(?: stable)? ?(?:version|release) (?:of|for) (?P<s>[^,;]+?) is (?:now )?{_V}$", "has_version", Slot.ANY, Slot.VERSION),
    rule(rf"^{S}(?:'s)? (?:current |latest )?version is (?:now )?{_V}$", "has_version", _TH, Slot.VERSION),
    rule(rf"^{S}(?: is|'s) (?:now )?(?:at )?version {_V}$", "has_version", _TH, Slot.VERSION),
    rule(rf"^(?:the )?(?:current |latest )?(?:version|release) is (?:now )?{_V}$", "has_version", Slot.ANY, Slot.VERSION, of="project"),
    rule(rf"^(?:release|version|cut|tag|bump (?:the )?version to|release version) {_V}$", "has_version", Slot.ANY, Slot.VERSION, of="project", commanding=True),
)

_VAL: Final = rf"(?P<o>{VALUE})"
PROPERTIES: Final[tuple[Rule, ...]] = (
    rule(rf"^(?P<s>[a-z]+_[\w.]*)(?:: | )(?:from )?{VALUE} ?(?:->|→|=>) ?{_VAL}$", "has_value", Slot.ANY, Slot.VALUE, final=True),
    rule(rf"^(?:set|change|switch) (?:the )?(?:default )?(?P<k>[\w -]*?{QUALITY}) (?:from .+? )?to (?P<o>[\w.+-]+)$", "has_{k}", Slot.ANY, Slot.ANY, of="scope", commanding=True, final=True),
    rule(rf"^(?:the )?(?P<k>[\w -]*?{QUALITY}): {_VAL}$", "has_{k}", Slot.ANY, Slot.VALUE, of="project", final=True),
    rule(rf"^(?:raise|increase|bump|lower|reduce|decrease|cut|extend|shorten|double|halve|lift|relax|tighten) (?:the )?(?:default )?(?P<k>[\w -]*?\w) (?:from .+? )?to {_VAL}$", "has_{k}", Slot.ANY, Slot.VALUE, of="scope", commanding=True, final=True),
    rule(rf"^(?P<k>[a-z][\w -]*?)(?:: | )(?:from )?{VALUE} ?(?:->|→|=>) ?{_VAL}$", "has_{k}", Slot.ANY, Slot.VALUE, of="scope", final=True),
    rule(rf"^(?:the |our )?(?P<k>[\w -]*?{QUALITY}) (?:of|for|in) (?P<s>(?!{VALUE}\b)[^,;]+?) is (?:now |set to |always |limited to )*(?P<o>{VALUE}|[\w%.:+/-]+)$", "has_{k}", _TH, Slot.VALUE, final=True),
    rule(r"^(?P<s>[^,;]+?)'s (?P<k>[\w -]+?) is (?:now |set to |always )*(?P<o>[\w%.:+ /-]+)$", "has_{k} named", _TH, Slot.VALUE, final=True),
    rule(r"^my (?P<k>timezone|time zone|locale|shell|os|operating system|keyboard layout|language|pronouns|username|github handle|handle|editor|terminal|browser|locale|keyboard|native language|mother tongue) (?:is|are) (?P<o>[\w%.:+ /@-]+)$", "has_{k}", Slot.ANY, Slot.ANY, of="user"),
    rule(rf"^(?:the |our )?(?P<k>(?:(?:default|max|min|maximum|minimum) )?[\w -]*?{QUALITY}) (?:is|are|was|were|went up|went down|goes|rose|dropped|was raised|was lowered|was increased|was reduced|has been raised|is now)(?: now| at| set| always| limited| currently)*(?: from .+?)?(?: to| at)? (?P<o>{VALUE}|[\w%.:+/-]+)(?: now| right now| at the moment)?(?:, .*)?$", "has_{k}", Slot.ANY, Slot.VALUE, of="scope", final=True),
    rule(rf"^(?P<s>[^,;]+?) has (?:an? |the )?(?P<k>[\w -]*?{QUALITY}) of {_VAL}$", "has_{k}", _TH, Slot.VALUE),
    rule(rf"^(?P<s>[^,;]+?) (?:retries|tries|waits|polls|sends|runs|keeps|uses)\b.*\bwith an? (?P<k>[\w-]+) of {_VAL}$", "has_{k}", _TH, Slot.VALUE),
    rule(rf"^(?:now |today |currently )?(?:it|that|this)(?: is|'s) (?:now )?{_VAL}(?: now)?$", "again", Slot.ANY, Slot.VALUE, of="project"),
    rule(rf"^(?P<s>[^,;]+?) times? out after {_VAL}$", "has_timeout", _TH, Slot.VALUE),
    rule(rf"^(?P<s>[^,;]+?) (?:is|are) (?:kept|retained|stored|preserved|archived) for {_VAL}$", "has_retention", _TH, Slot.VALUE),
    rule(rf"^(?P<s>[^,;]+?) (?:allows?|accepts?|permits?|holds?|takes?|handles?|supports?) (?:up to|at most|a maximum of|no more than) (?P<o>{VALUE}(?: \w+)?(?: (?:per|a|an) \w+)?)$", "has_limit", _TH, Slot.ANY),
    rule(rf"^(?P<s>[^,;]+?) (?:(?:is|are) )?(?:retries|retried|tries|tried|attempts|retry)(?: (?:a |an |the |failed |each |every )*(?:[\w -]+?))? {_VAL}(?:, .*)?$", "has_retries", _TH, Slot.VALUE),
    rule(r"^(?P<s>[^,;]+?) (?:is|are|was) (?:licen[cs]ed|released|available|distributed) under (?:the )?(?P<o>[\w .+-]+?)(?: licen[cs]e)?$", "has_license", _TH, Slot.ANY),
    rule(r"^(?:re|dual-)?licen[cs]ed? under (?:the )?(?P<o>[\w .+-]+?)(?: licen[cs]e)?$", "has_license", Slot.ANY, Slot.ANY, of="project"),
    rule(r"^set (?P<s>[\w.]*_[\w.]*|[a-z]+[A-Z]\w*|[a-z]+\.[\w.]+) (?:from .+? )?to (?P<o>\S+)$", "has_value", Slot.ANY, Slot.VALUE, commanding=True, final=True),
    rule(r"^(?P<s>[\w.]*_[\w.]*|[a-z]+[A-Z]\w*|[A-Z][A-Z_]+) (?:defaults to|has a default of|is by default) (?P<o>\S+)$", "has_default", Slot.ANY, Slot.VALUE),
    rule(r"^(?P<s>[\w.]*_[\w.]*|[a-z]+[A-Z]\w*|[A-Z][A-Z_]+) is (?:now |set to )*(?P<o>\S+)$", "has_value", Slot.ANY, Slot.VALUE),
    rule(r"^(?P<s>[A-Z][A-Z_]+|[\w.]*_[\w.]*) ?= ?(?P<o>\S+)$", "has_value", Slot.ANY, Slot.VALUE),
    rule(r"^(?:we )?default(?:s)? (?P<s>[\w. -]+?) to (?P<o>\S+)$", "has_default", Slot.ANY, Slot.VALUE, commanding=True),
)

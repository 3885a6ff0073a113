# ruff: noqa: E501 - patterns that are broken over lines are harder to read
"""Patterns of the closed forms.

They cover a version, a port, an address, an owner, an employer, a move, a new name, and a due or an expiry date. A
pattern matches a whole clause. Its groups: `s` is the subject of the clause, `o` and `x` are further names, `v`, `d`,
`w` and `n` versions, `p` a port, `u`, `m` and `h` a URL, an e-mail address and a host, `k` a property, `r` a role, and
`at` the number of a date, which appears in a clause as `§number§`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from codegraph.memory.facts.fact_model import News

WORD: Final = r"(?:[\w@`#][\w./+#@&'’`:*-]*(?:\(\))?|& \w[\w'’-]*)"
_S: Final = rf"(?P<s>{WORD}(?:,? {WORD}){{0,6}}?)"
_O: Final = rf"(?P<o>{WORD}(?:,? {WORD}){{0,5}}?)"
_X: Final = rf"(?P<x>{WORD}(?: {WORD}){{0,3}}?)"
_PRE: Final = r"(?:[-.]?(?:alpha|beta|rc|dev|post|pre|sp|a|b)\.?\d*|-[a-z][\w.]*)?(?:\+[\w.]+)?"
_NUMBER: Final = rf"\d+(?:\.\d+)*{_PRE}"
_VERSION: Final = rf"(?:(?:version|release) v?(?P<v>{_NUMBER})|v?(?P<d>\d+(?:\.\d+)+{_PRE})|v(?P<w>\d+))"
_PORT: Final = r"(?:(?:its|the|tcp|udp|http|https|local|default|usual|standard|own) )*(?:port )(?:number )?(?P<p>\d{1,5})(?:/(?:tcp|udp))?"
LINKS: Final = r"(?:[a-z][a-z0-9+.-]*://[^\s,;<>]*[^\s,;<>.)!?])"
MAILS: Final = r"(?:[\w.+-]+@[\w-]+(?:\.[\w-]+)+)"
_HOSTS: Final = (
    r"(?:(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?|localhost(?::\d+)?|[a-z][\w-]*(?:\.[a-z][\w-]*)+(?::\d+)?|"
    r"[a-z]+(?:-[a-z0-9]+)*-?\d+(?!\.\d)|\[?[0-9a-f]*:(?:[0-9a-f]*:)+[0-9a-f]*\]?)"
)
_ADDRESS: Final = rf"<?(?:(?P<u>{LINKS})|(?P<m>{MAILS})|(?P<h>{_HOSTS}))>?"

_ADV: Final = r"(?: (?:now|currently|still|already|just|recently|officially|finally|today|also|always|formally|directly|internally|since then|only|again|finally|jointly|together|both))*"
_END: Final = (
    r"(?:,? (?:now|today|already|again|these days|at the moment|instead|currently|too|as well|by default|then)\b)*"
    r"(?:,? (?:because|since|so|for|after|with|and|but|which|who|where|behind|while|due to|in|under|over|via|as|across|"
    r"before|inside|through|to|thanks to|on|by|from|at|along|next|together|alongside)\b.*|\s*[,(—–].*| - .*)?"
)
_DAY: Final = r"(?:the )?§(?P<at>\d+)§"


_NEEDS: Final = {
    **dict.fromkeys(("version", "upgrade", "changed", "used", "bare", "released", "port"), re.compile(r"\d")),
    **dict.fromkeys(("property", "address"), re.compile(r"\d|://|@|\w\.\w|localhost")),
    **dict.fromkeys(("due", "expires"), re.compile("§")),
    **dict.fromkeys(("owned", "owns", "handed"), re.compile(
        r"own|maint|look|care|respons|charge|belong|hand|pass|gave|turned|took|tak|inherit|adopt|steward|with|job|went|"
        r"transfer|assign|pick|assum|behind|moved|goes|came|['’]s", re.IGNORECASE)),
    **dict.fromkeys(("renamed", "we renamed"), re.compile(r"nam|call|known|former|previous|[-=]>|→|now|becom|became|brand|goes by|go by|titled", re.I)),
    **dict.fromkeys(("moved", "we moved", "dated move"), re.compile(r"mov|migrat|relocat|transfer|switch|shift|went|gone|goes|now|new|live|sit|kept|stored|host|port|is|are|been")),
}  # fmt: skip
_PROPER: Final = re.compile(r"\W[A-ZÀ-ÞĀ-Ž\d]|\b(?:left|quit|resigned)$")
"""An employer is spelt with a capital."""


class Form(NamedTuple):
    """Sentence pattern and the name of its meaning."""

    says: str
    source: str
    news: News = News.NONE

    def can_match(self, clause: str) -> bool:
        """Return whether a clause has what the pattern needs, before it is compiled."""
        return _NEEDS.get(self.says, _PROPER).search(clause) is not None

    @property
    def pattern(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return _compile(self.source)


def _make_form(says: str, pattern: str, news: News = News.NONE) -> Form:
    return Form(says, rf"{pattern}{_END}", news)


@cache
def _compile(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


_A: Final = _ADV
_BY: Final = r"(?:is|are|was|were|has been|have been|got|gets|is being|had been)"
_ROLE: Final = rf"(?: as (?:an?|the|our|its|their) (?P<r>{WORD}(?: {WORD}){{0,4}}?))?"
_JOB: Final = rf"(?P<r>(?!(?:for|at|in|the|with) ){WORD}(?: {WORD}){{0,4}}?)"
_FROM: Final = rf"(?: (?:up |down |over )?(?:from|off) (?:version )?(?:{WORD} )?v?{_NUMBER})?"
_CHANGED: Final = (
    r"(?:upgraded|updated|bumped|moved|went|switched|migrated|downgraded|jumped|raised|lifted|brought|taken|took|rolled back|"
    r"reverted|rolled|advanced|came|ported|progressed|dropped back)(?: up| down| over)?"
)
_PINNED: Final = r"(?:pinned|pin|pins|locked|lock|froze|frozen|fixed|held|hold|kept|keep|capped|standardi[sz]ed|set|installed|deployed)"
_NEWEST: Final = r"(?:current |latest |newest |new |stable |present |installed |deployed |minimum |running )*"
_IS: Final = r"(?: is| was|:| =| ==| equals|,)"
_SERVES: Final = (
    r"(?:listens?|is listening|are listening|runs?|is running|are running|serves?|is served|are served|is exposed|is reachable|"
    r"is available|is bound|are bound|binds|answers?|responds?|accepts [\w ]{3,24}?|takes [\w ]{3,24}?|is|are|starts|comes up|sits?|lives?|goes|"
    r"speaks \w+|opens|is open|is up|is published|is mapped|can be reached|is found|was moved|has moved|moved|has been moved|was put|"
    r"went|changed|switched|was changed|was switched|now sits)"
)
_ON: Final = r"(?:on|from|at|to|via|through|under|over|behind|from (?:port )?\d+ to|off (?:port )?\d+ to)"
_EXPOSE: Final = (
    r"(?:run|runs|expose|exposes|serve|serves|put|bind|binds|host|hosts|moved|published|started|start|reach|mapped|map)"
)
_OWNED: Final = (
    r"(?:(?:is|are|was|were|has been|have been|got|gets) (?:\w+ly |now |currently |still |jointly )*(?:owned|maintained|looked after|taken care of|co-owned|co-maintained|"
    r"stewarded|taken over|inherited|adopted|owned and maintained|maintained and owned) by|belongs?(?: now)? to|is the responsibility of|"
    r"is in the (?:hands|care) of|(?:was|has been|got|is) (?:handed(?: over)?|passed(?: on| over)?|given|transferred|reassigned|assigned) to|"
    r"went over to|passed to|passed over to)"
)
_OWNS: Final = (
    r"(?:owns?|maintains?|co-owns?|co-maintains?|looks? after|takes? care of|is responsible for|are responsible for|am responsible for|"
    r"has been responsible for|have been responsible for|is in charge of|are in charge of|am in charge of|has been in charge of|is accountable for|"
    r"(?:is|are|am|became|becomes|has become|has been|remains) (?:now )?(?:the |an? )?(?:new |current |sole |main |lead )?(?:owners?|maintainers?|co-owners?|stewards?) (?:of|for)|"
    r"(?:has|have) (?:the )?ownership of|stewards?|(?:is|are) looking after|has owned|have owned|has maintained|has looked after)"
)
_TAKES: Final = r"(?:(?:has |have )?(?:took|taken|takes|take) over|(?:has |have )?inherited|(?:has |have )?adopted|(?:has |have )?assumed|(?:has |have )?picked up)(?: the)?(?: ownership of| maintenance of| responsibility for)?"
_JOINS: Final = (
    r"(?:joined|joins|has joined|have joined|started at|starts at|started working at|started working for|started with|began at|began working at|"
    r"began working for|(?:was|got|has been|is) hired by|signed on with|signed with|started a job at|took a job at|took a position at|"
    r"started a new job at|found a job at|became an employee of|returned to|went back to|rejoined|got a job at|got a position at|landed a job at|has started at|has begun at)"
)
_WORKS: Final = (
    r"(?:works?|is working|am working|are working|is employed|am employed|has worked|have worked|has been working|have been working|"
    r"has been employed|was employed|were employed|has a job|holds a position|has a position|has been|teaches|studies|volunteers|consults)(?: \w+-time| remotely| full time| part time| in [\w-]+)?(?: at| for| by)"
)
_LEAVES: Final = (
    r"(?:left|leaves|has left|have left|quit|quits|has quit|resigned from(?: \w+ (?:job|position|post|role) at)?|has resigned from|departed from|departed|stopped working at|stopped working for|"
    r"stepped away from|retired from|parted ways with|was laid off by|was let go by|finished at|moved on from|ended \w+ time at|gave notice at)"
)
_MOVED: Final = r"(?:(?:is|are|was|were|has been|have been|got) )?(?:(?:has|have) )?(?:moved|migrated|relocated|transferred|switched|shifted|ported)(?: over| house| away)?"
_KNOWN: Final = (
    r"(?:is|are) (?:now |henceforth )?(?:called|named|known as|titled)|(?:is|are) (?:called|named|known as)|goes (?:now )?by(?: the name(?: of)?)?|"
    r"go by(?: the name(?: of)?)?|goes under the name(?: of)?|got the (?:new )?name|(?:has|have) (?:got |taken )?(?:the|a) new name(?:,|:)?|"
    r"took (?:on )?the name|has been called|has been known as|was given the (?:new )?name|was rebranded (?:as|to)|has been rebranded (?:as|to)|"
    r"rebranded (?:as|to)|was retitled|is now|became|becomes|has become"
)
_TASKS: Final = r"(?:done|finished|complete|completed|submitted|ready|in|delivered|sent|filed|handed in|merged|paid|shipped|renewed|published|out|turned in|returned|signed|reviewed|back|live|there|closed|with [\w ]{2,24}?|at [\w ]{2,24}?)"
_EXPIRES: Final = (
    r"(?:expires?|lapses?|runs? out|ends?|terminates?|will expire|will lapse|will run out|will end|(?:is|are)(?: only| still)? (?:valid|good)|remains valid|stays valid|"
    r"stops working|becomes invalid|reaches (?:its )?end of life|goes (?:end[- ]of[- ]life|eol)|is supported|is up|expired|lapsed|ran out|"
    r"is up for renewal|(?:has|have) (?:an )?(?:expiry|expiration)(?: date)?|runs|lasts|stands|holds|is set to expire|is due to expire|loses validity)"
)
_VALUE_KINDS: Final = (
    r"(?:version|port|urls?|website|web site|site|homepage|home page|endpoint|address|host|host ?name|server|e-?mail(?: address)?|mail(?: address)?|"
    r"ip(?: address)?|domain|base url|release|version number|port number|stable|build|tag)"
)
_ANY_VALUE: Final = rf"(?:{_ADDRESS}|(?:version |port )?v?(?P<v>{_NUMBER}))"

FORMS: Final[tuple[Form, ...]] = (
    # port
    _make_form("port", rf"{_S}{_A} (?:{_BY} )?(?:has )?(?:moved|went|changed|switched) from (?:port )?\d+ to (?:port )?(?P<p>\d{{2,5}})"),
    _make_form("port", rf"{_S}{_A} {_SERVES}{_A} {_ON} {_PORT}"),
    _make_form("port", rf"{_S}{_A} (?:listens?|is listening|are listening|answers?|is bound|are bound|binds|responds?|accepts [\w ]{{3,24}}?|(?:is|are) (?:exposed|served|reachable|available|published)){_A} (?:on|at|to|from) :?(?P<p>\d{{2,5}})"),
    _make_form("port", rf"{_S}{_A} {_SERVES}{_A} {_ON} (?:tcp|udp)(?: port)?[ /]?(?P<p>\d{{2,5}})"),
    _make_form("port", rf"{_S}{_A} (?:uses?|exposes?|occupies|has|got|takes|claims|owns|opens|needs) {_PORT}"),
    _make_form("port", rf"(?:we|i|you|they|{WORD}){_A} (?:have )?{_EXPOSE} {_S}(?: from (?:port )?\d+)? (?:on|at|to|under|through|via) {_PORT}"),
    _make_form("port", rf"port (?P<p>\d{{1,5}}){_A} (?:belongs to|is used by|is taken by|is occupied by|is reserved for|is assigned to|is for|is where|serves|goes to|hosts|is|is held by) {_S}(?: listens| runs| lives)?"),
    _make_form("port", rf"(?:you )?(?:can )?(?:reach|find|open|connect to|talk to|attach to|get to) {_S} (?:on|at|via|through|over|under) {_PORT}"),
    _make_form("port", rf"{_S}{_A} (?:took over|takes over|took|claimed|got|was given|was assigned|is assigned|grabbed|attaches to|waits on|waits at|is waiting on|polls|hangs off) {_PORT}"),
    _make_form("port", rf"{_S}(?: is)?:? (?:tcp |udp )?port (?P<p>\d{{1,5}})"),
    # property of something
    _make_form("property", rf"(?:the )?{_NEWEST}(?:[\w-]+ ){{0,2}}?(?P<k>{_VALUE_KINDS})(?: number)? (?:of|for) {_S}(?:{_IS}|(?: was| has| is| has been| got)? (?:changed|moved|set|switched|went|updated)(?: from [^ ]+)? to| became){_A} {_ANY_VALUE}"),
    _make_form("property", rf"{_S}(?:['’]s?(?: [\w-]+)??| has the| has a| uses the| got a| got the)? {_NEWEST}(?P<k>{_VALUE_KINDS})(?: number)?(?:{_IS}|(?: was| has| is| has been| got)? (?:changed|moved|set|switched|went|updated)(?: from [^ ]+)? to| became|){_A} {_ANY_VALUE}"),
    _make_form("property", rf"(?:use |take |set )?{_ANY_VALUE} (?:is|as) (?:the )?{_NEWEST}(?P<k>{_VALUE_KINDS})(?: number)? (?:of|for) {_S}"),
    _make_form("property", rf"{_ANY_VALUE} is {_S}['’]s? {_NEWEST}(?P<k>{_VALUE_KINDS})"),
    # address
    _make_form("address", rf"{_S}{_A} (?:is|are|lives?|runs?|sits?|resides?|answers?|responds?|listens|can be (?:reached|found|opened|seen|downloaded)|(?:is|are|was|were|has been) (?:now )?(?:hosted|served|available|reachable|deployed|published|located|running|found|exposed|documented|accessible|live|online|mirrored|kept|up|installed|reached))(?: live| online)?{_A} (?:at|on|under|to|from|via|by) (?:mail |e-?mail )?(?:at |to )?(?:the )?(?:host |machine |server |address |node |box )?{_ADDRESS}"),
    _make_form("address", rf"(?:you )?(?:can )?(?:['’]ll )?(?:contact|reach|e-?mail|mail|write to|write|ping|message|find|open|visit|see) {_S} (?:at|via|under|on|by writing to|by mail at) {_ADDRESS}"),
    _make_form("address", rf"{_S}{_A} (?:uses|has|got)(?: the| a)? (?:new )?(?:e-?mail|mail|address|url|host)(?: address)?{_A} {_ADDRESS}"),
    _make_form("address", rf"(?:mails?|messages?|questions?|e-?mails?|requests?|tickets?|reports?) (?:for|to|about) {_S} (?:goes|go|should go|is sent|are sent) to {_ADDRESS}"),
    _make_form("address", rf"{_S} (?:goes|go|is sent|are sent) to (?P<u>)(?P<h>)(?P<m>{MAILS})"),
    _make_form("address", rf"(?:we |i )?(?:host|run|deploy|serve|moved|put|publish)(?:ed|s)? {_S} (?:at|on|under|to) (?:the )?(?:host |machine |server )?{_ADDRESS}"),
    _make_form("address", rf"{_S}{_A} (?:{_BY} )?(?:has |have )?moved(?: from [^ ]+)? to (?P<u>{LINKS})(?P<m>)(?P<h>)"),
    _make_form("address", rf"(?:you(?:['’]ll)? |we |i |they )?(?:can )?(?:point|connect to|connect|log in to|log into|ssh into|browse|browse to|clone|pull|download|fetch|get|install|call|look up|look at|read|use|send|address|direct) {_S} (?:at|via|under|on|from|to) (?:the )?(?:host |machine |server )?{_ADDRESS}"),
    _make_form("address", rf"(?:for )?{_S},? (?:write to|mail|e-?mail|contact|ask|visit|see|go to|open|use) {_ADDRESS}"),
    _make_form("address", rf"{_ADDRESS} (?:hosts|serves|belongs to|is where|is now|is|points to|leads to|is used by|resolves to|runs|is for) {_S}(?: lives| runs| is| sits| listens| can be found| is hosted| is now)?"),
    _make_form("address", rf"{_S}(?::| →| ->| =) {_ADDRESS}"),
    # version
    _make_form("version", rf"{_S}{_A} (?:is|are|was|runs|run|has run|have run|has used|stays|stands|sits|remains|has been|have been|uses|use|is using|is running|has been running|reached|hit|ships as|got to|reports|follows|tracks|is tagged|carries|shows|bears|got)(?: running| {_PINNED}| running on| still| stuck| live| sitting| back)?{_A} (?:at |on |to |in |as |with )?{_VERSION}"),
    _make_form("version", rf"{_S}{_A} {_BY}{_A} (?:{_CHANGED}|{_PINNED}|released|published|shipped|tagged|rebuilt){_FROM} (?:to|at|as|on|in|with) {_VERSION}", News.MOVED),
    _make_form("version", rf"{_S}{_A} (?:has |have )?{_CHANGED}{_FROM} (?:to|at) {_VERSION}", News.MOVED),
    _make_form("changed", rf"{_S}{_A} (?:{_BY} )?(?:has |have )?{_CHANGED} from v?\d[\w.]* to v?(?P<v>{_NUMBER})", News.MOVED),
    _make_form("upgrade", rf"{_S}{_A} (?:has |have )?(?:{_CHANGED}|{_PINNED}|released|shipped|published|tagged|pinned) {_X}{_FROM} (?:to|at|on|back to|as) {_VERSION}", News.MOVED),
    _make_form("upgrade", rf"{_S}{_A} (?:has |have )?{_CHANGED} {_X} from v?\d[\w.]* to v?(?P<v>{_NUMBER})", News.MOVED),
    _make_form("used", rf"{_S}{_A} (?:uses|use|is using|are using|runs on|run on|is on|are on|is built (?:on|with|against)|are built (?:on|with)|runs|run|builds with|build with|is written in|targets|is pinned to|{_BY} {_CHANGED} to|(?:has |have )?{_CHANGED} to|released|shipped|published|tagged|installed|deployed|have|has|is based on|are based on|tests against|ships with|ships|comes with|come with|includes|bundles|works with|is tested with|still uses|still runs|stays? on|remains? on|settled on|standardi[sz]ed on|is|installs|pins|follows|tracks){_A} (?:at |on )?{_X} (?:{_VERSION}|(?P<n>\d{{1,4}}))(?: installed)?"),
    _make_form("used", rf"{_S}{_A} (?:has|have|pins|holds|keeps|locks|lists) {_X} at {_VERSION}"),
    _make_form("used", rf"{_X} {_VERSION} (?:builds|runs|powers|drives|backs|serves|replaces|replaced) {_S}"),
    _make_form("released", rf"(?:we|i|they|you|{_X}){_A} (?:is|are|am|runs?|uses?|stays?|remains?|(?:have |has )?(?:{_CHANGED}|{_PINNED}|installed|deployed|shipped|released|published)){_A} (?:to |on |at |with )?(?:version |release |v)v?(?P<v>{_NUMBER}) of {_S}"),
    _make_form("released", rf"(?:version |release |v)v?(?P<v>{_NUMBER}) of {_S}{_A} (?:is|was|has been|went|shipped|landed|came|runs|has)(?: now)? ?(?:out|live|released|shipped|landed|available|deployed|installed|published|tagged|in production|in use|current|running)?"),
    _make_form("changed", rf"{_S}:? v?\d[\w.]* ?(?:→|->|=>|to) ?v?(?P<v>{_NUMBER})", News.MOVED),
    _make_form("bare", rf"(?:{WORD}: )?{_X} {_VERSION}(?: is out| is released| was released| is in use| is installed| is live| is deployed| is running| went live| shipped| landed| came out| has been released| has landed| has shipped| is available| is what we (?:run|use)| is on [\w ]+| was published| was tagged| is current)?"),
    _make_form("bare", rf"{_X}(?:@|==| == | = |: ){_VERSION}"),
    # owner
    _make_form("owned", rf"(?:the )?(?:new |current )?(?:owner|maintainer|steward|ownership|responsibility) (?:of|for) {_S}(?: is|:| passed| went| moved| was handed(?: over)?| was transferred| has passed| lies with| is with| was given| goes| transferred){_A}(?: to)? {_O}", News.NOW),
    _make_form("owned", rf"{_S}(?:['’]s)? (?:new |current )?(?:owner|maintainer)(?: is|:){_A} {_O}"),
    _make_form("owned", rf"{_S}{_A} has (?:a |an )?(?:new )?(?:owner|maintainer)(?:,|:) {_O}", News.NOW),
    _make_form("owned", rf"{_S}{_A} {_OWNED} {_O}"),
    _make_form("owned", rf"{_S}{_A} (?:is|are){_A} {_O}['’]s? (?:job|baby|business|task|area|turf|project|responsibility|to look after)"),
    _make_form("owned", rf"(?:the )?(?:team|person|people|group|one|crew) (?:behind|responsible for|in charge of|looking after|that owns|who owns) {_S} (?:is|are){_A} {_O}"),
    _make_form("owned", rf"{_S}{_A} (?:is|are|lies|sits|rests){_A} with (?P<o>(?:the |team )?{WORD}(?: {WORD}){{0,2}}? (?:team|group|squad|guild|crew)|team {WORD})"),
    _make_form("owned", rf"{_S}{_A} (?:went|goes|moved|passed|was passed|came) (?:over )?(?:from {_X} )?to (?P<o>(?:the |team )?{WORD}(?: {WORD}){{0,2}}? (?:team|group|squad|guild|crew)|team {WORD})", News.MOVED),
    _make_form("handed", rf"{_X}{_A} (?:has |have )?(?:handed|passed|gave|transferred|turned) {_S}(?: over)?(?: ownership)? (?:over )?to {_O}", News.MOVED),
    _make_form("owns", rf"{_S}{_A} {_OWNS}{_A} {_O}"),
    _make_form("owns", rf"{_S}{_A} {_TAKES} {_O}", News.MOVED),
    _make_form("owns", rf"{_S}{_A} (?:took|takes|has taken) charge of {_O}", News.MOVED),
    _make_form("owned", rf"{_S}(?: is|:|,) (?:owner|maintainer|owned by|maintained by):? {_O}"),
    _make_form("owned", rf"{_S}{_A} (?:is|are){_A} (?:in )?{_O}['’]s(?: hands| care| responsibility)?"),
    # renamed
    _make_form("renamed", rf"{_S}{_A} (?:has |have )?(?:{_BY} )?{_A}(?: )?renamed(?: from {_X})?(?: to| as| into|) {_O}", News.MOVED),
    _make_form("we renamed", rf"(?:we|i|they|{WORD}|the {WORD}(?: {WORD})?){_A}(?: have| has)? renamed {_S}(?: from {_X})? (?:to|as|into) {_O}", News.MOVED),
    _make_form("renamed", rf"{_S}{_A} (?:{_KNOWN}){_A} {_O}", News.MOVED),
    _make_form("renamed", rf"(?:the )?new name (?:of|for) {_S} (?:is|:){_A} {_O}", News.MOVED),
    _make_form("renamed", rf"{_S}['’]s new name is{_A} {_O}", News.MOVED),
    _make_form("renamed", rf"(?:the )?(?:\w+ )?(?:formerly|previously) (?:known as|called|named) {_S},? is now(?: called| known as| named)? {_O}", News.MOVED),
    _make_form("renamed", rf"{_O}(?: is|,| was) (?:formerly|previously|once)(?: known as| called| named|) {_S}", News.MOVED),
    _make_form("renamed", rf"(?:renamed?:? )?{_S} (?:→|->|=>) {_O}", News.MOVED),
    _make_form("renamed", rf"{_O} (?:used to be|was) (?:called|named|known as) {_S}", News.MOVED),
    _make_form("renamed", rf"(?:we|they|people)(?: have)?{_A} call {_S} (?P<o>[\w@`][\w./-]*)", News.MOVED),
    _make_form("renamed", rf"{_S}{_A} changed (?:its|their) name to {_O}", News.MOVED),
    # due and expiry dates
    _make_form("due", rf"{_S}{_A} (?:is|are|falls|fall|comes|come|will be|was){_A} (?:due|payable|wanted|owed){_A} (?:with [\w ]+ |at [\w ]+ )?(?:on |by |before |in |at |no later than )?{_DAY}"),
    _make_form("due", rf"(?:the )?(?:new |final |hard )?(?:deadline|due date|cut-?off(?: date)?|closing date) (?:for|of|to (?:submit|file|send|deliver)) {_S}(?: is|:| falls| ends){_A} (?:on |by )?{_DAY}"),
    _make_form("due", rf"{_S}(?:['’]s)? (?:new |final )?(?:deadline|due date|cut-?off)(?: is|:| falls){_A} (?:on |by )?{_DAY}"),
    _make_form("due", rf"{_S}{_A} (?:must|has to|have to|needs to|need to|is to|are to|shall)(?: be)? {_TASKS} (?:on |by |before |until |no later than |not later than )?{_DAY}"),
    _make_form("due", rf"(?:we|i|they|{WORD}){_A} (?:must|have to|has to|need to|needs to|owe|owes)(?: [\w ]+?)? (?:submit|deliver|finish|file|send|hand in|ship|complete|pay|publish|turn in|return|sign|renew)? ?{_S} (?:by|before|until|no later than) {_DAY}"),
    _make_form("due", rf"(?:hand in|submit|send|file|deliver|return|finish|pay|sign|renew|complete|turn in|get) {_S}(?: in| back| to [\w ]+?| done| ready)? (?:by|before|no later than) {_DAY}"),
    _make_form("due", rf"{_S}{_A} (?:is|are){_A} (?:needed|wanted|required|expected|requested|to be (?:done|delivered|submitted|ready|finished|paid|sent|filed)) (?:in |back )?(?:by|on|before|no later than) {_DAY}"),
    _make_form("due", rf"(?:we|they|i|{WORD}|the {WORD}(?: {WORD})?){_A} (?:needs?|wants?|expects?|requires?|gets?) {_S} (?:by|before|no later than|on) {_DAY}"),
    _make_form("due", rf"{_S}:? due(?: on| by|:)? {_DAY}"),
    _make_form("expires", rf"{_S}{_A} {_EXPIRES}{_A} (?:on |in |at |by |until |through |till |up to |up on |of )?{_DAY}"),
    _make_form("expires", rf"(?:the )?(?:expiry|expiration|end)(?: date)? (?:for|of) {_S}(?: is|:){_A} (?:on )?{_DAY}"),
    _make_form("expires", rf"{_S}(?:['’]s)? (?:expiry|expiration|end-of-life|eol)(?: date)?(?: is|:){_A} (?:on )?{_DAY}"),
    _make_form("expires", rf"after {_DAY},? {_S} (?:stops working|is void|is invalid|is no longer valid|no longer works|is worthless|lapses|expires|is gone|ends)"),
    _make_form("expires", rf"{_S}{_A} (?:can |may )?(?:be )?(?:used|redeemed|honou?red|accepted|works?|work) until {_DAY}"),
    # employer
    _make_form("works", rf"{_S}{_A} {_WORKS} {_O}{_ROLE}"),
    _make_form("works", rf"{_S}{_A} (?:is|am|works|work|became|becomes|has been|have been)(?: now| currently)?(?: as)? (?:(?:an?|the|our|one of the) )?{_JOB} (?:at|for|with) {_O}"),
    _make_form("staff", rf"{_S}{_A} (?:is|am|became|becomes|has been|have been)(?: now)? (?:(?:an?|the) )?{_JOB} of {_O}"),
    _make_form("staff", rf"{_S}{_A} (?:is|am|became|has been|have been|is now) {_O}['’]s? (?:new |current |first )?{_JOB}"),
    _make_form("staff", rf"{_O}['’]s? (?:new |current |first )?{_JOB} is{_A} {_S}"),
    _make_form("staff", rf"(?:the |our )?(?:new |current )?{_JOB} (?:of|at) {_O} is{_A} {_S}"),
    _make_form("employer", rf"{_S}{_A} (?:is|are|am){_A} (?:on the (?:staff|payroll|team) of|on the (?:staff|payroll) at|an employee of|employed with|part of) {_O}"),
    _make_form("dated only", rf"{_S}{_A} (?:is|was|am|has been|have been|worked|were){_A} (?:with|at|for) {_O}{_ROLE}"),
    _make_form("joined", rf"{_S}{_A} {_JOINS}{_A} {_O}{_ROLE}", News.MOVED),
    _make_form("hired", rf"{_O}{_A} (?:hired|has hired|employs|recruited|took on) {_S}{_ROLE}", News.MOVED),
    _make_form("employer", rf"{_S}{_A} (?:has|have|got|took|found|accepted) (?:a|an|the) (?:new |\w+ )?(?:job|position|post|role|place|contract) (?:at|with) {_O}"),
    _make_form("employer", rf"(?:{_S}['’]s?|(?P<me>my)) (?:new |current )?employer is{_A} {_O}"),
    _make_form("left", rf"{_S}{_A} {_LEAVES}{_A} {_O}"),
    _make_form("left", rf"{_S}{_A} used to (?:work|be employed|be)(?: an? [\w ]+?)? (?:at|for|with|by) {_O}{_ROLE}"),
    _make_form("left", rf"{_S}{_A} (?:is |am )?no longer (?:works? |worked |employed |working )?(?:at|with|for|by) {_O}(?: any ?more| any longer)?"),
    _make_form("spent", rf"{_S}{_A} (?:has )?(?:spent|served|did) [\w ]*?(?:at|with) {_O}{_ROLE}"),
    _make_form("left", rf"{_S}['’]s? last (?:working )?day (?:at|with) {_O} (?:was|is)"),
    _make_form("left alone", rf"{_S}{_A} (?:has |have )?(?:left|quit|resigned)(?: again)?"),
    _make_form("changed employer", rf"{_S}{_A} (?:has |have )?(?:switched|went|changed|transferred|moved)(?: jobs| over)? from {_X} to {_O}{_ROLE}", News.MOVED),
    _make_form("changed employer", rf"after [\w ]*?(?:at|with) {_X},? {_S}{_A} (?:joined|moved to|went to|switched to|started at) {_O}{_ROLE}", News.MOVED),
    _make_form("changed employer", rf"{_S}{_A} (?:has )?(?:left|quit) {_X} for {_O}{_ROLE}", News.MOVED),
    # moved
    _make_form("moved", rf"{_S}{_A} {_MOVED}{_A}(?: (?:from|out of|off) {_X})?(?: into| to) {_O}", News.MOVED),
    _make_form("moved", rf"{_S}{_A} (?:went|changed|has gone|goes) from {_X} to {_O}", News.MOVED),
    _make_form("we moved", rf"(?:we|i|they|{WORD}){_A} (?:have |has )?(?:moved|migrated|relocated|transferred|switched) {_S}(?: over)?(?: (?:from|out of|off) {_X})?(?: into| to) {_O}", News.MOVED),
    _make_form("moved", rf"{_S}{_A} now (?:lives?|sits?|resides?|is kept|are kept|is stored|are stored|is hosted|runs?) (?:in|on|at|under|inside) {_O}", News.MOVED),
    _make_form("moved", rf"{_S} (?:is|are) now (?:in|on|at|under|inside|kept in|stored in|hosted on|hosted at|located in|found in|found under) {_O}", News.MOVED),
    _make_form("moved", rf"{_S} (?:is|are) (?:kept|stored|hosted|tracked|managed|maintained|held|found|located) (?:in|on|at|under) {_O} (?:now|nowadays|from now on)", News.MOVED),
    _make_form("dated move", rf"{_S}{_A} (?:lives?|sits?|is|are|has been|have been|resides?)(?: kept| stored| hosted| tracked| located)? (?:in|on|at|under|inside) {_O}", News.MOVED),
    _make_form("moved", rf"{_S}(?:['’]s)? new (?:home|location|place) is{_A} {_O}", News.MOVED),
    _make_form("moved", rf"(?:the )?new (?:home|location|place) (?:of|for) {_S} is{_A} {_O}", News.MOVED),
    _make_form("moved", rf"{_S}{_A} (?:has|have|found) a new home(?:,|:| in| at| on)? {_O}", News.MOVED),
)  # fmt: skip

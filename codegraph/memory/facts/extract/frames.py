"""Which verbs state which predicate, and which of their phrases fill it.

`frame("owns", "look", "s>after")`: who looks, and what stands behind `after`. Places are `s` (the subject), `o` (the direct
object) and prepositions, `/` between alternatives. `p ` in front asks for the passive voice, `!` behind a verb that the
statement ends what it names. A verb with `+` takes literal words: `get+rid of`.
"""

# A frame is a line: expressions that are broken over lines are harder to compare.
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from codegraph.memory.facts.extract.lexicon import Form, inflections
from codegraph.memory.facts.extract.values import Rule, Slot

_P, _N, _T, _TH, _TOOL, _ANY = Slot.PERSON, Slot.NAME, Slot.TITLE, Slot.THING, Slot.TOOL, Slot.ANY


@dataclass(frozen=True, slots=True)
class Frame:
    """`rule` tells how the places are filled; its pattern is unused."""

    rule: Rule
    verbs: frozenset[tuple[str, str]]  # lemma, literal words behind it
    passive: bool
    subject: tuple[str, ...]
    object: tuple[str, ...]
    lacking: bool = False  # asks for a negation: `cannot run without`
    needs: tuple[str, ...] = ()  # prepositions, one of which must be there
    ours: bool = False  # only of a party that acts: we, a person, a command
    must: bool = False  # only of what must be so: `must have X installed`
    coming: bool = False  # not of the past
    gone: bool = False  # of the past only


_UNUSED: Final = re.compile("")


def frame(predicate: str, verbs: str, places: str, subject: Slot = _ANY, object: Slot = _ANY, **more: object) -> Frame:
    asked = {name: more.pop(name) for name in ("lacking", "needs", "ours", "must", "coming", "gone") if name in more}
    passive, places = places.startswith("p "), places.removeprefix("p ")
    who, what = places.split(">")
    found = []
    for verb in verbs.split(","):
        lemma, _, literal = verb.strip().partition("+")
        found.append((lemma, literal))
    rule = Rule(_UNUSED, predicate, subject, object, **more)  # type: ignore[arg-type]
    return Frame(rule, frozenset(found), passive, tuple(who.split("/")), tuple(what.split("/")), **asked)  # type: ignore[arg-type]


_MAKE: Final = "create,write,design,invent,found,start,build,develop,author,conceive,prototype,draft,devise,originate,make,initiate,introduce,contribute,architect,put+together,code,hack+together"
_OWN: Final = "own,maintain,inherit,adopt,steward,curate,babysit,shepherd,handle,run+point on,have+ownership of,have+responsibility for,take+ownership of,take+charge of,take+care of,assume+ownership of,assume+responsibility for,take+responsibility for,hold+responsibility for,tend,share+ownership of,share+responsibility for,co-own,co-maintain,be+on the hook for,answer+for,keep+an eye on,champion"
_USE: Final = "use,utilise,utilize,leverage,employ,embed,make+use of,adopt,wrap"
_HANDLE: Final = "handle,render,build,manage,monitor,test,format,lint,compile,package,bundle,deploy,generate,collect,provision,parse,publish,cache,index,orchestrate,schedule,secure,serve,implement,run,automate,track,encrypt,sign,serialise,serialize,translate,back,version,power,drive,store,persist,process,route,implement,realise,realize,document,typeset,type-check,check,validate,enforce,proxy,search,trace,transpile,configure,write,make,do,produce,stream,queue,front,log,send,render,host,authenticate,instrument,profile,benchmark,containerise,containerize,model,localise,localize,present,display,visualise,visualize,aggregate,draw,scan,fuzz,mock,style,theme,release,tag,execute,launch,supervise,wire,glue,dispatch,assemble"
_DROP: Final = "drop,ditch,abandon,scrap,retire,remove,discontinue,axe,get+rid of,rip+out,throw+out,phase+out,part+ways with,say+goodbye to,stop+using,quit+using,cease+using,stop+running,stop+shipping,stop+calling,stop+building with,stop+relying on,give+up on,give+up,move+away from,move+off,move+off of,do+away with,eliminate,sunset,wean+ourselves off,kick+out,shed,purge,tear+out,dispense+with,cease+to use,turn+away from,migrate+away from,migrate+off,switch+away from,get+off,come+off,shun+entirely"
_STORE: Final = "store,keep,save,place,put,write,locate,log,dump,upload,copy,install,cache,archive,house,define,move,relocate,check,hold,mount,persist,host,configure,situate,collect,document,describe,commit,back,declare,register,park,stash,render,export,record,vendor"
_DWELL: Final = "live,reside,sit,stay,go,land,be,end+up,dwell,belong,move,relocate"

PEOPLE: Final = (
    frame("works_at firm", "work,freelance,consult,contract,intern,teach,start,begin,sign+on,sign,be+employed,have+a job,have+a position,come+on board,toil,volunteer,land+a job,get+a job,take+a job,accept+a position,have+been,serve", "s>at/for/with", _P, _N),
    frame("works_at firm", "join", "s>o", _P, _N),
    frame("works_at firm", "employ,hire,recruit,poach,engage,bring+in,bring+on,sign,onboard", "o>s", _P, _N),
    frame("works_at firm", "employ,hire,recruit,poach,engage", "p s>by/at", _P, _N),
    frame("works_at firm", "go,switch,jump+ship,defect,come+over", "s>to", _P, _N, needs=("from",)),
    frame("works_at firm", "lead,head,run,manage,direct,oversee,chair", "s>at", _P, _N),
    frame("works_at firm", "spend,do+a stint,do+time", "s>at/with", _P, _N, ends=True, gone=True),
    frame("has_role", "spend", "s>as", _P, _T, ends=True, gone=True),
    frame("works_at firm", "leave,quit,depart", "s>o", _P, _N, ends=True),
    frame("works_at firm", "resign,depart,retire,part+ways", "s>from/with", _P, _N, ends=True),
    frame("works_at firm", "leave", "s>for", _P, _N),
    frame("has_role", "work,serve,act,start,join,begin,sign+on,come+in,come+on board,step+up,step+in,continue,take+over,go,be+employed,freelance,return,intern,contract,consult,function,train,double,moonlight,stand+in,onboard", "s>as/up as/over as/in as", _P, _T),
    frame("has_role", "become,make+it to", "s>o", _P, _T),
    frame("has_role", "promote,elevate,move,upgrade,advance", "p s>to", _P, _T),
    frame("has_role", "appoint,hire,employ,name,elect,instal,engage,bring+in,recruit,take+on,confirm,install", "p s>as/o", _P, _T),
    frame("has_role", "appoint,hire,employ,elect,engage,recruit,bring+in,install,promote", "o>as/to", _P, _T),
    frame("has_role", "hold,take+on,take+up,fill,assume,occupy,have+the role of,have+the title of,hold+the post of,hold+the title of,hold+the position of,hold+the role of,take+on the role of,assume+the role of,fill+the role of", "s>o", _P, _T),
    frame("has_role", "resign,retire,quit,step+down,leave,stand+down", "s>as/down as", _P, _T, ends=True),
    frame("leads", "lead,head,direct,chair,head+up,spearhead,captain,co-lead,helm", "s>o/up", _P, _TH),
    frame("leads", "lead,head,direct,chair,spearhead,run,manage,captain,head+up", "p by>s", _P, _TH),
    frame("leads led", "run,manage,coordinate,oversee", "s>o", _P, _TH),
    frame("reports_to", "report,answer", "s>to", _P, _P, lists="s"),
    frame("reports_to", "manage,supervise", "o>s", _P, _P),
    frame("reports_to", "manage,supervise,line-manage", "p s>by", _P, _P),
    frame("member_of grouped", "join", "s>o", _P, _TH, lists="s"),
    frame("member_of grouped", "belong,move,transfer,switch,rotate,go,come,be+moved", "s>to/over to/into", _P, _TH, lists="s"),
    frame("member_of grouped", "assign,add,move,transfer,loan,reassign,second", "p s>to", _P, _TH, lists="s"),
    frame("member_of grouped", "sit,work,serve,play,embed,be", "s>on/in/with/within", _P, _TH, lists="s"),
    frame("member_of grouped", "leave,quit", "s>o", _P, _TH, lists="s", ends=True),
    frame("member_of teamed", "consist+of,comprise,include,count,have+members", "o>s", _P, _TH, lists="s"),
    frame("member_of teamed", "make+up of,compose+of,form+of,staff+by", "p o>s", _P, _TH, lists="s"),
)

OWNERSHIP: Final = (
    frame("owns", _OWN, "s>o", _ANY, _TH, lists="s"),
    frame("owns", "look,see", "s>after/to", _ANY, _TH, lists="s"),
    frame("owns", "take", "s>over", _ANY, _TH, lists="s"),
    frame("owns", "take", "s>o", _ANY, _TH, lists="s", needs=("off", "over")),
    frame("owns party", "own,maintain,look+after,steward,curate,tend,take+care of,take+over,shepherd,adopt,keep+up,keep+alive,champion", "p by>s", _ANY, _TH, lists="s"),
    frame("owns crew", "handle,manage,run,operate,support,administer,staff,cover", "p by>s", _ANY, _TH, lists="s"),
    frame("owns party", "hand,transfer,give,pass,assign,reassign,entrust,allocate,hand+over,hand+off,pass+on,donate", "p to/over to/off to/on to>s", _ANY, _TH),
    frame("owns party", "hand,transfer,give,pass,assign,reassign,entrust,hand+over,hand+off", "to/over to/off to>o", _ANY, _TH, commanding=True),
    frame("owns party", "belong,fall", "to/under/within>s", _ANY, _TH),
    frame("owns party", "lie,sit,rest,reside", "with/under>s", _ANY, _TH),
    frame("created_by person", _MAKE, "p s>by", _TH, _P, lists="o"),
    frame("created_by maker", "create,write,design,invent,found,author,start,build,develop,conceive,prototype,draft,devise,put+together", "o>s", _TH, _P, lists="o"),
)

USE: Final = (
    frame("uses", _USE, "s>o", _ANY, _TOOL, lists="o", versioned="has_version"),
    frame("uses", _USE.replace(",make+use of", ""), "p by>s", _ANY, _TOOL, lists="o"),
    frame("uses proper", "use,leverage,employ,utilise,utilize", "p >s", _ANY, _TOOL, lists="o", of="project", needs=("for", "in", "as", "throughout", "across", "to")),
    frame("uses handled", _HANDLE, "p s>with/using/via/through/on/atop", _TH, _TOOL, lists="o", versioned="has_version"),
    frame("uses handler", _HANDLE, "p s>by", _TH, _TOOL, lists="o", versioned="has_version"),
    frame("uses", "base,back,drive,power,layer", "p s>on/by/upon/around/with/atop", _TH, _TOOL, lists="o", versioned="has_version"),
    frame("uses proper", "sit,build,run,stand,live,rest", "s>atop/on/atop", _TH, _TOOL, lists="o", versioned="has_version"),
    frame("uses proper", "integrate,go,pass,hook,ship", "s>with/through/into/to", _TH, _TOOL, versioned="has_version"),
    frame("uses proper", "send,ship,forward,export,publish,push,report,stream,pipe", "p s>to/into/through", _TH, _TOOL),
    frame("uses proper", "delegate,outsource,offload,farm+out,entrust", "p s>to", _TH, _TOOL),
    frame("uses known", "store,keep,save,persist,cache,put,hold", "s>in", _TH, _TOOL),
    frame("uses moved", "go,flip,hop,jump", "s>to/over to", _ANY, _TOOL, versioned="has_version", needs=("from",)),
    frame("uses moved", "switch,migrate,move,transition,convert,change,go+back,come+back", "s>to/over to/onto/back to", _ANY, _TOOL, versioned="has_version"),
    frame("uses proper", "switch,migrate,move,transition,convert,port", "p s>to/over to/onto", _TH, _TOOL, versioned="has_version"),
    frame("uses", "build,make", "p s>on/upon/around/with/atop", _TH, _TOOL, lists="o", versioned="has_version"),
    frame("uses left", _DROP, "s>o", _ANY, _TOOL, lists="o", ends=True),
    frame("uses gone", _DROP, "p >s", _ANY, _TOOL, lists="o", ends=True, of="project"),
    frame("written_in", "write,implement,code,program,develop,rewrite,author", "p s>in", _TH, _TOOL, lists="o"),
)

DEPENDENCIES: Final = (
    frame("depends_on linked", "depend,rely,hinge,lean", "s>on/upon", _ANY, _TOOL, lists="o", versioned="has_version"),
    frame("depends_on needed", "require,need,presuppose,call+for", "s>o", _TH, _TOOL, lists="o", versioned="min_version"),
    frame("depends_on proper", "import,link+against,pull+in,vendor,pull", "s>o/in", _TH, _TOOL, lists="o", versioned="has_version"),
    frame("depends_on", "require,need", "p by/for>s", _TH, _TOOL, lists="o", versioned="min_version"),
    frame("depends_on", "run,start,work,build,compile,boot,function,operate,live,come+up,launch,do+anything,do+a thing,do+its job,do+much,do,survive,exist,cope,get+far,get+anywhere", "s>without", _TH, _TOOL, lists="o", lacking=True),
    frame("depends_on linked", "depend,rely", "p s>on", _TH, _TOOL, lists="o"),
)

_SERVE: Final = "listen,run,serve,answer,wait,bind,live,sit,be,come+up,start,accept+connections,accept+requests,accept+traffic,operate,respond,boot,speak"
_SERVED: Final = "expose,serve,reach,bind,host,deploy,publish,install,mount,run,provision,make+available,access,find,open,map,forward,contact,move"
NETWORK: Final = (
    frame("listens_on port", _SERVE, "s>on/at/to/under/via", _TH, Slot.PORT, lists="o"),
    frame("listens_on port", _SERVED, "p s>on/at/to/under/via", _TH, Slot.PORT, lists="o"),
    frame("listens_on port", "expose,open,use,occupy,bind,claim,take,publish", "s>o", _TH, Slot.PORT, lists="o"),
    frame("runs_on_host host", _SERVE, "s>on/at/in/inside/under", _TH, _ANY),
    frame("runs_on_host host", _SERVED, "p s>on/at/to/in/by/via/inside/onto", _TH, _ANY),
    frame("runs_on_host host", "host,run,deploy,put,keep,operate,serve", "o>on/at/in/to/onto", _TH, _ANY, ours=True),
    frame("runs_on_host host", "move,migrate,relocate", "s/o>to/onto/over to", _TH, _ANY),
    frame("has_url", _SERVE, "s>on/at/under/to", _TH, Slot.URL),
    frame("has_url", _SERVED, "p s>on/at/under/to/via/through", _TH, Slot.URL),
)

PREFERENCES: Final = (
    frame("prefers", "prefer,favour,favor,love,adore,enjoy,like+best,advocate,rather+have,rather+use,rather+see", "s>o"),
    frame("prefers", "lean,tend,gravitate,err,incline", "s>toward/towards"),
    frame("prefers", "stick", "s>with/to"),
    frame("prefers", "swear", "s>by"),
    frame("prefers", "reach,root,opt+every time,go+every time", "s>for", ours=True),
    frame("avoids", "avoid,hate,dislike,loathe,detest,despise,abhor,shun,eschew,distrust,be+allergic to,steer+clear of,stay+clear of,keep+clear of,have+no love for,refuse+to use,refuse+to touch,refuse+to write,stay+away from,shy+away from,keep+away from,try+not to use,try+to avoid,prefer+not to use,choose+not to use,resist,decline+to use,object+to,frown+on,frown+upon,have+a dislike of,have+an aversion to", "s>o"),
    frame("avoids", "stand,like,want,trust,enjoy,care+for,touch,abide,tolerate,bear,stomach,approve+of,believe+in,see+the point of,be+a fan of,be+fond of,be+keen on,be+into,be+big on,be+crazy about,be+sold on,be+mad about,be+wild about,be+enthusiastic about,be+impressed by,have+time for,have+much love for", "s>o", lacking=True, ours=True),
)

DECISIONS: Final = (
    frame("decided", "decide+on,settle+on,settle+for,opt+for,land+on,agree+on,agree+upon,end+up with,end+up using,end+up choosing,decide+favouring,decide+for,vote+for,vote+favouring,commit+to,converge+on,standardise+on,standardize+on,sign+off on,plump+for,go+favouring,come+down favouring,fall+on,resolve+on,zero+in on,reach+consensus on,rule+favouring", "s>clause", _ANY, Slot.CHOICE),
    frame("decided picked", "choose,pick,select,go+for,go+with,plump+for,elect,adopt+by vote", "s>clause", _ANY, Slot.CHOICE, ours=True),
    frame("decided", "decide+to,agree+to,resolve+to,opt+to,choose+to,vote+to,elect+to,make+the call to,make+the decision to,take+the decision to,commit+to,make+up our minds to,determine+to,pledge+to", "s>clause", _ANY, Slot.CHOICE),
    frame("decided", "rule+out,reject,veto,vote+down,turn+down,decide+against,vote+against,rule+against,come+out against,decide+not to", "s>against", _ANY, Slot.CHOICE, ours=True),
    frame("decided", "decide+that,agree+that,resolve+that,rule+that", "s>clause", _ANY, Slot.CHOICE),
)

LICENCES: Final = (
    frame("has_license", "release,license,licence,dual-license,distribute,publish,offer,make+available,ship,provide,relicense,cover", "p s>under", _TH, _ANY),
)

NAMES: Final = (
    frame("renamed_to", "rename,rebrand,rechristen,retitle", "p s>to/as/o/into", _ANY, _ANY),
    frame("renamed_to", "rename,rechristen,rebrand,retitle", "o>to/as/into", _ANY, _ANY),
    frame("renamed_to", "rename+itself,change+its name,rebrand+itself,change+their name,rebrand,rename+themselves", "s>to/as", _TH, _ANY),
    frame("renamed_to", "go+by the name of,go+by the name,answer+to the name of,continue+as,live+on as,be+henceforth", "s>o", _TH, _ANY),
    frame("renamed_to dated", "know", "p s>as", _TH, _ANY),
    frame("renamed_to dated", "call,name,label,dub", "p s>o", _TH, _ANY),
    frame("renamed_to name", "go+by,become", "s>o", _TH, _ANY),
    frame("replaced_by", "replace,supersede,obsolete,deprecate,succeed,swap,swap+out,supplant,displace,remove,drop,retire,phase+out,exchange,sunset,discontinue,substitute", "p s>by/with/favouring/for", _ANY, _ANY),
    frame("replaced_by", "replace,supersede,obsolete,succeed,supplant,displace,take+over from,take+the place of,step+in for,stand+in for", "o>s", _TH, _ANY),
    frame("replaced_by", "give+way,make+way,yield,make+room,lose+its place", "s>to/for", _TH, _ANY),
    frame("replaced_by", "replace,swap,swap+out,substitute,exchange,trade", "o>with/by/for", _ANY, _ANY, ours=True),
    frame("replaced_by", "drop,ditch,abandon,retire,scrap,deprecate,remove,sunset,discontinue", "o>favouring", _ANY, _ANY),
)

PLACES: Final = (
    frame("located_in", "live,reside,stay,settle,dwell,relocate,move,work+remotely,telecommute,commute,call+in", "s>in/to/from/near/over to/back to", _P, _N),
    frame("located_in", "base,locate,situate,headquarter,station,house,register", "p s>in/at/out of/near", _ANY, Slot.PLACE),
    frame("located_in", _DWELL, "s>in/under/at/inside/below/to/into/within", _TH, Slot.PATH),
    frame("located_in", _STORE + ",find", "p s>in/under/at/inside/below/to/into/within/from", _TH, Slot.PATH),
    frame("located_in", _STORE, "o>in/under/at/inside/below/to/into/within", _TH, Slot.PATH, ours=True),
    frame("located_in settled", "be,operate,have+offices", "s>in/out of/over in/down in/up in", _ANY, _N, lists="o"),
    frame("born_in", "bear", "p s>in", _P, _N),
)

_MEANT: Final = "on/in/by/for/at/before/from"
DATES: Final = (
    frame("due_on event", "schedule,plan,slate,expect,set,target,pencil+in,fix,book,time", "p s>o/for/on/by/in/to", _TH, Slot.DATE),
    frame("due_on event", "launch,ship,land,start,begin,close,open,go+live,happen,take+place,freeze,kick+off,come+out,go+out,be+due", "s>o/on/in/by/at", _TH, Slot.DATE, coming=True),
    frame("released_on event", "release,publish,ship,launch,tag,announce,open-source,make+public,unveil,cut,make+available", "p s>o/on/in/at/back in", _TH, Slot.DATE),
    frame("released_on event", "come+out,ship,launch,debut,appear,go+live,go+public,hit+general availability,go+ga,reach+ga,land,drop", "s>o/on/in/at/back in", _TH, Slot.DATE, gone=True),
    frame("started_on event", "start,found,establish,begin,create,set+up,kick+off,incorporate,initiate,launch,conceive", "p s>o/on/in/back in", _TH, Slot.DATE, gone=True),
    frame("started_on event", "start,begin,kick+off,get+going,get+under way,get+underway,originate,come+into being", "s>o/on/in/back in", _TH, Slot.DATE, gone=True),
    frame("started_on event", "start,begin,kick+off,found,launch,set+up,kick", "o>on/in/back in/off in", _TH, Slot.DATE, gone=True, ours=True),
    frame("started_on event", "date,go", "s>o/to/from/back to", _TH, Slot.DATE),
    frame("expires_on event", "expire,lapse,end,sunset,run+out,shut+down,go+away,reach+end of life,reach+its end of life,reach+end-of-life,hit+end of life,go+eol,go+end of life,stop+working,stop+being supported,cease+to be supported,disappear,close+down,terminate", "s>o/on/in/at/by/after", _TH, Slot.DATE),
    frame("expires_on event", "switch+off,shut+down,turn+off,retire,remove,sunset,discontinue,decommission,phase+out,take+offline,wind+down,close+down", "p s>o/on/in/at/by/after", _TH, Slot.DATE),
    frame("expires_on event", "support,maintain", "p s>o/until/till/through", _TH, Slot.DATE),
)

FRAMES: Final = (*NAMES, *LICENCES, *NETWORK, *PEOPLE, *OWNERSHIP, *PLACES, *DECISIONS, *PREFERENCES, *DEPENDENCIES, *USE)


def lexicon() -> dict[str, dict[str, frozenset[Form]]]:
    """Every spelling of every verb of a frame: its lemmas, their forms."""
    found: dict[str, dict[str, set[Form]]] = {}
    for one in (*FRAMES, *DATES):
        for lemma, _ in one.verbs:
            for word, forms in inflections(lemma).items():
                found.setdefault(word, {}).setdefault(lemma, set()).update(forms)
    return {word: {lemma: frozenset(forms) for lemma, forms in lemmas.items()} for word, lemmas in found.items()}


LEXICON: Final = lexicon()

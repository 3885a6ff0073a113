"""Which verb says which relation, and who is who in it: the lexicon of relations, as data.

A row: the predicate | the verbs | the subject's role and kind | the object's role and kind | marks.

Verbs: base forms, with the particle after `+` (`take+over`). Roles: `A` who does it (the subject of the active voice,
`by …` of the passive), `P` what it is done to (the object, the subject of the passive), `P2` a second object
(`appoint her CTO`), `inf` an infinitive or a clause, else the prepositions that lead the phrase, `/` between
alternatives. A kind narrows what may stand there; of rows that fit one clause in the same slots the first wins.

Marks: `ends` (it is over), `can` (also behind can, may and you'll), `will` (also planned), `neg` (it holds when denied),
`list` (both sides may be lists), `version` (the object may carry a version), `cmd` (only in the imperative of a commit),
`nocmd` (never there), `passive` / `active` (only that voice), `was` (a former state, optional), `all` (goes with other
rows), `given` (the agent must be named).
"""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

from typing import Final, NamedTuple


class Frame(NamedTuple):
    predicate: str
    verbs: frozenset[str]
    subject: tuple[str, ...]
    object: tuple[str, ...]
    subject_kind: str
    object_kind: str
    marks: frozenset[str]


_ROWS: Final = """
works_at | work intern moonlight temp consult contract volunteer freelance be+employed | A person | at/for org | list
works_at | start begin sign+on sign get+hired land | A person | at/with org | active asjob
works_at | defect jump+ship move+over go+over jump return come+back go+back | A person | to/over_to/back_to org | notplace
works_at | join rejoin | A person | P org |
works_at | hire employ recruit poach engage headhunt | P person | A org | passive given
works_at | hire recruit poach employ | P person | A org | active nocmd
works_at | move go transfer switch | A person | to/over_to org | astitle notplace
works_at | employ | P person | at/with org | passive
works_at | take accept get land | A person | at/with org |
works_at | end+up wind+up finish+up | A person | at/with org | active
works_at | lead head run manage direct chair work serve | A person | at org | all
works_at | leave quit | A person | P org | ends active
works_at | resign depart retire | A person | from org | ends
works_at | fire lay+off dismiss sack let+go | P person | A/from/by org | ends passive
works_at | quit leave lose resign give+up pack+in chuck | A person | at/with org | ends job
works_at | part break | A person | with org | ends ways
works_at | spend | A person | at/with org | ends
has_role | work serve act start begin function join double end+up wind+up finish+up sign+on come+on get+hired moonlight engage employ hire join+up return stay+on continue | A person | as title |
has_role | welcome list add name record mark credit announce make set note introduce | P person | as title | cmd
has_role | hire employ appoint name elect engage recruit bring+in bring+on designate nominate install | P person | as title |
has_role | take+over step+in step+up | A person | as title |
has_role | become | A person | P title |
has_role | replace succeed follow relieve | A person | as title |
has_role | promote elevate advance rise | P person | to title |
has_role | rise advance move+up graduate | A person | to title |
has_role | appoint name make elect designate crown declare | P person | P2 title |
has_role | spend | A person | as title | ends
has_role | step+down resign retire | A person | as title | ends
has_role | step+down resign | A person | from title | ends
has_role | hold | A person | P title |
has_role | make | A person | P title | active
has_role | take+on take assume fill hold occupy accept land get start have inherit | A person | P rolenoun | roleof
has_role | step+in step+up step move grow come+in transition settle slide | A person | into/to/in rolenoun | roleof
has_role | leave quit give+up relinquish vacate step+back hand+over | A person | P rolenoun | roleof ends
has_role | resign retire step+down step+back | A person | from rolenoun | roleof ends
leads | lead head head+up manage chair direct oversee supervise steer coordinate helm captain spearhead preside | A person | P team |
leads | lead head head+up chair helm captain spearhead direct | A person | P thing |
leads | run manage oversee coordinate | A person | P group |
leads | preside | A person | over thing |
member_of | join rejoin | A person | P team | list
member_of | belong | A person | to team | list
member_of | work sit serve be+part play start begin | A person | in/on/with/for team | list
member_of | move transfer switch rotate shift go move+over switch+over go+over come+over hop cross+over jump | A person | to/into/over_to team |
member_of | move transfer switch rotate shift | A person | from team | ends was
member_of | move transfer reassign assign second add attach loan allocate embed place rotate | P person | to/in/with/on/into/onto team |
member_of | gain pick+up hire recruit welcome take+on get | A team | P person | reversed list
member_of | welcome | P person | to team | list
member_of | leave quit | A person | P team | ends
member_of | remove drop take take+off pull kick | P person | from/off team | ends realteam
member_of | make+up form compose round+out complete | A person | P team | list
member_of | consist compose | A team | of person | reversed list
member_of | compose make+up form | P team | of person | reversed list passive
member_of | comprise include count number have contain | A team | P person | reversed list
reports_to | report answer | A person | to/into boss | list
reports_to | work serve | A person | under boss |
reports_to | have get | A person | P boss | asboss
reports_to | manage supervise | P person | A person | passive
reports_to | manage supervise | P person | A person | active
owns | own maintain steward curate shepherd look+after take+care care | A party | P thing | list
owns | look care | A party | after/for thing |
owns | take+care | A party | of thing | list
owns | inherit | A party | P thing |
owns | inherit | from/by party | P thing | ends was
owns | share take assume have hold | A party | of thing | list ownership
owns | take+over adopt+over | A party | P thing |
owns | take+over | from party | P thing | ends was
owns | take get | A party | P thing | handle nocmd
owns | take | A party | P thing | off nocmd
owns | belong | to party | A thing |
owns | lie rest reside | with/to party | A thing |
owns | move pass shift transfer go | to party | A thing | shares
owns | fall+under fall come+under | under/to/within party | A thing |
owns | hand+over hand pass transfer reassign give assign turn+over move cede entrust hand+off pass+on sign+over | to party | P thing | owned
owns | hand+over hand pass transfer give turn+over cede hand+off pass+on | A party | P thing | ends was owned nocmd
owns | give+up hand+off relinquish cede+over | A party | P thing | ends
owns | drop remove take+off | P party | from thing | ends cmd handle
owns | look care | A party | after/for thing |
owns | run operate administer tend keep+going babysit keep+alive | A person | P thing |
owns | make | P party | P2 owner | cmd ownerhead
created_by | create author invent devise conceive originate found cofound co-found | P thing | A maker | list
created_by | write design develop build implement code hack+together put+together prototype draft architect draw+up program craft pen | P thing | A maker | list
created_by | start bootstrap introduce contribute initiate set+up kick+off make launch begin release publish open-source | P thing | A maker | list passive
created_by | come+up | with thing | A maker |
uses | use utilise employ leverage adopt embrace harness favour+in | A party | P tool | list version
uses | use employ | A thing | P tool | list version
uses | run self-host | A party | P tool | list version
uses | run operate | A thing | on/under/with/atop/on_top_of tool | list version
uses | run use combine pair | A thing | with tool | list
uses | go pass | A thing | through/via tool | named
uses | go report | A thing | to tool | software
has_email | go | A thing | to email |
has_email | send mail report address direct | P thing | to email | passive
uses | happen go live take+place be+held work | A thing | on/in/via/over/through tool | software named
uses | follow practise practice adopt embrace | A party | P practice | ours
uses | make | A party | of tool | makeuse named
uses | deploy build test lint package manage write style provision render monitor log format serve orchestrate compile bundle generate track handle authenticate process | A party | with/using/via/through tool | named
uses | track manage log report send push keep monitor host publish | A party | in/to tool | software
uses | rely lean depend count bank build standardise | A party | on/upon/on_top_of tool | list version
uses | standardise standardize settle | A party | on tool | all version list
uses | go+back return revert fall+back switch+back move+back go roll+back | A party | back_to/to tool | version back
uses | switch migrate move convert change jump hop shift transition go pivot port upgrade cut+over graduate turn flip move+over switch+over | A party | to/onto/over_to/into tool | version
uses | switch migrate move convert change jump hop shift transition go port move+over switch+over | A party | from/off/away_from tool | ends was version
uses | migrate move port convert switch change transition transfer shift bring | P thing | to/onto/into tool | version
uses | migrate move port convert switch change transition | P thing | from/off tool | ends was version
uses | move migrate | A party | off/away_from tool | ends version
uses | host track build power back drive render generate style support implement show display plot visualise assemble construct base bundle compile package test lint format validate parse handle process manage store serve document run collect monitor track schedule deploy orchestrate provision draw sign encrypt compress serialise delegate authenticate mock orchestrate route queue cache persist index deliver produce lay+out typeset log trace profile automate version distribute ship release check enforce cover secure sync send transpile publish containerise configure migrate wire translate minify execute visualise model map define describe containerize transform sort match search expose | P thing | with/using/by/via/through/on/on_top_of/in/to tool | passive version list named
uses | format lint build bundle test deploy package render compile check serve typeset transpile | A party | with/using tool | cmd onetoken
uses | communicate talk | A thing | via/over/through tool | named
uses | do | P thing | with/via/in/using/by/through tool | passive named
uses | do write draw build design make keep track plan document sketch | A party | in/with/on tool | ourwork software version
uses | end+up land go arrive show+up turn+up live pile+up | A thing | in/into tool | software oursubject
uses | switch migrate move convert | P thing | over_to tool |
uses | ship come bundle | A thing | with tool | named version
uses | embed wrap bundle incorporate integrate employ leverage | A thing | P tool | named version list
uses | run handle power drive build serve compile bundle lint format deploy render manage store process generate collect scrape track schedule cache index route proxy orchestrate provide provision back transpile minify check enforce test monitor ship publish queue sign encrypt template terminate parse validate migrate package sort gather aggregate | P thing | A tool | software active list agentsoft
uses | make complete finish do | A party | to/onto tool | switchnoun version
uses | wean | P party | off/from tool | ends software
uses | wave say kiss bid | A party | to tool | ends goodbye software
uses | stay stick remain keep | A party | with/on tool | version software
uses | bet | A party | on tool | software
uses | talk connect write speak read push send publish export report log ship stream | A thing | to/from/with tool | software named
uses | go move switch be+moved | A party | all-in_on/all_in_on tool | version
uses | sit build run stand | A thing | on/on_top_of/atop tool | named version
uses | ditch drop abandon scrap leave swap+out | A party | in_favour_of tool | version nocmd
uses | ditch drop abandon scrap retire dump discard axe shelve remove eliminate discontinue decommission kill nuke sunset purge uninstall jettison banish yank outgrow forgo phase+out rip+out throw+out throw+away tear+out pull+out kick+out strip+out take+out weed+out root+out cut+out do+away get+rid | A party | P tool | ends dropped list
uses | get+rid do+away part | A party | of/with tool | ends dropped
uses | get dispose | A party | of tool | ends dropped rid
uses | part break | A party | with tool | ends dropped named
uses | introduce adopt deploy roll+out bring+in install pick+up | A party | P tool | version named
uses | store keep persist save put cache | P thing | in tool | named version cmd
uses | store keep persist save put cache | A thing | in tool | named version nocmd
uses | do write code develop edit work program live | A person | in/with/on tool | named version
uses | code program write | A person | P lang | active software
uses | call invoke | A party | P tool | cmd named
uses | pull write read save publish | A thing | to/from tool | none
written_in | write implement code program author develop rewrite port build | P thing | in/using lang | passive list
written_in | port convert translate migrate move | P thing | to/into lang | fromlang
written_in | write build implement code develop program | P thing | in lang | active nocmd software
written_in | rewrite reimplement translate | P thing | in/to/into lang | version
depends_on | depend rely hinge lean count | A thing | on/upon tool | list version
depends_on | require need expect presuppose necessitate | A thing | P tool | list version must
depends_on | require need | P tool | for/by thing | passive given version list reversed-pair
depends_on | want | A thing | P tool | softhead
depends_on | call ask | A thing | for tool | list version
depends_on | take involve | A thing | P tool | list version activity
depends_on | pull+in drag+in import bring+in | A thing | P tool | named list version nocmd
depends_on | build layer | A thing | on/upon/on_top_of tool | named nocmd active software
depends_on | have | A thing | P dependency | list version isdep
depends_on | stop remove drop eliminate cut sever kill get+rid lose shed | A party | P dependency | ends list version isdep
depends_on | get | A party | of dependency | ends rid isdep
depends_on | add | to target | P tool | list cmd version
depends_on | add introduce pull+in bring+in bring bring+back re-add readd restore declare list mark include make keep | A party | P dependency | list version asdep
depends_on | add | to target | P tool | list cmd version
depends_on | remove drop | from target | P tool | ends list cmd version
depends_on | make | A thing | P tool | cmd made version
depends_on | link | A thing | against/to/with tool | version list named
depends_on | link | A thing | P tool | libname list
uses | set+up add enable integrate introduce adopt install configure bring+in roll+out wire+up | A party | P tool | cmd software
has_url | point link redirect | P thing | at/to url |
listens_on | listen bind serve answer run wait accept start attach sit operate respond expose open come+up speak talk live be+reachable be+available be+exposed stand | A thing | on/at/to/over/via port | list
listens_on | expose serve reach access publish open host bind map run find start offer provide make attach place | P thing | on/at/under/to/via/through/from port | list can
listens_on | use occupy take | A thing | P portnumber | list
listens_on | expose open occupy claim bind | A thing | P portnumber | list
listens_on | use occupy take get | A thing | P port | bareport list
listens_on | expose export publish | A thing | on/at/under port | list
listens_on | accept take receive handle offer expect | A thing | on/at/via port | conn
listens_on | move change switch shift go | A thing | to port | list
listens_on | move change switch shift | A thing | from port | ends was
listens_on | move change switch shift set | P thing | to port | list
listens_on | move change switch shift | P thing | from port | ends was
listens_on | forward proxy hand send pass route redirect relay dispatch deliver | to thing | on/at port | reversed-none
listens_on | belong | to thing | A portnumber |
runs_on_host | host run live sit execute operate reside stand work stay deploy be+deployed start | A thing | on/at/in/under/inside host | list
runs_on_host | deploy ship | A thing | to/on host |
runs_on_host | host deploy run serve execute place install self-host keep process park launch perform put schedule start build | P thing | on/at/in/with/by/from/to/onto/inside host |
runs_on_host | move migrate relocate shift transfer | A thing | to/onto/over_to host |
runs_on_host | move migrate relocate shift transfer port | P thing | to/onto/over_to/on host |
runs_on_host | move migrate relocate shift | A thing | from/off/away_from host | ends was
runs_on_host | move migrate relocate shift | P thing | from/off host | ends was
runs_on_host | bind listen answer accept attach | A thing | on/at/to address |
runs_on_host | host | A thing | P host | none
has_url | live be+reachable be+available sit reside stay respond answer run | A thing | at/under/on/via url |
has_url | find reach access host publish serve locate deploy expose browse view download visit contact document maintain track mirror provide make | P thing | at/under/on/via/from url | can
has_url | move relocate | A thing | to url |
has_version | rollback upgrade update bump migrate move go jump switch get downgrade roll revert pin lock freeze set hold bring stick+at keep stay return fall+back advance go+up go+back roll+back revert+back fix raise | P name | to/at/on/onto/with version |
has_version | upgrade update bump migrate move go jump switch downgrade roll pin lock raise | P name | from version | ends was
has_version | upgrade update bump migrate move go jump switch downgrade revert get roll pin lock freeze stick hold bump+up stay remain return fall+back go+back roll+back revert+back standardise settle release tag cut publish prepare ship | A party | to/at/on/back_to/onto versioned | version noname
has_version | upgrade update bump downgrade pin lock freeze cap limit constrain restrict hold keep | A party | P versioned | version cmd noname
has_version | rollback upgrade update bump downgrade roll revert go move roll+back go+back revert+back fall+back | A party | to/at/back_to versionnumber | ourversion
has_version | pin lock fix freeze hold | P versioned | none any | version passive
has_version | release tag cut publish ship | A party | P versionnumber | cmd dotted
has_version | run have use install get pin lock ship bundle carry | A party | P versioned | version noname nocmd
has_version | reach hit | A name | P versionnumber |
min_version | raise bump increase set lift move change | P minimum | to version | minimum
min_version | make | A thing | P versioned | noname version makemin
min_version | require need support | A thing | P versioned | none
min_version | work run build compile function | A thing | with/on/under/against bounded | version noname bounded
min_version | support | A thing | P bounded | version noname bounded
max_version | stay remain keep | A name | below/under/older_than/before upperbound | must
max_version | support allow accept | P name | up_to version | nocmd
max_version | pin cap limit restrict constrain hold keep lock relax loosen tighten set change widen | P name | below/under/before/to/at/up_to/older_than/less_than/lower_than/at_most upperbound | capped
prefers | prefer favour | A party | P taste |
prefers | like love enjoy adore fancy dig appreciate | A person | P taste | liked
prefers | swear | A person | by taste |
prefers | insist | A person | on/upon taste |
prefers | lean gravitate incline tend default | A person | to/towards/toward taste |
prefers | opt go vote root | A person | for taste | habit
prefers | favour | A party | P taste |
avoids | avoid discourage dislike hate detest loathe despise shun eschew abhor resent distrust mistrust | A party | P taste |
avoids | like love enjoy want trust | A person | P taste | neg
avoids | stand bear abide stomach tolerate endure live+with | A person | P taste | neg can
avoids | ban forbid outlaw prohibit disallow | A party | P taste | nocmd
avoids | steer stay shy keep | A party | of/from/away_from taste | clear
avoids | refrain abstain | A party | from taste |
avoids | avoid | A party | P taste | nocmd
decided | rule decree decide agree resolve vote opt choose elect determine conclude settle commit | A party | inf any |
decided | decide agree settle land opt vote plump choose standardise | A party | on/for/against/in_favour_of/upon choice |
decided | go | A party | with/for/in_favour_of choice |
decided | end+up settle | A party | with/on/for choice |
decided | choose pick ratify approve endorse greenlight select accept | A body | P choice | body
decided | choose pick ratify select | A party | P choice |
decided | land sign+off zero+in converge | A party | on choice |
decided | say | A party | to choice | saidno against
decided | go | A party | P choice | gowith
decided | rule+out veto reject turn+down | A party | P choice | against
decided | throw+out shoot+down vote+down strike+down overrule | A body | P choice | bodyonly against
decided | make take | A party | inf any | call
decided | decide | P choice | none any | passive none
renamed_to | rename change | from name | to name | renamed
renamed_to | rename rebrand rechristen retitle relabel redub re-brand | P name | to/as/into/P2 name |
renamed_to | rename rebrand | A name | to/as/into/P name |
renamed_to | change | A name | to name | itsname
renamed_to | change | P name | to name | namechange
renamed_to | change | from name | to name | thename
renamed_to | become | A name | P name | code
renamed_to | call name dub title label term know christen style | P name | P2/as name | now passive
renamed_to | call name dub term know christen title label | P name | P2/as name | former passive
has_name | call name dub christen code-name | P thing | P2 name | passive propername
renamed_to | go | A name | by name | now
has_name | go | A thing | by name | ofthing
renamed_to | turn | A name | into name | code
renamed_to | trade operate | A name | as name | code
replaced_by | substitute | P thing | with/by thing | pair version
replaced_by | replace swap exchange trade switch trade+in swap+out switch+out change supplant | P thing | with/by/for/to thing | pair version
replaced_by | replace supersede supplant displace obsolete succeed outmode | P thing | A name | version list-no
replaced_by | deprecate drop remove retire ditch abandon scrap obsolete discontinue eliminate axe discard sunset | P thing | in_favour_of/favouring name | version infavour
replaced_by | substitute | for thing | P name | cmd
replaced_by | give | A thing | to name | way
replaced_by | make | A thing | for name | way
replaced_by | take | of thing | A name | place
replaced_by | make | A thing | P name | none
replaced_by | use | instead_of thing | P name | none
located_in | live reside dwell stay settle | A party | in/at/near place |
located_in | move relocate sit | A seat | to/in place |
located_in | move relocate | A seat | from place | ends was
located_in | move relocate emigrate shift | A person | to place |
located_in | move relocate emigrate | A person | from place | ends was
located_in | base locate situate station headquarter register house | P party | in/at/near/within/inside/out_of/under place |
located_in | sit work | A person | in city |
located_in | store keep host locate hold save process | P thing | in city | passive
located_in | work operate freelance | A person | from/out_of/remotely_in/in place | remote
located_in | come load live reside sit stay lie go end+up land belong stand appear accumulate pile+up remain get | A thing | in/under/at/inside/into/below/within/to/beneath/from path |
located_in | serve keep store save write place put find locate log dump install cache upload copy check+in define collect generate stash archive house bundle commit back+up deposit record emit sync mount document maintain hold leave load configure persist move relocate migrate hide read contain gather publish | P thing | in/under/at/inside/into/to/below/within/beneath/from path | can
located_in | move relocate migrate | A thing | to/into/under path |
located_in | move relocate migrate | A thing | from/out_of path | ends was
located_in | move relocate migrate | P thing | from/out_of path | ends was cmd
located_in | have | A party | P office |
due_on | ship launch release deliver land due arrive go+live go open drop start publish roll+out happen begin close complete submit finish merge | A thing | date date | will
due_on | ship launch release deliver merge submit finish complete file schedule plan slate set target expect plan do wrap+up book time fix hand+in send turn+in migrate move publish roll+out | P thing | date date | will
due_on | move postpone push delay reschedule bring+forward push+back defer put+off slip | P thing | date date | due-move
due_on | slip slide move shift | A thing | date date | slips
due_on | need have | A thing | date date | will
released_on | release publish ship launch announce debut tag issue make+public open-source unveil | P thing | date date | past
released_on | come+out ship launch debut drop appear land go+live go+public see | A thing | date date | past
started_on | start begin found establish launch create initiate kick+off set+up incorporate date+back conceive | P thing | date date | past
started_on | start begin kick+off commence | A thing | date date | past
started_on | exist | A thing | date date | sinceonly
started_on | date+back date | A thing | to/from date | dateback
expires_on | expire lapse end run+out sunset retire terminate shut+down close+down go+dark go+offline die cease | A thing | date date | will expiry
expires_on | reach go hit be | A thing | date date | will eol
expires_on | switch+off shut+down turn+off discontinue retire sunset remove decommission drop support maintain disable close+down phase+out take+offline end deprecate | P thing | date date | will ending
expires_on | run last | A thing | date date | until
expires_on | receive get have see enjoy | A thing | date date | fixesuntil
expires_on | go | A thing | date date | will away
has_name | call name | P i | P2 name | passive
has_name | go | A i | by name |
has_email | reach contact email mail write find ping message | P anyone | at/under/on/via email | can
has_phone | reach call contact ring phone text find message ping | P anyone | at/under/on/via phone | can
born_in | bear | P person | in place | passive
born_in | born | A person | in place |
has_license | license release distribute publish relicense offer ship make provide cover issue dual-license | P thing | under/as/with license | list-no
has_license | relicense license dual-license | P thing | to license |
has_license | fall | A thing | under license |
has_license | change switch move | A thing | to license | named
has_retention | delete remove purge erase wipe archive discard | P thing | after duration | passive
has_retention | cache keep retain store hold preserve save archive | P thing | for duration |
has_timeout | time+out | A thing | after duration |
has_lifetime | live last expire survive persist stay remain run+out | A thing | for/after duration |
has_lifetime | last live expire lapse time+out stay | A thing | P duration | lasting
has_lifetime | expire lapse | P thing | after duration |
has_retries | retry reattempt repeat | P thing | P/P2/up_to/at_most count | times passive
has_retries | retry try | A thing | P/P2/up_to/at_most count | times
has_retries | give+up stop | A thing | after count | times
has_limit | limit cap restrict | P thing | to/at value |
has_limit | hold allow accept support permit take accommodate have contain store keep | A thing | at_most/up_to value | can
has_limit | hold allow | A thing | P value | upto
has_limit | max+out top+out cap+out peak | A thing | at value |
"""


def _frame(row: str) -> Frame:
    predicate, verbs, subject, object, marks = (part.strip() for part in row.split("|"))
    subject_role, _, subject_kind = subject.partition(" ")
    object_role, _, object_kind = object.partition(" ")

    def roles(text: str) -> tuple[str, ...]:
        return tuple(part.replace("_", " ") for part in text.split("/"))

    return Frame(
        predicate,
        frozenset(verbs.split()),
        roles(subject_role),
        roles(object_role),
        subject_kind or "any",
        object_kind or "any",
        frozenset(marks.split()),
    )


_ORDER: Final = [
    "has_name",
    "has_email",
    "has_phone",
    "has_license",
    "works_at",
    "has_role",
    "leads",
    "member_of",
    "reports_to",
    "has_url",
    "listens_on",
    "runs_on_host",
    "has_limit",
    "has_retention",
    "has_timeout",
    "has_lifetime",
    "has_retries",
    "due_on",
    "released_on",
    "started_on",
    "expires_on",
    "written_in",
    "depends_on",
    "renamed_to",
    "replaced_by",
    "min_version",
    "max_version",
    "has_version",
    "prefers",
    "avoids",
    "decided",
    "located_in",
    "born_in",
    "owns",
    "created_by",
    "uses",
]


def _rank(frame: Frame) -> tuple[int, bool]:
    """Narrow predicates first; of one predicate what is done to something before what somebody does."""
    return _ORDER.index(frame.predicate), frame.subject[0] == "A"


def _apart(frame: Frame) -> list[Frame]:
    """A row of several prepositions as one each, where one clause may have more of them: `done by x with y`."""
    if frame.predicate != "uses" or frame.object[0] in ("P", "A"):
        return [frame]
    return [frame._replace(object=(role,)) for role in frame.object]


FRAMES: Final = tuple(
    sorted(
        (f for row in filter(None, _ROWS.strip().splitlines()) for f in _apart(_frame(row)) if "none" not in f.marks),
        key=_rank,
    )
)


def _by_verb() -> dict[str, list[Frame]]:
    found: dict[str, list[Frame]] = {}
    for frame in FRAMES:
        for verb in sorted(frame.verbs):
            found.setdefault(verb, []).append(frame)
    return found


BY_VERB: Final = _by_verb()
"""Verb, with its particle → the rows of it, in order."""

"""Words of English that a sentence is built with, and verbs with every form they take.

Closed classes are whole; open ones hold what is common in commit messages, documentation and conversation.
"""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Form(StrEnum):
    BASE = "base"
    THIRD = "third"
    PAST = "past"
    PARTICIPLE = "participle"
    GERUND = "gerund"


def words(text: str) -> frozenset[str]:
    """A word a blank; `_` stands for a blank inside an expression of several words."""
    return frozenset(word.replace("_", " ") for word in text.split())


DETERMINERS: Final = words(
    "the a an this that these those my our your his her its their each every all both no some any another which what"
)
POSSESSIVES: Final = words("my our your his her its their")
PRONOUNS: Final = words(
    "i me we us you he him she her it they them who whom everyone everybody someone somebody anyone anybody nobody "
    "none nothing something anything everything this that these those one himself herself itself themselves myself "
    "ourselves yourself there mine ours yours theirs hers"
)
BE: Final = words("be am is are was were been being 'm 're isn't")
HAVE: Final = words("have has had having 've")
DO: Final = words("do does did")
MODALS: Final = words(
    "can could may might must shall should will would 'll 'd ought has_to have_to had_to need_to needs_to is_to are_to"
)
NEGATIONS: Final = words("not never no hardly barely rarely seldom neither nor scarcely n't without")
PREPOSITIONS: Final = words(
    "in on at by with from to for under into onto over as via through since until till before after within inside "
    "behind against towards toward upon without across during throughout per about around near below above beside "
    "alongside off out than like despite between beyond up down atop using of starting_from "
    "starting_in starting_with "
    "as_of instead_of rather_than because_of due_to thanks_to in_favour_of on_top_of next_to except "
    "besides including "
    "starting_on in_charge_of part_of along such_as in_place_of on_behalf_of in_addition_to "
    "apart_from aside_from other_than prior_to regarding "
    "up_to back_in effective followed_by together_with according_to by_means_of on_account_of beneath"
)
CONJUNCTIONS: Final = words("and or but & plus nor yet as_well_as and_also")
SUBORDINATORS: Final = words(
    "because so when while where if unless although though whereas whenever otherwise hence "
    "therefore thus once whether "
    "so_that in_order_to even_though as_long_as in_case given_that which_is_why until_then as_soon_as before_that"
)
RELATIVES: Final = words("who which that whose whom where")
ADVERBS: Final = words(
    "also still now currently already just recently officially finally mostly mainly actually really basically fully "
    "entirely simply directly internally primarily largely originally typically generally nowadays presently jointly "
    "exclusively solely formally eventually personally both all always usually strongly heavily firmly quietly "
    "silently then first together happily long often normally completely permanently temporarily successfully "
    "historically deliberately once effectively partly partially chiefly very quite much rather pretty ever gladly "
    "again subsequently initially lately newly explicitly implicitly technically unanimously collectively ultimately "
    "straight remotely readily privately publicly locally automatically definitely certainly truly sadly luckily thankfully greatly "
    "instead previously formerly meanwhile too either even only almost nearly by_default under_the_hood these_days "
    "behind_the_scenes right_now at_the_moment for_now so_far as_well at_present from_now_on going_forward for_good "
    "a_while_ago long_ago back_then in_production in_prod any_more anymore any_longer no_longer no_more of_course "
    "in_general at_first at_last per_default out_of_the_box on_the_side of_late once_and_for_all on_purpose in_house "
    "from_here_on for_the_time_being by_and_large more_or_less in_practice at_runtime at_run_time everywhere here "
    "there anyway though however btw otherwise seemingly apparently evidently reportedly probably perhaps maybe "
    "possibly presumably hopefully supposedly allegedly openly comfortably gradually slowly quickly immediately "
    "afterwards later earlier soon daily nightly weekly monthly hourly at_all at_boot over_there over_here in_full "
    "in_turn in_fact in_the_end after_all in_short by_now until_now ago today's exactly roughly "
    "approximately nominally "
    "forever somewhere somehow hereby single-handedly collaboratively yet loosely tightly natively reliably "
    "de_facto at_this_point in_effect independently separately respectively accordingly merely else"
)
DOUBTING_ADVERBS: Final = words(
    "maybe perhaps probably possibly presumably hopefully supposedly allegedly apparently reportedly "
    "seemingly almost "
    "nearly evidently"
)
BOUNDS_MIN: Final = words("at_least newer_than later_than above no_older_than not_older_than from no_less_than")
BOUNDS_MAX: Final = words(
    "at_most up_to no_more_than older_than below less_than under lower_than prior_to earlier_than "
    "before no_newer_than "
    "not_newer_than no_later_than through"
)
OPEN_UP: Final = words(
    "or_newer or_later or_higher or_above or_up or_greater and_newer and_later and_higher and_above "
    "and_up and_greater "
    "or_better upwards onwards onward or_more_recent and_onwards and_upwards or_more and_beyond"
)
OPEN_DOWN: Final = words("or_older or_earlier or_lower or_below or_less and_older and_earlier and_lower and_below")
PARTICLES: Final = words("up down out off over away back on in along around through forward aside apart together")

# Expressions of several words that stand for one.
COMPOUNDS: Final = tuple(
    sorted(
        {
            word
            for group in (
                MODALS, PREPOSITIONS, CONJUNCTIONS, SUBORDINATORS, ADVERBS, BOUNDS_MIN, BOUNDS_MAX, OPEN_UP, OPEN_DOWN,
            )
            for word in group
            if " " in word
        },
        key=lambda word: (-word.count(" "), word),
    )
)  # fmt: skip
SPELLINGS: Final[Mapping[str, str]] = {
    "in favor of": "in favour of",
    **{
        f"{link} {which} {word}": "or newer"
        for link in ("or", "and")
        for which in (
            "a newer",
            "a later",
            "a more recent",
            "any newer",
            "any later",
            "a higher",
            "newer",
            "later",
            "more recent",
            "higher",
        )
        for word in ("version", "versions", "release", "releases", "nightly", "one", "ones", "build")
    },
    "in lieu of": "instead of",
    "atop": "on top of",
    "as opposed to": "rather than",
    "with the help of": "with",
    "by way of": "via",
    "by means of": "via",
    "as a replacement for": "instead of",
    "as from": "as of",
    "effective from": "as of",
    "effective as of": "as of",
    "with effect from": "as of",
    "starting": "starting",
    "ever since": "since",
    "up until": "until",
    "in charge of": "in charge of",
    "a long time ago": "long ago",
    "quite a while ago": "a while ago",
    "a while back": "a while ago",
    "no longer than": "at most",
    "at minimum": "at least",
    "at a minimum": "at least",
    "at the minimum": "at least",
    "a maximum of": "at most",
    "a minimum of": "at least",
    "a max of": "at most",
    "inside of": "inside",
    "outside of": "outside",
    "as part of": "because of",
    "for the sake of": "because of",
    "in our setup": "in practice",
    "in this setup": "in practice",
}

_IRREGULAR: Final = {
    "be": "was been", "become": "became become", "begin": "began begun", "bring": "brought brought",
    "build": "built built", "buy": "bought bought", "can": "could could", "choose": "chose chosen",
    "come": "came come", "cut": "cut cut", "do": "did done", "draw": "drew drawn", "fall": "fell fallen",
    "feel": "felt felt", "find": "found found", "forget": "forgot forgotten", "freeze": "froze frozen",
    "get": "got gotten", "give": "gave given", "go": "went gone", "grow": "grew grown", "have": "had had",
    "hear": "heard heard", "hold": "held held", "keep": "kept kept", "know": "knew known", "lead": "led led",
    "leave": "left left", "let": "let let", "lose": "lost lost", "make": "made made", "mean": "meant meant",
    "meet": "met met", "oversee": "oversaw overseen", "pay": "paid paid", "put": "put put", "quit": "quit quit",
    "read": "read read", "rewrite": "rewrote rewritten", "run": "ran run", "say": "said said", "see": "saw seen",
    "sell": "sold sold", "send": "sent sent", "set": "set set", "shut": "shut shut", "sit": "sat sat",
    "speak": "spoke spoken", "spend": "spent spent", "split": "split split", "stand": "stood stood",
    "stick": "stuck stuck", "swear": "swore sworn", "take": "took taken", "teach": "taught taught",
    "tell": "told told", "think": "thought thought", "throw": "threw thrown", "wear": "wore worn",
    "win": "won won", "write": "wrote written", "bind": "bound bound", "cast": "cast cast", "catch": "caught caught",
    "show": "showed shown", "break": "broke broken", "drive": "drove driven", "eat": "ate eaten",
    "fight": "fought fought", "hit": "hit hit", "lay": "laid laid", "lie": "lay lain", "rise": "rose risen",
    "shrink": "shrank shrunk", "sink": "sank sunk", "start": "started started", "spin": "spun spun",
    "undergo": "underwent undergone", "withdraw": "withdrew withdrawn", "inherit": "inherited inherited",
    "hire": "hired hired", "upload": "uploaded uploaded", "offer": "offered offered", "answer": "answered answered",
    "differ": "differed differed", "happen": "happened happened", "head": "headed headed", "cost": "cost cost",
    "let go": "let gone", "outlive": "outlived outlived", "bear": "bore born", "beat": "beat beaten",
    "wake": "woke woken", "understand": "understood understood", "arise": "arose arisen", "overrun": "overran overrun",
    "forgo": "forwent forgone", "rebuild": "rebuilt rebuilt", "bet": "bet bet", "cling": "clung clung",
    "seek": "sought sought", "overcome": "overcame overcome", "debut": "debuted debuted", "dwell": "dwelt dwelt",
    "benefit": "benefited benefited", "target": "targeted targeted", "open": "opened opened", "visit": "visited visited",
    "limit": "limited limited", "develop": "developed developed", "maintain": "maintained maintained",
    "deliver": "delivered delivered", "consider": "considered considered", "remember": "remembered remembered",
    "render": "rendered rendered", "enter": "entered entered", "register": "registered registered",
    "trigger": "triggered triggered", "discover": "discovered discovered", "monitor": "monitored monitored",
    "power": "powered powered", "author": "authored authored", "alter": "altered altered", "lower": "lowered lowered",
    "greenlight": "greenlit greenlit", "outgrow": "outgrew outgrown", "steer": "steered steered", "edit": "edited edited", "exit": "exited exited",
    "sunset": "sunset sunset", "bid": "bid bid", "fit": "fit fit", "spell": "spelt spelt", "spring": "sprang sprung",
}  # fmt: skip
_DOUBLED: Final = re.compile(r"^(?:[^aeiou]*[aeiou][bdgklmnprt]|prefer|refer|defer|swap|permit|commit|submit|transfer|occur|admit|control|compel|expel|ship|equip|program|unplug|debug|rebut|outbid)$")  # fmt: skip


def _third(lemma: str) -> str:
    if lemma in ("have", "do", "go", "be"):
        return {"have": "has", "do": "does", "go": "goes", "be": "is"}[lemma]
    if re.search(r"(?:s|x|z|ch|sh)$", lemma):
        return f"{lemma}es"
    return f"{lemma[:-1]}ies" if re.search(r"[^aeiou]y$", lemma) else f"{lemma}s"


def _past(lemma: str) -> str:
    if lemma.endswith("e"):
        return f"{lemma}d"
    if re.search(r"[^aeiou]y$", lemma):
        return f"{lemma[:-1]}ied"
    return f"{lemma}{lemma[-1]}ed" if _DOUBLED.match(lemma) else f"{lemma}ed"


def _gerund(lemma: str) -> str:
    if lemma.endswith("ie"):
        return f"{lemma[:-2]}ying"
    if lemma.endswith("e") and not lemma.endswith("ee") and lemma != "be":
        return f"{lemma[:-1]}ing"
    return f"{lemma}{lemma[-1]}ing" if _DOUBLED.match(lemma) or lemma in _SHORT else f"{lemma}ing"


_SHORT: Final = words("run get put set cut let sit shut quit begin hit win spin split bid forget beget swim")


def inflections(lemma: str) -> dict[str, set[Form]]:
    """Every spelling of a verb, with the forms it may be. Wrong doublings add spellings that no text has."""
    if lemma in _IRREGULAR:
        past, participle = _IRREGULAR[lemma].split()
    else:
        past = participle = _past(lemma)
    found: dict[str, set[Form]] = {}
    for word, form in (
        (lemma, Form.BASE), (_third(lemma), Form.THIRD), (past, Form.PAST), (participle, Form.PARTICIPLE),
        (_gerund(lemma), Form.GERUND),
    ):  # fmt: skip
        found.setdefault(word, set()).add(form)
    if re.search(r"[aeiou][^aeiou].*[^aeiou][aeiou][bdgklmnprt]$", lemma) and lemma not in _IRREGULAR:
        for suffix, forms in (("ed", (Form.PAST, Form.PARTICIPLE)), ("ing", (Form.GERUND,))):
            found.setdefault(f"{lemma}{lemma[-1]}{suffix}", set()).update(forms)
    if lemma == "get":
        found.setdefault("got", set()).add(Form.PARTICIPLE)
    if lemma in ("travel", "cancel", "label", "model", "signal"):
        found.setdefault(f"{lemma}led", set()).update((Form.PAST, Form.PARTICIPLE))
        found.setdefault(f"{lemma}ling", set()).add(Form.GERUND)
    if lemma.endswith("ise"):
        for word, forms in inflections(f"{lemma[:-3]}ize").items():
            found.setdefault(word, set()).update(forms)
    return found


# Verbs that no relation is named by: they tell where a clause has its verb.
COMMON_VERBS: Final = words(
    "accept access achieve act activate adapt add address adjust administer admit affect afford "
    "agree aim alert allow "
    "alter analyse announce annoy answer appear apply approach approve argue arrive ask assert assess assign assist "
    "assume attach attempt attend audit await back bail ban bark base batch bear beat belong bet "
    "bill bite blame block "
    "blow boot bore borrow bother bounce break brew bring broadcast broke browse buffer bug bundle burn buy cache "
    "calculate call cancel capture care carry cast catch cause celebrate change charge chase chat check claim clash "
    "clean clear click clone close code coincide collapse collect combine come comment compare compete complain "
    "complete compress compute concern confirm confuse connect consider contact contain continue contribute control "
    "cook copy correct cost count cover crash create cross cry damage deal debate debug declare decline decode "
    "decrease define delay delete deliver demand deny describe deserve detect determine die differ "
    "disappear discover "
    "discuss display divide do document double doubt draft draw dream drink drive duplicate earn eat "
    "edit emit encode "
    "encounter encourage end enforce enjoy ensure enter equal escape evaluate examine exceed exclude execute exist "
    "exit expand expect explain explode export expose extract face fail fall fear feel fetch fight figure file fill "
    "filter find finish fit fix flag flake float fly focus follow force forget format forward free "
    "fund gain generate "
    "get give go govern grab grow guarantee guard guess guide handle hang happen hear help hide hint hit hope hurt "
    "identify ignore imagine implement imply import improve include inform initialise inject insert inspect inspire "
    "install intend interact interest introduce investigate invite involve issue jump kill knock know lack land last "
    "laugh launch lay leak learn lend let lie like link load lock log look loop lose love manage map "
    "mark match matter "
    "mean measure meet mention merge mind miss mistake mock modify monitor nag name need note notice notify observe "
    "obtain occur offer omit operate order outline override paint panic parse participate pass paste pay perform "
    "permit persist plan play point poll post pour practise pray predict preserve press prevent "
    "print proceed process "
    "produce promise propose protect prove provide pull punish push query question queue quote raise "
    "reach react read "
    "realise reassign rebase rebuild receive reckon recognise recommend reconnect record recover redirect refactor "
    "refer reflect refuse regret reject relate relax remain remember remind render repair repeat replay report "
    "represent reproduce request rescue reset resolve respect respond rest restart restore restrict return reuse "
    "revert review roll round rule save say scale scan scrape search see seem select send set settle "
    "share shift shine "
    "shoot shout show sign signal simplify skip sleep smell solve sort sound speak specify spend spin split spread "
    "stage stand stay steal stop strip strike struggle study stumble submit succeed suck suffer suggest suit supply "
    "support suppose suspect swallow sync talk taste teach tell tend terminate test thank think "
    "throw tidy time touch "
    "trace track train transform translate trap travel treat trigger trust try tune turn type understand undo unlock "
    "update upload validate vary verify view visit vote wait wake walk want warn wash waste watch weigh win wish "
    "withdraw wonder work worry wrap yell land crawl scrape ingest aggregate synchronise initialise attach detach "
    "sponsor endorse certify donate moderate redact scrub sanitise indent minify throttle "
    "debounce instrument annotate decorate subclass extend freeze thaw mount unmount "
    "squash rename unarchive publish unpublish subscribe unsubscribe enqueue dequeue reschedule defer acquire "
    "evict invalidate expire renew revoke grant deny blacklist whitelist quarantine isolate containerise virtualise emulate "
    "simulate replicate federate terminate inherit compose inject bootstrap "
    "provision deprovision scaffold generate regenerate populate hydrate dehydrate serialise deserialise marshal unmarshal parse compile "
    "decompile assemble disassemble obfuscate deobfuscate transpile lint reformat highlight autocomplete refactor inline "
    "consolidate unify harmonise normalise denormalise aggregate summarise classify weigh elect nominate appoint "
    "oversee supervise onboard offboard recruit interview assess appraise compensate reimburse "
    "deserve surprise forbid forgive freak graduate mumble lag lower reduce raise increase lift "
    "extend shorten shrink adjust tune "
    "double halve cap climb tighten relax loosen default configure slash trim widen boost drop "
    "rotate checkpoint lean pin"
)
# Verbs with which somebody reports what others hold or what is not settled: nothing said behind them is stated.
REPORTING: Final = words(
    "say tell claim mention reckon insist suggest argue propose assume suspect guess hear wonder dream insinuate "
    "speculate feel think fear allege predict imply hint pretend believe suppose hope wish expect doubt bet imagine "
    "swear want consider intend plan aim try attempt joke lie recommend request ask invite demand long would_like "
    "contemplate ponder debate discuss promise threaten advise urge encourage deny figure toy"
)

"""Noun phrases: trimmed to what they name, split where they are lists, checked against what a slot takes."""

# ruff: noqa: E501 - expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.facts.extract.values import DATE, MONTH, VERSION, WEEKDAY, Slot

_ARTICLE: Final = re.compile(
    r"^(?:(?:the|an?|this|these|that|those|my|our|your|his|her|its|their|each|every|all|whole|entire|new|main"
    r"(?= (?:the|an?)))\s+)+",
    re.I,
)
_ADVERB: Final = re.compile(
    r"^(?:(?:also|still|now|currently|already|mostly|mainly|only|just|always|usually|generally|actually|basically|"
    r"internally|really|recently|officially|both|either)\s+)+",
    re.I,
)
_TAIL: Final = re.compile(
    r"\s+(?:now|currently|again|too|as well|already|instead|btw|though|only|everywhere|anyway|really|by default|at boot|since|"
    r"at the moment|for now|at present|these days|right now|under the hood|internally|in production|in prod|from now on|"
    r"from here on|going forward|any ?more|nowadays|here|there|together|itself|so far|per default)$",
    re.I,
)
_PURPOSE: Final = re.compile(
    r"\s+(?:for|because|since|so that|so|when|while|where|which|that|who|due to|thanks to|in order to|to [a-z]+|via|"
    r"instead of|rather than|over|as (?:a|an|the|its|our|their)|per|after|before|until|at \w+ing|by \w+ing|under the)\s.*$",
    re.I,
)
_WHERE: Final = re.compile(r"\s+(?:in|on|at|from|inside|within|across|throughout|of (?:our|this|the))\s.*$", re.I)
_QUOTES: Final = '`"“”‘’«»'
_EDGE: Final = " \t.,;:!?*_"

_UPPER: Final = "A-ZÀ-ÖØ-ÞĀ-Ž\u0400-\u042f"
_PROPER: Final = re.compile(rf"[{_UPPER}\u4e00-\u9fff]")
_PARTICLE: Final = r"(?:de|la|van|von|der|den|da|dos|del|di|el|al|bin|ibn|y|e)"
PERSON_NAME: Final = rf"(?:Dr\.? |Prof\.? |Mr\.? |Ms\.? |Mrs\.? )?(?:[{_UPPER}][\w'’.-]*(?: {_PARTICLE})*(?: [{_UPPER}][\w'’-]*){{0,3}}|[\u4e00-\u9fff]{{2,4}})"
_PERSON: Final = re.compile(rf"^{PERSON_NAME}$")
_PERSONAL: Final = frozenset(
    [
        "wife",
        "husband",
        "partner",
        "boss",
        "manager",
        "colleague",
        "coworker",
        "intern",
        "friend",
        "brother",
        "sister",
        "mother",
        "father",
        "teammate",
        "cofounder",
        "mentor",
        "lead",
        "hire",
        "son",
        "daughter",
        "uncle",
        "aunt",
        "cousin",
        "niece",
        "nephew",
        "mum",
        "mom",
        "dad",
        "spouse",
        "fiancé",
        "fiancée",
        "flatmate",
        "roommate",
        "neighbour",
        "neighbor",
        "landlord",
        "boyfriend",
        "girlfriend",
    ]
)
_NO_NAME: Final = frozenset(
    [
        "it",
        "he",
        "she",
        "they",
        "this",
        "that",
        "there",
        "these",
        "those",
        "who",
        "which",
        "what",
        "everything",
        "nothing",
        "something",
        "someone",
        "somebody",
        "anyone",
        "anybody",
        "everyone",
        "everybody",
        "nobody",
        "none",
        "one",
        "others",
        "another",
        "anything",
        "people",
        "you",
        "each",
        "both",
        "neither",
        "either",
        "here",
        "then",
        "so",
        "such",
        "things",
        "stuff",
        "thing",
        "way",
        "use",
        "times",
        "time",
        "work",
        "night",
        "home",
        "school",
        "all",
        "lot",
        "my",
        "our",
        "the",
        "and",
        "or",
        "but",
        "we",
        "i",
        "us",
        "me",
        "several",
        "many",
        "more",
        "some",
        "any",
        "few",
        "help",
    ]
)
_TITLE: Final = re.compile(
    r"(?:engineer|developer|programmer|architect|manager|lead|leader|head|director|designer|analyst|scientist|"
    r"researcher|administrator|admin|dba|sre|cto|ceo|cfo|coo|vp|president|officer|intern|contractor|consultant|"
    r"writer|editor|tester|maintainer|owner|founder|co-founder|cofounder|lawyer|doctor|nurse|teacher|professor|student|"
    r"accountant|recruiter|specialist|technician|operator|coordinator|planner|strategist|chair|secretary|treasurer|"
    r"translator|librarian|freelancer|mathematician|physicist|biologist|statistician|scrum master|product manager|po|pm|"
    r"paralegal|attorney|chef|cook|pilot|barista|carpenter|electrician|plumber|optician|musician|clerk|surveyor|economist|chemist|dentist|pharmacist|psychologist|geologist|linguist|journalist|artist|illustrator|animator|photographer|copywriter|auditor|actuary|midwife|paramedic|firefighter|farmer|banker|instructor|lecturer|postdoc|supervisor|foreman|evangelist|advocate|liaison|representative|strategist|hacker|committer|facilitator|engineering manager|chief of staff|marketer|archivist|curator|verger|tailor|baker|mechanic|notary|therapist|vet|surgeon|physician|coach|trainer|qa|dev|devops|sysadmin|ops|counsel|advisor|assistant|apprentice|trainee|principal|fellow|mentor)s?$",
    re.I,
)
_SOFTWARE: Final = re.compile(
    r"\b(?:package|password|window|file|task|process|dependency|memory|session|state|cache|resource|text|code|image|video|map|hex|query|job|workflow|"
    r"load|connection|context|plugin|download|font|display|boot|virtual machine|container|markdown|vector|photo|source|static|lexical|log|event|secret|"
    r"transaction|queue|key|tag|layout|config|configuration|schema|route|test|cron|batch) (?:manager|editor|planner|operator|analy[sz]er|analyst|inspector|tester|"
    r"translator|coordinator|designer|recorder|director|administrator|owner|head|lead)$",
    re.I,
)
_TITLE_OF: Final = re.compile(r"^(.*?)\s+(?:of|for|in|on)\s+(.*)$", re.I)
_PLATFORM: Final = frozenset(
    [
        "aws",
        "gcp",
        "gke",
        "eks",
        "aks",
        "ecs",
        "azure",
        "heroku",
        "fly.io",
        "fly",
        "render",
        "vercel",
        "netlify",
        "kubernetes",
        "k8s",
        "nomad",
        "openshift",
        "linode",
        "hetzner",
        "digitalocean",
        "cloudflare",
        "railway",
        "lambda",
        "fargate",
        "ec2",
        "ovh",
        "scaleway",
        "rackspace",
        "openstack",
        "proxmox",
        "vmware",
        "minikube",
        "gcloud",
        "cloudfront",
        "s3",
        "firebase",
        "app-engine",
        "pythonanywhere",
        "dokku",
    ]
)
_MACHINES: Final = re.compile(
    r"(?:hardware|servers?|machines?|clusters?|hosts?|vms?|nodes?|datacent(?:er|re)|cloud|metal|raspberry pi|"
    r"laptop|instances?)$",
    re.I,
)
_HOSTNAME: Final = re.compile(r"^(?=.*[a-z])(?:[a-z0-9-]+(?:\.[a-z0-9-]+)+|[a-z]+(?:-[a-z]+)*-?\d+)$", re.I)
_FILE: Final = re.compile(
    r"\.(?:py|js|ts|tsx|md|toml|json|ya?ml|txt|sql|rs|go|c|h|cpp|rb|sh|html|css|xml|ini|cfg|conf|lock|csv)$"
)
_PATH: Final = re.compile(
    r"^(?:[a-z][a-z0-9+]*://|~?/|\.{1,2}/)?[\w.@{}<>$~-]+(?:/[\w.@{}<>$*~-]*)+$|^[\w-]+\.(?:[a-z]{1,5}|json5?|toml)$",
    re.I,
)
_PATH_WORDS: Final = re.compile(
    r"\b(?:director(?:y|ies)|folder|bucket|repo(?:sitory)?|wiki|vault|package|branch|drive)$", re.I
)
_UNITS: Final = (
    r"(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|weeks?|months?|years?|b|bytes?|kb|kib|mb|"
    r"mib|gb|gib|tb|tib|%|percent|per cent|px|requests?|items?|rows?|connections?|characters?|chars|columns?|threads?|"
    r"workers?|times?|attempts?|retries|entries|records?|users?|channels?|files?|lines?|cores?|hz|khz|mhz|ghz|tokens?|"
    r"messages?|events?|replicas?|nodes?|bits?|rps|qps|k|x)"
)
_NUMBER_WORD: Final = (
    r"(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|"
    r"ninety|(?:a |one )?hundred|(?:a |one )?thousand|once|twice)"
)
VALUE: Final = rf"(?:-?\d[\d,._]*(?:[-\s]?{_UNITS}\b|%)?(?:\s?(?:/|per|a|an)\s?\w+)?|{_NUMBER_WORD}(?: {_UNITS}\b)?(?:\s?(?:per|a|an)\s\w+)?)"
QUALITY: Final = (
    r"(?:timeout|limit|size|length|width|height|interval|period|count|number|rate|retention|ttl|lifetime|duration|depth|"
    r"threshold|capacity|quota|budget|version|port|delay|backoff|concurrency|replicas|workers|threads|retries|attempts|"
    r"encoding|charset|locale|language|timezone|time zone|licen[cs]e|order|byte order|ratio|format|precision|coverage|"
    r"mode|backend|strategy|theme|engine|driver|memory|age|level|offset|weight|scale|factor|latency|throughput|frequency|resolution|policy|window|batch size|"
    r"pool size|chunk size|buffer size|page size|line length|max \w+|maximum|minimum|default|branch|region|currency|schedule)"
)
_VALUE: Final = re.compile(rf"^{VALUE}$", re.I)
_CONSTANT: Final = re.compile(
    r"^(?:[A-Z][A-Z0-9]+(?:[-_./ ]?[A-Z0-9]+)*|[\w.+-]*\d[\w.+-]*|true|false|on|off|\d+:\d+|[a-z]+-[a-z-]+)$"
)
_VERSION: Final = re.compile(rf"^{VERSION}$", re.I)
_DATE: Final = re.compile(rf"^{DATE}$", re.I)
_EMAIL: Final = re.compile(r"^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$")
_PHONE: Final = re.compile(r"^\+?\d[\d ()/-]{5,}\d$")
_URL: Final = re.compile(r"^https?://\S+$")
_LIST: Final = re.compile(
    r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|&|plus|as well as)\s+(?:on\s+|in\s+|from\s+|for\s+)?", re.I
)
_NO_TOOL: Final = r"(?!.*\b(?:port|line|page|section|step|release|issue|pr|chapter|level|phase|option|part|day)\s+v?\d)"
NAME_VERSION: Final = re.compile(
    rf"^{_NO_TOOL}(?P<name>.*?[a-z)`].*?)\s+(?:version\s+)?(?P<bound>>=|\^|~)?\s*(?P<version>{VERSION})(?P<plus>\+)?"
    r"(?:\s+(?:or|and)\s+(?P<open>newer|later|higher|above|up|older|earlier|lower|below))?$",
    re.I,
)


def trimmed(text: str) -> str:
    """A phrase without article, adverbs at its ends, purpose, quotes and outer punctuation."""
    found = text.strip(_EDGE)
    for _ in range(3):
        found = _ADVERB.sub("", found)
        found = _TAIL.sub("", found).strip(_EDGE)
    found = bare(found)
    return found


def bare(text: str) -> str:
    """Without article and quotes."""
    found = _ARTICLE.sub("", text.strip(_EDGE))
    if not re.search(rf"[{_QUOTES}]", found[1:-1]) or found[:1] in _QUOTES:
        found = found.strip(_QUOTES)
    return found.replace("`", "").replace("*", "").strip(_EDGE).strip(_QUOTES)


def without_purpose(text: str) -> str:
    return _PURPOSE.sub("", text)


def without_place(text: str) -> str:
    return _WHERE.sub("", text)


def parts(text: str) -> list[str]:
    """The members of a list, the phrase itself when it is none."""
    found = [part for part in _LIST.split(text) if part.strip()]
    return found if len(found) > 1 and all(len(part.split()) <= 6 for part in found) else [text]


_CALENDAR: Final = re.compile(rf"(?:{WEEKDAY}|(?!may|april|june|august)(?i:{MONTH}))s?$", re.I)


def is_person(text: str) -> bool:
    words = text.split()
    if text == "user" or (words and (words[-1].lower() in _PERSONAL or words[-1].lower().endswith("-in-law"))):
        return True
    if len(words) == 1 and _CALENDAR.match(text):
        return False
    if (
        len(words) == 1
        and re.search(r"[a-z][A-Z]|\d", text)
        and not re.match(r"(?:Mc|Mac|De|Di|La|Le|Van|O')[A-Z]", text)
    ):
        return False  # the spelling of a product
    if re.fullmatch(r"[A-Z]{2,5}", words[-1] if words else ""):
        return False  # an abbreviation
    return _PERSON.match(text) is not None and words[0].lower() not in _NO_NAME and not re.search(r"\d", text)


def is_title(text: str) -> bool:
    head = _TITLE_OF.sub(r"\1", text)
    if _SOFTWARE.search(head):
        return False
    if not is_phrase(text) or re.search(r"\b(?:as|to|by|from|my|your)\b", head, re.I):
        return False
    return len(text.split()) <= 7 and _TITLE.search(head.strip()) is not None


def title_and_team(text: str) -> tuple[str, str]:
    """`tech lead of checkout` as `tech lead` and `checkout`; a head of something keeps it."""
    found = _TITLE_OF.match(text)
    if found is None or found.group(1).lower() in ("head", "director", "vp", "president", "chair", "vice president"):
        return text, ""
    return found.group(1), found.group(2)


_CLAUSE: Final = re.compile(
    r"\b(?:is|are|was|were|am|may|can|must|might|should|when|that|which|who|whom|how|why|not|never|if|has|have|had|will|would|does|do|did|"
    r"then|because|runs?|uses|explain|there|said|says|told|thinks?|claims?|claimed|heard|noticed|wonders?|knows?|asked|decided|voted|opted|agreed|chose)\b",
    re.I,
)


def is_phrase(text: str) -> bool:
    """Whether a subject is a noun phrase, and no clause with a verb of its own."""
    return _CLAUSE.search(text) is None


def is_host(text: str) -> bool:
    word = text.lower()
    if re.fullmatch(
        r"(?:(?:same|other|client|remote|local) )?(?:servers?|machines?|hosts?|nodes?|instances?|clusters?|cloud|laptops?|vms?|hardware|metal|datacent(?:er|re))",
        word,
    ):
        return False
    named = _HOSTNAME.match(text) is not None and not _FILE.search(word)
    return word in _PLATFORM or named or _MACHINES.search(text) is not None


def fits(text: str, slot: Slot) -> bool:
    """Whether a trimmed phrase may fill a slot."""
    words = text.split()
    if (
        not words
        or len(words) > (16 if slot is Slot.CHOICE else 7)
        or (words[0].lower() in _NO_NAME and slot is not Slot.DATE)
    ):
        return False
    if slot is not Slot.CHOICE and words[0].lower() in ("not", "no", "never"):
        return False
    match slot:
        case Slot.PERSON:
            return is_person(text)
        case Slot.NAME:
            return _PROPER.match(text) is not None and not is_title(text)
        case Slot.TITLE:
            return is_title(text)
        case Slot.PATH:
            return _PATH.match(text) is not None or _PATH_WORDS.search(text) is not None
        case Slot.PLACE:
            return fits(text, Slot.PATH) or (_PROPER.match(text) is not None and len(words) <= 4)
        case Slot.HOST:
            return is_host(text)
        case Slot.PORT:
            return text.isdigit() and 1 <= int(text) <= 65_535
        case Slot.VERSION:
            return _VERSION.match(text) is not None
        case Slot.VALUE:
            return _VALUE.match(text) is not None or _CONSTANT.match(text) is not None
        case Slot.DATE:
            return _DATE.match(text) is not None
        case Slot.EMAIL:
            return _EMAIL.match(text) is not None
        case Slot.PHONE:
            return _PHONE.match(text) is not None
        case Slot.URL:
            return _URL.match(text) is not None
        case Slot.TOOL:
            return _names_tool(text, words)
        case Slot.THING:
            return text != "user" and len(words) <= 6
        case _:
            return len(words) <= (16 if slot is Slot.CHOICE else 6)


_GENERIC: Final = re.compile(
    r"^(?:case|cases|it|them|that|this|care|advantage|place|part|charge|up|out|over|a lot|action|effect|of|to|as|by|"
    r"when|what|how|why|more|less|less of)$",
    re.I,
)


def _names_tool(text: str, words: list[str]) -> bool:
    if (
        (_GENERIC.match(words[0]) and len(words) == 1)
        or words[0].lower() in ("by", "to", "of", "in", "at", "up", "for", "least", "two", "three", "four", "five")
        or not is_phrase(text)
    ):
        return False
    return len(words) <= 4

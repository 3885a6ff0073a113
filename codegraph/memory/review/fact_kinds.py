"""Kind of a fact, one of ten, by its words.

Sensitive kinds take precedence over technical ones.
"""

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.memory_model import Memory, MemoryKind
from codegraph.memory.review.tiers import CURATED, REVIEWED_KINDS

_K = MemoryKind

# Alternatives of one pattern, between the borders of words. Spaces within one are written `_`.
_SIGNS: Final = (
    (
        _K.HEALTH,
        r"""allerg\w+ intoleran\w+ asthma\w* diabet\w+ epilep\w+ migraines? adhd dyslexi\w+ autis\w+ depress(?:ed|ion)
        anxiety pregnan\w+ disab(?:led|ility) wheelchair colou?r[-_]?blind\w* hard_of_hearing deaf vegans?
        vegetarians? gluten lactose coeliac celiac medications? prescriptions? diagnos\w+ surgery therap(?:y|ist)
        blood_type carpal_tunnel rsi""",
    ),
    (
        _K.FISCAL,
        r"""salar(?:y|ies) wages? invoices?_(?:are|is|go) billing budgets? hourly_rate day_rate tax(?:es)? vat
        bank_account iban credit_card payroll revenue funding_round runway mortgage pension we_charge we_pay
        expenses? payment_terms""",
    ),
    (
        _K.IDENTITY,
        r"""my_(?:full_|first_|last_|legal_|middle_)?name call_me my_pronouns
        my_(?:user_?name|handle|e-?mail|phone|birthday)
        (?:git_?hub|git_?lab|slack|discord|mastodon)_(?:user_?name|handle|account)_is
        my_(?:date_of_birth|age|nationality) i_was_born
        i(?:'m|_am)_(?:an?_)?(?:\w+_){0,3}(?:engineer|developer|designer|manager|scientist|student|founder)
        i(?:'m|_am)_(?:an?_)?(?:\w+_){0,3}(?:consultant|architect|researcher|freelancer|contractor|sre|analyst|teacher)
        i_work_(?:at|for|as) years?_(?:old|of_experience)""",
    ),
    (
        _K.PEOPLE,
        r"""(?:my|our)_(?:\w+_){0,2}?(?:boss|manager|wife|husband|partner|spouse|girlfriend|boyfriend|son|daughter)(?:s|'s)?
        (?:my|our)_(?:\w+_){0,2}?(?:mother|father|mum|mom|dad|sister|brother|colleague|team_?mate|co-?founder)(?:s|'s)?
        (?:my|our)_(?:\w+_){0,2}?(?:client|mentor|team_lead|tech_lead|cto|ceo|designer|intern|accountant)(?:s|'s)?
        (?:my|our)_(?:\w+_){0,2}?(?:lawyer|reviewer|on-?call_contact|point_of_contact)(?:s|'s)?""",
    ),
    (
        _K.LOCATION,
        r"""i_live i(?:'m|_am)_(?:based|located|living) my_(?:home|office|address|city|country|postcode|zip_code)
        our_office we(?:'re|_are)_(?:based|located) work(?:ing)?_from_(?:home|the_office) time_?zone""",
    ),
    (
        _K.CONSTRAINT,
        r"""must(?:n't)? never not_allowed (?:may|can)not can't forbidden prohibited required_to is_required has_to
        have_to under_no_circumstances only_(?:ever_)?(?:support|ship|allow)\w* no_exceptions complian\w+ gdpr
        hipaa soc_?2 pci do(?:n't|_not)_ever""",
    ),
    (
        _K.INFRA,
        r"""ports? hosts? hostnames? servers? clusters? databases? postgres\w* mysql mariadb redis kafka mongo\w* s3
        bucket aws gcp azure kubernetes k8s nomad regions? (?:us|eu|ap)-[a-z]+-\d staging production replicas?
        queues? dns vpn vpc load_balancer ingress deploy(?:s|ed|ments?)? runs?_on hosted endpoint localhost""",
    ),
    (
        _K.TOOLING,
        r"""npm pnpm yarn bun deno pip pipx poetry uv conda cargo maven gradle bazel cmake docker podman git vim
        neovim nvim emacs vs_?code jetbrains pycharm intellij zed cursor tmux zsh fish bash pytest jest vitest
        mocha eslint prettier biome ruff black mypy pyright typescript javascript python rust golang java kotlin
        swift ruby react vue svelte angular django fastapi rails spring tailwind webpack vite node(?:\.js)?
        linters? formatters? frameworks? librar(?:y|ies) package_managers? compilers? sdk ide test_runner
        type_checker volta nvm mise asdf homebrew nix""",
    ),
    (
        _K.PROJECT,
        r"""(?:this|the|our|my)_(?:project|repo(?:sitory)?|codebase|monorepo|product|app(?:lication)?|service|roadmap)
        (?:this|the|our|my)_(?:release|api|architecture|module|package) milestone deadline launch
        we(?:'re|_are)_building i(?:'m|_am)_building""",
    ),
)


def _compile_pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words.split())})\b".replace("_", " "), re.I)


_PATTERNS: Final = tuple((kind, _compile_pattern(words)) for kind, words in _SIGNS)
_AMOUNT: Final = re.compile(r"[$€£¥] ?\d")


def classify_fact(fact: str) -> MemoryKind:
    """Return the kind of a fact, by default a preference."""
    found = next((kind for kind, sign in _PATTERNS if sign.search(fact)), _K.PREFERENCE)
    return _K.FISCAL if found is not _K.HEALTH and _AMOUNT.search(fact) else found


def is_sensitive(fact: str) -> bool:
    """Return whether a fact is about health, money, identity, people or place.

    A hard rule is not private: sensitive rules have another kind.
    """
    kind = classify_fact(fact)
    return kind in CURATED and kind is not _K.CONSTRAINT


_SEEN_AS: Final = {
    _K.STYLE: _K.PREFERENCE,
    _K.HABIT: _K.PREFERENCE,
    _K.CONVENTION: _K.CONSTRAINT,
    _K.COMMAND: _K.TOOLING,
    _K.SKILL: _K.TOOLING,
}


def to_reviewed_kind(memory: Memory) -> str:
    """Return the one of the ten kinds that a memory of any vocabulary is shown as.

    It is the kind itself, the nearest one, the kind of its words, or else the kind for the project.
    """
    kind = memory.body.kind
    if kind in REVIEWED_KINDS:
        return kind
    if kind in _SEEN_AS:
        return str(_SEEN_AS[MemoryKind(kind)])
    said = classify_fact(memory.body.content)
    return str(_K.PROJECT if said is _K.PREFERENCE else said)


_SHARED: Final = re.compile(
    r"\b(?:we|our|ours|us)\b|\b(?:this|the) (?:\w+ )?(?:project|repo(?:sitory)?|codebase|monorepo|package|service)\b",
    re.I,
)


def is_about_project(kind: str, fact: str) -> bool:
    """Return whether a fact holds in its repository only.

    All other facts belong to the person.
    """
    return kind in (_K.PROJECT, _K.INFRA) or bool(_SHARED.search(fact))

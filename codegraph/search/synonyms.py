"""Words that stand for one another in code and in questions about it.

For example, `cfg` is `configuration`, and a question says deleting for what the code calls `remove`. Words are grouped,
and each stands for the others of its group.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from codegraph.embed.terms import stem

SHORT: Final = 0.5
"""What a word counts that is a short or another spelling of an asked one, beside the asked one itself."""

ALIKE: Final = 0.2
"""What a word of like meaning counts. It is often another thing: `stop` a server, `cancel` an order."""

_SHORT_FORMS: Final = """
addr address; alloc allocate allocation; analyze analyse; app application; arg argument; async asynchronous; attr
attribute; auth authentication authenticate authorization authorize; behavior behaviour; buf buffer; calc calculate;
canceled cancelled; cb callback; center centre; cert certificate; cfg conf config configuration; char character; chk
check; clk clock; cmd command; cmdline commandline; col column; color colour; comp component; cond condition; conn
connection; coord coordinate; cpy copy; ctl ctrl control; ctor constructor; ctrl controller; ctx context; cur current;
db database; dec decode; decl declaration; def definition; del delete; desc description; dest dst destination; dev
device; dict dictionary; diff difference; dim dimension; dir directory folder; dist distance; doc document
documentation; elem element; enc encode encoding; env environment; env variable; err error; evt event; ex exc
exception; exec execute; expr expression; ext extension; fd descriptor; fmt format; fn func function; freq frequency;
fs filesystem; gc garbage; gen generate generator; hdr header; id identifier; idx index; img image; imp import; impl
implementation; info information; init initialize initialise; inst instance; int integer; iter iterator iterate; lang
language; len length; lex lexer; lib library; lnk link; loc location; lvl level; max maximum; mem memory; mgr manager;
min minimum; mod module; msg message; mtx mutex; nav navigation; normalize normalise; num nr number; obj object; op
operation operator; ops operations; opt option; optimize optimise; org organization; param parameter; passphrase pwd;
perf performance; perm permission; pid process; pkg package; pkt packet; pos position; pred predicate; pref
preference; prev previous; priv private; proc process; prof profile; prog program; prop property; proto protocol; pt
point; ptr pointer; pub public publish; pwd password; px pixel; qty quantity; rand rnd random; rc return; rec record;
recv receive; ref reference; reg register; regex regexp; rel relative; repo repository; req request; res resp
response; ret return; rev revision; rm remove; rw readwrite; sched schedule scheduler; sec second; sel selection; sem
semaphore; sep separator; seq sequence; serialize serialise; sess session; sig signal signature; sock socket; spec
specification; src source; srv server; stat status statistic; std standard; stmt statement; str string; sub subscribe;
svc service; sym symbol; sync synchronize; synchronize synchronise; sys system; tbl table; tmp temp temporary; tok
token; tpl tmpl template; trans transaction; ts timestamp; tx txn transaction; usr user; util utility; val value; var
variable; vec vector; ver version; vol volume; win wnd window; ws websocket; xfer transfer
"""

_ALIKE: Final = """
abort cancel interrupt; abort kill stop terminate; access permission; add append insert; add register; address link
url; again repeat retry; allow permit; ask prompt; attempt retry try; avoid prevent; backoff delay sleep wait; begin
boot start; block wait; boot init; browser client; build create make construct; cache memoize remember; cache store
remember; call request; cap limit maximum throttle; catch handle; check validate verify; check test; choose pick
select; clean cleanup prune purge; clear reset; close shut shutdown; color highlight; colour highlight; combine join
merge; compare diff; compress zip archive; config option setting; controller control; convert map transform translate;
copy duplicate clone; count number; crash panic; credential password passphrase secret token; deadline timeout; decide
determine; decode deserialize parse unmarshal; decorate wrap; delete drop erase remove unlink; deny refuse reject;
deploy release; deprecated obsolete; detect find guess infer; digest hash checksum fingerprint; disable off; discard
forget; display print render show; divide partition split; download fetch; email mail; empty blank; enable on; encode
dump marshal serialize; encrypt cipher; enqueue push; entry item; escape quote; exclude filter ignore skip; execute
invoke call run; exit quit; exit retcode; expire evict; extract unpack; fail error; fail failure; failure error fault;
fast quick; fetch get retrieve; fifo queue; file document; fill populate; finish complete done end; flush sync; folder
directory; format layout; give return; guard protect; halt shutdown stop; handle manage; hide mask redact; hook
callback listener; http request; id key; identifier name; increase grow; indent layout; initial default; install
setup; interrupt signal; jitter random; job task; json serialize; kill signal; kind type; label tag; latest newest;
launch spawn start; leak retain; limit rate; line row; link url reference; list enumerate; listen accept bind; load
read; load import; lock mutex; log report trace; login authenticate; loop iterate; match pattern; measure metric;
memory heap; message notification; minify shrink; missing absent; modify change update; monitor observe poll watch;
move rename; network connection socket; notify alert; old stale expired; open connect; option flag; order sort
priority; orphan dead unused; output result; output print; page screen view; parallel concurrent; parse read; path
route; pause suspend; persist save store write; pool reuse; post send transmit upload; process subprocess; process
handle; program command executable; proxy wrapper; put send store; put upload; query sql; range interval; rate speed
bandwidth; rate throttle; receive accept; reconnect retry; recover restore; refresh reload update; release unlock;
replace substitute; resize scale; resolve lookup; restart reload; revert rollback undo; scan traverse walk visit;
schedule timer; search find lookup locate; server daemon; share split; size length; slow throttle; source origin;
spawn fork; start init; state status; string text; strip trim remove; symlink link; thread worker; time clock; tree
hierarchy; unique distinct; unit test; user account; value data; version revision; warn warning; web http
"""


@cache
def _build_groups() -> dict[str, dict[str, float]]:
    """Return the synonyms of each stem, with their weights."""
    found: dict[str, dict[str, float]] = {}
    for text, worth in ((_ALIKE, ALIKE), (_SHORT_FORMS, SHORT)):
        for group in text.split(";"):
            stems = dict.fromkeys(stem(word) for word in group.split())
            for one in stems:
                found.setdefault(one, {}).update((other, worth) for other in stems if other != one)
    return found


def find_synonyms(term: str) -> dict[str, float]:
    """Return the stems that may stand for a stem, with their weights."""
    return _build_groups().get(term, {})

"""Idioms that say a relation as a whole, as data: `x is on y's payroll`, `y gives x hives`, `x saw the light of day in y`.

A row: the predicate | the wording | marks. In the wording `{s}` and `{o}` stand for the subject and the object of the
fact, `{d}` for a date, `{x}` for what is not told; `<wear>` is every finite form of a verb, `<be>` those of be with its
contractions; `[now]` may be missing; `a/b` are alternatives of one word (`_` for a blank in one). Rows without `{s}`
speak of the project. Marks: `ends`, `against` (a decision against the object), `me` (of the user), `flip` (denied, it is the
opposite taste), `cmd` (an imperative of a commit), `soft` (the object is known software), `city` (a known place),
`future` and `past` (when it happens), `release` (the subject is a release).
"""

# ruff: noqa: E501 - rows that are broken over lines are harder to read

from __future__ import annotations

from typing import Final

ROWS: Final = """
works_at | {s} <be> on {o} 's payroll/books |
works_at | {s} <be> on the payroll/staff/books of/at {o} |
works_at | {s} <draw> a/his/her/my/their paycheck/salary/wage/wages from/at {o} |
works_at | {s} <earn> a/his/her/my/their living/money/bread/keep at/with {o} |
works_at | {s} <hire> on at/with {o} |
owns | {o} <be> cut/tagged/triaged by {s} | person
located_in | there <be> a/an/another/one {s} in {o} [as_well/too] | city
uses | {s} <stand> on the shoulders of {o} |
written_in | {s} <consist> of {x} lines of {o} | soft
works_at | {s} <be> in the employ/service of {o} |
works_at | {s} <be> an/a employee/contractor/freelancer of/at/for {o} |
works_at | {s} <call> it quits/a_day at {o} | ends
works_at | {s} 's contract/job/employment/stint/time/tenure/internship with/at {o} <end/expire/finish> [in/on/last] {x} | ends
works_at | {s} 's last day/week at/with {o} <be> {x} | ends
works_at | {s} <be> through/done/finished with/at {o} | ends
works_at | {s} <walk> out of/on {o} | ends
works_at | {s} <hand> in his/her/my/their badge at {o} | ends
works_at | {s} 's employer <be> {o} |
works_at | {s} 's [day/new] job/gig/work <be> at/with {o} |
works_at | {s} <find/land/take/accept/get/start/score/snag/bag/secure/begin> a/an/his/her/my/their [new/first/steady/proper] job/gig/position/post/role/internship at/with {o} |
works_at | {s} <have> a/an job/gig/position/post/role/internship/contract at/with {o} |
works_at | {s} <be> new/back at {o} |
works_at | {s} <do> {x} at {o} | proper
works_at | {o} <pay> {s} 's bills/rent/salary |
works_at | {o} <be> where {s} <work> |
works_at | {s} <join> the ranks/staff of {o} |
works_at | {s} <go/come> to work for/at {o} |
works_at | {s} <trade/swap/exchange/ditch> {x} for {o} | proper
works_at | we/they <lose> {s} to {o} | proper
works_at | {s} <get/be> poached/snapped_up/hired/scooped_up by {o} |
works_at | {s} <get/be> let_go/laid_off/fired/sacked/dismissed/made_redundant by/from/at {o} | ends
works_at | {s} <pack> his/her/my/their bags at {o} | ends
works_at | {s} <turn> his/her/my/their back on {o} | ends proper
works_at | {s} <make> his/her/my/their home/living at {o} |
works_at | {s} <be> the newest/latest hire/recruit/addition/joiner at/to/of {o} | proper
works_at | {s} <clock> in/out/on at {o} |
works_at | {o} <sign/cut> {s} 's paychecks/cheques/checks/paycheck |
works_at | {s} <have> been with {o} for/since {x} | proper
works_at | {s} <be> with {o} now/these_days/since | proper
works_at | {s} <say> goodbye to {o} | ends proper
works_at | {s} <hang> up his/her/my/their hat/boots at {o} | ends
has_role | {s} <wear> the/a/an/our {o} hat/cap |
has_role | {s} <wear> the hat/cap of {o} |
has_role | {s} <hold/carry/bear/have> the title/position/post/office/rank/role of {o} |
has_role | {s} <get/be> bumped/moved/kicked [up] to {o} |
has_role | {s} <go/rise> from {x} to {o} |
has_role | {s} 's [job/official/current/new] title/job/role/position/post/function <be> {o} |
has_role | {s} <take/move/slide/step/slip/grow> [over/up/on/into] the [role/post/position/shoes] of {o} |
has_role | {s} <take/fill/occupy/have> [over/up/on] the {o} role/post/position/seat/job/slot/spot |
has_role | {s} <be> in the {o} role/seat/position/chair/spot |
has_role | the role/job/post/position of {o} <go/fall/belong> to {s} |
has_role | the role/job/post/position of {o} <be> filled/held/taken by {s} |
has_role | {s} <earn> a/his/her/my/their living/money/keep as {o} |
has_role | {s} <be> a/an {o} by trade/profession/day |
has_role | {s} <play> the {o} |
has_role | filling/in the role of {o} <be> {s} |
leads | {s} <be> at the helm/head/wheel/top of {o} |
leads | {o} <be> {s} 's to run/lead/manage/steer/head |
leads | at the helm/head/wheel/top of {o} <be/stand/sit> {s} |
leads | heading/leading/running/chairing/managing {o} <be> {s} |
leads | {s} <call> the shots in/on/for/at/over {o} |
leads | {s} <run> the show at/in/for {o} |
leads | {s} <take/hold/have> the helm/reins/lead/chair of {o} |
leads | {s} <take/hold/have> the lead on/for {o} |
leads | {s} <front/anchor/skipper/pilot/quarterback> {o} |
leads | {s} <be> the one/person steering/leading/running/heading {o} |
leads | {o} <be> [being] steered/captained/fronted/anchored/shepherded/helmed/presided_over by {s} |
leads | {s} <preside> over {o} |
leads | {o} <be> under {s} 's leadership/direction/command/guidance |
leads | {o} <be> under the leadership/direction/command/guidance of {s} |
member_of | {o} <count/number/have/list> {s} among its members/ranks/people |
member_of | {s} <have/get/win/hold> a seat/spot/place on/in {o} |
member_of | {s} <be> the newest/latest/youngest/oldest/most_recent member/addition/recruit/arrival of/to/on/in {o} |
member_of | {s} <be> one of the/its/our members of {o} |
member_of | among the members of {o} <be> {s} |
member_of | {o} <be> staffed/manned/formed/made_up/comprised/run by/of/with {s} |
member_of | on/in {o} <be> {s} |
member_of | {s} <switch/move/cross/hop/shift> [over] to/into {o} |
member_of | {s} <be> on loan to {o} |
member_of | {s} <be> with {o} |
member_of | {s} <be> among the people/folks/members on/in/of {o} |
member_of | {o} <welcome/gain/get/add/recruit/take_on/bring_in> {s} |
member_of | {s} <find> a/his/her/my/their [new] home/place in/on {o} |
member_of | {s} <serve> with/on/in {o} |
member_of | {s} <leave> {o} | ends
member_of | {s} 's [home/new/current] team/squad/crew <be> {o} |
member_of | {o} <have> a new member/face/recruit/hire/addition [:/,/-/called/named] {s} |
member_of | {s} <be> the new/newest/latest face/recruit/hire/addition/person/one on/in/at/to/of {o} |
member_of | {s} <be> seconded/loaned/embedded/assigned/attached/posted/transferred/moved/allocated [out] to/in/with/into {o} |
member_of | {s} <be> part/one of {o} |
member_of | {s} <split> his/her/my/their time between {o} |
member_of | {s} <round> out {o} |
member_of | {s} <defect> to {o} |
member_of | {s} <be> over on/in/with {o} |
reports_to | {s} <have/get> a/an [new] boss/manager/lead/supervisor , {o} |
reports_to | {s} <have/get> {o} as/for [a/his/her/my/their] boss/manager/lead/supervisor |
reports_to | {s} <be> a/one direct report of {o} |
reports_to | {s} <be> one of {o} 's [direct] reports/people/charges |
reports_to | {s} <take> [his/her/my/their] orders/instructions from {o} |
reports_to | {o} <be> {s} 's [direct/new/line/current] boss/manager/supervisor |
reports_to | {s} 's [direct/new/line/current] boss/manager/supervisor <be> [now] {o} |
reports_to | {o} <be> the boss/manager/supervisor of {s} |
reports_to | {s} <work/sit/be> [directly] under {o} |
reports_to | {s} <be> managed/supervised/line-managed/bossed by {o} |
owns | {o} <be/sit/lie/land/stay> on {s} 's plate/desk/shoulders/watch |
owns | {o} <be/sit/lie/land/stay/rest> in {s} 's hands/court/care/custody/remit/wheelhouse/portfolio/backyard/bailiwick/lap/area |
owns | {o} <be/sit/stay/fall/come> under {s} 's care/wing/control/umbrella/roof/purview/custody/remit/jurisdiction |
owns | {o} <be/sit/lie/rest/stay> in the hands/care/custody/remit/portfolio of {s} |
owns | {o} <be/sit/stay/fall/come> under/within the care/wing/control/umbrella/purview/custody/remit/jurisdiction/responsibility of {s} |
owns | responsibility/ownership/accountability for/of/over {o} <lie/rest/sit/be/stay/go/fall/pass/reside> [now] with/to {s} |
owns | {s} <have/hold/take/assume/get/keep> [full/sole] custody/ownership/responsibility/charge/control/stewardship/care of/for/over {o} |
owns | {s} <hold/have> the keys to {o} |
owns | {s} <be> on the hook/duty for {o} |
owns | {s} <be> the keeper/guardian/steward/custodian/caretaker/shepherd/gatekeeper/curator of {o} |
owns | {s} <be> the point_person/contact/go-to/person_to_ask/person_to_talk_to for {o} |
owns | {o} <land/end_up/wind_up/be/sit/live/stay> with {s} | party
owns | {o} <fall/pass> to {s} | party
owns | {o} <be> handed/passed/given/turned [over/on] to {s} |
owns | {s} <mind/nurse/babysit/tend/look_after/care_for/keep_an_eye_on/watch_over> {o} |
owns | {s} <keep> {o} running/alive/going/afloat/healthy |
owns | {s} <be> keeping {o} running/alive/going/afloat |
owns | maintenance/upkeep/care of {o} <be> done/handled/covered/provided by {s} |
owns | {o} <be> {s} 's to look_after/maintain/run/own |
owns | {s} <answer> for {o} |
owns | add/make/set/appoint/name/list {s} [as/the] code_owner/codeowner/owner/maintainer of/for {o} | cmd
owns | take/drop/remove {s} off/from the/our/codeowners/owners/maintainers [codeowners/owners/maintainers] for/of {o} | cmd ends
owns | add/put {s} to/on the/our/codeowners/owners/maintainers [codeowners/owners/maintainers] for/of {o} | cmd
owns | {s} <pick> up [the] maintenance/ownership of {o} |
owns | {s} <wash> his/her/my/our/their hands of {o} | ends
owns | {s} <be> no longer responsible for {o} | ends
owns | {s} <give/hand> up/off/away {o} | ends party
owns | {s} <let> go of {o} | ends party
created_by | {s} <be> the/a work/brainchild/creation/invention/handiwork/baby of {o} |
created_by | {s} <start/begin> out/life/off [life] as a/an {x} of/by {o} ['s] |
created_by | {s} <start/begin> as a/an {x} of/by {o} ['s] |
created_by | we/people <owe> {s} to {o} |
created_by | {o} <be> the [mastermind/brain/brains/mind/person/man/woman/one] behind {s} |
created_by | {s} <go> back to {o} | person
created_by | credit for {s} <go/belong> to {o} |
created_by | {o} <dream/think/cook/whip/conjure/draw> up {s} |
created_by | {o} <knock/hack/throw/slap/bolt/cobble/put> together {s} |
created_by | {o} <knock/hack/throw/slap/bolt/cobble/put> {s} together |
created_by | {o} <lay> the foundation/foundations/groundwork of/for {s} |
created_by | {s} <come/stem/originate> from {o} | person full
created_by | {s} <come> from/out_of/off {o} 's pen/keyboard/head/desk/hands |
created_by | {s} <have> {o} to thank for its existence |
created_by | {s} <trace> its origins/roots [back] to {o} | person
created_by | {s} <spring> from the mind/head of {o} |
created_by | behind {s} <be/stand> {o} | person
uses | {s} <be> a/an [plain/simple/standard/vanilla/small/big/tiny/static/classic/typical/boring/normal/regular] {o} build/site/project/setup/affair/job/deployment/installation | soft
uses | {o} <do> the [heavy] lifting/job/work for/in {s} | soft
uses | {o} <power/drive/underpin/back/run> {s} | soft
uses | {s} <get> by with/on {o} | soft
uses | {s} <go/be> all in on {o} |
uses | {s} <be> all {o} | soft
uses | {s} <speak> {o} | soft
uses | {s} <hop/jump/leap> on/onto/aboard [the] {o} [bandwagon/train] | soft
uses | {o} <be> in use/place/service here/everywhere/throughout/already | soft
uses | {o} <take> care of {s} | soft
uses | {s} <be> looked_after/taken_care_of/done/handled/covered/served/fronted by {o} | soft
uses | {s} <sit/live/hide/be> behind {o} | soft
uses | {s} <be> wired/hooked/plugged [up] to/into/with {o} | soft
uses | {s} <lean/rest/ride/float> [heavily/mostly] on {o} | soft
uses | {s} <be/stay/remain> on {o} | soft ours
uses | {s} <pin> our hopes on {o} | soft
uses | {s} <trust/entrust> {x} to {o} | soft
uses | {s} <make> do with {o} | soft
uses | {s} <have> {o} in place/production/use/front/charge [of/for] | soft
uses | {o} <be> our/the weapon/tool/language/database/editor/framework/linter/platform/cloud/solution of choice |
uses | {s} <turn> to {o} for {x} | soft
uses | {s} <run/do> everything/most_things/it_all on/with/through/in {o} | soft
uses | for {x} {s} <use/have/run/rely_on/lean_on/turn_to/go_with/reach_for> {o} | soft
uses | {s} <say/wave/bid> [our/a/a_final/a_fond/its] goodbye/farewell/bye/adieu/so_long to {o} | ends soft
uses | {s} <be> done/through/finished with {o} | ends soft
uses | {s} <pull> the plug on {o} | ends soft
uses | {s} <be> back/again on/to/at/with {o} | soft party
uses | {s} <turn> our/their/its back/backs on {o} | ends soft
uses | {s} <get/break/move/come> away/free/off from/of {o} | ends soft
uses | {s} <leave> {o} behind | ends soft
uses | {s} <cut> the cord/ties/links to/with {o} | ends soft
uses | {s} <break> up with {o} | ends soft
uses | {s} <give> up on {o} | ends soft
uses | {s} <move> on from {o} | ends soft
uses | {s} <kick> {o} to the curb/kerb | ends soft
uses | {s} <throw/toss/chuck/bin/chuck_out/throw_out/toss_out/bin_off> {o} [out/overboard/away] | ends soft
uses | {s} <be> off/free_of/rid_of {o} | ends soft
uses | {s} <wean> ourselves/itself/us/everyone off [of] {o} | ends soft
uses | {o} <get> the boot/axe/chop/sack/heave-ho | ends soft
uses | {o} <go/be> out the/of_the door/window | ends soft
uses | {o} <bite> the dust | ends soft
uses | {s} <have/get> no use for {o} anymore/any_more/any_longer | ends soft
uses | {s} <live> without {o} now/these_days | ends soft
uses | {o} <do/handle/cover/manage> both/it_all/the_job/everything/all_of_that/all_of_it/the_lot/that_now/that_for_us [now] | soft
uses | {o} <do/handle/cover/manage> {s} [now/these_days/for_us] | soft ourthing
uses | {s} 's <be> all in {o} | soft
written_in | {s} <be> {o} with some/a_bit_of/a_little/a_pinch_of/bits_of {x} |
written_in | {s} 's source/code/codebase/implementation <be> [in/all/pure/mostly] {o} |
written_in | the code/source/codebase/implementation of {s} <be> [in/all/pure/mostly] {o} |
written_in | {s} <be> coded/programmed/implemented/built [entirely/mostly/fully] in {o} |
written_in | {s} <be> a/an [pure/small/big/large/tiny/single/plain] {o} codebase/program/app/application/service/script/binary/daemon |
written_in | {s} <be> pure/plain/100%/vanilla/all/mostly/entirely/still {o} |
depends_on | {s} <fall/break/blow/come/go/crash> over/down/apart/up without {o} |
depends_on | {s} <die/crash/fail/break/stall/hang/choke> without {o} |
depends_on | {s} can't/cannot/won't/doesn't/don't/can_not/will_not/does_not/didn't work/run/start/boot/build/compile/function/operate/live/exist/go/do/load/survive/do_without/get_by/get_along/get_anywhere/do_anything [properly/at_all] without {o} |
depends_on | {s} can't/cannot/can_not do without {o} |
depends_on | without {o} [,] {s} can't/cannot/won't/doesn't/don't/will_not/does_not work/run/start/boot/build/compile/function/operate/load/come_up |
depends_on | without {o} [,] {s} <be> useless/dead/broken/helpless/of_no_use |
depends_on | {s} <be> useless/dead/lost/nothing/helpless/worthless/broken without {o} |
depends_on | there <be> a/one [single/hard/soft/runtime/build/optional/direct] dependency on {o} |
depends_on | {s} <be> tied/coupled/bound/wedded/chained/glued/married [closely/tightly/firmly] to {o} |
depends_on | {s} <stand/rise> and fall/falls with {o} |
depends_on | {o} <be> a/an [hard/strict/absolute/runtime/build/direct] prerequisite/must/requirement/necessity for/of {s} |
depends_on | you can't/cannot/can_not build/run/use/compile/install/start/test {s} without {o} |
depends_on | to build/run/use/compile/install/start/test/deploy {s} [,] you/we need/require/must_have {o} |
depends_on | {s} <need/require/want> {o} to work/run/start/boot/build/compile/function |
depends_on | {s} <need/require/want> {o} installed/running/present/around/in_place/at_runtime |
depends_on | {s} <go/come> nowhere without {o} |
depends_on | {s} <take> {o} for granted |
depends_on | {s} <be> built/layered/stacked/based on_top_of/atop {o} |
depends_on | {s} <be> nothing/no_good/dead_in_the_water/toast/stuck if {o} <be> down/missing/gone/offline |
depends_on | {s} <be> at the mercy of {o} |
depends_on | {s} <break/die/fail/crash/fall_over/choke/stop_working> [if/when/whenever/once/as_soon_as] {o} <be> down/missing/gone/offline/away/unavailable/unreachable/not_running/not_installed |
depends_on | {s} <break/die/fail/crash/fall_over/choke> [if/when/whenever/once/as_soon_as] {o} <go> down/away/missing/offline |
depends_on | {o} must/has_to/needs_to be installed/running/present/available/up for {s} |
depends_on | {s} <come> with a [hard/single/runtime] dependency on {o} |
depends_on | {s} <hang> off/on/from {o} | soft
min_version | anything/everything/whatever/any_version from/since/above/after {o} [up/upwards/on/onwards/onward] work/works/will_do/is_fine/goes/is_ok/is_okay/is_supported/should_work |
min_version | {o} <be> the/our [hard/absolute] floor/minimum/baseline/least/lowest/bottom_line |
min_version | {o} at the very/bare least/minimum |
min_version | {o} at the least/minimum |
min_version | nothing/no_version below/under/older_than/before {o} |
max_version | stay/keep/remain below/under/before {o} | cmd
max_version | {o} at most |
max_version | {o} tops |
max_version | nothing/no_version above/newer_than/later_than/after/beyond {o} |
has_version | {s} <be/get/stay/remain> stuck/stranded/frozen/held/kept with/on/at {o} |
has_version | {s} <stand/sit/remain/stay> at {o} |
has_version | hold/keep/freeze/pin/leave {s} back at/to/on {o} | cmd
has_version | {s} <haven't_moved> past/beyond {o} |
listens_on | {s} <go/come/run/flow/travel> over/via/through/in_on [tcp/udp] port {o} |
listens_on | {s} <be> up/available/reachable/out/waiting/bound/there/exposed [to/on/at/under] [port] {o} | port
listens_on | port {o} <be> reserved/taken/used/occupied/claimed/held/kept by/for {s} |
listens_on | on port {o} <be/run/sit/live> {s} |
listens_on | behind port {o} <be/run/sit/live> {s} |
listens_on | {s} <occupy/hog/use/take/claim/sit_on/own/have/get> port {o} |
listens_on | you/we can reach/get/hit/find {s} on/at/under [port] {o} | port
listens_on | serve/expose/run/host/start/mount/publish {s} on/at/under [port] {o} | cmd port
listens_on | {o} <be> {s} 's port |
runs_on_host | {o} <host/house/run> {s} | host
runs_on_host | {s} <have/find> its/their/a home on {o} | host
runs_on_host | the home of {s} <be> {o} | host
runs_on_host | {s} <be> [being] hosted/deployed/housed/parked/stationed/homed/colocated on/at/in/with {o} | host
has_url | {s} <be> up/live/online/available/reachable/accessible/there at/on/under {o} |
"""

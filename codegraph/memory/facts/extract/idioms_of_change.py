"""Idioms of tastes, decisions, names, places, dates and addresses, in the form of `idioms.py`."""

# ruff: noqa: E501 - rows that are broken over lines are harder to read

from __future__ import annotations

from typing import Final

ROWS: Final = """
prefers | {s} <would> rather/sooner [use/write/have/do/take/see/work_with/go_with/read/stick_with] {o} than {x} |
prefers | {s} <have> a soft_spot/weakness/thing/preference/fondness/penchant/love/liking/taste for {o} |
prefers | {s} <be> all for/about {o} |
prefers | {s} can't/cannot get enough of {o} |
prefers | {s} can't/cannot live without {o} |
prefers | {o} <be> {s} 's cup_of_tea/jam/favourite/favorite/thing/go-to/style/weapon_of_choice/poison/first_choice |
prefers | {s} 's [personal] go-to/favourite/favorite/preference/poison/first_choice/weapon_of_choice <be> [always] {o} |
prefers | {s} [always] <stick> to/with {o} |
prefers | {s} <go> for {o} every/any/each time |
prefers | {s} [always] <reach> for {o} first |
prefers | {s} <be> sold on {o} |
prefers | {s} <tend> to use/prefer/favour/pick/choose/go_for/go_with/reach_for/write {o} |
prefers | {o} <be> preferred over/to {x} |
prefers | {s} <rank/rate/value/place/put> {o} above/over/before/higher_than {x} |
prefers | {s} <be> [firmly/very_much] in the {o} camp |
prefers | {s} <be> team {o} |
prefers | {o} beats/trumps/over {x} any/every day/time | me
prefers | {o} all the way/day | me
prefers | {o} > {x} | me
prefers | {o} <make> {s} happy |
prefers | {s} [always] <take> {o} over {x} |
prefers | {s} <opt> for {o} whenever/wherever [possible/I_can/we_can] |
prefers | when in doubt [,] {s} <pick/choose/use/go_for/go_with/take/prefer> {o} |
prefers | {s} <vote/be> for {o} every time |
prefers | {s} <have> my/our/a heart/vote [set/goes] [on/to/for] {o} |
prefers | {s} <want> {o} , not {x} |
prefers | {s} <be> most comfortable/productive/at_home/happy with/in/using {o} |
prefers | {s} <think/find> {o} [is/are/to_be] nicer/better/cleaner/clearer/easier/simpler/more_readable than {x} | mine
avoids | {s} <be> no friend/fan/lover/admirer of {o} |
avoids | {s} <be> not a/an [big/huge/great/real/particular] friend/fan/lover/admirer of {o} |
avoids | {s} isn't/aren't a/an [big/huge/great/real/particular] friend/fan/lover/admirer of {o} |
avoids | {o} <give> {s} hives/the_creeps/headaches/a_headache/nightmares/the_willies/the_shivers/a_rash |
avoids | {o} <drive> {s} crazy/nuts/mad/insane/up_the_wall/bonkers/round_the_bend |
avoids | {o} <get> on {s} 's nerves |
avoids | {o} <annoy/bug/irritate/irk/bother/infuriate> {s} |
avoids | {s} <have/get> no/little/zero love/patience/time/use/appetite/stomach for {o} |
avoids | can't/couldn't/cannot say [that] i enjoy/like/love {o} | me
avoids | {s} can't/couldn't/cannot say [that] I/we enjoy/like/love {o} |
avoids | {s} can't/cannot/couldn't stomach/stand/bear/tolerate/abide/endure/deal_with {o} |
avoids | {s} <give> {o} a wide berth |
avoids | {s} <try> to avoid/stay_away_from/steer_clear_of/keep_away_from {o} |
avoids | {s} <be> fed_up/done/sick/tired with/of {o} | taste
avoids | {o} <be> not {s} 's cup_of_tea/thing/style/jam |
avoids | {o} isn't/aren't {s} 's cup_of_tea/thing/style/jam |
avoids | {o} <be> a/my/our [big/huge/personal] pet_peeve/bugbear/turn-off |
avoids | {s} 's [biggest] pet_peeve/bugbear <be> {o} |
avoids | {s} <have> an/a [strong/deep] aversion/allergy/dislike/distaste/hatred to/for/of/against {o} |
avoids | {s} <frown> on/upon {o} |
avoids | {s} wouldn't/won't touch {o} with a [ten-foot/ten_foot] pole/bargepole |
avoids | {s} wouldn't/won't touch {o} |
avoids | {s} <do> without {o} |
avoids | {s} <refuse> to use/write/touch/have/work_with/read/maintain {o} |
avoids | {s} <run> a_mile/away from {o} |
avoids | {s} <be> not into/keen_on/fond_of/crazy_about/big_on/wild_about/sold_on/mad_about {o} |
avoids | {s} don't/doesn't/do_not/does_not care for/much_for {o} |
avoids | {s} don't/doesn't/do_not/does_not get_along/get_on with {o} |
avoids | {s} [would] rather/sooner not use/have/write/touch/see {o} |
avoids | spare me {o} | me
avoids | {s} can't/cannot/can_not get behind/used_to/on_board_with {o} |
avoids | anything but {o} | me
avoids | {s} <draw> the line at {o} |
avoids | {s} <have> something against {o} |
avoids | {o} <make> {s} sick/angry/cringe/nervous/unhappy/sad |
avoids | {o} <make> my/our eyes/head/skin/brain/teeth/stomach/toes hurt/bleed/crawl/ache/itch/turn/spin/curl | me
avoids | {o} <hurt> my/our eyes/head/brain | me
avoids | keep {o} away from me | me
avoids | {o} can go to hell/die_in_a_fire | me
avoids | {s} <avoid> {o} like the plague |
avoids | {s} <have> a [deep/strong] dislike/hatred/distrust of/for {o} |
decided | {s} <come> down in_favour_of/in_favor_of/on_the_side_of/for {o} |
decided | {s} <come> down against {o} | against
decided | {s} <make> up my/our/their/its/his/her mind/minds :/,/-/on/to {o} |
decided | it's/it_is settled/decided/official/final/agreed/done :/,/-/that {o} |
decided | {o} it is/will_be [then/now] |
decided | the/our decision/choice/vote/call/lot <fall/land/settle/go> on/to/for/with {o} |
decided | {s} <give> [the/a/its/their/our] green_light/go-ahead/go_ahead/nod/thumbs_up/blessing/approval to/for {o} |
decided | {o} <get/receive/win> the green_light/go-ahead/go_ahead/nod/approval/vote/contract |
decided | {s} <sign> off on {o} |
decided | {s} <throw/put> our/their/its weight/money/chips behind/on {o} |
decided | {s} <cast> our/their/its/the/his/her vote/votes/lot for/with {o} |
decided | {s} <reach/come_to/arrive_at/take/make> a/an/the [final/joint/unanimous] decision/agreement/consensus/conclusion/resolution to/on/that/: {o} |
decided | the/our consensus/agreement/verdict/conclusion/outcome/upshot <be> to/that/on/: {o} |
decided | there <be> [a/broad/full] consensus/agreement on/to/that {o} |
decided | {s} <have> [a] consensus/agreement on/to {o} |
decided | {s} <shake> hands on {o} |
decided | {s} <pass/carry/adopt> a/the/an motion/resolution/proposal to {o} |
decided | the/a/our motion/proposal/resolution to {o} <pass/carry/be_accepted/be_approved/be_adopted> |
decided | {s} <say> yes to {o} |
decided | {s} <say> no to {o} | against
decided | {s} <turn/give> thumbs down on/to {o} | against
decided | {s} <pull> the trigger on {o} |
decided | {s} <close/strike> the deal/ranks on/with {o} |
decided | {o} <win/carry> the vote/day/race/bake-off/argument/debate |
decided | {o} <win> out [over/against] {x} |
decided | {o} <get/be> voted/turned/shot/struck down | against
decided | {o} <be/get> ruled/voted out | against
decided | {s} <rule> out {o} | against
decided | {s} <be> going/sticking/staying with/for {o} |
decided | {s} <land/settle/converge/zero_in/agree/alight> on {o} |
decided | {s} <have/get> settled for/on {o} |
decided | {s} <plump/opt/go> for {o} in_the_end/after_all/eventually/finally |
decided | in_the_end/after_all/eventually/finally [,] {s} <plump/opt/go> for/with {o} |
decided | {s} <set> our/their sights on {o} |
decided | {s} <be> dead set on {o} |
decided | {s} <throw> [in] our/their/its lot in/with [with] {o} |
decided | the/our/a winner/pick/choice <be> [clearly/clear] [:/,/-] {o} | known
decided | {o} <be> the/our [clear/final/unanimous] winner/pick/choice | known
decided | {s} <go/move/forge/press> ahead with {o} |
decided | {s} <be> going/moving/pressing/forging ahead with {o} |
decided | {s} <lock/nail> in/down {o} [as] |
decided | {s} <commit> [ourselves/itself] to {o} | known
decided | {s} <rally/unite/coalesce> around/behind {o} |
decided | the vote/poll/ballot <go/fall> to/for/in_favour_of {o} |
decided | {s} <pass> on {o} | against ours
decided | {s} <veto/reject/overrule> {o} | against ours
renamed_to | {s} <be> reborn/rechristened/redubbed/relaunched/rebadged/reintroduced [as] {o} |
renamed_to | {s} <get/receive/have> a/the new name [:/,/-] {o} |
renamed_to | {s} <take/adopt/assume> [on] the [new] name [of] {o} |
renamed_to | {s} <trade/operate/appear/ship/live/run/go> [on] under the [new] name [of] {o} |
renamed_to | {s} <be> sold/shipped/marketed/known/distributed as {o} now/nowadays/these_days/today |
renamed_to | {o} <start/begin> [out/off] life as {s} | names
renamed_to | {o} <start/begin> out/off as {s} | names
renamed_to | {s} <morph/evolve/mutate> into {o} | names
renamed_to | {o} <be> {s} under a/another new/different name |
renamed_to | {o} <be> a/the new/current name/label/title/moniker for/of {s} |
renamed_to | {s} <be> a/an/the old/former/previous/earlier/original name/label/title/moniker for/of {o} |
renamed_to | {o} <be> formerly/previously/originally/once known/called/named as/- {s} |
renamed_to | {o} <use> to be called/named/known_as {s} |
renamed_to | {o} <use> to go by {s} |
renamed_to | {o} used to be {s} | names
renamed_to | before [that/2.0/then] {o} <be> called {s} |
renamed_to | the artist/project/tool/library/package/module/thing/service/team/product/company/framework formerly/previously known as {s} <be> {o} [now] |
renamed_to | call the/our {x} {o} instead of {s} | cmd
renamed_to | {s} <have/get> its/their name changed to {o} |
renamed_to | {s} <shed> its/their name for {o} |
renamed_to | we/people/everyone/folks [now] call {s} {o} now/nowadays/these_days |
renamed_to | {s} <be> [now/henceforth] referred to as {o} [now/from_now_on/from_here_on] | names
renamed_to | {s} <be> just/simply/plain {o} now/nowadays/these_days | names
renamed_to | {s} <get/undergo> a rebrand/rebranding/name_change [and_is_now/to/:] {o} |
renamed_to | {s} <relaunch/rebrand> as {o} |
renamed_to | {o} <be> {s} 's new/current name |
renamed_to | {o} <be> {s} rebranded/renamed/reborn |
renamed_to | {s} <drop> its/the old name for {o} |
replaced_by | {s} <make> way/room/place for {o} |
replaced_by | {o} <step> into the shoes of {s} |
replaced_by | {o} <fill> {s} 's shoes |
replaced_by | {o} <take> {s} 's place/spot/role |
replaced_by | {o} <take> the place/spot/role of {s} |
replaced_by | {o} <take> over from {s} | things
replaced_by | {s} <bow/step> out/aside in_favour_of/in_favor_of/for {o} | things
replaced_by | {s} <be> phased/rotated/swapped/switched out for/in_favour_of/in_favor_of {o} |
replaced_by | {s} <yield/cede> [its_place] to {o} | things
replaced_by | {o} in , {s} out |
replaced_by | {s} <be> out [,/and] {o} <be> in | things
replaced_by | {o} <be> in [,/and] {s} <be> out | things
replaced_by | {s} out , {o} in |
replaced_by | out with {s} , in with {o} |
replaced_by | {s} <be> dead/history/gone , long live {o} |
replaced_by | {o} <be> the new {s} | things
replaced_by | {o} <be> the/a/our [drop-in/official/planned/designated] replacement/successor/substitute/stand-in for/of/to {s} |
replaced_by | {s} 's replacement/successor <be> {o} |
replaced_by | {o} <render/make> {s} obsolete/redundant/superfluous |
replaced_by | {o} <follow> on from {s} | things
replaced_by | {s} <lose> out to {o} | things
replaced_by | {o} <be> taking over from {s} | things
replaced_by | {o} <oust/displace/dethrone/supplant/unseat> {s} | things
replaced_by | {s} <be> ousted/displaced/dethroned/supplanted/unseated by {o} | things
replaced_by | {s} <have> been/gotten/got the boot , {o} <be> in |
replaced_by | {o} <do> what {s} [used_to/did] [do] | things
replaced_by | {s} <give> way to {o} | things
replaced_by | in comes {o} , out goes {s} |
replaced_by | out goes {s} , in comes {o} |
located_in | {s} <settle> down/in in {o} |
located_in | {s} <call> {o} home |
located_in | {s} <make> his/her/my/our/their/its home in {o} |
located_in | {s} <have> his/her/my/our/their/its/a home/desk/office/base in {o} | city
located_in | {s} <write/dial_in/call_in/join/report/phone_in/log_in/connect> from {o} | city
located_in | {s} <be> writing/typing_this/typing/speaking/tuning_in/sitting_here/posting/remote/dialling_in/dialing_in/calling_in/joining/working/working_remotely/reporting from {o} | city
located_in | {s} <be> over/out/up/down/back/stationed/quartered/holed_up/settled in {o} | city
located_in | {o} <be> home to {s} |
located_in | {s} <operate/run/work> out of {o} | city
located_in | {s} 's home [town/base] <be> {o} | city
located_in | {o} <hold/contain/house/keep/store> {s} | path
located_in | in/under/inside {o} <be/sit/live> {s} | path
located_in | look in/under/inside {o} for {s} | path
located_in | you_will/you'll/you_can find {s} in/near {o} | city
located_in | you will/'ll find {s} in/under/inside/below {o} | path
located_in | {s} <have/find> its/their home/place in/under {o} | path
located_in | the place/home of/for {s} <be> {o} | path
located_in | relocate/move {s} to/into/under/below {o} | cmd path
located_in | {s} <have> its/their seat/headquarters/home/base/offices/office in {o} |
located_in | {s} <hail> from {o} |
located_in | {s} <run/operate/work> from {o} | city
located_in | {s} <be> a/an {o} resident/native/company/startup/firm | city
due_on | we/i <have> [got] until/till {o} to hand_in/finish/submit/deliver/ship/complete/file/send/turn_in/wrap_up/merge {s} |
due_on | we/i <have> [got] until/till {o} for {s} |
due_on | {o} <be> the deadline/cutoff/cut-off/due_date/target/drop-dead_date for {s} |
due_on | the deadline/cutoff/due_date/target_date for {s} <be> [on] {o} |
due_on | {s} must/needs_to/has_to/have_to/need_to/should be in/done/ready/out/finished/merged/submitted/delivered/shipped/through/complete by/before/on {o} |
due_on | {s} <be> due/scheduled/slated/planned/booked/expected/set/down/pencilled_in/penciled_in [to_ship/to_launch/to_land] [in/on/by/for/before/at] {o} |
due_on | {s} <go/head> out [the_door] [on] {o} | future
due_on | we <ship/launch/release/cut/present/demo> {s} [on/in] {o} | future
released_on | {s} <go/head> out [the_door] [on] {o} | past release
due_on | {s} 's due_date/deadline/eta/launch_date <be> {o} |
due_on | eta for {s} <be> {o} |
due_on | the eta for/of {s} <be> {o} |
released_on | {s} <see> the light of day [in/on/back_in] {o} |
released_on | {s} <hit> the shelves/streets/market/stores/registry [in/on] {o} |
released_on | {s} <hit> pypi/npm/crates.io/maven/ga/production/github [in/on] {o} |
released_on | {s} <be> out since {o} |
released_on | {s} <be> around/available since {o} |
released_on | {s} <make> its/their debut/appearance [in/on] {o} |
started_on | work/development on/of {s} <begin/start/kick_off/commence/get_going/get_under_way> [in/on/back_in] {o} |
started_on | {s} <get> off_the_ground/under_way/underway/going/started [in/on/back_in] {o} |
started_on | {s} <begin/start> life [back] [in/on] {o} |
started_on | {s} <be> in development/the_works since {o} |
started_on | {s} <go/date> back to {o} |
started_on | {s} <have> its/their roots/origins/beginnings in {o} | date
expires_on | {s} <die/stop_working/cease_to_work/go_dark/go_away/disappear> [on/in/at/after/at_the_end_of] {o} |
expires_on | {s} <be> good/valid/supported/maintained/kept_alive until/till/through/to {o} |
expires_on | {s} <be> paid/booked/registered/reserved/covered/insured/funded/licensed [for/up] until/till/through/to {o} |
expires_on | {s} 's last day <be> {o} |
expires_on | the last day of {s} <be> {o} |
expires_on | eol/end_of_life/end_of_support for/of {s} [<be>] [:] {o} |
expires_on | {s} 's eol/end_of_life/sunset/expiry <be> [on/in] {o} |
expires_on | support/maintenance for/of {s} <end/stop/run_out/cease/expire/lapse> [on/in] {o} |
expires_on | the plug <be> pulled on {s} [on/in] {o} |
expires_on | {s} <get> the plug pulled [on/in] {o} |
has_name | {s} <go> by [the_name_of/the_name] {o} | person
has_name | the name 's/is {o} | me
has_name | people/everyone/everybody/friends/folks/they/most_people <call> {s} {o} | person
has_name | {o} 's the name | me
born_in | born [and_raised/and_bred] in {o} | me
born_in | {s} <come> into the/this world in {o} | person
has_email | drop/shoot/send {s} a/an line/mail/email/note/message at/to/under {o} |
has_email | {s} 's inbox/mailbox <be> {o} |
has_email | mail/email/mails/emails for {s} <go> to {o} |
has_phone | drop/give {s} a call/ring/shout/text at/on/under {o} |
has_phone | you/we can ring/call/text/phone/reach {s} under/on/at {o} |
has_license | {s} <be> free/open/libre/open-source [software] under/by [the_terms_of] {o} |
has_license | {s} <be/come/ship> [available/published/made_available/distributed/offered/provided/usable] under [the_terms_of/either] {o} |
has_license | {s} <carry/have/bear/use> a/an/the {o} | licence
has_timeout | {s} <be> closed/dropped/killed/reaped/aborted/cancelled/cut/terminated/evicted/disconnected [automatically] after {o} | duration
has_timeout | {s} <give> up after {o} | duration
"""

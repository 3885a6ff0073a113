"""What nouns and names stand for: languages, platforms, titles, groups of people, kinds of tools, properties."""

# ruff: noqa: E501 - rows and expressions that are broken over lines are harder to read

from __future__ import annotations

import re
from typing import Final

from codegraph.memory.facts.extract import catalogue
from codegraph.memory.facts.extract.words import words

LANGUAGES: Final = words(
    "ada algol apl assembly assembler awk bash basic c c++ c# clojure clojurescript cobol "
    "coffeescript crystal css cuda "
    "cython d dart delphi eiffel elixir elm erlang f# forth fortran gleam glsl go golang groovy hack "
    "haskell haxe html "
    "idris java javascript jsx js julia kotlin latex lisp logo lua markdown matlab mojo nim nix "
    "objective-c ocaml odin "
    "pascal perl php pl/sql plsql postscript powershell prolog purescript python r racket raku reason rescript ruby "
    "rust sass scala scheme scss shell smalltalk solidity sql standard_ml swift sycl tcl tex typescript ts v vala vb "
    "verilog vhdl visual_basic wasm webassembly yaml zig zsh"
)
_PLATFORMS: Final = words(
    "aws gcp gke eks aks ecs azure heroku fly.io fly render vercel netlify kubernetes k8s nomad openshift linode "
    "hetzner digitalocean cloudflare railway lambda fargate ec2 ovh scaleway rackspace openstack proxmox vmware "
    "minikube gcloud cloudfront s3 firebase app_engine pythonanywhere dokku cloud_run github_pages gitlab_pages "
    "cloudflare_workers google_cloud amazon_web_services microsoft_azure digital_ocean oracle_cloud alibaba_cloud "
    "supabase cloud_foundry docker_swarm swarm mesos rancher k3s coolify upcloud vultr exoscale "
    "gandi infomaniak surge "
    "github_codespaces aiven neon planetscale cloudron bare_metal equinix codeberg sourcehut sourceforge read_the_docs packet joyent lightsail elastic_beanstalk"
)
PLATFORMS: Final = _PLATFORMS
SOFTWARE: Final = (
    LANGUAGES
    | PLATFORMS
    | words(
        "airflow alembic angular ansible apache arch argo astro atom avro axios babel bamboo bazel black bootstrap "
        "bottle browserify buck buildkite bun bundler caddy cargo cassandra celery chef chrome "
        "circleci clang clickhouse "
        "cmake codecov conan conda confluence consul couchdb couchbase cypress dagster datadog dbt debian deno "
        "django docker dramatiq drone drupal duckdb dynamodb eclipse ecto elasticsearch emacs ember "
        "envoy esbuild eslint "
        "etcd excel express fastapi fedora figma firefox flake8 fluentd flutter flyway freebsd "
        "gatsby gcc gentoo ghost gin "
        "git gitea github gitlab glide gnome gradle grafana graphql graphviz grpc grunt gulp gunicorn hadoop haproxy "
        "hatch helix helm hibernate http2 httpx hugo influxdb intellij istio jaeger jasmine jekyll "
        "jenkins jest jinja "
        "jira joomla jquery json jupyter kafka kakoune karma keras keycloak kibana kong laravel ldap less libsodium "
        "linux llvm loki macos make mariadb maven memcached mercurial meson metabase minio mkdocs "
        "mocha mongodb mongo "
        "mqtt mypy mysql nats neo4j neovim nestjs nginx nix nixos node node.js nodejs nose notion "
        "nox npm nuget numpy nuxt "
        "oauth opensearch openssl opentelemetry oracle orm pandas parcel passenger phoenix pip "
        "pipenv playwright pnpm "
        "podman poetry postgis postgres postgresql preact prettier prisma prometheus protobuf pulsar pulumi pydantic "
        "pyright pytest pytorch qt quarkus rabbitmq rails rake react redis redux requests rocksdb "
        "rollup rspec rspack "
        "rubocop ruff sbt scikit-learn scipy selenium sentry sinatra slack snowflake solr spark sphinx splunk spring "
        "spring_boot sqlalchemy sqlite sqlite3 storybook structlog sublime superset svelte sveltekit "
        "svn symfony tailwind "
        "tantivy temporal tensorflow terraform thrift tmux tornado tox traefik travis turbopack "
        "twilio typer typesense "
        "ubuntu unicorn urllib3 uv uvicorn vagrant valkey vault vim vite vitest vscode vs_code vue wagtail webpack "
        "windows wordpress xcode xml yarn zeromq zookeeper zsh zstd fish emacs nano ios android "
        "macos chromium safari "
        "edge wine wayland sway i3 kde xorg systemd cron bash zellij alacritty kitty iterm iterm2 wezterm ghostty"
    )
)
SYSTEMS: Final = words("linux macos windows ubuntu debian fedora arch nixos freebsd openbsd android ios mac alpine centos gentoo")  # fmt: skip

_TITLES: Final = (
    "engineer developer programmer architect manager lead leader head director designer analyst scientist researcher "
    "administrator admin dba sre cto ceo cfo coo cio ciso cpo cmo vp president officer intern "
    "contractor consultant writer "
    "editor tester maintainer owner founder co-founder cofounder lawyer doctor nurse teacher professor student "
    "accountant recruiter specialist technician operator coordinator planner strategist chair chairman chairwoman "
    "chairperson secretary treasurer translator librarian freelancer mathematician physicist biologist statistician "
    "master po pm paralegal attorney chef cook pilot barista carpenter electrician plumber optician musician clerk "
    "surveyor economist chemist dentist pharmacist psychologist geologist linguist journalist artist illustrator "
    "animator photographer copywriter auditor actuary midwife paramedic firefighter farmer banker "
    "instructor lecturer "
    "postdoc supervisor foreman evangelist advocate liaison representative hacker committer facilitator marketer "
    "archivist curator tailor baker mechanic notary therapist vet surgeon physician coach trainer qa "
    "dev devops sysadmin "
    "ops counsel advisor adviser assistant apprentice trainee fellow mentor partner buyer pensioner retiree "
    "rep salesperson salesman saleswoman cashier postman gardener janitor judge soldier sailor nun priest pastor "
    "author contributor moderator dispatcher controller comptroller bookkeeper superintendent "
    "captain commander steward "
    "ambassador delegate associate principal expert guru ninja interpreter typist typographer cartographer "
    "astronomer astrophysicist botanist historian philosopher sociologist anthropologist archaeologist veterinarian "
    "radiologist cardiologist neurologist oncologist optometrist dietitian nutritionist oceanographer meteorologist "
    "cryptographer cryptanalyst pentester modeller modeler roboticist tutor dean provost rector "
    "registrar bursar referee "
    "umpire producer publisher reporter columnist broadcaster composer conductor singer dancer actor actress "
    "novelist poet sculptor painter potter jeweller florist butcher grocer undersecretary minister senator mayor "
    "councillor diplomat consul detective inspector constable sheriff warden bailiff broker trader "
    "underwriter teller "
    "estimator machinist welder mason bricklayer roofer glazier locksmith courier driver conductor stewardess "
    "engineer-in-chief scrum_master eng swe sde em tl ux tpm mle devrel infosec hr ic servant official waiter waitress bartender receptionist organiser organizer interviewer trucker nanny caretaker guard driver undertaker steelworker seamstress upholsterer stagehand cameraman actuary zookeeper ranger cso cro cdo evp svp exec executive principal"
)
TITLES: Final = words(_TITLES)
GAZETTEER: Final = words(
    "amsterdam athens atlanta auckland austin bangalore bangkok barcelona basel beijing belfast "
    "belgrade bengaluru bergen "
    "berlin bern birmingham bogota bologna bonn bordeaux boston bratislava bremen bristol brno "
    "brussels bucharest budapest "
    "buenos_aires cairo calgary cambridge cape_town cardiff chennai chicago cologne copenhagen cork "
    "dallas delhi denver "
    "dresden dubai dublin dusseldorf edinburgh eindhoven essen florence frankfurt galway gdansk geneva genoa ghent "
    "glasgow gothenburg graz hamburg hanoi hanover helsinki hong_kong houston hyderabad innsbruck istanbul jakarta "
    "jerusalem johannesburg karachi kiev krakow kuala_lumpur kyiv kyoto lagos lausanne leeds leipzig "
    "lille lima linz lisbon "
    "liverpool ljubljana lodz london los_angeles luxembourg lviv lyon madrid malaga malmo manchester "
    "manila marseille "
    "melbourne mexico_city miami milan minsk montreal moscow mumbai munich nairobi nantes naples "
    "new_york nice nuremberg "
    "odense odessa osaka oslo ottawa oxford palermo paris perth philadelphia porto prague quebec "
    "quito reykjavik riga rio "
    "rome rotterdam salzburg san_diego san_francisco santiago sao_paulo sarajevo seattle seoul "
    "seville shanghai singapore "
    "skopje sofia split stockholm strasbourg stuttgart sydney taipei tallinn tampere tartu tbilisi "
    "tel_aviv the_hague tokyo "
    "toronto toulouse trondheim turin turku utrecht valencia vancouver venice vienna vilnius warsaw "
    "washington wellington "
    "wroclaw zagreb zurich germany france spain italy portugal poland austria switzerland belgium "
    "netherlands denmark norway "
    "sweden finland iceland ireland england scotland wales britain uk usa us canada mexico brazil "
    "argentina chile peru "
    "colombia japan china india korea vietnam thailand indonesia australia new_zealand egypt kenya "
    "nigeria ghana south_africa "
    "morocco turkey israel greece croatia serbia bosnia slovenia slovakia czechia hungary romania "
    "bulgaria ukraine estonia "
    "accra abidjan addis_ababa algiers almaty amman ankara antwerp astana asuncion baku bari bilbao braga bruges brisbane "
    "cali canberra caracas casablanca catania charleroi chengdu chisinau christchurch cluj coimbra dakar dar_es_salaam darmstadt delft dhaka dortmund "
    "duisburg dundee durban exeter faro fez freiburg fukuoka granada groningen guadalajara guangzhou haifa halifax havana honolulu iasi izmir jaipur jena "
    "kampala karlsruhe kassel kazan kigali kolkata kosice kuwait la_paz lahore leiden leicester leuven liege limerick luanda lucerne lund lusaka "
    "maastricht mainz mannheim maputo maribor medellin mombasa monterrey montevideo muscat nagoya nicosia nijmegen norwich nottingham novi_sad orlando "
    "ostrava oulu panama_city patras pecs perugia pisa pittsburgh plovdiv plymouth portsmouth potsdam poznan pretoria pune rabat ravenna "
    "recife regensburg rennes rijeka rostock rosario rouen sacramento santander sapporo sheffield shenzhen siena southampton stavanger stirling "
    "swansea szczecin szeged tangier taranto tashkent tehran thessaloniki timisoara tirana toledo trento trieste tromso tunis ulm umea uppsala vaduz "
    "valparaiso varna verona vigo windhoek winnipeg wuhan yerevan zaragoza leith aarhus aalborg "
    "latvia lithuania malta cyprus europe asia africa america california texas bavaria catalonia"
)
# Programs that are called as people's work is.
_SOFTWARE_TITLES: Final = re.compile(
    r"\b(?:package|password|window|file|task|process|dependency|memory|session|state|cache|resource|text|code|image|"
    r"video|map|hex|query|job|workflow|load|connection|context|plugin|download|font|display|boot|virtual machine|"
    r"container|markdown|vector|photo|source|static|lexical|log|event|secret|transaction|queue|key|tag|layout|config|"
    r"configuration|schema|route|test|cron|batch|version|default|device|access|traffic|message|build) "
    r"(?:manager|editor|planner|operator|analy[sz]er|analyst|inspector|tester|translator|coordinator|designer|"
    r"recorder|director|administrator|owner|head|lead|driver|controller|broker|interpreter|dispatcher|conductor|agent)$",
    re.I,
)
TEAMS: Final = words(
    "team group squad crew guild committee board department division chapter unit staff tribe "
    "circle collective cell desk bureau task_force working_group panel foundation consortium folks people subteam "
    "taskforce subgroup org side"
)
DEPARTMENTS: Final = words(
    "platform infra infrastructure ops operations security support sales marketing finance legal design qa data growth payments checkout billing "
    "docs documentation eng engineering ml ai hr it apps services cloud kernel compiler editorial core tooling devrel sre backend frontend mobile web analytics research ingest search identity compliance procurement logistics"
)
ORGANISATIONS: Final = words(
    "company firm startup start-up agency bank university institute college ministry hospital school council studio "
    "consultancy newspaper foundation lab laboratory department museum authority court charity "
    "corporation business enterprise contractor vendor government municipality council commission "
    "city state federation union association "
    "society club bookshop shop publisher airline railway railways utility insurer brewery"
)
PERSONAL: Final = words(
    "wife husband partner boss manager colleague coworker co-worker intern friend brother sister "
    "mother father teammate "
    "cofounder mentor hire son daughter uncle aunt cousin niece nephew mum mom dad spouse fiancé "
    "fiancée flatmate roommate "
    "neighbour neighbor landlord boyfriend girlfriend lead predecessor successor assistant buddy brother-in-law "
    "sister-in-law mother-in-law father-in-law wife's husband's grandfather grandmother twin pal mate"
)
MACHINES: Final = words(
    "hardware server servers machine machines cluster clusters host hosts vm vms node nodes "
    "datacenter datacentre cloud "
    "metal pi laptop instance instances box boxes rack mainframe workstation nas droplet droplets minis appliance "
    "runner runners vps pod pods ec2 mini nuc region zone desktop"
)
GENERIC_MACHINES: Final = re.compile(
    r"(?:(?:same|small|big|large|little|beefy|spare|shared|dedicated|cheap|fast|slow|second|first|third|fourth|bigger|smaller|larger|other|client|remote|local|different|another|separate|single|own|new|old|multiple|several|many|one|two)"
    r" )*(?:servers?|machines?|hosts?|nodes?|instances?|clusters?|cloud|laptops?|vms?|hardware|metal|datacent(?:er|re)s?|"
    r"box(?:es)?|pods?|zones?|regions?|desktops?|runners?)",
    re.I,
)
PLACES_OF_FILES: Final = words(
    "directory directories folder folders bucket repo repository repositories wiki vault package "
    "branch drive tree table "
    "database submodule monorepo module namespace subdirectory subfolder volume share disk partition archive registry"
)
# Software that documents and data are kept in.
STORES: Final = words(
    "confluence notion google_drive gdrive sharepoint dropbox onedrive airtable google_docs coda quip miro the_drive "
    "1password bitwarden lastpass keepass vault artifactory nexus github gitlab gitea bitbucket codeberg sourcehut jira linear figma"
)
# `the editor is Helix`: a thing of this kind names what is used.
TOOL_KINDS: Final = words(
    "editor ide shell terminal browser database db datastore data_store stack framework language linter formatter "
    "bundler build_tool build_system package_manager test_runner test_framework cache queue message_queue broker "
    "message_broker search_engine orm web_server web_framework backend frontend ci ci_system ci_provider cdn "
    "operating_system distro window_manager lang main_lang programming_language test_suite compiler runtime warehouse data_warehouse scheduler store "
    "storage_engine engine template_engine templating_engine tracker issue_tracker bug_tracker wiki chat "
    "version_control vcs monitoring logging container_runtime orchestrator proxy reverse_proxy load_balancer gateway "
    "identity_provider auth_provider payment_provider mail_provider hosting_provider cloud_provider provider "
    "vector_store state_store key-value_store parser_generator type_checker static_site_generator site_generator "
    "site_builder cms crm platform tooling toolchain interpreter debugger profiler http_client client_library "
    "logger logging_library validation_library transport serialization_format wire_format "
    "lexer_generator workflow_engine "
    "rdbms driver daily_driver go-to preprocessor transpiler password_manager mail_server mail_client hypervisor"
)
# Nouns of what can be measured or chosen: `the … timeout is 30 s`, `raise the … limit to 5`.
QUALITIES: Final = words(
    "timeout timeouts limit limits size length width height interval intervals period count number "
    "rate retention ttl "
    "lifetime duration depth threshold capacity quota budget delay backoff concurrency replicas "
    "workers threads retries "
    "attempts encoding charset locale language timezone license licence order ratio format precision coverage mode "
    "strategy theme memory age level offset weight scale factor latency throughput frequency "
    "resolution policy window "
    "maximum minimum default branch region currency schedule lease jitter cooldown grace_period parallelism indent "
    "indentation margin padding ceiling floor cap bound tolerance temperature radius diameter speed "
    "bandwidth pronouns "
    "shards partitions slots cores cpus nodes instances copies sla slo uptime budget salary price "
    "fee rent cost headcount velocity cadence expiry expiration deadline step stride iterations epochs rounds seed port "
    "prefix suffix extension separator delimiter alignment colour color font title slogan motto tagline codename "
    "nickname mascot logo model checksum algorithm cipher protocol schema dialect style convention quorum "
    "codec version watermark backlog throttle multiplier keepalive keep-alive heartbeat fanout percentage "
    "quantile overhead "
    "accuracy granularity resolution density compression_level verbosity priority severity mtu tax vat capacity "
    "tz domain password passphrase ulimit rlimit endianness byte_order page_size line_length sample_rate learning_rate window_size time_zone level"
)
GENERIC_NOUNS: Final = words(
    "thing things stuff way ways time times lot lots case cases place part parts work use care "
    "advantage action effect "
    "charge one ones something anything everything nothing help kind kinds sort sorts bit bits idea "
    "ideas point points "
    "fact issue issues problem problems question questions reason reasons change changes fix bug bugs error errors "
    "moment day days week weeks month months year years hour hours minute minutes second seconds today tomorrow "
    "approach trick word words line lines version versions release releases tool tools name names value values "
    "number numbers top bottom beginning front middle side end start example examples option options feature features support patience coffee attention love luck"
)
# What a description has instead of a name: with `a` in front of it a thing of the program, no tool.
PROGRAM_NOUNS: Final = words(
    "input inputs output outputs result results size time mood context stack list set map array tuple dict dictionary queue heap tree loop class function method variable constant "
    "generator iterator closure lambda decorator callback hash table string regex expression statement parameter "
    "argument pointer reference buffer flag lock mutex semaphore thread process mock stub fixture clock context "
    "cursor index key value field column row node edge type enum struct object instance module import interface "
    "helper wrapper comprehension dataclass exception handler event signal token template prefix suffix path file "
    "branch version algorithm approach pattern trick hack workaround backend_file comparison check conversion order "
    "name names test tests api apis endpoint parser word words memory cpu space time hook hooks "
    "option options method "
    "argument arguments default defaults environment variables env vars quotes double_quotes single_quotes sentinel"
)

PARTICLES_OF_NAMES: Final = words("de la van von der den da dos del di el al bin ibn y e du le ten ter af av zu of")
HONORIFICS: Final = words("dr dr. prof prof. mr mr. ms ms. mrs mrs. sir madam")


# Software that is called as people are.
ALSO_PEOPLE: Final = words(
    "odin idris julia ruby crystal hugo jasmine pascal ada bruno sam charles iris lima percy vale hermes maya alma claude dart chef sage karma ember jade rocky max glide"
)


COMMON: Final = catalogue.AMBIGUOUS
"""Names of software that are common words, or names of people, as well."""
INSTALLED: Final = words(
    "cluster pipeline server instance instances setup stack integration deployment queue database broker db cluster"
)


def is_software(text: str) -> bool:
    low = text.lower()
    if low in SOFTWARE or re.sub(r"(?:\.js|js|\d+)$", "", low) in SOFTWARE:
        return True
    return low in catalogue.TOOLS and (low not in catalogue.AMBIGUOUS or (text[:1].isupper() and len(text) > 3))


def is_software_title(text: str) -> bool:
    return _SOFTWARE_TITLES.search(text) is not None

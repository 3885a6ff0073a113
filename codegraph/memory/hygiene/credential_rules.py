# ruff: noqa: E501 - one rule a line
"""Rules for credentials, as data.

They describe the keys of issuers, and the words around secrets.

A rule is a kind, marks and a pattern. Every text that it matches has one of the marks. The engine searches for the
marks first, which is cheap, and compiles a pattern when one of its marks is found for the first time. A group `secret`
(or `word`) is the secret if the pattern needs its surroundings; without one, the whole match is.

Every repetition is bounded, so that no text takes more than time in proportion to its length.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Rule(NamedTuple):
    """Rule for one kind of credential.

    `bar` is the minimum entropy of a secret, in bits per character; 0 accepts any.
    """

    kind: str
    marks: str  # parted by spaces for tokens; by commas, and in lower case, for contexts
    pattern: str
    bar: float = 2.0


TOKENS: Final = (
    # clouds
    Rule("AWS key", "AKIA ASIA AGPA AIDA AROA ANPA ABIA ACCA", r"(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"),
    Rule("AWS key", "amzn.mws", r"amzn\.mws\.[0-9a-f-]{36}"),
    Rule("AWS key", "ABSK", r"ABSK[A-Za-z0-9+/]{100,200}={0,2}"),
    Rule("Google key", "AIza", r"AIza[A-Za-z0-9_-]{35}"),
    Rule("Google key", "GOCSPX-", r"GOCSPX-[A-Za-z0-9_-]{20,40}"),
    Rule("Google key", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,400}"),
    Rule("Google key", "1//0", r"1//0[A-Za-z0-9_-]{40,120}"),
    Rule("Alibaba Cloud key", "LTAI", r"LTAI[A-Za-z0-9]{16,24}(?![A-Za-z0-9])"),
    Rule("Tencent Cloud key", "AKID", r"AKID[A-Za-z0-9]{30,34}(?![A-Za-z0-9])"),
    Rule("Yandex Cloud key", "AQVN", r"AQVN[A-Za-z0-9_-]{34,38}"),
    Rule("DigitalOcean token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{40,64}"),
    Rule("Heroku key", "HRKU-", r"HRKU-[A-Za-z0-9_-]{36,64}"),
    Rule("Netlify token", "nfp_ nfc_ nfo_ nfu_", r"nf[pcou]_[A-Za-z0-9_-]{36,64}"),
    Rule("Vercel token", "vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_", r"(?:vercel_blob_rw_[A-Za-z0-9]{12,20}_|vc[piark]_)[A-Za-z0-9]{24,64}"),
    Rule("Fly.io token", "fm1_ fm2_ fm1r_ fo1_", r"f(?:m1|m2|m1r|o1)_[A-Za-z0-9+/=_,-]{40,1000}"),
    Rule("Render key", "rnd_", r"rnd_[A-Za-z0-9]{24,40}", 3.0),
    Rule("Supabase key", "sbp_ sb_secret_", r"(?:sbp_[0-9a-f]{40}|sb_secret_[A-Za-z0-9_-]{20,64})"),
    Rule("PlanetScale key", "pscale_", r"pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,64}"),
    Rule("Neon key", "napi_", r"napi_[a-z0-9]{40,80}", 3.0),
    Rule("Cloudflare key", "v1.0-", r"v1\.0-[0-9a-f]{24}-[0-9a-f]{100,160}"),
    Rule("Scalingo token", "tk-us-", r"tk-us-[A-Za-z0-9_-]{48}"),
    Rule("Databricks token", "dapi dkea dose", r"d(?:api|kea|ose)[0-9a-f]{32}(?:-\d)?(?![0-9a-f])"),
    Rule("Oracle Cloud key", "ocid1.credential", r"ocid1\.credential\.[a-z0-9.-]{40,120}"),
    Rule("OpenShift token", "sha256~", r"sha256~[A-Za-z0-9_-]{40,50}"),
    Rule("Aiven token", "AIVEN", r"AIVEN[A-Za-z0-9+/]{60,400}={0,2}"),
    # source code, builds and packages
    Rule("GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_", r"(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255})"),
    Rule("GitLab token", "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-", r"gl(?:pat|dt|rtr?|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{20,400}"),
    Rule("GitLab token", "GR1348941", r"GR1348941[A-Za-z0-9_-]{20}"),
    Rule("Atlassian token", "ATATT3 ATCTT3 ATBB ATTA", r"(?:AT[AC]TT3[A-Za-z0-9_=-]{60,400}|ATBB[A-Za-z0-9]{24,40}|ATTA[0-9a-f]{60,80})"),
    Rule("npm token", "npm_", r"npm_[A-Za-z0-9]{36}(?![A-Za-z0-9_])"),
    Rule("PyPI token", "pypi-AgE", r"pypi-AgE[A-Za-z0-9_-]{20,400}"),
    Rule("RubyGems key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    Rule("crates.io token", "cio", r"cio[A-Za-z0-9]{32}(?![A-Za-z0-9])", 3.5),
    Rule("NuGet key", "oy2", r"oy2[a-z0-9]{43}(?![A-Za-z0-9])", 3.0),
    Rule("Docker Hub token", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{20,64}"),
    Rule("Clojars token", "CLOJARS_", r"CLOJARS_[A-Za-z0-9]{60}"),
    Rule("Packagist token", "packagist_", r"packagist_(?:[ou]ut|ack)_[0-9a-f]{40,80}"),
    Rule("Artifactory key", "AKCp cmVmdGtuOj", r"(?:AKCp[A-Za-z0-9]{60,80}|cmVmdGtuOj[A-Za-z0-9+/=]{40,80})"),
    Rule("CircleCI token", "CCIPAT_ CCIPRJ_", r"CCIP(?:AT|RJ)_[A-Za-z0-9]{16,40}_[0-9a-f]{32,64}"),
    Rule("Buildkite token", "bkua_ bkaj_ bkpt_ bkct_", r"bk(?:ua|aj|pt|ct)_[A-Za-z0-9_]{32,64}"),
    Rule("Pulumi token", "pul-", r"pul-[0-9a-f]{40}"),
    Rule("SonarQube token", "squ_ sqp_ sqa_", r"sq[upa]_[0-9a-f]{40}"),
    Rule("Sourcegraph token", "sgp_ slk_", r"(?:sgp_(?:[A-Za-z0-9]{16}_|local_)?[0-9a-f]{40}|slk_[0-9a-f]{64})"),
    Rule("Snyk token", "snyk_", r"snyk_[us]at\.[0-9a-f]{8}\.[A-Za-z0-9_.-]{40,400}"),
    Rule("Postman key", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    Rule("JetBrains token", "perm: perm-", r"perm[:-][A-Za-z0-9+/=_-]{10,64}\.[A-Za-z0-9+/=_-]{4,64}\.[A-Za-z0-9]{16,64}"),
    Rule("Octopus key", "API-", r"API-[A-Z0-9]{25,36}(?![A-Za-z0-9-])", 3.0),
    Rule("Harness token", "pat. sat.", r"[ps]at\.[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    Rule("Infracost key", "ico-", r"ico-[A-Za-z0-9]{32}(?![A-Za-z0-9])"),
    Rule("Prefect key", "pnu_ pnb_", r"pn[ub]_[A-Za-z0-9]{36}"),
    Rule("dbt token", "dbtu_ dbtc_", r"dbt[uc]_[A-Za-z0-9_-]{30,64}"),
    Rule("Doppler token", "dp.", r"dp\.(?:pt|ct|sa|scim|audit|st(?:\.[a-z0-9_-]{2,35})?)\.[A-Za-z0-9]{40,44}"),
    Rule("Vault token", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{20,400}"),
    Rule("1Password token", "ops_eyJ A3-", r"(?:ops_eyJ[A-Za-z0-9+/]{200,2000}={0,2}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3})"),
    Rule("age secret key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{50,120}"),
    Rule("Inngest key", "signkey-", r"signkey-(?:prod|branch|test)-[0-9a-f]{32,64}"),
    Rule("Trigger.dev key", "tr_prod_ tr_dev_ tr_stg_ tr_pat_", r"tr_(?:prod|dev|stg|pat)_[A-Za-z0-9]{16,48}"),
    # messages and mail
    Rule("Slack token", "xoxa- xoxb- xoxe xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-", r"xox(?:[abcdeoprs]|e\.xox[bp])-[A-Za-z0-9%/+-]{10,400}"),
    Rule("Slack token", "xapp-", r"xapp-[0-9]-[A-Za-z0-9-]{10,200}"),
    Rule("Twilio key", "SK", r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),
    Rule("SendGrid key", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    Rule("Mailgun key", "key-", r"key-[0-9a-f]{32}(?![A-Za-z0-9])"),
    Rule("Mandrill key", "md-", r"md-[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])", 3.2),
    Rule("Brevo key", "xkeysib- xsmtpsib-", r"x(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    Rule("Resend key", "re_", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,28}", 3.0),
    Rule("Intercom token", "dG9rO", r"dG9rO[A-Za-z0-9+/]{40,80}={0,2}"),
    # money
    Rule("Stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_", r"[sr]k_(?:live|test|prod)_[A-Za-z0-9]{16,255}"),
    Rule("webhook secret", "whsec_", r"whsec_[A-Za-z0-9+/]{24,80}={0,2}"),
    Rule("Square token", "EAAA", r"EAAA[A-Za-z0-9_-]{60}(?![A-Za-z0-9_-])", 3.5),
    Rule("Square token", "sq0csp- sq0atp- sq0idp-", r"sq0(?:csp|atp)-[A-Za-z0-9_-]{20,50}"),
    Rule("Braintree token", "access_token$", r"access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"),
    Rule("Shopify token", "shpat_ shpss_ shpca_ shppa_ shptka_ shpua_", r"shp(?:at|ss|ca|pa|tka|ua)_[0-9a-fA-F]{32}"),
    Rule("Plaid token", "access-", r"access-(?:sandbox|development|production)-[0-9a-f-]{36}"),
    Rule("Razorpay key", "rzp_", r"rzp_(?:live|test)_[A-Za-z0-9]{14}(?![A-Za-z0-9])"),
    Rule("Flutterwave key", "FLWSECK", r"FLWSECK(?:_TEST)?-[0-9a-zA-Z]{12,40}-X"),
    Rule("payment key", "live_ test_", r"(?:live|test)_(?:[0-9a-f]{35}|[A-Za-z0-9]{30})(?![A-Za-z0-9_])", 3.5),
    Rule("EasyPost key", "EZAK EZTK", r"EZ[AT]K[A-Za-z0-9]{54}"),
    Rule("Shippo token", "shippo_", r"shippo_(?:live|test)_[0-9a-f]{40}"),
    Rule("Duffel token", "duffel_", r"duffel_(?:live|test)_[A-Za-z0-9_=-]{40,50}"),
    Rule("Paddle key", "pdl_", r"pdl_(?:live|sdbx)_apikey_[a-z0-9]{26}_[A-Za-z0-9]{22}_[A-Za-z0-9]{3}"),
    Rule("Polar token", "polar_", r"polar_(?:pat|oat|rt|at|ci|cs)_[A-Za-z0-9_]{30,80}"),
    # models
    Rule("OpenAI key", "T3BlbkFJ", r"sk-[A-Za-z0-9_-]{0,200}?T3BlbkFJ[A-Za-z0-9_-]{20,100}"),
    Rule("provider key", "sk- rk-", r"[sr]k-[A-Za-z0-9_-]{20,300}", 3.0),
    Rule("provider key", "sk_", r"sk_[0-9a-f]{48}(?![0-9a-zA-Z])"),
    Rule("Hugging Face token", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{30,40}(?![A-Za-z0-9_])", 3.0),
    Rule("Replicate token", "r8_", r"r8_[A-Za-z0-9]{37}"),
    Rule("Perplexity key", "pplx-", r"pplx-[A-Za-z0-9]{40,56}"),
    Rule("Groq key", "gsk_", r"gsk_[A-Za-z0-9]{40,64}"),
    Rule("xAI key", "xai-", r"xai-[A-Za-z0-9]{60,90}"),
    Rule("LangSmith key", "lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    Rule("Pinecone key", "pcsk_", r"pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{50,70}"),
    Rule("NVIDIA key", "nvapi-", r"nvapi-[A-Za-z0-9_-]{50,80}"),
    Rule("Jina key", "jina_", r"jina_[A-Za-z0-9_-]{50,70}"),
    Rule("Tavily key", "tvly-", r"tvly-[A-Za-z0-9_-]{20,64}"),
    Rule("Firecrawl key", "fc-", r"fc-[0-9a-f]{32}(?![0-9a-zA-Z])"),
    Rule("Cerebras key", "csk-", r"csk-[a-z0-9]{40,56}"),
    Rule("Together key", "tgp_v1_", r"tgp_v1_[A-Za-z0-9_-]{40,50}"),
    Rule("Fireworks key", "fw_", r"fw_[A-Za-z0-9]{22,28}(?![A-Za-z0-9_])", 3.5),
    Rule("Voyage key", "pa-", r"pa-[A-Za-z0-9_-]{40,50}(?![A-Za-z0-9_-])", 4.0),
    # watching and measuring
    Rule("New Relic key", "NRAK- NRII- NRIQ- NRRA- NRSP- NRJS-", r"NR(?:AK|II|IQ|RA|SP|JS)-[A-Za-z0-9_-]{19,42}"),
    Rule("Grafana token", "glsa_ glc_eyJ eyJrIjoi", r"(?:glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_eyJ[A-Za-z0-9+/]{30,400}={0,2}|eyJrIjoi[A-Za-z0-9+/]{60,400}={0,2})"),
    Rule("Dynatrace token", "dt0", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    Rule("Sentry token", "sntrys_ sntryu_", r"sntry(?:s_eyJ[A-Za-z0-9+/=_]{60,500}|u_[0-9a-f]{64})"),
    Rule("PostHog key", "phx_ phs_", r"ph[xs]_[A-Za-z0-9_]{40,64}"),
    Rule("Segment token", "sgp_", r"sgp_[A-Za-z0-9]{64}"),
    Rule("Honeycomb key", "hcaik_ hcaic_ hcxik_", r"hc[ax]i[kc]_[a-z0-9]{50,64}"),
    Rule("LaunchDarkly key", "sdk- api-", r"(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"),
    Rule("Logfire token", "pylf_v", r"pylf_v[0-9]_[a-z]{2}_[A-Za-z0-9]{40,50}"),
    # work together
    Rule("Linear key", "lin_api_ lin_oauth_ lin_wh_", r"lin_(?:api|oauth|wh)_[A-Za-z0-9]{32,64}"),
    Rule("Notion token", "secret_ ntn_", r"(?:secret_[A-Za-z0-9]{43}|ntn_[0-9]{8,12}[A-Za-z0-9]{30,40})(?![A-Za-z0-9_])", 3.0),
    Rule("Airtable token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    Rule("ClickUp token", "pk_", r"pk_[0-9]{5,10}_[A-Z0-9]{32}"),
    Rule("Figma token", "figd_ figo_ figu_ figp_ figoh_", r"fig(?:d|o|u|p|oh|or|uh)_[A-Za-z0-9_-]{36,64}"),
    Rule("Dropbox token", "sl.", r"sl\.(?:u\.)?[A-Za-z0-9_-]{120,1500}"),
    Rule("HubSpot token", "pat-", r"pat-(?:na|eu|ap)[0-9]?-[0-9a-f-]{36}"),
    Rule("Salesforce token", "00D", r"00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{60,140}"),
    Rule("Typeform token", "tfp_", r"tfp_[A-Za-z0-9_.=-]{40,80}"),
    Rule("Contentful token", "CFPAT-", r"CFPAT-[A-Za-z0-9_-]{43}"),
    Rule("ReadMe key", "rdme_", r"rdme_[a-z0-9]{64,80}"),
    Rule("Calendly token", "eyJraWQi", r"eyJraWQi[A-Za-z0-9_-]{20,400}\.[A-Za-z0-9_-]{20,800}\.[A-Za-z0-9_-]{20,400}"),
    Rule("Frame.io token", "fio-u-", r"fio-u-[A-Za-z0-9_=-]{60,70}"),
    Rule("WakaTime key", "waka_", r"waka_[0-9a-f-]{36}"),
    # social and the rest of the web
    Rule("Facebook token", "EAA", r"EAA[A-Za-z0-9]{90,300}"),
    Rule("Twitter token", "AAAAAAAAAAAAAAAAAAAA", r"A{20,24}[A-Za-z0-9%]{70,140}"),
    Rule("Mapbox token", "sk.eyJ", r"sk\.eyJ[A-Za-z0-9_-]{40,200}\.[A-Za-z0-9_-]{20,40}"),
    Rule("Tailscale key", "tskey-", r"tskey-[a-z]{3,10}-[A-Za-z0-9]{8,20}(?:CNTRL)?-[A-Za-z0-9]{16,64}"),
    Rule("Adafruit key", "aio_", r"aio_[A-Za-z0-9]{28}(?![A-Za-z0-9_])", 3.0),
    Rule("Planet key", "PLAK", r"PLAK[0-9a-f]{32}(?![A-Za-z0-9])"),
    Rule("Defined Networking key", "dnkey-", r"dnkey-[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}"),
    Rule("Alchemy key", "alcht_", r"alcht_[A-Za-z0-9]{30}"),
    Rule("Nostr secret key", "nsec1", r"nsec1[a-z0-9]{58}"),
    Rule("Bitcoin key", "xprv zprv yprv", r"[xyz]prv[A-Za-z0-9]{100,112}"),
    Rule("JSON web token", "eyJ", r"eyJ[A-Za-z0-9_-]{8,2000}\.[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{6,1500}"),
)  # fmt: skip
"""Tokens that begin with a mark of their issuer. Matched in their case, and never in the middle of a longer word."""

SHAPES: Final = (
    Rule("Azure key", "Q~", r"[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,36}"),
    Rule("Terraform Cloud token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{50,90}"),
    Rule("Discord token", ".", r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}", 3.5),
    Rule("Telegram bot token", ":AA", r"[0-9]{8,10}:AA[A-Za-z0-9_-]{32,36}"),
    Rule("Mailgun key", "-", r"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-])"),
    Rule("Mailchimp key", "-us", r"[0-9a-f]{32}-us[0-9]{1,2}(?![A-Za-z0-9])"),
    Rule("New Relic key", "NRAL", r"[0-9a-f]{32,36}(?:FFFF)?NRAL"),
    Rule("Asana token", "/", r"[0-9]/[0-9]{12,20}(?:/[0-9]{12,20})?:[0-9a-f]{32}"),
    Rule("MaxMind key", "_mmk", r"[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    Rule("Ably key", ".", r"[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{6}:[A-Za-z0-9_-]{40,46}(?![A-Za-z0-9_-])", 3.5),
    Rule("webhook URL", "hooks.slack.com", r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,120}"),
    Rule("webhook URL", "/api/webhooks/", r"https://[a-z.]{0,20}discord(?:app)?\.com/api/webhooks/[0-9]{16,20}/[A-Za-z0-9_-]{60,80}"),
    Rule("webhook URL", "hooks.zapier.com", r"https://hooks\.zapier\.com/hooks/catch/[0-9]{4,10}/[A-Za-z0-9]{5,12}", 0),
    Rule("webhook URL", "webhook.office.com", r"https://[a-z0-9-]{1,60}\.webhook\.office\.com/webhookb2/[0-9a-f@-]{36,80}/IncomingWebhook/[0-9a-f]{32}"),
    Rule("webhook URL", "chat.googleapis.com", r"https://chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{5,40}/messages\?key=[A-Za-z0-9_-]{20,60}"),
    Rule("Infura key", "infura.io/v3/", r"infura\.io/v3/[0-9a-f]{32}"),
    Rule("presigned URL", "X-Amz-Signature= X-Goog-Signature=", r"X-(?:Amz|Goog)-Signature=[0-9a-f]{64,512}"),
)  # fmt: skip
"""Tokens and addresses whose mark stands further inside."""

_ANY = r"[\"']?(?P<secret>[^\s\"']{4,200})"

CONTEXTS: Final = (
    # a private key's block is taken whole; one whose end is missing reaches to the end of the text
    Rule("private key", "private key", r"-----begin [a-z0-9 ]{0,30}private key(?: block)?-----(?=[^-]{0,300}?[a-z0-9+/]{12})(?s:.*?-----end [a-z0-9 ]{0,30}private key(?: block)?-----|.*)", 0),
    Rule("private key", "private-lines:", r"private-lines:\s{0,4}\d{1,3}\s{1,4}[a-z0-9+/=]{20,100}(?:\s[a-z0-9+/=]{1,100}){0,200}", 0),
    Rule("private key", "ls0tls1crudjti", r"ls0tls1crudjti[a-z0-9+/]{0,40}(?:ufjjvkfurs|bssvzbveug|quklwqvrf|bsu0eguf)[a-z0-9+/]{0,20000}={0,2}", 0),
    Rule("private key", "privatekey,presharedkey", r"(?:private|preshared)key\s{0,3}=\s{0,3}(?P<secret>[a-z0-9+/]{43}=)"),
    Rule("private key", '"kty"', r"\"(?:d|k)\"\s{0,3}:\s{0,3}\"(?P<secret>[a-z0-9_-]{40,800})\""),
    Rule("wallet key", "private key,private_key,privatekey", r"private[ _]?key\b[^\n\]]{0,20}?\b(?P<secret>(?:0x)?[0-9a-f]{64})\b"),
    Rule("Azure key", "accountkey,account key,sharedaccesskey,shared access key,shared accesskey", r"(?:account|shared ?access) ?key\s{0,3}(?:=|:|is)\s{0,3}(?P<secret>[a-z0-9+/]{32,100}={0,2})"),
    Rule("Azure key", "sig=", r"[?&\s](?:s[vptr]|se|ss|srt|spr)=[^\s\"']{1,300}?[?&]sig=(?P<secret>[a-z0-9%+/=_-]{20,120})"),
    Rule("AWS key", "secretaccesskey,secret_access_key,secret access key,secret_key,secret key", r"secret[ _]?(?:access)?[ _]?key[\"']?\s{0,3}(?::|=|is)\s{0,3}[\"']?(?P<secret>[a-z0-9+/]{40})(?![a-z0-9+/=])", 3.5),
    Rule("one-time password secret", "otpauth://,totp", r"(?:otpauth://[^\s\"']{1,200}?[?&]secret=|totp (?:secret|seed|key)\s{0,3}(?::|=|is)\s{0,3})(?P<secret>[a-z2-7]{16,128})"),
    Rule("recovery code", "recovery code,recovery-code,backup code,backup-code", r"(?:recovery|backup)[ -]codes?\s{0,3}(?::|=|is|are)\s{0,3}(?P<secret>(?=[a-z-]{0,40}\d)[a-z0-9]{4,12}(?:[- ](?=[a-z]{0,12}\d)[a-z0-9]{4,12}){0,15})", 0),
    Rule("seed phrase", "seed,mnemonic,recovery phrase", r"(?:seed(?: phrase)?|mnemonic(?: phrase)?|recovery phrase)\s{0,3}(?::|=|is)\s{0,3}[\"'`]?(?P<secret>[a-z]{3,8}(?:[ ,]{1,2}[a-z]{3,8}){11,23})(?![ \w])", 0),
    # headers
    Rule("bearer token", "bearer", r"\bbearer[\s:]{1,3}(?P<secret>[a-z0-9._~+/-]{16,2000}={0,2})", 3.0),
    Rule("basic authorization header", "basic", r"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?basic\s{1,3}(?P<secret>[a-z0-9+/]{8,400}={0,2})"),
    Rule("authorization header", "authorization", r"authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:token|ssws|splunk|key|apikey|genie-?key|digest|bot|pve[a-z]{0,10}token)[\s=](?:token=)?[\"']?(?P<secret>[a-z0-9._~+/=:|-]{16,400})", 3.0),
    Rule("key in a header", "-key:,-key\",-key',apikey:,apikey\",apikey',-token:,-token\",-token'", r"\b(?:x-)?[a-z-]{0,40}(?:key|token)[\"']?\s{0,3}:\s{0,3}[\"']?(?P<secret>[a-z0-9_+/=-]{20,400})", 3.0),
    Rule("session cookie", "cookie:", r"cookie:[^\n]{0,300}?(?:sess(?:ion)?(?:_?id)?|sid|auth|jsessionid|phpsessid|[a-z._-]{0,20}session)=(?P<secret>[a-z0-9%._+/=-]{20,800})", 3.0),
    # files of tools
    Rule("registry login", '"auth",_auth,_password,identitytoken', r"(?:\"auth\"\s{0,3}:\s{0,3}\"|(?<![a-z])_auth(?:token)?\s{0,3}=\s{0,3}[\"']?|:_password\s{0,3}=\s{0,3}[\"']?|\"identitytoken\"\s{0,3}:\s{0,3}\")(?P<secret>[a-z0-9+/._-]{12,2000}={0,2})"),
    Rule("netrc login", "login ", r"(?:machine\s{1,4}\S{1,200}|default)\s{1,8}login\s{1,4}\S{1,100}\s{1,8}password\s{1,4}(?P<secret>\S{3,200})", 0),
    Rule("pgpass line", ":*:,:5432:,:5433:,:6432:", r"(?:^|[\s\"'`])[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,63}:[\w.*-]{1,63}:(?P<secret>[^\s:/\"'`]{4,200})", 0),
    Rule("Kubernetes secret", "kind: secret", r"kind: secret\b[^\0]{0,600}?\b(?:data|stringdata):\s{1,8}[\w.-]{1,80}:\s{1,3}(?P<secret>[^\s\"'{$<]{4,4000})", 0),
    Rule("password in XML", "password>,passwd>,secret>,token>,apikey>", r"<[\w:.-]{0,40}(?:password|passwd|secret|token|apikey)>\s{0,8}(?P<secret>[^<>\s${}]{4,200})\s{0,8}</", 0),
    Rule("password in XML", "value=", r"(?:key|name)=[\"'][\w:.-]{0,60}(?:password|passwd|secret|token|apikey)[\"']\s{1,4}value=[\"'](?P<secret>[^\"'<>${}]{4,200})[\"']", 0),
    Rule("password in SQL", "identified,password ',password = '", r"(?:(?:user|role|grant)\b[^\n]{1,120}? identified (?:with \S{1,40} )?by|(?:with|encrypted|role \S{1,80}|user \S{1,80}|set) password(?: =)?)\s{1,4}'(?P<secret>[^'\s$<]{4,200})'", 0),
    # command lines
    Rule("password on a command line", "mysql,mariadb", r"\b(?:mysql\w{0,10}|mariadb[\w-]{0,10})\s[^\n|;&]{0,200}?(?<=\s)-p(?!assword|\s)" + _ANY, 0),
    Rule("password on a command line", "sshpass", r"sshpass\s{1,3}-p\s{0,3}" + _ANY, 0),
    Rule("password on a command line", "curl ", r"\bcurl\s[^\n|;]{0,300}?(?<=\s)(?:-u|--user|--proxy-user|-[a-z]{1,5}u)[\s=]{1,3}[\"']?[^\s:\"']{1,100}:" + _ANY, 0),
    Rule("password on a command line", "redis-cli", r"redis-cli\s[^\n|;&]{0,100}?(?<![^\s])-a\s{1,3}" + _ANY, 0),
    Rule("password on a command line", "login", r"\b(?:docker|podman|helm registry|az acr|az|oc|skopeo|buildah|nerdctl|crane)\s{1,3}(?:auth )?login\s[^\n|;&]{0,200}?(?<=\s)-p\s{1,3}" + _ANY, 0),
    Rule("password on a command line", "pass:", r"-pass(?:in|out)?\s{1,3}[\"']?pass:" + _ANY, 0),
    Rule("password on a command line", "-storepass,-keypass,-deststorepass,-srcstorepass", r"-(?:dest|src)?(?:store|key)pass\s{1,3}" + _ANY, 0),
    Rule("password on a command line", "zip ,7z ,7za ,rar ", r"\b(?:unzip|zip)\s[^\n|;&]{0,80}?(?<=\s)-p\s{1,2}(?P<secret>(?=[^\s]{0,60}\d)[^\s\"'$-][^\s\"']{3,200})|\b(?:7za?|unrar|rar)\s[^\n|;&]{0,80}?(?<=\s)-p(?P<word>[^\s\"'$][^\s\"']{3,200})", 0),
    Rule("password on a command line", "smbclient", r"smbclient\s[^\n|;&]{0,200}?(?<=\s)-u\s{0,3}[\"']?[^\s%\"']{1,100}%" + _ANY, 0),
    Rule("password on a command line", "--", r"--(?:[a-z]{1,10}-)?(?:password|passwd|passphrase|pass|pw)[\s=]{1,2}(?P<secret>(?=\D{0,60}\d|[^\s\"']{0,60}[!#%&*+?@])[^\s\"'$<-][^\s\"']{3,200})", 0),
)  # fmt: skip
"""Secrets that are known by what stands around them. Matched against the text in lower case."""

PROVIDERS: Final = (
    "airbrake|algolia|amplitude|appsflyer|assemblyai|auth0|aws|azure|bitly|bugsnag|clarifai|clearbit|cloudflare|cloudinary|"
    "codacy|codecov|cohere|coinbase|confluent|consul|coveralls|crowdin|datadog|deepgram|deepl|digitalocean|dropbox|elastic|"
    "etherscan|exa|facebook|fastly|fal|gitea|github|gitlab|google|grafana|hcloud|heroku|hetzner|honeycomb|infura|jenkins|jira|"
    "kraken|launchdarkly|line|linkedin|linode|logdna|lokalise|messagebird|mistral|mixpanel|netlify|newrelic|ngrok|nomad|"
    "npm|okta|openai|openweather|opsgenie|pagerduty|papertrail|paypal|postmark|pubnub|pusher|pushover|rapidapi|reddit|rollbar|"
    "scaleway|sendbird|sentry|shodan|slack|snyk|sonar|sparkpost|splunk|spotify|square|stripe|sumologic|supabase|telegram|tomtom|"
    "travis|trello|twilio|twitch|twitter|upstash|vercel|virustotal|vonage|vultr|wandb|yandex|zendesk|zoom"
)
"""Issuers whose keys look like any random text. Where one is named before a word for a key, no sign need stand between."""

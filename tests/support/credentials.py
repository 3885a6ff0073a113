"""Credentials of many kinds and innocent texts, made from the documented formats with a fixed seed.

No token is written down here: a template such as `ghp_{an:36}` is filled in when a test runs.
"""

from __future__ import annotations

import base64
import random
import re
import string
import uuid
from typing import Final, NamedTuple

from tests.support.innocent import TEXTS

_ALPHABETS: Final = {
    "an": string.ascii_letters + string.digits,
    "AN": string.ascii_uppercase + string.digits,
    "az": string.ascii_lowercase + string.digits,
    "hex": "0123456789abcdef",
    "HEX": "0123456789ABCDEF",
    "b64": string.ascii_letters + string.digits + "+/",
    "url": string.ascii_letters + string.digits + "_-",
    "d": string.digits,
    "b32": string.ascii_lowercase + "234567",
    "B32": string.ascii_uppercase + "234567",
    "age": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "b58": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "let": string.ascii_letters,
}
_WORDS: Final = (
    "river anchor copper lantern meadow saddle timber velvet walnut harbor ginger pebble falcon marble orchid quartz "
    "summit thistle willow zephyr badger cinder drift ember fossil glacier hollow island jungle kettle"
)
_SLOT: Final = re.compile(r"\{([A-Za-z0-9]+)(?::(\d+))?\}")


def fill(template: str, seed: str) -> str:
    """Fill the slots of a template: `{an:36}` is 36 letters and digits, `{pw}` a password, `{words:4}` four words."""
    rng = random.Random(seed)

    def value(slot: re.Match[str]) -> str:
        name, size, words = slot[1], int(slot[2] or 0), _WORDS.split()
        match name:
            case "uuid":
                return str(uuid.UUID(int=rng.getrandbits(128), version=4))
            case "words":
                return " ".join(rng.sample(_WORDS.split(), size))
            case "pw":
                made = (
                    f"{rng.choice(words).title()}{rng.choice('-!#_')}{rng.choice(words)}{rng.randint(10, 999)}",
                    f"{rng.choice(words)}{rng.randint(10, 9999)}",
                    f"{rng.choice(words)}{rng.randint(1, 99)}{rng.choice('!$#')}",
                    "".join(rng.choices(_ALPHABETS["an"], k=8)) + "9a!",
                )
                return rng.choice(made)
            case "basic":
                pair = f"{rng.choice(words)}:{rng.choice(words)}{rng.randint(100, 999)}"
                return base64.b64encode(pair.encode()).decode()
            case "pem64":
                return base64.b64encode(b"-----BEGIN RSA PRIVATE KEY-----\n" + rng.randbytes(120)).decode()
            case _:
                return "".join(rng.choices(_ALPHABETS[name], k=size))

    return _SLOT.sub(value, template)


CARRIERS: Final = (
    "we deploy with {} until the rotation",
    "export ACME_CREDENTIAL={}",
    'client = Client("{}")',
    "curl -H 'X-Key: {}' https://api.example.com/v1/items",
    "{}",
    "ci fails, I used {} and got 403",
    'auth: "{}"  # from the dashboard',
    "- name: deploy\n  with:\n    value: {}",
    "Ada's key for the bot: `{}`.",
    '{{"service": "acme", "value": "{}"}}',
)
"""Texts around a token that names its issuer by itself."""

TOKENS: Final = {
    "AWS access key": "AKIA{B32:16}", "AWS temporary access key": "ASIA{B32:16}",
    "AWS marketplace key": "amzn.mws.{uuid}", "AWS Bedrock key": "ABSK{b64:128}",
    "Google API key": "AIza{url:35}", "Google OAuth secret": "GOCSPX-{url:28}",
    "Google OAuth token": "ya29.{url:120}", "Google refresh token": "1//0{url:60}",
    "Azure AD client secret": "{an:3}8Q~{url:34}", "GitHub personal token": "ghp_{an:36}",
    "GitHub fine-grained token": "github_pat_{an:22}_{an:59}", "GitHub OAuth token": "gho_{an:36}",
    "GitHub user token": "ghu_{an:36}", "GitHub server token": "ghs_{an:36}", "GitHub refresh token": "ghr_{an:36}",
    "GitLab personal token": "glpat-{url:20}", "GitLab deploy token": "gldt-{url:20}",
    "GitLab runner token": "glrt-{url:20}", "GitLab CI job token": "glcbt-{hex:2}_{url:20}",
    "GitLab trigger token": "glptt-{hex:40}", "GitLab feed token": "glft-{url:20}",
    "GitLab mail token": "glimt-{az:25}", "GitLab agent token": "glagent-{url:50}",
    "GitLab OAuth secret": "gloas-{url:64}", "GitLab runner registration": "GR1348941{url:20}",
    "Atlassian API token": "ATATT3xFfGF0{url:171}={HEX:8}", "Bitbucket app password": "ATBB{an:32}",
    "Trello token": "ATTA{hex:64}", "Slack bot token": "xoxb-{d:11}-{d:12}-{an:24}",
    "Slack user token": "xoxp-{d:11}-{d:11}-{d:12}-{hex:32}", "Slack app token": "xapp-1-A{AN:10}-{d:13}-{hex:64}",
    "Slack refresh token": "xoxe-1-{an:140}", "Slack browser token": "xoxc-{d:11}-{d:12}-{d:12}-{hex:64}",
    "Slack webhook": "https://hooks.slack.com/services/T{AN:8}/B{AN:10}/{an:24}",
    "Discord bot token": "M{an:25}.{url:6}.{url:38}", "Discord webhook": "https://discord.com/api/webhooks/{d:18}/{url:68}",
    "Telegram bot token": "{d:10}:AA{url:33}", "Twilio API key": "SK{hex:32}", "SendGrid key": "SG.{url:22}.{url:43}",
    "Mailgun key": "key-{hex:32}", "Mailchimp key": "{hex:32}-us12", "Mandrill key": "md-{url:22}",
    "Brevo key": "xkeysib-{hex:64}-{an:16}", "Brevo SMTP key": "xsmtpsib-{hex:64}-{an:16}",
    "Resend key": "re_{an:8}_{an:24}", "Stripe live key": "sk_live_{an:24}", "Stripe test key": "sk_test_{an:99}",
    "Stripe restricted key": "rk_live_{an:24}", "Stripe webhook secret": "whsec_{an:32}",
    "Square access token": "EAAA{url:60}", "Square application secret": "sq0csp-{url:43}",
    "Square personal token": "sq0atp-{url:22}", "Braintree token": "access_token$production${az:16}${hex:32}",
    "Shopify admin token": "shpat_{hex:32}", "Shopify shared secret": "shpss_{hex:32}",
    "Shopify custom app token": "shpca_{hex:32}", "Shopify private app": "shppa_{hex:32}",
    "Plaid access token": "access-production-{uuid}", "Razorpay key": "rzp_live_{an:14}",
    "Flutterwave key": "FLWSECK-{hex:32}-X", "Lob key": "live_{hex:35}", "EasyPost key": "EZAK{an:54}",
    "Shippo token": "shippo_live_{hex:40}", "Duffel token": "duffel_live_{url:43}",
    "Mollie key": "live_{an:30}", "Paddle key": "pdl_live_apikey_{az:26}_{an:22}_{an:3}",
    "OpenAI key": "sk-{an:20}T3BlbkFJ{an:20}", "OpenAI project key": "sk-proj-{url:74}T3BlbkFJ{url:74}",
    "Anthropic key": "sk-ant-api03-{url:93}AA", "Hugging Face token": "hf_{let:34}", "Replicate token": "r8_{an:37}",
    "Perplexity key": "pplx-{an:48}", "Groq key": "gsk_{an:52}", "xAI key": "xai-{an:80}",
    "OpenRouter key": "sk-or-v1-{hex:64}", "DeepSeek key": "sk-{hex:32}", "ElevenLabs key": "sk_{hex:48}",
    "LangSmith key": "lsv2_pt_{hex:32}_{hex:10}", "Langfuse secret": "sk-lf-{uuid}",
    "Pinecone key": "pcsk_{an:6}_{an:63}", "NVIDIA key": "nvapi-{url:64}", "Jina key": "jina_{an:60}",
    "Tavily key": "tvly-{an:32}", "Firecrawl key": "fc-{hex:32}", "Cerebras key": "csk-{az:48}",
    "Together key": "tgp_v1_{url:43}", "npm token": "npm_{an:36}", "PyPI token": "pypi-AgEIcHlwaS5vcmc{url:150}",
    "RubyGems key": "rubygems_{hex:48}", "crates.io token": "cio{an:32}", "NuGet key": "oy2{az:43}",
    "Docker Hub token": "dckr_pat_{url:27}", "Docker organisation token": "dckr_oat_{url:32}",
    "Clojars token": "CLOJARS_{az:60}", "Packagist token": "packagist_uut_{hex:68}",
    "Artifactory key": "AKCp{an:69}", "Artifactory reference token": "cmVmdGtuOj{an:54}",
    "DigitalOcean token": "dop_v1_{hex:64}", "DigitalOcean OAuth token": "doo_v1_{hex:64}",
    "DigitalOcean refresh token": "dor_v1_{hex:64}", "Heroku key": "HRKU-AA{url:58}",
    "Netlify token": "nfp_{an:36}", "Vercel blob token": "vercel_blob_rw_{an:16}_{an:30}",
    "Fly.io token": "FlyV1 fm2_{b64:180}", "Render key": "rnd_{an:28}", "Supabase token": "sbp_{hex:40}",
    "Supabase secret key": "sb_secret_{url:31}", "PlanetScale token": "pscale_tkn_{url:43}",
    "PlanetScale password": "pscale_pw_{url:43}", "Neon key": "napi_{az:64}",
    "Cloudflare origin key": "v1.0-{hex:24}-{hex:146}", "Alibaba key": "LTAI{an:20}", "Tencent key": "AKID{an:32}",
    "Yandex key": "AQVN{url:36}", "Doppler token": "dp.pt.{an:43}", "Doppler service token": "dp.st.prd.{an:43}",
    "Vault service token": "hvs.{url:95}", "Vault batch token": "hvb.{url:140}",
    "Terraform Cloud token": "{an:14}.atlasv1.{url:67}", "Pulumi token": "pul-{hex:40}",
    "Databricks token": "dapi{hex:32}", "PostHog key": "phx_{an:43}", "Segment token": "sgp_{an:64}",
    "Sentry organisation token": "sntrys_eyJ{b64:90}_{b64:43}", "Sentry user token": "sntryu_{hex:64}",
    "New Relic user key": "NRAK-{AN:27}", "New Relic insert key": "NRII-{url:32}",
    "New Relic license key": "{hex:36}NRAL", "Grafana service token": "glsa_{an:32}_{hex:8}",
    "Grafana cloud token": "glc_eyJ{b64:80}", "Dynatrace token": "dt0c01.{B32:24}.{B32:64}",
    "LaunchDarkly key": "sdk-{uuid}", "Mapbox secret": "sk.eyJ{an:60}.{url:22}",
    "Sourcegraph token": "sgp_{hex:16}_{hex:40}", "SonarQube token": "squ_{hex:40}",
    "SonarQube project token": "sqp_{hex:40}", "CircleCI token": "CCIPAT_{an:22}_{hex:40}",
    "Buildkite token": "bkua_{hex:40}", "Postman key": "PMAK-{hex:24}-{hex:34}", "Linear key": "lin_api_{an:40}",
    "Linear OAuth token": "lin_oauth_{hex:64}", "Notion token": "secret_{an:43}", "Notion new token": "ntn_{d:11}{an:35}",
    "Airtable token": "pat{an:14}.{hex:64}", "Asana token": "2/{d:16}/{d:16}:{hex:32}", "ClickUp token": "pk_{d:8}_{AN:32}",
    "Figma token": "figd_{url:40}", "Dropbox token": "sl.{url:140}", "HubSpot token": "pat-na1-{uuid}",
    "Salesforce token": "00D{an:12}!{an:96}", "Typeform token": "tfp_{url:44}_{an:14}", "Contentful token": "CFPAT-{url:43}",
    "ReadMe key": "rdme_{az:70}", "Facebook token": "EAACEdEose0cBA{an:120}", "Twitter bearer token": "A" * 22 + "{an:80}",
    "1Password service token": "ops_eyJ{b64:260}", "1Password secret key": "A3-{AN:6}-{AN:6}-{AN:5}-{AN:5}-{AN:5}-{AN:5}",
    "Tailscale key": "tskey-auth-{an:17}CNTRL-{an:32}", "age secret key": "AGE-SECRET-KEY-1{age:58}",
    "OpenShift token": "sha256~{url:43}", "Prefect key": "pnu_{an:36}", "dbt token": "dbtu_{url:40}",
    "Infracost key": "ico-{an:32}", "Octopus key": "API-{AN:26}", "Harness token": "pat.{url:22}.{hex:24}.{an:20}",
    "JetBrains token": "perm:{b64:28}.{b64:12}.{an:30}", "Frame.io token": "fio-u-{url:64}", "Adafruit key": "aio_{an:28}",
    "Planet key": "PLAK{hex:32}", "Defined Networking key": "dnkey-{url:26}-{url:52}", "Alchemy key": "alcht_{an:30}",
    "Inngest key": "signkey-prod-{hex:64}", "Polar token": "polar_pat_{an:43}", "Trigger.dev key": "tr_prod_{an:20}",
    "Nostr secret key": "nsec1{az:58}", "Bitcoin extended private key": "xprv9{b58:106}",
    "JSON web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIi{url:40}.{url:43}",
    "MaxMind key": "{an:6}_{an:29}_mmk", "WakaTime key": "waka_{uuid}", "Zapier webhook": "https://hooks.zapier.com/hooks/catch/{d:7}/{az:7}/",
    "Teams webhook": "https://acme.webhook.office.com/webhookb2/{uuid}@{uuid}/IncomingWebhook/{hex:32}/{uuid}",
    "Cloudinary URL": "cloudinary://{d:15}:{url:27}@acme", "Ably key": "{an:6}.{an:6}:{url:43}",
}  # fmt: skip
"""Tokens that name their issuer, by kind."""

SAID: Final[dict[str, tuple[str, str, str]]] = {
    "AWS secret key": ("aws_secret_access_key = {b64:40}", "AWS secret access key: {b64:40}", '"SecretAccessKey": "{b64:40}"'),
    "AWS presigned URL": (
        "https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA{B32:16}%2F20260101&X-Amz-Signature={hex:64}",
        "get https://b.s3.amazonaws.com/k?X-Amz-Signature={hex:64}",
        "wget 'https://b.s3.eu-west-1.amazonaws.com/a.gz?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature={hex:64}'"),
    "Azure storage key": ("AccountKey={b64:86}==", "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={b64:86}==;EndpointSuffix=core.windows.net", "the account key is {b64:86}=="),
    "Azure service bus key": ("Endpoint=sb://a.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={b64:43}=", "SharedAccessKey={b64:43}=", "shared access key: {b64:43}="),
    "Azure SAS": ("https://acme.blob.core.windows.net/c?sv=2022-11-02&ss=b&sig={an:43}%3D", "?sv=2023-01-03&st=2026-01-01&se=2026-02-01&sr=c&sp=r&sig={an:40}%2B{an:2}%3D", "SAS token sv=2022-11-02&sr=b&sig={an:43}%3D"),
    "Azure DevOps token": ("azure devops pat {b32:52}", "AZURE_DEVOPS_EXT_PAT={b32:52}", "the Azure DevOps token is {b32:52}"),
    "Twilio auth token": ("TWILIO_AUTH_TOKEN={hex:32}", "the twilio auth token is {hex:32}", "twilio auth token {hex:32}"),
    "Postmark token": ("X-Postmark-Server-Token: {uuid}", "POSTMARK_SERVER_TOKEN={uuid}", "postmark server token is {uuid}"),
    "Datadog key": ("DD_API_KEY={hex:32}", "datadog app key {hex:40}", "Datadog API key: {hex:32}"),
    "Algolia key": ("ALGOLIA_ADMIN_KEY={hex:32}", "algolia admin key is {hex:32}", "algolia api key `{hex:32}`"),
    "Cloudflare key": ("CLOUDFLARE_API_TOKEN={url:40}", "X-Auth-Key: {hex:37}", "cloudflare global api key is {hex:37}"),
    "Fastly token": ("Fastly-Key: {url:32}", "FASTLY_API_TOKEN={url:32}", "the fastly token is {url:32}"),
    "Linode token": ("LINODE_TOKEN={hex:64}", "linode token: {hex:64}", 'linode_token = "{hex:64}"'),
    "Hetzner token": ("HCLOUD_TOKEN={an:64}", "hcloud_token = \"{an:64}\"", "hetzner api token is {an:64}"),
    "Okta token": ("Authorization: SSWS 00{url:40}", "OKTA_API_TOKEN=00{url:40}", "okta token 00{url:40}"),
    "Auth0 secret": ("AUTH0_CLIENT_SECRET={url:64}", "auth0 client secret: {url:64}", '"client_secret": "{url:64}"'),
    "Deepgram key": ("DEEPGRAM_API_KEY={hex:40}", "Authorization: Token {hex:40}", "deepgram key is {hex:40}"),
    "Cohere key": ("COHERE_API_KEY={an:40}", "co = cohere.Client(api_key='{an:40}')", "the cohere api key is {an:40}"),
    "Weights & Biases key": ("WANDB_API_KEY={hex:40}", "wandb login key {hex:40}", "wandb api key: {hex:40}"),
    "Splunk HEC token": ("Authorization: Splunk {uuid}", "SPLUNK_HEC_TOKEN={uuid}", "splunk hec token is {uuid}"),
    "PagerDuty key": ("Authorization: Token token={an:20}", "PAGERDUTY_TOKEN={an:20}", "pagerduty api key: {an:20}"),
    "Rollbar token": ("ROLLBAR_ACCESS_TOKEN={hex:32}", "rollbar access token {hex:32}", 'accessToken: "{hex:32}"'),
    "Snyk token": ("SNYK_TOKEN={uuid}", "snyk token: {uuid}", "snyk auth token {uuid}"),
    "Codecov token": ("CODECOV_TOKEN={uuid}", "codecov upload token is {uuid}", "codecov -t {uuid}"),
    "Travis token": ("TRAVIS_TOKEN={url:22}", "travis api token: {url:22}", "travis access token is {url:22}"),
    "Jenkins token": ("JENKINS_API_TOKEN=11{hex:32}", "jenkins token 11{hex:32}", "curl -u ada:11{hex:32} https://ci.example.com/job"),
    "Zendesk token": ("ZENDESK_API_TOKEN={an:40}", "zendesk api token is {an:40}", "curl -u ada@example.com/token:{an:40} https://acme.zendesk.com"),
    "LinkedIn secret": ("LINKEDIN_CLIENT_SECRET={an:16}", "linkedin client secret: {an:16}a1", "linkedin_client_secret = '{an:16}'"),
    "Twitch token": ("oauth:{az:30}", "TWITCH_CLIENT_SECRET={az:30}", "twitch client secret is {az:30}"),
    "ngrok token": ("ngrok config add-authtoken {an:27}_{an:21}", "NGROK_AUTHTOKEN={an:27}_{an:21}", "authtoken: {an:27}_{an:21}"),
    "Infura key": ("INFURA_API_KEY={hex:32}", "https://mainnet.infura.io/v3/{hex:32}", "infura project secret is {hex:32}"),
    "Shodan key": ("SHODAN_API_KEY={an:32}", "shodan init {an:32}", "shodan api key: {an:32}"),
    "VirusTotal key": ("VT_API_KEY={hex:64}", "x-apikey: {hex:64}", "virustotal key is {hex:64}"),
    "Consul token": ("CONSUL_HTTP_TOKEN={uuid}", "X-Consul-Token: {uuid}", "consul acl token is {uuid}"),
    "Gitea token": ("GITEA_TOKEN={hex:40}", "Authorization: token {hex:40}", "gitea access token: {hex:40}"),
    "Scaleway secret": ("SCW_SECRET_KEY={uuid}", "secret_key: {uuid}", "scaleway secret key is {uuid}"),
    "Pusher secret": ("PUSHER_APP_SECRET={hex:20}", "pusher app secret: {hex:20}", "pusher secret is {hex:20}"),
    "Bearer header": ("Authorization: Bearer {url:40}", "curl -H 'authorization: bearer {hex:48}' localhost:8080", '"Authorization": "Bearer {b64:60}"'),
    "Basic header": ("Authorization: Basic {basic}", "curl -H 'Authorization: Basic {basic}' https://example.com", '"authorization": "Basic {basic}"'),
    "API key header": ("X-API-Key: {an:32}", "curl -H 'x-api-key: {hex:40}' https://api.example.com", '"X-Api-Key": "{url:43}"'),
    "key in a query": ("https://api.example.com/v1?api_key={hex:32}", "GET /v1/items?access_token={an:40}&page=2", "https://maps.example.com/tile?token={url:32}"),
    "session cookie": ("Cookie: session={url:60}", "Set-Cookie: sessionid={az:32}; HttpOnly", "cookie: connect.sid=s%3A{url:32}.{an:43}"),
    "RSA private key": ("-----BEGIN RSA PRIVATE KEY-----\n{b64:64}\n{b64:64}\n-----END RSA PRIVATE KEY-----", 'key = "-----BEGIN RSA PRIVATE KEY-----\\n{b64:64}"', "cut: -----BEGIN RSA PRIVATE KEY----- {b64:40}"),
    "OpenSSH private key": ("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA{b64:60}", "the deploy key:\n-----BEGIN OPENSSH PRIVATE KEY-----\n{b64:70}\n-----END OPENSSH PRIVATE KEY-----", "ssh: -----BEGIN OPENSSH PRIVATE KEY-----\n{b64:70}"),
    "PGP private key": ("-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOY{b64:60}", "-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: 2\n\n{b64:64}\n-----END PGP PRIVATE KEY BLOCK-----", "gpg:\n-----BEGIN PGP PRIVATE KEY BLOCK-----\n{b64:20}"),
    "PuTTY private key": ("PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n{b64:44}", "PuTTY-User-Key-File-2: ssh-rsa\nEncryption: none\nPrivate-Lines: 14\n{b64:64}", "Private-Lines: 1\n{b64:44}\nPrivate-MAC: {hex:64}"),
    "WireGuard key": ("[Interface]\nPrivateKey = {b64:43}=\nAddress = 10.0.0.2/32", "wg: PrivateKey={b64:43}=", "PresharedKey = {b64:43}="),
    "encoded private key": ("client-key-data: {pem64}", 'tls.key: {pem64}', '"key": "{pem64}"'),
    "JWK private key": ('{{"kty":"EC","crv":"P-256","d":"{url:43}","x":"{url:43}"}}', '{{"kty": "RSA", "n": "{url:80}", "e": "AQAB", "d": "{url:86}"}}', '{{"d":"{url:43}","kty":"OKP","crv":"Ed25519"}}'),
    "Ethereum key": ("private key 0x{hex:64}", "PRIVATE_KEY=0x{hex:64}", "the wallet's private key is {hex:64}"),
    "seed phrase": ("seed phrase: {words:12}", "mnemonic = '{words:12}'", "the recovery phrase is {words:24}"),
    "docker auth": ('{{"auths": {{"registry.example.com": {{"auth": "{basic}"}}}}}}', '"https://index.docker.io/v1/": {{\n  "auth": "{basic}"\n}}', '"auth":"{basic}"'),
    "npmrc": ("//registry.example.com/:_authToken={uuid}", "_auth={basic}", "//npm.example.com/:_password={basic}"),
    "netrc": ("machine git.example.com login ada password {pw}", "machine api.example.com\n  login bot\n  password {pw}", "default login anonymous password {pw}"),
    "pgpass": ("db.example.com:5432:app:ada:{pw}", "*:5432:*:postgres:{pw}", "localhost:5432:shop:shop_owner:{pw}"),
    "MySQL option": ("mysql -u root -p{pw} shop", "mysqldump -h db -uada -p{pw} shop > dump.sql", "mysql --user=root --password={pw}"),
    "curl user": ("curl -u ada:{pw} https://api.example.com", "curl --user admin:{pw} http://localhost:8080/status", "curl -sS -u 'bot:{pw}' https://example.com/hook"),
    "sshpass": ("sshpass -p {pw} ssh ada@10.0.0.4", "sshpass -p '{pw}' scp a.tgz host:", "SSHPASS={pw} sshpass -e ssh host"),
    "PGPASSWORD": ("PGPASSWORD={pw} psql -h db app", "export PGPASSWORD='{pw}'", "PGPASSWORD=\"{pw}\" pg_dump app"),
    "redis-cli": ("redis-cli -h cache -a {pw} ping", "redis-cli -a '{pw}' info", "redis-cli -p 6380 -a {pw}"),
    "docker login": ("docker login -u ada -p {pw} registry.example.com", "docker login registry.example.com --username bot --password {pw}", "podman login -u ada -p {pw} quay.io"),
    "SQL password": ("CREATE USER shop IDENTIFIED BY '{pw}';", "ALTER ROLE app WITH PASSWORD '{pw}';", "CREATE ROLE app LOGIN ENCRYPTED PASSWORD '{pw}'"),
    "openssl pass": ("openssl enc -aes-256-cbc -pass pass:{pw} -in a", "openssl rsa -in k.pem -passin pass:{pw}", "openssl pkcs12 -export -passout pass:{pw} -in c"),
    "keystore password": ("keytool -list -keystore a.jks -storepass {pw}", "keytool -genkey -keypass {pw} -alias a", "storePassword={pw}"),
    "archive password": ("unzip -P {pw} dump.zip", "7z x -p{pw} dump.7z", "zip -P {pw} out.zip a b"),
    "smbclient": ("smbclient //nas/share -U ada%{pw}", "mount -t cifs //nas/s /mnt -o username=ada,password={pw}", "smbclient -U 'acme/ada%{pw}' //nas/s"),
    "database URL": ("postgres://app:{pw}@db.example.com:5432/app", "mongodb+srv://ada:{pw}@c0.example.net/shop", "amqp://worker:{pw}@mq:5672/"),
    "redis URL": ("redis://:{pw}@cache:6379/0", "REDIS_URL=rediss://default:{pw}@cache.example.com:6380", "broker = 'redis://:{pw}@10.0.0.9/1'"),
    "URL with a login": ("git clone https://ada:{pw}@git.example.com/a.git", "http_proxy=http://ada:{pw}@proxy:3128", "ftp://upload:{pw}@files.example.com/in"),
    "connection string": ("Server=db;Database=shop;User Id=sa;Password={pw};", "Data Source=db;User ID=app;Pwd={pw}", "jdbc:sqlserver://db:1433;user=sa;password={pw}"),
    "password assignment": ('password = "{pw}"', "DB_PASSWORD={pw}", 'password: "{pw}"'),
    "password in XML": ("<password>{pw}</password>", "<server><id>a</id><password>{pw}</password></server>", '<add key="SmtpPassword" value="{pw}"/>'),
    "Kubernetes secret": ("kind: Secret\nmetadata:\n  name: db\ndata:\n  password: {basic}", "apiVersion: v1\nkind: Secret\ntype: Opaque\ndata:\n  token: {basic}", "kind: Secret\nstringData:\n  password: {pw}"),
    "Django secret key": ("SECRET_KEY = 'django-insecure-{az:50}'", 'SECRET_KEY = "{an:50}"', "secret_key_base: {hex:128}"),
    "generic API key": ("api_key: {an:32}", 'apiKey = "{hex:40}"', "the api key is {url:32}"),
    "client secret": ("client_secret={an:40}", "OAuth client secret: {url:32}", "the client secret is {hex:32}"),
    "encryption key": ("ENCRYPTION_KEY={b64:43}=", "encryption key: {hex:64}", "signing_key = '{hex:64}'"),
    "said password": ("the password for staging is {pw}", "DB password: {pw}", "password of the admin account: {pw}"),
    "said with a place": ("The sudo password on db-2 is {pw}.", "Wi-Fi password at the office is {pw}", "we changed the password of the root user to {pw}"),
    "said with quotes": ("the password is '{pw}'", "use the password `{pw}` for the demo tenant", 'Password for the VPN: "{pw}"'),
    "short forms": ("pw: {pw}", "pass: {pw}", "staging pwd is {pw}"),
    "login pair": ("login with admin / {pw}", "log in as ada with {pw}", "credentials are admin:{pw}"),
    "user and password": ("user admin, password {pw}", "username: ada password: {pw}", "user: root / pass: {pw}"),
    "login in lines": ("user: ada\npassword: {pw}", "Login: ada@example.com\nPassword: {pw}", "username=admin\npass={pw}"),
    "PIN": ("the PIN is {d:4}", "PIN: {d:6}", "the pin of the garage is {d:4}"),
    "door code": ("the door code is {d:4}", "alarm code: {d:6}", "passcode is {d:6}"),
    "passphrase": ("passphrase: {words:5}", "the passphrase of the key is {words:4}", "the passphrase for the backup is '{words:6}'"),
    "password in German": ("das Passwort für den Server ist {pw}", "Passwort: {pw}", "Kennwort lautet {pw}"),
    "backup codes": ("recovery code: {az:5}-{az:5}", "backup codes: {d:8} {d:8} {d:8}", "the 2FA recovery code is {az:4}-{az:4}-{az:4}"),
    "TOTP secret": ("otpauth://totp/acme:ada?secret={B32:32}&issuer=acme", "TOTP secret: {B32:32}", "otpauth://totp/a?secret={B32:16}"),
}  # fmt: skip
"""Credentials that are known by what stands around them: three texts a kind."""


class Sample(NamedTuple):
    kind: str
    text: str


def credentials() -> list[Sample]:
    """Return three texts of every kind."""
    found: list[Sample] = []
    for kind, token in TOKENS.items():
        rng = random.Random(kind)
        for number, carrier in enumerate(rng.sample(CARRIERS, 3)):
            found.append(Sample(kind, carrier.format(fill(token, f"{kind}{number}"))))
    for kind, texts in SAID.items():
        found += [Sample(kind, _filled(text, f"{kind}{number}")) for number, text in enumerate(texts)]
    return found


def _filled(text: str, seed: str) -> str:
    """Fill the slots of a text in which doubled braces are braces."""
    return fill(text.replace("{{", "\x01").replace("}}", "\x02"), seed).replace("\x01", "{").replace("\x02", "}")


def half(samples: list[Sample], *, development: bool) -> list[Sample]:
    """Return one half of the samples: whole kinds, chosen by a hash that is the same everywhere."""
    return [s for s in samples if (random.Random(f"half {s.kind}").random() < 0.5) is development]


def innocent() -> list[Sample]:
    """Return the texts that must not be refused; each is a kind of its own."""
    return [Sample(text, _filled(text, text)) for text in TEXTS]

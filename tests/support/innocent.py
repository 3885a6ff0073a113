"""Texts that speak of secrets, or look like them, and hold none."""

from __future__ import annotations

from typing import Final

TEXTS: Final = tuple(
    line.replace("\\n", "\n")
    for line in r"""
the password is hashed with argon2
passwords are stored in Vault
the token is refreshed every hour
The password policy is NIST 800-63B
password: str
password: String?
password: string;
password = None
password=os.environ["DB_PASSWORD"]
password = getpass.getpass("Password: ")
const password = process.env.DB_PASSWORD
const token = await getToken(user.id)
password: ${{DB_PASSWORD}}
password: ${{secrets.STAGING_PASSWORD}}
password = "<your-password>"
password = "your-password-here"
password=xxxxxxxx
password: "********"
PASSWORD=changeme
DB_PASSWORD=${{DB_PASSWORD:-postgres}}
api_key = "<your-key>"
api_key: YOUR_API_KEY
API_KEY=your_api_key_here
export TOKEN=$(cat /run/secrets/token)
token: ${{{{ secrets.GITHUB_TOKEN }}}}
Authorization: Bearer <token>
Authorization: Bearer ${{TOKEN}}
Authorization: Bearer YOUR_ACCESS_TOKEN
curl -H "Authorization: Bearer $TOKEN" https://api.example.com
curl -u "$USER:$PASS" https://example.com
curl -u user:password https://example.com
mysql -u root -p shop
mysql -u root -p"$MYSQL_PWD" shop
docker login -u ada --password-stdin registry.example.com
PGPASSWORD=$DB_PASSWORD psql -h db
redis-cli -a "$REDIS_PASSWORD" ping
postgres://user:password@localhost/test
postgres://$USER:$PASS@db/app
postgres://localhost:5432/app
mongodb://mongo:27017/shop
redis://cache:6379/0
https://example.com/path?token=<token>
https://example.com/login?next=/home&lang=en
git clone git@github.com:acme/shop.git
git clone https://github.com/acme/shop.git
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64:43} ada@example.com
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQ{b64:180} deploy
-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A{b64:64}\n-----END PUBLIC KEY-----
-----BEGIN CERTIFICATE-----\nMIID{b64:60}\n-----END CERTIFICATE-----
public_key = "{b64:44}"
publishable key: pk_live_{an:24}
age1{az:58} is the recipient for backups
commit {hex:40}
commit {hex:40} broke the lexer
Merge {hex:7} into {hex:7}
fixed in {hex:12}, see the log
sha256:{hex:64}
image: nginx@sha256:{hex:64}
integrity sha512-{b64:86}==
"integrity": "sha384-{b64:64}"
<script src="a.js" integrity="sha384-{b64:64}" crossorigin="anonymous"></script>
md5 {hex:32} dump.sql
{hex:32}  release.tar.gz
{hex:64} *codegraph.whl
checksum = "{hex:64}"
hash: {hex:40}
etag: "{hex:32}"
ETag: W/"{hex:16}"
digest {hex:64} of the layer
blake2b {hex:128}
h1:{b64:43}=
golang.org/x/text v0.14.0 h1:{b64:43}=
golang.org/x/text v0.14.0/go.mod h1:{b64:43}=
--hash=sha256:{hex:64}
{{ url = "https://files.pythonhosted.org/packages/{hex:2}/{hex:2}/{hex:60}/a-1.0.tar.gz", hash = "sha256:{hex:64}" }}
resolved "https://registry.yarnpkg.com/lodash/-/lodash-4.17.21.tgz#{hex:40}"
"resolved": "https://registry.npmjs.org/left-pad/-/left-pad-1.3.0.tgz"
name = "serde"\nversion = "1.0.197"\nchecksum = "{hex:64}"
id: {uuid}
request {uuid} took 3 s
user {uuid} is blocked
trace_id={hex:32} span_id={hex:16}
traceparent: 00-{hex:32}-{hex:16}-01
X-Request-Id: {uuid}
Idempotency-Key: {uuid}
ObjectId("{hex:24}")
arn:aws:iam::123456789012:role/deploy
arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-db-AbCdEf
projects/acme-2/secrets/db-password/versions/3
secretName: shop-tls-2024
secret_name = "projects/acme/secrets/db1"
secretKeyRef:\n  name: db-credentials\n  key: password
valueFrom:\n  secretKeyRef:\n    name: app-secrets-v2
imagePullSecrets:\n  - name: regcred2
vault kv get secret/data/shop/db
vault read database/creds/app-role-1
op read op://Shared/db-staging/password
sops --decrypt secrets/prod.enc.yaml
ENC[AES256_GCM,data:{b64:24},iv:{b64:43}=,tag:{b64:22}==,type:str]
!vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  {hex:80}
data:image/png;base64,iVBORw0KGgo{b64:200}
data:image/svg+xml;base64,PHN2ZyB4bWxucz0i{b64:80}
background: url(data:font/woff2;base64,d09GMgABAAAAA{b64:120})
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz{b64:100}
src/components/PasswordResetForm.tsx
src/auth/token_refresh_test.go
tests/unit/memory/test_hygiene.py::test_a_secret_may_be_said_to_be_of_something
codegraph/memory/hygiene/credentials.py
static/js/main.{hex:8}.chunk.js
assets/index-{url:8}.css
dist/vendor.{hex:20}.js
node_modules/.pnpm/react-dom@18.2.0_react@18.2.0/node_modules
com.example.security.authentication.UsernamePasswordAuthenticationToken
AbstractAuthenticationProcessingFilterConfigurationBuilderFactory
org.springframework.security.oauth2.client.registration.ClientRegistrationRepository2
test_refresh_token_expires_after_30_minutes_of_inactivity
MAX_TOKENS_PER_REQUEST = 4096
max_tokens: 8192
tokens: 128000, temperature: 0.2
num_tokens = len(encoding.encode(text))
the model has a context of 200000 tokens
token_count=1532 cost=0.0042
tokenizer: cl100k_base
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
pad_token_id=50256
eos_token: "<|endoftext|>"
next_page_token = response["nextPageToken"]
csrf_token = request.cookies.get("csrftoken")
the csrf token is checked by the middleware
The access token expires after 15 minutes
a refresh token lives for 30 days
tokens are signed with RS256 and rotated every 24h
JWT tokens use HS512 in v2 of the API
the secret is rotated every 90 days by ops
the secret is mounted at /run/secrets/db
secrets live in HashiCorp Vault under kv/shop
the key is derived with PBKDF2-SHA256, 600000 iterations
the encryption key is wrapped by KMS
encryption_key = kms.decrypt(blob)
signing key rotation happens in keys/rotate.py
the api key is read from the environment
API keys are scoped per tenant
api key: see 1Password
the api key is kept in 1Password under "Acme prod"
primary key (tenant_id, created_at)
foreign_key="users.id2"
sort key: created_at#2024
cache_key = f"user:{{id}}:v2"
the cache key is user:42:profile:v3
partition key = tenant-2024-eu
keyboard shortcut ctrl-k2
key={{item.id}}
localStorage.getItem("auth_token")
req.headers["x-api-key"]
headers={{"X-API-Key": api_key}}
headers = {{"Authorization": f"Bearer {{token}}"}}
@pytest.fixture\ndef password():\n    return make_password()
def check_password(password: str, hashed: bytes) -> bool:
if password != confirm_password: raise ValueError
assert verify_password(plain, user.password_hash)
password_hash VARCHAR(255) NOT NULL
user.password = bcrypt.hash(password, 12)
ALTER TABLE users ADD COLUMN password_reset_at timestamptz
CREATE USER app WITH PASSWORD :'pw'
IDENTIFIED BY '<password>'
SELECT id FROM users WHERE password_changed_at < now() - interval '90 days'
<input type="password" name="password" placeholder="Enter your password">
<label for="password">Password</label>
<password>${{env.MAVEN_PASSWORD}}</password>
autocomplete="current-password"
aria-label="Show password"
"password": {{"type": "string", "minLength": 12}}
"password": "must be at least 12 characters"
password: z.string().min(8).max(72)
password: yup.string().required()
password = forms.CharField(widget=forms.PasswordInput)
PasswordEncoder encoder = new BCryptPasswordEncoder(12);
password: required
Password: hidden
the password is wrong
the password is required
The password is never logged.
the password must contain 12 characters
the password for the old host is known to Ada alone
the password for staging is in 1Password
the password for the database is rotated weekly
the password of the admin account is managed by Terraform
the password for staging is stored in the vault of ops
the password field is masked
password reset links expire in 30 minutes
password reset is at /auth/reset-v2
passwords shorter than 12 characters are refused
passwords are salted and hashed with bcrypt cost 12
we store passwords as SHA-256 digests
the password check takes 250ms on purpose
password strength is measured by zxcvbn
Password authentication is disabled in sshd_config
PasswordAuthentication no
PermitRootLogin prohibit-password
forgot password flow sends a mail
change the password on first login
ask Ada for the root password
the root password is unknown
the admin password is set at install time
the Wi-Fi password is on the whiteboard
default password: none
the default password is empty
the password was leaked in 2023 and has been changed
password: see the wiki
password spraying was seen from 3 hosts
pass: 12, fail: 3
pass: true
tests pass: 532 of 540
pass 2 of the compiler is O(n^2)
the first pass is linear
pass the token to the client
login with Google / GitHub
login is rate limited to 5 per minute
log in with SSO or SAML2
sign in with your work account
login: required
login as root is disabled
credentials are in ~/.aws/credentials
credentials: none
credentials are rotated by rotate-creds-v2.sh
credentials=include
withCredentials: true
user: admin
username: ada
user ada, role owner
user and password are required
username and password are sent over TLS 1.3
user: ${{DB_USER}}\npassword: ${{DB_PASSWORD}}
GPIO pin is 13
pin 4 is ground
pin: 12
pin numpy==1.26.4
the pin is verified on the device
we pin actions to a full SHA: actions/checkout@{hex:40}
uses: actions/setup-python@{hex:40} # v5.1.0
the exit code is 137
status code: 404
error code is 1062
the postal code is 10115
area code: 0301
code: 4096
the code is 4000 lines long
verification code expires after 10 minutes
the country code is 0049
passcode entry is disabled after 5 tries
recovery codes are printed once
the seed is 42
random_state = 20240117
seed phrase support is planned for v3
mnemonic: BIP-39 with 24 words
the passphrase is asked for at boot
passphrase: prompted
ssh-keygen -t ed25519 -C "ada@example.com" -f ~/.ssh/id_ed25519
openssl rand -hex 32 > secret.key
openssl req -x509 -newkey rsa:4096 -keyout key.pem -passout pass:$PASS
gpg --import public.asc
gpg key fingerprint {HEX:4} {HEX:4} {HEX:4} {HEX:4} {HEX:4}  {HEX:4} {HEX:4} {HEX:4} {HEX:4} {HEX:4}
fingerprint SHA256:{b64:43}
the host key fingerprint is SHA256:{b64:43}
AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY come from the runner
aws_secret_access_key = <secret>
AWS_REGION=eu-central-1
ANTHROPIC_API_KEY is read by the client
set OPENAI_API_KEY before you run the eval
GITHUB_TOKEN needs the packages:write scope
a token that starts with ghp_ is a classic token
Stripe keys start with sk_live_ or sk_test_
sk_test_xxxxxxxxxxxxxxxxxxxxxxxx
ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
AKIAXXXXXXXXXXXXXXXX
AKIAIOSFODNN7EXAMPLE
xoxb-your-bot-token
SG.xxxxxxxx.yyyyyyyy
hvs.<token>
Vault tokens begin with hvs. since 1.10
glpat-<your token>
the regex is AKIA[0-9A-Z]{{16}}
re.compile(r"ghp_[A-Za-z0-9]{{36}}")
the JWT has three parts: header.payload.signature
eyJ is how every JWT starts
Basic authentication is off; use OIDC
authorization: basic is refused
the Authorization header is stripped by the proxy
auth: none
"auth": true
auth = HTTPBasicAuth(user, password)
auth=("user", "password")
{{"auths": {{"registry.example.com": {{}}}}, "credsStore": "osxkeychain"}}
//registry.npmjs.org/:_authToken=${{NPM_TOKEN}}
machine example.com login ada password <password>
.netrc holds the login of the artifact server
the .pgpass file must have mode 0600
-p 8080:80
docker run -p 127.0.0.1:5432:5432 postgres:16
ssh -p 2222 ada@example.com
mkdir -p src/components2/forms
mysqld listens on 3306
psql -p 5433 -U app
unzip -P is insecure
tar -xzpf backup-2024.tgz
--password is deprecated, use --password-file
--token-ttl=3600s
--api-key-file /etc/keys/api1.key
the function takes a keyword-only argument secret_key
SECRET_KEY = config("SECRET_KEY")
SECRET_KEY = env.str("DJANGO_SECRET_KEY")
secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>
client_secret: !vault_ref oauth/client
client_secret=REDACTED
private_key_path = "/etc/ssl/private/server1.key"
private key is in the HSM, slot 2
private readonly apiKey: string;
private key never leaves the device
otpauth URLs are shown once
TOTP with 30 s steps and SHA1
session=None
Cookie: theme=dark; lang=en
Set-Cookie: flash=; Max-Age=0
session.cookie_name = "sid2"
version 2.14.0-rc.1+build.20240117
released 2024-01-17T10:22:33Z
at 0x7f3a1c2b4d50 in malloc
0x{hex:40} is the contract's address
error 0x80070005 on install
MAC {hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}:{hex:2}
fe80::1ff:fe23:4567:890a
IBAN and card numbers are masked
Ada's mail is ada@example.com
https://example.com/docs/{uuid}/edit
https://docs.google.com/document/d/1{url:43}/edit
https://www.youtube.com/watch?v={url:11}
https://gist.github.com/ada/{hex:32}
https://bucket.s3.amazonaws.com/key/file-2024.txt
s3://acme-prod-logs/2024/01/17/part-00042.parquet
gs://acme-backups/db/{hex:32}.sql.gz
file:///C:/Users/ada/Documents/passwords.kdbx
ami-{hex:17} in eu-west-1
vpc-{hex:17} and subnet-{hex:17}
i-{hex:17} was terminated
sg-{hex:17} allows 443
eni-{hex:17}
cus_{an:14} has two cards
pi_{an:24} failed
price_{an:24}
UA-12345678-1 and G-{AN:10}
AC{hex:32} is our Twilio account
build-{d:12}-{hex:8}
run 8f3cb27 took 14 minutes
k8s pod shop-api-7d9f8b6c5-x2k4j restarted
shop-worker-{az:10}-{az:5} OOMKilled
Dockerfile: FROM python@sha256:{hex:64}
lambda layer arn:aws:lambda:eu-west-1:123456789012:layer:deps:17
""".strip().splitlines()
)

// What the page asks its server, or, opened from disk, the report that it is part of.

const meta = (name) => document.querySelector(`meta[name="codegraph-${name}"]`)?.content ?? "";

const embedded = document.getElementById("codegraph-report");
export const report = embedded ? JSON.parse(embedded.textContent) : null;
export const repository = meta("repository");

let token = meta("token");

const MOST_KEPT = 80;
const kept = new Map(); // replies of the present state of files and memory, the oldest first

export class Failure extends Error {
  constructor(state, message, hint, more = {}) {
    super(message);
    Object.assign(this, { state, hint, ...more });
  }
}

const gone = () =>
  new Failure("offline", "The server has stopped.", "Run `codegraph ui` again; this page reconnects by itself.");

export function keyOf(view, given) {
  const pairs = Object.entries(given)
    .filter(([, value]) => value !== "" && value != null)
    .map(([name, value]) => [name, String(value)])
    .sort((one, other) => (one[0] < other[0] ? -1 : 1));
  return JSON.stringify([view, pairs]);
}

function address(view, given) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== "" && value != null) words.set(name, value);
  return `api/${view}?${words}`;
}

export function forget() {
  kept.clear();
}

export function recallReply(view, given) {
  const key = keyOf(view, given);
  return report ? report.replies[key] : kept.get(key);
}

export async function read(view, given, signal) {
  const key = keyOf(view, given);
  if (report) {
    const reply = report.replies[key] ?? deriveReply(view, given);
    if (reply) return reply;
    throw new Failure("left_out", "This report does not hold that.", "`codegraph ui` in the repository shows it.");
  }
  if (kept.has(key)) return kept.get(key);
  const reply = await send(address(view, given), { signal });
  kept.set(key, reply);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  return reply;
}

// A report holds symbols with their rows, which are what unfolding one shows.
function deriveReply(view, given) {
  if (view !== "callers" && view !== "callees") return null;
  const data = report.replies[keyOf("symbol", { id: given.id })]?.data;
  if (!data) return null;
  const rows = view === "callers" ? [...data.callers, ...data.tests] : data.callees;
  const total = view === "callers" ? data.callers_total + data.tests_total : data.callees_total;
  return { data: { rows, total } };
}

// Whether a symbol can be opened: a report leads to what it holds.
export const holds = (id) => !report || keyOf("symbol", { id }) in report.replies;

export async function readMarkdown(view, given) {
  if (report) return report.replies[keyOf(view, given)]?.markdown ?? "";
  const answer = await fetch(address(view, { ...given, as: "markdown" }));
  if (!answer.ok) throw new Failure("failed", "It could not be read.", "");
  return answer.text();
}

export async function write(verb, body) {
  const reply = await send(`api/memory/${verb}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-codegraph-token": token },
    body: JSON.stringify(body),
  });
  forget();
  return reply;
}

async function send(url, options) {
  let answer;
  try {
    answer = await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw gone();
  }
  let found;
  try {
    found = await answer.json();
  } catch {
    throw new Failure("failed", `The server answered ${answer.status}.`, "Reload the page.");
  }
  if (!answer.ok) {
    const { state, message, hint, ...more } = found;
    throw new Failure(state, message, hint, more);
  }
  return found;
}

// Tells `listener` of every new stamp, and of the server's end with the state `offline`.
export function listen(listener) {
  if (report) return () => {};
  let source;
  let timer;
  let last = "";
  let lost = false;
  let stopped = false;
  const open = () => {
    source = new EventSource("api/live");
    source.onmessage = (event) => {
      clearTimeout(timer);
      if (lost) takeToken();
      if (event.data !== last || lost) {
        if (last) forget(); // what was asked for before the first stamp is of the same state, or older by its number
        last = event.data;
        lost = false;
        listener(JSON.parse(event.data));
      }
    };
    source.onerror = () => {
      source.close();
      if (stopped) return;
      lost = true;
      listener({ state: "offline" });
      clearTimeout(timer);
      timer = setTimeout(open, 700);
    };
  };
  open();
  return () => {
    stopped = true;
    clearTimeout(timer);
    source.close();
  };
}

// A server that was started again has another token, which its document holds.
async function takeToken() {
  try {
    const text = await (await fetch("./")).text();
    const found = new DOMParser().parseFromString(text, "text/html").querySelector('meta[name="codegraph-token"]');
    if (found) token = found.content;
  } catch {
    // it is gone again: the next stamp says when it is back
  }
}

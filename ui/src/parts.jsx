// Parts that several views are made of.
import { useState, useContext, useId } from "preact/hooks";
import { hrefOf, Shell } from "./hooks.js";
import { holds, read, report } from "./api.js";

const LONGEST = 160;
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

// Names and source are anybody's: characters that hide or turn what is written are spelled out.
export const spell = (text) =>
  text.replace(HIDDEN, (letter) => `⟨${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

export const shorten = (text, most = LONGEST) => (text.length > most ? `${text.slice(0, most)}…` : text);

export const count = (number) => (number ?? 0).toLocaleString("en-US");
export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

export const titleOf = (symbol) =>
  symbol.kind === "module" && symbol.file ? symbol.file : (symbol.qualname ?? symbol.name ?? symbol.id);

export const symbolHref = (symbol) =>
  symbol.kind === "external" || !holds(symbol.id) ? null : hrefOf("symbol", { id: symbol.id });

export function Name({ text, most }) {
  const told = spell(text);
  return (
    <bdi title={told.length > (most ?? LONGEST) ? told.slice(0, 2000) : undefined}>{shorten(told, most)}</bdi>
  );
}

// A sentence of ours, in which names stand between backticks.
export const Words = ({ text, most = 400 }) =>
  shorten(spell(text), most)
    .split("`")
    .map((part, at) => (at % 2 ? <code key={at}>{part}</code> : part));

export function SymbolLink({ symbol, text = titleOf(symbol), most, href = symbolHref(symbol), row = true }) {
  const name = <Name text={text} most={most} />;
  if (!href) return <span class={symbol.kind === "external" ? "name outside" : "name"}>{name}</span>;
  return (
    <a class="name" href={href} data-row={row || undefined}>
      {name}
    </a>
  );
}

export function Place({ file, line, link = true }) {
  if (!file) return null;
  const text = line ? `${file}:${line}` : file;
  const shown = <bdi>{shorten(spell(text), 90)}</bdi>;
  return link && !report ? (
    <a class="place" href={hrefOf("symbol", { id: line ? text : file })} title={spell(text)}>
      {shown}
    </a>
  ) : (
    <span class="place">{shown}</span>
  );
}

// Where a symbol is; the name of a module says so already.
export const SymbolPlace = ({ symbol, link = true }) =>
  symbol.kind === "module" ? null : <Place file={symbol.file} line={symbol.line} link={link} />;

// How an edge is known: a shape, a colour and a word, so that none of them is needed.
const SHAPES = {
  exact: <circle cx="5" cy="5" r="4" />,
  typed: <path d="M5 .6 9.4 5 5 9.4.6 5z" />,
  inferred: (
    <>
      <circle cx="5" cy="5" r="3.6" class="hollow" />
      <path d="M5 1.4a3.6 3.6 0 0 1 0 7.2z" />
    </>
  ),
  dispatch: <path d="M5 1.2 9.3 8.800H.7z" class="hollow" />,
  heuristic: <circle cx="5" cy="5" r="3.7" class="hollow dashed" />,
  observed: <rect x="1.2" y="1.2" width="7.6" height="7.6" />,
  unresolved: <path d="m1.5 1.5 7 7m0-7-7 7" class="hollow" />,
};
const MEANINGS = {
  exact: "the name leads to one definition",
  typed: "declared types decide it",
  inferred: "the flow of values decides it",
  dispatch: "one of several overrides may run",
  heuristic: "it is likely and not proven",
  observed: "a recorded test run saw it",
  unresolved: "no definition could be proven",
};

export function How({ how, word = true, confidence }) {
  const sure = confidence ? `; ${Math.round(confidence * 1000) / 10} % of such edges are right` : "";
  return (
    <span class={`how ${how}`} title={`${how}: ${MEANINGS[how] ?? ""}${sure}`}>
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true">
        {SHAPES[how]}
      </svg>
      {word ? <span class="word">{how}</span> : <span class="hidden">{how}</span>}
    </span>
  );
}

export function Legend() {
  return (
    <p class="legend" aria-label="How edges are known">
      {Object.keys(SHAPES).map((how) => (
        <span key={how} title={MEANINGS[how]}>
          <How how={how} />
        </span>
      ))}
    </p>
  );
}

export function Code({ runs }) {
  return (
    <code>
      {runs.map((run) =>
        typeof run === "string" ? spell(run) : <span class={`t-${run[0]}`}>{spell(run[1])}</span>,
      )}
    </code>
  );
}

const STEP_VIEWS = { callers: "callers", callees: "callees" };

// An edge as a row: what is at its other end, how it is known, and the line that says so.
export function EdgeRow({ row, way, depth = 0, kind = false }) {
  const [steps, setSteps] = useState(null);
  const [failed, setFailed] = useState("");
  const id = useId();
  const open = steps !== null;
  const can = row.symbol.kind !== "external" && holds(row.symbol.id) && way && depth < 2;
  const unfold = async () => {
    if (open) return setSteps(null);
    try {
      const reply = await read(STEP_VIEWS[way], { id: row.symbol.id });
      setFailed("");
      setSteps(reply.data);
    } catch (error) {
      setFailed(error.message);
    }
    return undefined;
  };
  return (
    <li class="edge">
      <div class="line">
        {can ? (
          <button
            type="button"
            class="fold"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`${way} of ${shorten(titleOf(row.symbol), 80)}`}
            onClick={unfold}
          >
            {open ? "▾" : "▸"}
          </button>
        ) : (
          <span class="fold" />
        )}
        <SymbolLink symbol={row.symbol} />
        {kind && <span class="kind">{row.kind.replace("_", " ")}</span>}
        <How how={row.how} confidence={row.confidence} />
      </div>
      <div class="at">
        <Place file={row.file} line={row.lines[0]} />
        {row.sites > 1 && <span class="muted"> and {row.sites - 1} more</span>}
      </div>
      {row.text.length > 0 && (
        <div class="said">
          <Code runs={row.text} />
        </div>
      )}
      {failed && <p class="problem">{failed}</p>}
      {open && (
        <ul class="steps" id={id}>
          {steps.rows.map((step) => (
            <EdgeRow row={step} way={way} depth={depth + 1} key={`${step.symbol.id} ${step.kind}`} />
          ))}
          {steps.rows.length === 0 && <li class="muted empty">none</li>}
          {steps.total > steps.rows.length && <li class="muted">and {count(steps.total - steps.rows.length)} more</li>}
        </ul>
      )}
    </li>
  );
}

export function More({ shown, total, command }) {
  if (!(total > shown)) return null;
  return (
    <p class="more">
      {count(shown)} of {count(total)}
      {command && (
        <>
          {" "}
          · all: <CopyCode text={command} />
        </>
      )}
    </p>
  );
}

export function CopyCode({ text }) {
  const shell = useContext(Shell);
  return (
    <button type="button" class="copy" title="copy" onClick={() => shell.copy(text, "command")}>
      <code>{shorten(spell(text), 400)}</code>
    </button>
  );
}

export const quote = (word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);

export function Section({ title, number, children, id, open = true, note }) {
  return (
    <section class="section" aria-labelledby={id}>
      <details open={open}>
        <summary>
          <h2 id={id}>{title}</h2>
          {number != null && <span class="number">{count(number)}</span>}
          {note && <span class="muted aside">{note}</span>}
        </summary>
        {children}
      </details>
    </section>
  );
}

const TITLES = {
  missing: "This repository has no index yet",
  indexing: "The index is being made",
  incompatible: "The index is of another version of codegraph",
  gone: "The repository is gone",
  not_found: "That is not in the index",
  ambiguous: "Several symbols have this name",
  offline: "The server has stopped",
  left_out: "Not in this report",
};

// Where there is no answer: what happened, and what to do.
export function Problem({ error, hrefFor }) {
  const { state, message, hint, nearest, seconds } = error;
  const shell = useContext(Shell);
  const command = state === "missing" ? hint : state === "incompatible" ? "codegraph index" : "";
  return (
    <div class={`state ${state}`} role={state === "indexing" ? "status" : "alert"}>
      <h1>{TITLES[state] ?? "This could not be answered"}</h1>
      <p>
        <Words text={message} />
      </p>
      {command && (
        <p>
          Run <CopyCode text={command} /> in a terminal; this page goes on by itself.
        </p>
      )}
      {state === "indexing" && (
        <p class="muted">{seconds > 1 ? `For ${Math.round(seconds)} s so far. ` : ""}This page goes on by itself.</p>
      )}
      {nearest?.length > 0 && (
        <>
          <h2>{state === "ambiguous" ? "One of these" : "Nearest"}</h2>
          <SymbolList symbols={nearest} hrefFor={hrefFor && ((symbol) => hrefFor(error.asked, symbol))} />
        </>
      )}
      {!command && hint && !(nearest?.length > 0) && <pre class="hint">{spell(shorten(hint, 1500))}</pre>}
      {(state === "not_found" || state === "ambiguous") && (
        <p>
          <button type="button" class="plain" onClick={shell.focusSearch}>
            Search instead
          </button>
        </p>
      )}
    </div>
  );
}

export function Waiting({ what = "Asking" }) {
  return (
    <p class="waiting" role="status">
      {what}…
    </p>
  );
}

export function SymbolList({ symbols, hrefFor = symbolHref }) {
  return (
    <ul class="symbols">
      {symbols.map((symbol) => (
        <li key={symbol.id}>
          <span class="kind">{symbol.kind}</span>
          <SymbolLink symbol={symbol} href={hrefFor(symbol)} />
          <SymbolPlace symbol={symbol} />
          {symbol.test && <span class="badge">test</span>}
        </li>
      ))}
    </ul>
  );
}

export function Warnings({ reply }) {
  const found = reply?.warnings ?? [];
  if (!found.length) return null;
  return (
    <ul class="warnings">
      {found.slice(0, 6).map((text) => (
        <li key={text}>
          <Words text={text} />
        </li>
      ))}
    </ul>
  );
}

const STATES = {
  fresh: ["✓", "its code is as it was"],
  unchanged: ["✓", "its code is as it was"],
  moved: ["→", "its code is elsewhere, and as it was"],
  changed: ["≠", "its code is another"],
  "file changed": ["≠", "its file is another"],
  suspect: ["?", "what its code rests on is another"],
  "depends on it": ["?", "what it depends on changed"],
  gone: ["×", "its code is gone"],
  unknown: ["·", "nothing was kept to compare with"],
};

export function NoteState({ state }) {
  const [mark, meaning] = STATES[state] ?? ["·", ""];
  return (
    <span class={`note-state ${state.replaceAll(" ", "-")}`} title={meaning}>
      <span aria-hidden="true">{mark}</span> {state}
    </span>
  );
}

export const day = (text) => (text ? text.slice(0, 10) : "");

export function bytes(size) {
  if (size < 1e6) return `${Math.round(size / 1e3)} kB`;
  return size < 1e9 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e9).toFixed(2)} GB`;
}

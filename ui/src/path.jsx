// The way from one symbol to another as a lane of source lines, or where the graph stops and why.
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { hrefOf, replaceRoute, useView } from "./hooks.js";
import { read, report } from "./api.js";
import { Code, EdgeRow, How, Legend, Name, Place, Problem, Section, SymbolLink, Waiting, Warnings, count, plural, titleOf } from "./parts.jsx";

export function Path({ given }) {
  return (
    <article class="way">
      <h1>How one symbol reaches another</h1>
      {!report && <Ends a={given.a ?? ""} b={given.b ?? ""} key={`${given.a} ${given.b}`} />}
      {given.a && given.b ? (
        <Way a={given.a} b={given.b} />
      ) : (
        <p class="lead">Name both ends: a function, a method, a class, or FILE:LINE.</p>
      )}
    </article>
  );
}

function Ends({ a, b }) {
  const [from, setFrom] = useState(a);
  const [to, setTo] = useState(b);
  const submit = (event) => {
    event.preventDefault();
    replaceRoute("path", { a: from.trim(), b: to.trim() });
  };
  return (
    <form class="ends" onSubmit={submit}>
      <End label="From" value={from} onChange={setFrom} isAsked={!a && Boolean(b)} />
      <End label="To" value={to} onChange={setTo} isAsked={Boolean(a) && !b} />
      <div class="acts">
        <button type="submit" disabled={!from.trim() || !to.trim()}>
          Find the way
        </button>
        <button type="button" class="plain" onClick={() => replaceRoute("path", { a: to.trim(), b: from.trim() })}>
          Turn round
        </button>
      </div>
    </form>
  );
}

// The end that is asked for has the focus, so that its name can be typed at once.
function End({ label, value, onChange, isAsked }) {
  const id = useId();
  const field = useRef(null);
  useEffect(() => {
    if (isAsked) field.current.focus();
  }, [isAsked]);
  const [near, setNear] = useState([]);
  useEffect(() => {
    if (value.trim().length < 2 || value.includes(":")) return undefined;
    const abort = new AbortController();
    const timer = setTimeout(
      () => read("names", { q: value.trim() }, abort.signal).then((reply) => setNear(reply.data.hits), () => {}),
      120,
    );
    return () => (clearTimeout(timer), abort.abort());
  }, [value]);
  return (
    <label>
      {label}
      <input
        ref={field}
        list={id}
        value={value}
        spellcheck={false}
        autocomplete="off"
        maxLength={6000}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {near.map((symbol) => (
          <option key={symbol.id} value={symbol.id}>
            {titleOf(symbol).slice(0, 100)}
          </option>
        ))}
      </datalist>
    </label>
  );
}

function Way({ a, b }) {
  const view = useView("path", { a, b }, { main: true });
  if (view.error) {
    const choose = (asked, symbol) => hrefOf("path", asked === b ? { a, b: symbol.id } : { a: symbol.id, b });
    return <Problem error={view.error} hrefFor={choose} />;
  }
  if (!view.data) return <Waiting what="Looking for a way" />;
  const { data } = view;
  const same = data.source.id === data.target.id;
  if (same) return <p class="lead">Both ends are the same symbol.</p>;
  return (
    <>
      <Warnings reply={view.reply} />
      {data.steps.length > 0 ? <Lane data={data} /> : <Stop data={data} />}
      <Legend />
    </>
  );
}

function Lane({ data }) {
  return (
    <>
      <p class="lead">
        {plural(data.steps.length, "step")} along{" "}
        {[...new Set(data.steps.map((step) => step.kind.replace("_", " ")))].join(" and ")}
      </p>
      <ol class="lane">
        {data.steps.map((step, at) => (
          <li key={`${at} ${step.symbol.id}`}>
            <div class="station">
              <SymbolLink symbol={data.from[at] ?? data.start} />
              <Place file={step.file} line={step.lines[0]} />
            </div>
            <div class="said">
              <Code runs={step.text} />
            </div>
            <div class="rail">
              <How how={step.how} confidence={step.confidence} /> <span class="kind">{step.kind.replace("_", " ")}</span>
            </div>
          </li>
        ))}
        <li class="last">
          <div class="station">
            <SymbolLink symbol={data.steps.at(-1).symbol} />
            <Place file={data.steps.at(-1).symbol.file} line={data.steps.at(-1).symbol.line} />
          </div>
        </li>
      </ol>
    </>
  );
}

function Stop({ data }) {
  const { stops } = data;
  return (
    <div class="stop">
      <p class="lead">
        The graph has no way from <SymbolLink symbol={data.source} most={80} /> to{" "}
        <SymbolLink symbol={data.target} most={80} />.
        {data.backwards && " There is one in the other direction: turn it round."}
      </p>
      <p>
        {stops.callees_total === 0
          ? "The first calls nothing in the repository."
          : `The first calls ${plural(stops.callees_total, "symbol")}.`}{" "}
        {stops.callers_total === 0
          ? "Nothing that is proven calls the second."
          : `${plural(stops.callers_total, "proven caller")} of the second; none of them is reached.`}
      </p>
      {data.mentions && (
        <p>No resolver reads its language: its name stands at {plural(data.mentions.total, "place")}.</p>
      )}
      {stops.unproven_total > 0 && (
        <Section title={`Calls of a “${data.target.name.slice(0, 60)}” that could not be proven`} number={stops.unproven_total} id="unproven">
          <Missing rows={stops.unproven} />
        </Section>
      )}
      {stops.unresolved_total > 0 && (
        <Section title="Where the first one stops" number={stops.unresolved_total} id="stops">
          <Missing rows={stops.unresolved} />
        </Section>
      )}
      {stops.callers.length > 0 && (
        <Section title="Who calls the second" number={stops.callers_total} id="callers">
          <ul class="edges">
            {stops.callers.map((row) => (
              <EdgeRow row={row} way="callers" key={row.symbol.id} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

export function Missing({ rows }) {
  return (
    <ul class="edges">
      {rows.map((row) => (
        <li class="edge" key={`${row.symbol.id} ${row.name} ${row.lines[0]}`}>
          <div class="line">
            <How how="unresolved" word={false} /> <Name text={row.name} most={80} />
            <span class="muted">
              in <SymbolLink symbol={row.symbol} most={80} />
            </span>
          </div>
          <div class="at">
            <Place file={row.file} line={row.lines[0]} /> <span class="muted">{row.reason}</span>
            {row.sites > 1 && <span class="muted"> and {count(row.sites - 1)} more</span>}
          </div>
          {row.text.length > 0 && (
            <div class="said">
              <Code runs={row.text} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

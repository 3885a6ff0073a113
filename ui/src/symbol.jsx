// One symbol: who uses it, its source, and what it calls beside the line that does.
import { useRef, useState } from "preact/hooks";
import { hrefOf, useView } from "./hooks.js";
import { read, report } from "./api.js";
import {
  Code,
  EdgeRow,
  How,
  Legend,
  More,
  Name,
  NoteState,
  Place,
  Problem,
  Section,
  SymbolLink,
  SymbolList,
  Waiting,
  Warnings,
  count,
  plural,
  quote,
  titleOf,
} from "./parts.jsx";

const FEW = 8; // callers, of more of which the tests are out of sight

export function Symbol({ given }) {
  const view = useView("symbol", { id: given.id, from: given.from }, { main: true });
  if (view.error) return <Problem error={view.error} />;
  if (!view.data) return <Waiting what="Reading" />;
  const data = view.data;
  const { symbol } = data;
  const name = quote(symbol.id);
  return (
    <article class="symbol">
      <div class="heading">
        <h1>
          <Name text={titleOf(symbol)} most={300} />
        </h1>
        <p class="facts">
          <span class="kind">{symbol.kind}</span>
          {symbol.test && <span class="badge">test</span>}
          {data.visibility && data.visibility !== "public" && <span class="badge">{data.visibility}</span>}
          <Place file={symbol.file} line={symbol.line} link={symbol.kind !== "module"} />
          {data.parent && data.parent.kind !== "module" && (
            <span class="muted">
              in <SymbolLink symbol={data.parent} most={80} />
            </span>
          )}
          {!report && (
            <>
              <a href={hrefOf("path", { a: symbol.id })}>path from here</a>
              <a href={hrefOf("path", { b: symbol.id })}>path to here</a>
              <a href={hrefOf("known", { id: symbol.id })}>what is known</a>
            </>
          )}
        </p>
        <Relations data={data} />
      </div>
      <Warnings reply={view.reply} />
      {data.knowledge.length > 0 && <Knowledge notes={data.knowledge} symbol={symbol} />}
      <div class="panes">
        <Users data={data} name={name} />
        <Source data={data} />
      </div>
      <div class="below">
        {data.members_total > 0 && symbol.kind !== "function" && symbol.kind !== "method" && (
          <Section title="Members" number={data.members_total} id="members" open={data.members_total <= 40}>
            <SymbolList symbols={data.members} />
            <More shown={data.members.length} total={data.members_total} command={`codegraph symbol ${name}`} />
          </Section>
        )}
        {data.overloads.length > 0 && (
          <Section title="Overloads" number={data.overloads.length} id="overloads">
            <SymbolList symbols={data.overloads} />
          </Section>
        )}
        {data.externals_total > 0 && (
          <Section title="Outside the repository" number={data.externals_total} id="externals" open={false}>
            <ul class="words">
              {data.externals.map((each) => (
                <li key={each.id}>
                  <Name text={each.qualname} most={80} />
                  {each.package && <span class="muted"> {each.package}</span>}
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Unresolved data={data} name={name} />
      </div>
      <Legend />
    </article>
  );
}

function Relations({ data }) {
  const bases = data.bases;
  const derived = data.derived;
  if (!bases.length && !derived.length) return null;
  return (
    <p class="relations">
      {bases.map((row) => (
        <span key={`${row.symbol.id} ${row.kind}`}>
          <span class="muted">{row.kind}</span> <SymbolLink symbol={row.symbol} most={80} />{" "}
          <How how={row.how} word={false} />
        </span>
      ))}
      {derived.length > 0 && (
        <details class="folded">
          <summary>{plural(data.derived_total, "implementation or override", "implementations and overrides")}</summary>
          <ul class="edges">
            {derived.map((row) => (
              <EdgeRow row={{ ...row, text: [] }} key={row.symbol.id} kind />
            ))}
          </ul>
          <More shown={derived.length} total={data.derived_total} />
        </details>
      )}
    </p>
  );
}

function Knowledge({ notes, symbol }) {
  return (
    <ul class="notes brief" aria-label="What is known here">
      {notes.map((note) => (
        <li key={note.id}>
          <NoteState state={note.state} />
          <span class="kind">{note.kind}</span>
          <a href={report ? hrefOf("known", { id: symbol.id }) : hrefOf("known", { note: note.id })} data-row>
            <Name text={note.text} />
          </a>
          {note.because && (
            <span class="because">
              <Name text={note.because} />
            </span>
          )}
          <span class="muted">
            {note.since && `since ${note.since} · `}
            {note.date} · about the {note.relation}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Users({ data, name }) {
  const tests = useRef(null);
  const mentions = data.mentions;
  const none = data.callers_total === 0 && data.tests_total === 0;
  const verb = data.users === "callers" ? "callers" : "refs";
  return (
    <section class="pane users" aria-labelledby="users-title">
      <h2 id="users-title">
        {data.users === "callers" ? "Callers" : "Used by"} <span class="number">{count(data.callers_total)}</span>
        {data.tests_total > 0 && data.callers.length > FEW && (
          <button type="button" class="plain" onClick={() => tests.current.scrollIntoView()}>
            {plural(data.tests_total, "test")} below
          </button>
        )}
      </h2>
      <ul class="edges">
        {data.callers.map((row) => (
          <EdgeRow row={row} way="callers" kind={data.users !== "callers"} key={`${row.symbol.id} ${row.kind}`} />
        ))}
      </ul>
      <More shown={data.callers.length} total={data.callers_total} command={`codegraph ${verb} ${name} --limit 0`} />
      {data.callers_counted.map((one) => (
        <Counted one={one} id={data.symbol.id} way="callers" key={`${one.role} ${one.name}`} />
      ))}
      {none && !data.callers_counted.length && (
        <p class="muted">
          {mentions
            ? `No resolver reads this language. Its name stands at ${plural(mentions.total, "place")}.`
            : data.mentioned > 0
              ? `Nothing calls it by name; it is named at ${plural(data.mentioned, "place")} where something else may.`
              : "Nothing in the repository uses it."}
        </p>
      )}
      {mentions && (
        <ul class="edges">
          {mentions.places.slice(0, 30).map((place) => (
            <li class="edge" key={`${place.path}:${place.line}`}>
              <Place file={place.path} line={place.line} /> <code>{place.text}</code>
            </li>
          ))}
        </ul>
      )}
      {data.possible > 0 && (
        <p class="possible">
          <How how="unresolved" word={false} /> {plural(data.possible, "call")} of this name could not be proven:{" "}
          <a href={hrefOf("health", { name: data.symbol.name })}>see where</a>
        </p>
      )}
      {data.tests_total > 0 && (
        <>
          <h2 class="tests" ref={tests}>
            Tests <span class="number">{count(data.tests_total)}</span>
          </h2>
          <ul class="edges">
            {data.tests.map((row) => (
              <EdgeRow row={row} way="callers" key={`${row.symbol.id} ${row.kind}`} />
            ))}
          </ul>
          <More shown={data.tests.length} total={data.tests_total} command={`codegraph impact ${name} --tests`} />
        </>
      )}
    </section>
  );
}

function Counted({ one, id, way }) {
  const [rows, setRows] = useState(null);
  const told =
    one.role === "callers"
      ? `${plural(one.count, "caller")} of ${one.name}, which has ${count(one.implementations)} implementations`
      : `${plural(one.count, "implementation")} of ${one.name}`;
  const unfold = async () => setRows(rows ? null : (await read(way, { id, all: 1 })).data.rows);
  return (
    <div class="counted">
      <button type="button" class="fold wide" aria-expanded={rows !== null} onClick={unfold} disabled={Boolean(report)}>
        {rows ? "▾" : "▸"} <How how="dispatch" word={false} /> {told}
      </button>
      {rows && (
        <ul class="edges">
          {rows.map((row) => (
            <EdgeRow row={row} way={way} key={`${row.symbol.id} ${row.kind}`} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Source({ data }) {
  const { source, symbol } = data;
  const atLines = new Map();
  const put = (line, part) => atLines.set(line, [...(atLines.get(line) ?? []), part]);
  const inSource = (line) => source && line >= source.start && line <= source.shown;
  const apart = [];
  for (const row of data.callees) {
    const lines = row.lines.filter(inSource);
    lines.forEach((line, number) => put(line, { row, again: number > 0 }));
    if (!lines.length) apart.push(row);
  }
  for (const row of data.unresolved) for (const line of row.lines) if (inSource(line)) put(line, { missing: row });
  const calls = data.callees_total + data.unresolved_total;
  return (
    <section class="pane code" aria-labelledby="source-title">
      <div class="code-head">
        <h2 id="source-title">Source</h2>
        <h2 id="callees-title">
          Calls <span class="number">{count(calls)}</span>
        </h2>
      </div>
      {!source && <p class="muted">The file cannot be read any more.</p>}
      {source?.stale && <p class="muted">The file changed since it was indexed: lines may have moved.</p>}
      {source && (
        <div class="lines" role="group" aria-label="Source with its calls">
          {source.lines.map((runs, index) => {
            const line = source.start + index;
            return (
              <div class="row" key={line}>
                <span class="no">{line}</span>
                <pre>
                  <Code runs={runs} />
                </pre>
                {atLines.has(line) && <Calls parts={atLines.get(line)} />}
              </div>
            );
          })}
        </div>
      )}
      {source && source.shown < source.end && (
        <p class="more">
          Lines {count(source.start)} to {count(source.shown)} of {count(source.end)}.{" "}
          {!report && <a href={hrefOf("symbol", { id: symbol.id, from: source.shown + 1 })}>The next ones</a>}
        </p>
      )}
      {data.callees_counted.map((one) => (
        <Counted one={one} id={symbol.id} way="callees" key={`${one.role} ${one.name}`} />
      ))}
      {apart.length > 0 && source && (
        <details class="folded">
          <summary>{plural(apart.length, "call")} on lines that are not shown</summary>
          <ul class="edges">
            {apart.slice(0, 40).map((row) => (
              <EdgeRow row={row} way="callees" key={`${row.symbol.id} ${row.kind}`} />
            ))}
          </ul>
        </details>
      )}
      <More
        shown={data.callees.length}
        total={data.callees_total}
        command={`codegraph callees ${quote(symbol.id)} --limit 0`}
      />
    </section>
  );
}

// What a line calls. One that is called again by a later line is named there without its own row.
function Calls({ parts }) {
  const [open, setOpen] = useState(null);
  return (
    <div class="calls">
      {parts.map((part, number) =>
        part.missing ? (
          <span class="call missing" key={`missing ${part.missing.name}`} title={part.missing.reason}>
            <How how="unresolved" word={false} /> <Name text={part.missing.name} most={40} />
          </span>
        ) : (
          <span class={part.again ? "call again" : "call"} key={`${part.row.symbol.id} ${number}`}>
            <button
              type="button"
              class="fold"
              aria-expanded={open === number}
              aria-label={`callees of ${titleOf(part.row.symbol).slice(0, 80)}`}
              onClick={() => setOpen(open === number ? null : number)}
            >
              {open === number ? "▾" : "▸"}
            </button>
            <How how={part.row.how} word={false} confidence={part.row.confidence} />{" "}
            <SymbolLink symbol={part.row.symbol} most={48} />
          </span>
        ),
      )}
      {open !== null && <Unfolded row={parts[open].row} />}
    </div>
  );
}

function Unfolded({ row }) {
  const view = useView("callees", { id: row.symbol.id });
  if (view.error) return <p class="problem">{view.error.message}</p>;
  if (!view.data) return <Waiting />;
  return (
    <ul class="edges steps">
      {view.data.rows.map((step) => (
        <EdgeRow row={step} way="callees" depth={1} key={`${step.symbol.id} ${step.kind}`} />
      ))}
      {view.data.rows.length === 0 && <li class="muted">It calls nothing in the repository.</li>}
    </ul>
  );
}

function Unresolved({ data, name }) {
  if (!data.unresolved_total) return null;
  return (
    <Section title="Calls that nothing is proven of" number={data.unresolved_total} id="unresolved" open={false}>
      <ul class="edges">
        {data.unresolved.map((row) => (
          <li class="edge" key={`${row.name} ${row.lines[0]}`}>
            <div class="line">
              <How how="unresolved" word={false} /> <Name text={row.name} most={80} />
              <span class="muted">{row.reason}</span>
            </div>
            <div class="at">
              <Place file={row.file} line={row.lines[0]} />
            </div>
          </li>
        ))}
      </ul>
      <More shown={data.unresolved.length} total={data.unresolved_total} command={`codegraph callees ${name}`} />
    </Section>
  );
}

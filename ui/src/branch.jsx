// What the work tree changes against a base, as files change: changed, affected, tests, and memories about it.
import { useContext, useEffect, useState } from "preact/hooks";
import { Shell, hrefOf, replaceRoute, useView } from "./hooks.js";
import { report } from "./api.js";
import {
  CopyCode,
  How,
  Name,
  NoteState,
  Place,
  Problem,
  Section,
  SymbolLink,
  Waiting,
  Warnings,
  Words,
  count,
  plural,
  shorten,
  spell,
} from "./parts.jsx";

const PARTS = ["reach", "centrality", "change", "churn", "untested"];
const WEIGHTS = { reach: 0.3, centrality: 0.2, change: 0.25, churn: 0.1, untested: 0.15 };

export function Branch({ given }) {
  const shell = useContext(Shell);
  // After an edit, what changed is asked for first: what it breaks and which tests reach it takes longer.
  const [begun] = useState(shell.stamp);
  const isEdited = !report && shell.stamp !== begun;
  const early = useView("changes", { base: given.base }, { skip: !isEdited });
  const isEarly = isEdited && early.stamp !== shell.stamp && !early.error;
  const view = useView("branch", { base: given.base }, { main: true, skip: isEarly });
  const [kept, setKept] = useState(null);
  const [at, setAt] = useState("");
  useEffect(() => {
    if (!view.data) return;
    setKept(view);
    setAt(new Date().toLocaleTimeString());
  }, [view.data]);
  if (view.error) return <Problem error={view.error} />;
  const shown = view.data ? view : kept;
  const isBehind = isEdited && shown?.stamp !== shell.stamp;
  const edits = isBehind && early.stamp === shell.stamp ? early.data : null;
  if (!shown) return <Waiting what="Comparing the work tree" />;
  const { data } = shown;
  const nothing = data.changed_total === 0 && data.files.added + data.files.removed + data.files.modified === 0;
  const certain = data.changed.flatMap((row) => row.uses.filter((use) => use.certain).map((use) => ({ ...use, row })));
  const untested = data.changed.filter((row) => !row.tests && !row.covered && !row.symbol.test);
  return (
    <article class="branch">
      <div class="heading">
        <h1>
          {data.head.label} against {report ? data.base.label : <Bases data={data} />}
        </h1>
        {!report && (
          <p class="live">
            <span class={shell.now?.state === "ready" ? "dot on" : "dot"} aria-hidden="true" />
            {view.loading || isBehind ? "comparing" : `as of ${at}`}
          </p>
        )}
      </div>
      <Warnings reply={shown.reply} />
      {edits && <Edits data={edits} />}
      {nothing && edits?.total > 0 ? null : nothing ? (
        <p class="lead">Nothing differs. Save an edit, and what it touches appears here.</p>
      ) : (
        <Figures data={data} certain={certain} />
      )}
      {data.test_commands.length > 0 && (
        <div class="commands">
          <h2>Run these tests</h2>
          {data.test_commands.map((command) => (
            <p key={command}>
              <CopyCode text={command} />
            </p>
          ))}
        </div>
      )}
      {certain.length > 0 && <Broken uses={certain} />}
      {data.changed.length > 0 && !edits && (
        <Section
          title="Changed"
          number={data.changed_total}
          id="changed"
          note={untested.length ? `${count(untested.length)} that no test reaches` : ""}
        >
          <ul class="changes">
            {data.changed.map((row) => (
              <Changed row={row} key={`${row.symbol.id} ${row.change}`} />
            ))}
          </ul>
          <Left shown={data.changed.length} total={data.changed_total} />
        </Section>
      )}
      {data.notes.length > 0 && <Notes notes={data.notes} total={data.notes_total} />}
      {data.surfaces.length > 0 && (
        <Section title="What others outside rely on" number={data.surfaces_total} id="surfaces">
          <ul class="symbols surfaces">
            {data.surfaces.map((each) => (
              <li key={`${each.path}:${each.line} ${each.said}`}>
                <span class="kind">{each.kind}</span>
                <Name text={each.said} />
                <Place file={each.path} line={each.line} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Entries changed={data.changed} />
      {data.affected.length > 0 && (
        <Section
          title="Affected"
          number={data.affected_total}
          id="affected"
          note={`in ${plural(data.affected_files, "file")}, up to ${plural(data.depth, "step")} away`}
        >
          <ul class="symbols affected">
            {data.affected.map((row) => (
              <li key={row.symbol.id}>
                <span class="figure muted" title="steps from the change">
                  {row.depth}
                </span>
                <SymbolLink symbol={row.symbol} />
                <How how={row.weakest} />
                <span class="muted via">
                  through <Name text={row.via[0] ?? row.cause} most={60} />
                </span>
                <Place file={row.symbol.file} line={row.symbol.line} />
              </li>
            ))}
          </ul>
          <Left shown={data.affected.length} total={data.affected_total} />
        </Section>
      )}
      {data.tests.length > 0 && (
        <Section title="Tests that reach it" number={data.tests_total} id="tests">
          <ul class="symbols tests">
            {data.tests.map((row) => (
              <li key={row.symbol.id}>
                <span class="figure muted" title="steps from the change">
                  {row.depth}
                </span>
                <SymbolLink symbol={row.symbol} />
                {row.weakest ? <How how={row.weakest} /> : <span class="kind">changed itself</span>}
                <Place file={row.symbol.file} line={row.symbol.line} />
              </li>
            ))}
          </ul>
          <Left shown={data.tests.length} total={data.tests_total} />
        </Section>
      )}
      {data.cycles.length > 0 && (
        <Section title="New import cycles" number={data.cycles.length} id="cycles">
          <ul class="symbols">
            {data.cycles.map((cycle) => (
              <li key={cycle.files.join()}>{cycle.files.join(" → ")}</li>
            ))}
          </ul>
        </Section>
      )}
      {data.co_changes.length > 0 && (
        <Section title="Files that usually change with these" number={data.co_changes_total} id="company" open={false}>
          <ul class="symbols">
            {data.co_changes.map((each) => (
              <li key={`${each.file} ${each.changed}`}>
                <Place file={each.file} />
                <span class="muted">
                  with {each.changed}: {each.together} of its last {plural(each.commits, "commit")}
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {data.not_analysed.length > 0 && (
        <Section title="Changed and not analysed" number={data.not_analysed_total} id="apart" open={false}>
          <ul class="symbols">
            {data.not_analysed.map((each) => (
              <li key={each.path}>
                <span class="place">
                  <Name text={each.path} />
                </span>
                <span class="muted">{each.language || each.reason}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </article>
  );
}

function Bases({ data }) {
  const bases = [...new Set([data.asked_base, ...data.bases])];
  return (
    <select
      aria-label="Base to compare with"
      value={data.asked_base}
      onChange={(event) => replaceRoute("branch", { base: event.currentTarget.value })}
    >
      {bases.map((base) => (
        <option key={base} value={base}>
          {base}
        </option>
      ))}
    </select>
  );
}

// What an edit changed, while its report is made; the rest of the view is as of the edit before.
function Edits({ data }) {
  return (
    <Section title="Changed" number={data.total} id="edits" note="what rests on it is being looked for…">
      <ul class="changes early">
        {data.changes.map((row) => (
          <li class={`change ${row.change}`} key={`${row.symbol.id} ${row.change}`}>
            <div class="line">
              <span class="fold" />
              <span class={`kind changed-as ${row.change}`}>{row.change}</span>
              {row.line > 0 ? (
                <SymbolLink symbol={row.symbol} />
              ) : (
                <span class="name">
                  <Name text={row.symbol.qualname || row.symbol.file} />
                </span>
              )}
            </div>
            <div class="at">
              <Place file={row.symbol.file} line={row.line} link={row.line > 0} />
            </div>
          </li>
        ))}
      </ul>
      <Left shown={data.changes.length} total={data.total} />
    </Section>
  );
}

function Figures({ data, certain }) {
  const riskiest = data.changed.find((row) => row.risk.total === data.risk);
  return (
    <dl class="figures">
      <Figure name="files" value={count(data.files.added + data.files.removed + data.files.modified)} />
      <Figure name="symbols changed" value={count(data.changed_total)} />
      <Figure name="uses that break" value={count(certain.length)} alarm={certain.length > 0} />
      <Figure name="affected" value={count(data.affected_total)} />
      <Figure name="tests to run" value={count(data.tests_total)} />
      <Figure name="public, untested" value={count(data.untested_public)} alarm={data.untested_public > 0} />
      <Figure name="risk" value={data.risk.toFixed(2)} note={riskiest && describeRisk(riskiest.risk)} />
    </dl>
  );
}

function Figure({ name, value, alarm, note }) {
  return (
    <div class={alarm ? "alarm" : undefined} title={note}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const describeRisk = (risk) => PARTS.map((part) => `${part} ${risk[part].toFixed(2)}`).join(" · ");

function Risk({ risk }) {
  return (
    <span class="risk" title={describeRisk(risk)}>
      <span class="total">{risk.total.toFixed(2)}</span>
      <svg viewBox="0 0 100 8" width="76" height="8" role="img" aria-label={describeRisk(risk)}>
        {
          PARTS.reduce(
            ({ x, bars }, part) => {
              const width = risk[part] * WEIGHTS[part] * 100;
              return {
                x: x + width,
                bars: [...bars, <rect key={part} class={`part ${part}`} x={x} y="0" width={width} height="8" />],
              };
            },
            { x: 0, bars: [] },
          ).bars
        }
      </svg>
    </span>
  );
}

function Changed({ row }) {
  const [open, setOpen] = useState(false);
  return (
    <li class={`change ${row.change}`}>
      <div class="line">
        <button type="button" class="fold" aria-expanded={open} aria-label="parts of the risk" onClick={() => setOpen(!open)}>
          {open ? "▾" : "▸"}
        </button>
        <span class={`kind changed-as ${row.change}`}>{row.change}</span>
        {row.after_exists === false || row.change === "removed" ? (
          <span class="name">
            <Name text={row.symbol.qualname} />
          </span>
        ) : (
          <SymbolLink symbol={row.symbol} />
        )}
        <Risk risk={row.risk} />
        <span class="muted">
          {plural(row.dependents, "dependent")} · {row.tests ? plural(row.tests, "test") : "no test"}
        </span>
        {row.generated && <span class="badge">generated</span>}
      </div>
      <div class="at">
        <Place file={row.symbol.file} line={row.symbol.line} link={row.change !== "removed"} />
      </div>
      {open && (
        <div class="detail">
          <p>{describeRisk(row.risk)}</p>
          {row.old_heading && (
            <pre class="headings">
              <del>{spell(shorten(row.old_heading, 600))}</del>
              {"\n"}
              <ins>{spell(shorten(row.heading, 600))}</ins>
            </pre>
          )}
          {row.uses.map((use) => (
            <Use use={use} key={`${use.symbol.id} ${use.lines[0]}`} />
          ))}
        </div>
      )}
    </li>
  );
}

// Routes, commands and handlers whose run leads to what changed.
function Entries({ changed }) {
  const entries = new Map();
  for (const row of changed) for (const entry of row.entries) entries.set(`${entry.kind} ${entry.label}`, entry);
  if (!entries.size) return null;
  return (
    <Section title="Where it is run from" number={entries.size} id="entries">
      <ul class="symbols">
        {[...entries.values()].slice(0, 60).map((entry) => (
          <li key={`${entry.kind} ${entry.label}`}>
            <span class="kind">{entry.kind}</span>
            {entry.symbol.kind === "endpoint" ? (
              <SymbolLink symbol={entry.symbol} text={entry.label} />
            ) : (
              <Name text={entry.label} most={120} />
            )}
            {entry.symbol.kind === "endpoint" ? <span /> : <SymbolLink symbol={entry.symbol} />}
            <Place file={entry.symbol.file} line={entry.symbol.line} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Broken({ uses }) {
  return (
    <Section title="Uses that break" number={uses.length} id="broken">
      <ul class="symbols broken">
        {uses.slice(0, 60).map((use) => (
          <li key={`${use.symbol.id} ${use.lines[0]} ${use.row.symbol.id}`}>
            <Use use={use} />
            <span class="muted">
              of <Name text={use.row.symbol.qualname} most={80} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Use({ use }) {
  return (
    <span class="use">
      <Place file={use.symbol.file} line={use.lines[0]} /> <SymbolLink symbol={use.symbol} most={80} />{" "}
      <Words text={use.reason} />
    </span>
  );
}

function Notes({ notes, total }) {
  return (
    <Section title="What is known about it" number={total} id="notes">
      <ul class="notes brief">
        {notes.map((note) => (
          <li key={`${note.id} ${note.target}`}>
            <NoteState state={note.state} />
            <span class="kind">{note.kind}</span>
            {report ? <Name text={note.text} /> : (
              <a href={hrefOf("known", { note: note.id })} data-row>
                <Name text={note.text} />
              </a>
            )}
            {note.because && (
              <span class="because">
                <Name text={note.because} />
              </span>
            )}
            <span class="muted">
              <Name text={note.target.replace(/^[^:]*:/, "")} most={80} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Left({ shown, total }) {
  if (!(total > shown)) return null;
  return <p class="more">{count(total - shown)} more: the copied command lists them.</p>;
}

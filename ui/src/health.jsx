// Worklists: what the index leaves out, what goes in circles, what nothing uses, what nothing is proven of.
import { useState } from "preact/hooks";
import { hrefOf, useView } from "./hooks.js";
import { Missing } from "./path.jsx";
import {
  CopyCode,
  How,
  Name,
  Place,
  Problem,
  Section,
  SymbolLink,
  Waiting,
  bytes,
  count,
  plural,
  titleOf,
} from "./parts.jsx";

export function Health({ given }) {
  const status = useView("status", {}, { main: true });
  if (status.error) return <Problem error={status.error} />;
  return (
    <article class="health">
      <h1>Health of the index and the code</h1>
      {given.look === "dead" && <DeadCode isAsked />}
      {status.data ? <Totals data={status.data} reply={status.reply} /> : <Waiting what="Counting" />}
      {status.data && <Partial data={status.data} />}
      <Unresolved name={given.name ?? ""} />
      <Cycles />
      {given.look !== "dead" && <DeadCode />}
      {status.data && <Checks />}
    </article>
  );
}

function Totals({ data, reply }) {
  const { watch, vectors } = data;
  const indexed = new Date(data.indexed_at * 1000).toLocaleString();
  return (
    <>
      <dl class="facts-grid">
        <Item name="Index">
          generation {count(data.generation)} of {indexed};{" "}
          {reply.behind > 0 ? `${plural(reply.behind, "file")} behind` : "as the files are now"}
        </Item>
        <Item name="Watcher">
          {watch.running ? (
            `runs (process ${watch.pid}${watch.backend ? `, ${watch.backend}` : ""})`
          ) : (
            <>
              none: edits are taken in when something is asked. <CopyCode text="codegraph watch --daemon" />
            </>
          )}
          {watch.problem && <span class="problem"> {watch.problem}</span>}
        </Item>
        <Item name="Holds">
          {plural(data.files, "file")}, {plural(data.symbols, "symbol")}, {plural(data.edges, "edge")},{" "}
          {plural(data.externals, "symbol")} outside
        </Item>
        <Item name="Vectors">
          {vectors.rows > 0 ? `${plural(vectors.rows, "row")} of ${vectors.encoder.slice(0, 60)}` : "none"}
          {vectors.problem && vectors.rows > 0 && <span class="problem"> {vectors.problem}</span>}
          {vectors.files_behind > 0 && `; ${plural(vectors.files_behind, "file")} behind`}
        </Item>
        <Item name="Disk">{bytes(data.disk_bytes)}</Item>
        <Item name="Place">
          <Name text={data.root} />
        </Item>
      </dl>
      {data.mix.length > 0 && (
        <Section title="How edges are known" id="mix">
          <div class="scroll" tabIndex={0} role="region" aria-label="Edges by language">
            <table class="mix">
              <tbody>
                {data.mix.map((row) => (
                  <tr key={row.language}>
                    <th scope="row">{row.language}</th>
                    {row.counts.map((each) => (
                      <td key={each.resolution}>
                        <How how={each.resolution} /> <span class="figure">{count(each.count)}</span>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {data.not_analysed.length > 0 && (
            <p class="muted">
              Without a resolver:{" "}
              {data.not_analysed
                .slice(0, 12)
                .map((each) => `${each.language} (${plural(each.files, "file")})`)
                .join(", ")}
            </p>
          )}
        </Section>
      )}
    </>
  );
}

function Item({ name, children }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Partial({ data }) {
  return (
    <Section title="Skipped or partly read" number={data.partial_total} id="partial" open={data.partial.some((row) => row.status !== "skipped")}>
      <ul class="symbols">
        {data.partial.map((row) => (
          <li key={row.path}>
            <span class={`kind ${row.status}`}>{row.status}</span>
            <Place file={row.path} link={row.status === "partial"} />
            <span class="muted">
              <Name text={row.reason} />
            </span>
          </li>
        ))}
      </ul>
      {data.partial_total === 0 && <p class="muted">Every file is read whole.</p>}
      {data.partial_total > data.partial.length && <p class="more">{count(data.partial_total)} in all</p>}
    </Section>
  );
}

function Unresolved({ name }) {
  const view = useView("unresolved", { name });
  return (
    <Section
      title={name ? `“${name.slice(0, 60)}” that nothing is proven of` : "Names that nothing is proven of"}
      number={view.data?.total}
      id="unresolved"
      note="references, not names"
    >
      {view.loading && <Waiting />}
      {view.error && <p class="problem">{view.error.message}</p>}
      {name && (
        <p>
          <a href={hrefOf("health")}>all names</a>
        </p>
      )}
      {view.data && name && <Missing rows={view.data.rows} />}
      {view.data && !name && (
        <ul class="words">
          {view.data.names.map(([word, sites]) => (
            <li key={word}>
              <a href={hrefOf("health", { name: word })} data-row>
                <Name text={word} most={60} />
              </a>{" "}
              <span class="muted">{count(sites)}</span>
            </li>
          ))}
        </ul>
      )}
      {view.data?.total === 0 && <p class="muted">Every reference leads somewhere.</p>}
    </Section>
  );
}

function Cycles() {
  const view = useView("cycles", {});
  return (
    <Section title="Cycles" number={view.data?.total} id="cycles" open={!(view.data?.total > 12)}>
      {view.loading && <Waiting />}
      {view.error && <p class="problem">{view.error.message}</p>}
      <ul class="cycles">
        {view.data?.cycles.map((cycle, at) => (
          <li key={at}>
            <span class="kind">{cycle.kind}</span>{" "}
            {cycle.members.map((symbol, number) => (
              <span key={symbol.id}>
                {number > 0 && <span class="muted"> → </span>}
                <SymbolLink symbol={symbol} most={70} />
              </span>
            ))}
            <span class="muted"> → {titleOf(cycle.members[0]).slice(0, 40)}</span>
            {cycle.size > cycle.members.length && (
              <span class="muted">; {plural(cycle.size, "symbol")} in the whole knot</span>
            )}
          </li>
        ))}
      </ul>
      {view.data?.total === 0 && <p class="muted">No files import each other in a circle, and no functions call so.</p>}
    </Section>
  );
}

const REASONS = {
  unused: "nothing uses it",
  "used-by-dead": "only what is dead uses it",
  "only-by-its-cycle": "only its own circle uses it",
};

function DeadCode({ isAsked = false }) {
  const [asked, setAsked] = useState(isAsked);
  const view = useView("dead-code", {}, { skip: !asked });
  return (
    <Section title="What nothing here uses" number={view.data?.total} id="dead">
      {!asked && (
        <p>
          <button type="button" onClick={() => setAsked(true)}>
            Look for dead code
          </button>
        </p>
      )}
      {view.loading && <Waiting what="Looking" />}
      {view.error && <p class="problem">{view.error.message}</p>}
      <ul class="symbols">
        {view.data?.rows.map((row) => (
          <li key={row.symbol.id}>
            <span class="kind">{row.symbol.kind}</span>
            <SymbolLink symbol={row.symbol} />
            <Place file={row.symbol.file} line={row.symbol.line} />
            <span class="muted">{REASONS[row.reason] ?? row.reason}</span>
          </li>
        ))}
      </ul>
      {view.data && (
        <p class="muted">
          {count(view.data.spared)} more are left out, because a framework, a template or a dynamic call may use them.
        </p>
      )}
    </Section>
  );
}

function Checks() {
  const [asked, setAsked] = useState(false);
  const view = useView("checks", {}, { skip: !asked });
  return (
    <Section title="Installation" id="checks">
      {!asked && (
        <p>
          <button type="button" onClick={() => setAsked(true)}>
            Check it
          </button>
        </p>
      )}
      {view.loading && <Waiting what="Checking" />}
      {view.error && <p class="problem">{view.error.message}</p>}
      <ul class="symbols checks">
        {view.data?.checks.map((each) => (
          <li key={each.name}>
            <span class={`check ${each.status}`}>{each.status}</span>
            <span>{each.name}</span>
            <span class="muted">
              <Name text={each.detail} />
            </span>
            {each.status !== "ok" && each.fix && <span>{each.fix}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}

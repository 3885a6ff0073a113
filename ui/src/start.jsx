// Where a visitor begins: what the rest depends on, and what needs a look.
import { hrefOf, useView } from "./hooks.js";
import { report } from "./api.js";
import { Place, Problem, SymbolLink, Waiting, count, plural } from "./parts.jsx";

export function Start() {
  if (report) return <ReportStart />;
  return <LiveStart />;
}

function LiveStart() {
  const rank = useView("rank", {}, { main: true });
  const known = useView("known", {});
  if (rank.error) return <Problem error={rank.error} />;
  return (
    <div class="start">
      <h1>Where to begin</h1>
      <p class="lead">
        Press <kbd>/</kbd> and type a name, a question, or a word of a memory.
      </p>
      <section class="section">
        <h2>What the rest depends on most</h2>
        {rank.loading ? <Waiting what="Ranking" /> : null}
        <ul class="symbols">
          {rank.data?.rows.map((row) => (
            <li key={row.symbol.id}>
              <span class="kind">{row.symbol.kind}</span>
              <SymbolLink symbol={row.symbol} />
              <Place file={row.symbol.file} line={row.symbol.line} />
              <span class="muted figure">{plural(row.incoming, "use")}</span>
            </li>
          ))}
          {rank.data && rank.data.rows.length === 0 && <li class="muted">No code here has relations.</li>}
        </ul>
      </section>
      <section class="section">
        <h2>What needs a look</h2>
        <ul class="looks">
          <li>
            <a href={hrefOf("branch")} data-row>
              What this branch breaks, and the tests to run
            </a>
          </li>
          <li>
            <a href={hrefOf("known")} data-row>
              {known.data
                ? known.data.stale_total > 0
                  ? `${plural(known.data.stale_total, "memory", "memories")} whose code changed, of ${count(known.data.checked)} about code`
                  : known.data.total > 0
                    ? `${plural(known.data.total, "memory", "memories")}, none of them about code that changed`
                    : "Nothing is remembered yet: write down what the code cannot say"
                : "Memories whose code changed"}
            </a>
          </li>
          <li>
            <a href={hrefOf("routes")} data-row>
              Routes, who requests them, and requests that nothing answers
            </a>
          </li>
          <li>
            <a href={hrefOf("health", { look: "dead" })} data-row>
              What nothing here uses, and may be deleted
            </a>
          </li>
          <li>
            <a href={hrefOf("health")} data-row>
              Cycles, unproven names, and what the index leaves out
            </a>
          </li>
        </ul>
      </section>
    </div>
  );
}

function ReportStart() {
  return (
    <div class="start">
      <h1>{report.title}</h1>
      <p class="lead">
        Made {report.made} from {report.name}. It holds what is listed here and two steps around it.
      </p>
      <ul class="looks">
        {report.entries.map((entry) => (
          <li key={entry.href}>
            <a href={entry.href} data-row>
              {entry.title}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

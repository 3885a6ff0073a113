// Routes of web applications: who handles, requests and tests each, and what leads nowhere.
import { useEffect, useState } from "preact/hooks";
import { report } from "./api.js";
import { hrefOf, replaceRoute, useView } from "./hooks.js";
import { Missing } from "./path.jsx";
import { How, Legend, Name, Place, Problem, Section, SymbolLink, Waiting, count, plural } from "./parts.jsx";

export function Routes({ given }) {
  const query = given.q ?? "";
  const view = useView("routes", { q: query.trim(), path: given.path, from: given.from }, { main: true });
  const [last, setLast] = useState(null);
  useEffect(() => {
    if (view.data) setLast(view.data);
  }, [view.data]);
  if (view.error) return <Problem error={view.error} />;
  const data = view.data ?? last;
  return (
    <article class="routes" data-query={view.data ? query.trim() : undefined}>
      <h1>Routes, and who requests them</h1>
      {data ? <Found data={data} given={given} /> : <Waiting what="Listing" />}
    </article>
  );
}

function Found({ data, given }) {
  const { routes, first, total, known } = data;
  const isEmpty = known === 0 && data.unanswered_total + data.undecided_total === 0 && !given.q;
  if (isEmpty) {
    return (
      <p class="lead">
        No route is known here. Read are {data.frameworks.join(", ")}; <code>docs/frameworks.md</code> says how.
      </p>
    );
  }
  const end = first + routes.length;
  return (
    <>
      <Filter given={given} />
      <p class="lead" role="status">
        {total === known ? plural(known, "route") : `${count(total)} of ${plural(known, "route")}`}
        {total > routes.length && `; these are ${count(first + 1)} to ${count(end)}`}
      </p>
      {routes.length > 0 && <Table routes={routes} />}
      {(first > 0 || end < total) && (
        <p class="more">
          {first > 0 && <a href={hrefOf("routes", { ...given, from: "" })}>The first ones</a>}{" "}
          {end < total && <a href={hrefOf("routes", { ...given, from: end })}>The next ones</a>}
        </p>
      )}
      <Missed title="Requests that no route answers" id="unanswered" rows={data.unanswered} total={data.unanswered_total} />
      <Missed title="Routes and requests that are not decided" id="undecided" rows={data.undecided} total={data.undecided_total} />
      <Legend />
    </>
  );
}

function Filter({ given }) {
  return (
    <label class="filter">
      Only with these words
      <input
        type="search"
        value={given.q ?? ""}
        placeholder="a method, part of a path, a file, a handler"
        spellcheck={false}
        autocomplete="off"
        maxLength={300}
        onInput={(event) => replaceRoute("routes", { ...given, from: "", q: event.currentTarget.value })}
      />
    </label>
  );
}

function groupByFile(routes) {
  const groups = [];
  for (const route of routes) {
    const { file } = route.endpoint;
    if (groups.at(-1)?.file !== file) groups.push({ file, routes: [] });
    groups.at(-1).routes.push(route);
  }
  return groups;
}

function Table({ routes }) {
  return (
    <table class="routes-table">
      <thead>
        <tr>
          <th scope="col">Route</th>
          <th scope="col">Handled by</th>
          <th scope="col">Requested by</th>
          <th scope="col">Tested by</th>
        </tr>
      </thead>
      {groupByFile(routes).map((group) => (
        <tbody key={group.routes[0].endpoint.id}>
          <tr class="file">
            <th colSpan={4} scope="rowgroup">
              <Place file={group.file} /> <span class="muted">{listFrameworks(group.routes)}</span>
            </th>
          </tr>
          {group.routes.map((route) => (
            <Row route={route} key={route.endpoint.id} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const listFrameworks = (routes) => [...new Set(routes.map((route) => route.framework).filter(Boolean))].join(", ");

function Row({ route }) {
  const { endpoint } = route;
  return (
    <tr>
      <th scope="row">
        <span class={`method ${route.method.toLowerCase()}`}>{route.method}</span>{" "}
        <a class="name" href={hrefOf("symbol", { id: endpoint.id })} data-row>
          <Name text={route.path} most={100} />
        </a>
        {!report && (
          <a class="way" href={hrefOf("path", { a: endpoint.id })} aria-label={`path from ${endpoint.name}`}>
            path
          </a>
        )}
      </th>
      <Ends title="Handled by" ends={route.handlers} total={route.handlers_total} endpoint={endpoint} none="no known handler" />
      <Ends title="Requested by" ends={route.requests} total={route.requests_total} endpoint={endpoint} none="–" />
      <Ends title="Tested by" ends={route.tests} total={route.tests_total} endpoint={endpoint} none="–" />
    </tr>
  );
}

function Ends({ title, ends, total, endpoint, none }) {
  return (
    <td data-title={title} class={total === 0 ? "none" : undefined}>
      {ends.map((end) => (
        <div class="end" key={end.symbol.id}>
          <How how={end.how} word={false} confidence={end.confidence} />{" "}
          {end.symbol.kind === "module" && end.symbol.file === endpoint.file ? (
            <span class="muted">inline</span>
          ) : (
            <SymbolLink symbol={end.symbol} most={60} row={false} />
          )}
        </div>
      ))}
      {total > ends.length && (
        <a href={hrefOf("symbol", { id: endpoint.id })}>and {count(total - ends.length)} more</a>
      )}
      {total === 0 && <span class="muted">{none}</span>}
    </td>
  );
}

function Missed({ title, id, rows, total }) {
  if (total === 0) return null;
  return (
    <Section title={title} number={total} id={id}>
      <Missing rows={rows} />
      {total > rows.length && (
        <p class="more">
          {count(rows.length)} of {count(total)}
        </p>
      )}
    </Section>
  );
}

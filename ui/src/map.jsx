// The repository as a treemap: size is lines, colour a measure. Communities as a matrix of how much they call each other.
import { useEffect, useState } from "preact/hooks";
import { hrefOf, useView } from "./hooks.js";
import { Name, Problem, Waiting, Warnings, count, plural, shorten, spell } from "./parts.jsx";

const MEASURES = {
  churn: ["Churn", "commits of the last 500"],
  rank: ["Rank", "how much depends on it"],
  tests: ["Test reach", "share of what runs that tests reach"],
  stale: ["Stale memories", "memories whose code changed"],
  community: ["Community", "what works together"],
};
const COLOURS = 12; // of the largest communities; the rest are not told apart by colour
const NARROW = "(max-width: 640px)";

function useNarrow() {
  const [narrow, setNarrow] = useState(matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const change = () => setNarrow(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return narrow;
}

export function RepositoryMap({ given }) {
  const measure = MEASURES[given.measure] ? given.measure : "churn";
  const path = given.path ?? "";
  const ratio = useNarrow() ? "narrow" : "wide";
  const view = useView("map", { path, measure, ratio }, { main: true });
  const [kept, setKept] = useState(null);
  useEffect(() => {
    if (view.data) setKept(view.data);
  }, [view.data]);
  if (view.error) return <Problem error={view.error} />;
  const data = view.data ?? kept;
  return (
    <article class="map">
      <div class="heading">
        <h1>
          <Crumbs path={path} measure={measure} />
        </h1>
        {data && (
          <p class="muted">
            {plural(data.files, "file")} · {plural(data.lines, "line")}
          </p>
        )}
      </div>
      <fieldset class="choice">
        <legend class="hidden">Colour</legend>
        {Object.entries(MEASURES).map(([name, [title, meaning]]) => (
          <a
            key={name}
            href={hrefOf("map", { path, measure: name })}
            aria-current={name === measure ? "true" : undefined}
            title={meaning}
          >
            {title}
          </a>
        ))}
      </fieldset>
      <Warnings reply={view.reply} />
      {!data ? <Waiting what="Measuring" /> : <Treemap data={data} measure={measure} loading={!view.data} />}
      {data && data.measure === measure && <Scale data={data} measure={measure} />}
      {data?.measure === "community" && measure === "community" && <Matrix data={data} />}
    </article>
  );
}

function Crumbs({ path, measure }) {
  const names = path ? path.split("/") : [];
  return (
    <>
      <a href={hrefOf("map", { measure })}>{names.length ? "Map" : "Map of the repository"}</a>
      {names.map((name, at) => (
        <span key={at}>
          {" / "}
          <a href={hrefOf("map", { measure, path: names.slice(0, at + 1).join("/") })}>
            <Name text={name} most={60} />
          </a>
        </span>
      ))}
    </>
  );
}

const told = (data, each) => {
  const { value } = each;
  if (value < 0) return "nothing is known of it";
  if (data.measure === "churn") return plural(value, "commit");
  if (data.measure === "rank") return `${(value * 100).toFixed(2)} % of all rank`;
  if (data.measure === "tests") return `tests reach ${Math.round(value * 100)} %`;
  if (data.measure === "stale") return plural(value, "stale memory", "stale memories");
  return `community ${value}`;
};

const shade = (data, step) => (step < 0 ? "none" : data.measure === "community" ? step < COLOURS ? `c${step}` : "other" : `s${step}`);

function Treemap({ data, measure, loading }) {
  if (!data.rectangles.length) return <p class="lead">No file of the index lies here.</p>;
  return (
    <div class={`treemap ${loading ? "loading" : ""}`} style={{ aspectRatio: String(data.ratio) }}>
      {data.rectangles.map((each) => {
        const wide = each.w > (data.ratio < 1 ? 13 : 4.5);
        const tall = each.h > 2.4;
        const label = `${each.path}: ${plural(each.lines, "line")}, ${told(data, each)}`;
        return (
          <a
            key={`${each.path}${each.open}`}
            data-row
            class={`box ${each.open ? "open" : shade(data, each.step)} ${each.folder ? "folder" : "file"}`}
            href={each.folder ? hrefOf("map", { path: each.path, measure }) : hrefOf("symbol", { id: each.path })}
            style={{ left: `${each.x}%`, top: `${each.y}%`, width: `${each.w}%`, height: `${each.h}%` }}
            title={spell(label)}
            aria-label={shorten(spell(label), 300)}
          >
            {wide && tall && (
              <span class="label">
                <Name text={each.name} most={60} />
                {each.folder && !each.open && "/"}
              </span>
            )}
          </a>
        );
      })}
    </div>
  );
}

function Scale({ data, measure }) {
  const [, meaning] = MEASURES[measure];
  if (measure === "community") return null;
  const format = (value) =>
    measure === "tests"
      ? `${Math.round(value * 100)} %`
      : measure === "rank"
        ? `${(value * 100).toFixed(2)} %`
        : count(value);
  const bounds = [0, ...data.scale];
  return (
    <p class="scale">
      <span>
        <span class="swatch s0" /> {measure === "tests" ? "not reached" : "none"}
      </span>
      {bounds.map((bound, at) => (
        <span key={bound}>
          <span class={`swatch s${at + 1}`} /> {at + 1 < bounds.length ? `to ${format(bounds[at + 1])}` : `over ${format(bound)}`}
        </span>
      ))}
      <span>
        <span class="swatch none" /> nothing is known
      </span>
      <span class="muted">size: lines · colour: {meaning}</span>
    </p>
  );
}

function Matrix({ data }) {
  const rows = data.communities;
  if (!rows.length) return null;
  const most = Math.max(1, ...rows.flatMap((row, at) => row.calls.filter((_, other) => other !== at)));
  const strength = (value) => (value === 0 ? 0 : 1 + Math.floor((4 * Math.log1p(value)) / Math.log1p(most)));
  return (
    <section class="section">
      <h2>How much communities use each other</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Matrix of communities">
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">from ↓ to →</th>
              {rows.map((row) => (
                <th scope="col" key={row.number} title={row.label}>
                  {row.number}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.number}>
                <th scope="row">
                  <span class={`swatch ${row.number <= COLOURS ? `c${row.number - 1}` : "other"}`} /> {row.number} <Name text={row.label} most={60} />{" "}
                  <span class="muted">{plural(row.size, "symbol")}</span>
                </th>
                {row.calls.map((value, other) => (
                  <td key={other} class={other === at ? "self" : `m${Math.min(5, strength(value))}`}>
                    {value ? count(value) : ""}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {data.communities_total > rows.length && (
        <p class="more">
          the {count(rows.length)} largest of {count(data.communities_total)}
        </p>
      )}
    </section>
  );
}

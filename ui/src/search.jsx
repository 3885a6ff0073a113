// Search as you type: symbols at once, text and memories a moment later.
import { useContext, useEffect, useState } from "preact/hooks";
import { hrefOf, Shell, useView } from "./hooks.js";
import { Name, Place, Problem, SymbolLink, SymbolPlace, Warnings, count, shorten, spell, titleOf } from "./parts.jsx";

const PAUSE_MS = 200; // text is searched when typing pauses: it would be in the way of the names

function useSettled(text) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

export function Search({ given }) {
  const query = (given.q ?? "").trim();
  const settled = useSettled(query);
  const shell = useContext(Shell);
  const names = useView("names", { q: query }, { skip: !query });
  const text = useView("text", { q: settled }, { skip: !settled, main: true });
  const notes = useView("notes", { q: settled }, { skip: !settled });
  const [at, setAt] = useState(0);
  const [last, setLast] = useState(null);
  useEffect(() => {
    if (names.data) setLast({ query, hits: names.data.hits, more: names.data.more });
  }, [names.data]);

  const symbols = query ? (names.data?.hits ?? last?.hits ?? []) : [];
  const texts = (query && text.data?.hits) || [];
  const memories = (query && notes.data?.hits) || [];
  const hrefs = [
    ...symbols.map((symbol) => hrefOf("symbol", { id: symbol.id })),
    ...texts.map((hit) => hrefOfText(hit)),
    ...memories.map((note) => hrefOf("known", { note: note.id })),
  ];
  useEffect(() => setAt(0), [query]);
  useEffect(() => {
    const move = (event) => setAt((now) => Math.max(0, Math.min(hrefs.length - 1, now + event.detail)));
    const choose = () => {
      if (hrefs[at]) {
        document.activeElement?.blur();
        location.hash = hrefs[at];
      }
    };
    addEventListener("codegraph-move", move);
    addEventListener("codegraph-choose", choose);
    return () => {
      removeEventListener("codegraph-move", move);
      removeEventListener("codegraph-choose", choose);
    };
  });

  const failed = names.error ?? text.error;
  if (failed && failed.state !== "not_found") return <Problem error={failed} />;
  if (!query) {
    return (
      <div class="results">
        <h1>Search</h1>
        <p class="lead">Type a name, part of one, or a question in words.</p>
      </div>
    );
  }
  const chosen = (number) => (number === at ? "hit chosen" : "hit");
  return (
    <div class="results" data-query={last?.query}>
      <h1 class="hidden">Search for {shorten(spell(query), 80)}</h1>
      <section aria-labelledby="names-title">
        <h2 id="names-title">Symbols</h2>
        <ul>
          {symbols.map((symbol, number) => (
            <li class={chosen(number)} key={symbol.id}>
              <SymbolLink symbol={symbol} />
              <span class="kind">{symbol.kind}</span>
              {symbol.test && <span class="badge">test</span>}
              <div class="at">
                <SymbolPlace symbol={symbol} link={false} />
              </div>
            </li>
          ))}
        </ul>
        {names.data && symbols.length === 0 && <p class="muted">No symbol has this name.</p>}
        {names.data?.more && <p class="more">more: type on</p>}
      </section>
      <section aria-labelledby="text-title">
        <h2 id="text-title">Text and meaning</h2>
        <ul>
          {texts.map((hit, number) => (
            <li class={chosen(symbols.length + number)} key={`${hit.file}:${hit.start}`}>
              <a class="name" href={hrefOfText(hit)} data-row>
                <Name text={hit.name || titleOf(hit.symbol)} most={80} />
              </a>
              <div class="at">
                <Place file={hit.file} line={hit.start} link={false} />
              </div>
            </li>
          ))}
        </ul>
        {text.loading && <p class="muted">…</p>}
        {text.data && texts.length === 0 && (
          <p class="muted">
            Nothing says this here.{text.data.near.length > 0 && ` Names like it: ${text.data.near.join(", ")}`}
          </p>
        )}
        <Warnings reply={text.reply} />
      </section>
      <section aria-labelledby="notes-title">
        <h2 id="notes-title">Memories</h2>
        <ul>
          {memories.map((note, number) => (
            <li class={chosen(symbols.length + texts.length + number)} key={note.id}>
              <a class="name" href={hrefOf("known", { note: note.id })} data-row>
                <Name text={note.text.split("\n")[0]} most={140} />
              </a>
              <div class="at">
                <span class="kind">{note.kind}</span> <span class="muted">{note.created_at.slice(0, 10)}</span>
              </div>
            </li>
          ))}
        </ul>
        {notes.data && memories.length === 0 && (
          <p class="muted">
            {notes.data.total === 0 ? "Nothing is remembered yet." : `None of ${count(notes.data.total)} has these words.`}{" "}
            <button
              type="button"
              class="plain"
              onClick={() => shell.copy(`codegraph memory recall '${query.replaceAll("'", "’")}'`, "command")}
            >
              Copy a recall by meaning
            </button>
          </p>
        )}
      </section>
    </div>
  );
}

const hrefOfText = (hit) =>
  hit.symbol.kind === "module"
    ? hrefOf("symbol", { id: hit.symbol.id, from: hit.start > 1 ? hit.start : "" })
    : hrefOf("symbol", { id: hit.symbol.id });

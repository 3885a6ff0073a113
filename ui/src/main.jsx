// The shell of the page: search, views, keyboard, what is copied, and whether the server lives.
import "./style.css";
import { render } from "preact";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { forget, listen, readMarkdown, report, repository, write } from "./api.js";
import { Shell, go, hrefOf, replaceRoute, useRoute } from "./hooks.js";
import { count } from "./parts.jsx";
import { Branch } from "./branch.jsx";
import { Health } from "./health.jsx";
import { Known } from "./known.jsx";
import { RepositoryMap } from "./map.jsx";
import { Path } from "./path.jsx";
import { Routes } from "./routes.jsx";
import { Search } from "./search.jsx";
import { Start } from "./start.jsx";
import { Symbol } from "./symbol.jsx";

const VIEWS = {
  start: Start,
  search: Search,
  symbol: Symbol,
  known: Known,
  branch: Branch,
  path: Path,
  routes: Routes,
  map: RepositoryMap,
  health: Health,
};
const TABS = [
  ["branch", "This branch"],
  ["map", "Map"],
  ["path", "Path"],
  ["routes", "Routes"],
  ["known", "Known"],
  ["health", "Health"],
];
const KEYS = [
  ["/", "search"],
  ["↑ ↓ or k j", "the row before, the next"],
  ["Enter", "open it"],
  ["b", "back"],
  [`1 … ${TABS.length}`, TABS.map(([, title]) => title).join(", ")],
  ["c", "copy the command"],
  ["m", "copy as Markdown"],
  ["?", "these keys"],
];

function App() {
  const route = useRoute();
  const [stamp, setStamp] = useState(null);
  const [told, setTold] = useState(null);
  const [offer, setOffer] = useState(null);
  const [keys, setKeys] = useState(false);
  const search = useRef(null);
  const main = useRef(null);

  useEffect(() => listen(setStamp), []);

  const tell = useCallback((text, undo) => setTold({ text, undo, at: Date.now() }), []);
  useEffect(() => {
    if (!told) return undefined;
    const timer = setTimeout(() => setTold(null), told.undo ? 12000 : 4000);
    return () => clearTimeout(timer);
  }, [told]);

  const copy = useCallback(
    async (text, what) => {
      try {
        await navigator.clipboard.writeText(text);
        tell(`Copied the ${what}.`);
      } catch {
        tell("The browser does not let this page copy.");
      }
    },
    [tell],
  );
  const focusSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);
  const undo = useCallback(
    async (token) => {
      try {
        const reply = await write("undo", { token });
        tell(`Undone: ${count(reply.data.restored)} restored.`, reply.data.token);
      } catch (error) {
        tell(error.message);
      }
      setStamp((now) => ({ ...now, written: Date.now() }));
    },
    [tell],
  );
  const refresh = useCallback(() => {
    forget();
    setStamp((now) => ({ ...now, written: Date.now() }));
  }, []);

  // The first stamp is that of what is shown, unless its generation says otherwise.
  const first = useRef("");
  const said = stamp && stamp.state !== "offline" ? JSON.stringify(stamp) : "";
  if (!first.current && stamp?.state === "ready") first.current = said;
  const key = said === first.current ? "" : said;
  const shown = offer?.reply.generation ?? 0;
  useEffect(() => {
    if (shown > 0 && stamp?.generation > shown) refresh();
  }, [shown, stamp?.generation]);
  const shell = useMemo(
    () => ({ stamp: key, now: stamp, tell, copy, undo, refresh, offer: setOffer, focusSearch }),
    [key, stamp, tell, copy, undo, refresh, focusSearch],
  );

  const command = offer?.reply.command;
  const copyMarkdown = async () => {
    if (!offer) return;
    try {
      await copy(await readMarkdown(offer.view, offer.given), "Markdown");
    } catch (error) {
      tell(error.message);
    }
  };

  // before the next key can arrive: a later effect would close what that key opened
  useLayoutEffect(() => {
    setOffer(null);
    setKeys(false);
    if (route.name !== "search" && document.activeElement !== search.current) {
      // unless the view has a field that asks to be filled
      if (!document.activeElement?.matches("main input")) main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
  }, [route.name, route.given.id, route.given.path]);

  useEffect(() => {
    const press = (event) => {
      const typing = event.target.closest?.("input, textarea, select");
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape") {
        setKeys(false);
        if (typing) event.target.blur();
        return;
      }
      if (typing) return;
      const tab = TABS[Number(event.key) - 1];
      if (event.key === "/") focusSearch();
      else if (event.key === "?") setKeys((shown) => !shown);
      else if (event.key === "b") history.back();
      else if (event.key === "c" && command) copy(command, "command");
      else if (event.key === "m") copyMarkdown();
      else if (tab && !report) go(tab[0]);
      else if (["ArrowDown", "j"].includes(event.key)) step(1);
      else if (["ArrowUp", "k"].includes(event.key)) step(-1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });

  const View = VIEWS[route.name] ?? Start;
  const tabs = report ? TABS.filter(([name]) => report.views.includes(name)) : TABS;
  return (
    <Shell.Provider value={shell}>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), main.current.focus())}>
        Skip to the content
      </a>
      <header class="top">
        <a class="repository" href={hrefOf("start")} title="Start">
          {repository || report?.name}
        </a>
        {!report && (
          <SearchField
            field={search}
            query={route.name === "search" ? (route.given.q ?? "") : null}
            onType={(text) => (route.name === "search" ? replaceRoute : go)("search", { q: text })}
          />
        )}
        <nav aria-label="Views">
          {tabs.map(([name, title]) => (
            <a key={name} href={hrefOf(name)} aria-current={route.name === name ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button type="button" disabled={!command} onClick={() => copy(command, "command")} title={command}>
            Copy command
          </button>
          <button type="button" disabled={!offer} onClick={copyMarkdown}>
            Copy Markdown
          </button>
        </div>
      </header>
      <Banner stamp={stamp} />
      <main id="main" tabIndex={-1} ref={main}>
        <View given={route.given} key={route.name} />
      </main>
      <footer class="bottom">
        <Freshness stamp={stamp} reply={offer?.reply} />
        <button type="button" class="plain" onClick={() => setKeys(true)}>
          Keys <kbd>?</kbd>
        </button>
      </footer>
      {keys && <Keys onClose={() => setKeys(false)} />}
      <div class="told" role="status" aria-live="polite">
        {told && (
          <p>
            {told.text}
            {told.undo && (
              <button type="button" onClick={() => undo(told.undo)}>
                Undo
              </button>
            )}
          </p>
        )}
      </div>
    </Shell.Provider>
  );
}

function SearchField({ field, query, onType }) {
  const [text, setText] = useState(query ?? "");
  useEffect(() => {
    if (query !== null && query !== text) setText(query);
    if (query === null && document.activeElement !== field.current) setText("");
  }, [query]);
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        dispatchEvent(new CustomEvent("codegraph-choose"));
      }}
    >
      <input
        ref={field}
        type="search"
        name="q"
        value={text}
        placeholder="Search symbols, text, memories"
        aria-label="Search symbols, text and memories"
        autocomplete="off"
        autocorrect="off"
        spellcheck={false}
        maxLength={500}
        onInput={(event) => {
          setText(event.currentTarget.value);
          onType(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!way) return;
          event.preventDefault();
          dispatchEvent(new CustomEvent("codegraph-move", { detail: way }));
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

// Move the focus among the rows of a view.
function step(way) {
  const rows = [...document.querySelectorAll("main [data-row]")].filter((row) => row.offsetParent !== null);
  if (!rows.length) return;
  const at = rows.indexOf(document.activeElement);
  const next = rows[at < 0 ? (way > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + way))];
  next.focus();
  next.scrollIntoView({ block: "nearest" });
}

function Banner({ stamp }) {
  if (stamp?.state !== "offline") return null;
  return (
    <div class="banner" role="alert">
      The server has stopped. What you see is as it was. Run <code>codegraph ui</code> again; this page reconnects by
      itself.
    </div>
  );
}

function Freshness({ stamp, reply }) {
  if (report) return <span class="muted">A report of {report.made}</span>;
  if (!stamp || stamp.state === "offline") return <span class="muted">not connected</span>;
  if (stamp.state !== "ready") return <span class="muted">{stamp.message}</span>;
  const behind = stamp.behind > 0;
  return (
    <span class={behind ? "behind" : "muted"}>
      generation {count(stamp.generation)} ·{" "}
      {behind ? `${count(stamp.behind)} files behind: ${reply?.kept || "being refreshed"}` : "as the files are now"}
    </span>
  );
}

function Keys({ onClose }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.showModal();
  }, []);
  return (
    <dialog ref={box} class="keys" aria-label="Keys" onClose={onClose} onClick={() => box.current.close()}>
      <h2>Keys</h2>
      <dl>
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <button type="button">Close</button>
    </dialog>
  );
}

render(<App />, document.getElementById("app"));

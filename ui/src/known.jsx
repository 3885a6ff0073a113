// What is known: about one symbol, or what needs a look in the whole repository. Written, verified and undone here.
import { useContext, useEffect, useState } from "preact/hooks";
import { hrefOf, Shell, useView } from "./hooks.js";
import { report, write } from "./api.js";
import {
  Name,
  NoteState,
  Problem,
  Section,
  SymbolLink,
  Waiting,
  Warnings,
  count,
  day,
  plural,
  quote,
  spell,
  titleOf,
} from "./parts.jsx";

const KINDS = ["decision", "constraint", "convention", "failure_pattern", "insight", "context", "architecture"];

export function Known({ given }) {
  if (given.note) return <OneNote id={given.note} />;
  return <KnownHere id={given.id} />;
}

function KnownHere({ id }) {
  const view = useView("known", { id }, { main: true });
  if (view.error) return <Problem error={view.error} />;
  if (!view.data) return <Waiting what="Comparing memories with the code" />;
  const { data } = view;
  return id ? <AboutSymbol data={data} reply={view.reply} /> : <Everywhere data={data} reply={view.reply} />;
}

function AboutSymbol({ data, reply }) {
  const { symbol } = data;
  return (
    <article class="known">
      <h1>
        What is known about <SymbolLink symbol={symbol} />
      </h1>
      <Warnings reply={reply} />
      {data.knowledge.length === 0 && (
        <p class="lead">Nothing yet about it, what is around it, or its file. Write down what the code cannot say.</p>
      )}
      <ul class="notes">
        {data.knowledge.map((note) => (
          <Note
            key={note.id}
            id={note.id}
            kind={note.kind}
            text={note.text}
            date={note.date}
            state={note.state}
            because={note.because}
            since={note.since}
            about={
              <>
                about the {note.relation}{" "}
                <a href={hrefOf("symbol", { id: note.target })}>
                  <Name text={note.target.replace(/^[^:]*:/, "")} most={90} />
                </a>
              </>
            }
          />
        ))}
      </ul>
      {data.decisions.length > 0 && (
        <Section title="Decisions about this file" number={data.decisions.length} id="decisions">
          <ul class="notes">
            {data.decisions.map((note) => (
              <Note key={note.id} id={note.id} kind={note.kind} text={note.text} date={day(note.created_at)} />
            ))}
          </ul>
        </Section>
      )}
      {!report && <WriteForm about={symbol.id} />}
    </article>
  );
}

function Everywhere({ data, reply }) {
  return (
    <article class="known">
      <h1>What is known here</h1>
      <Warnings reply={reply} />
      <p class="lead">
        {plural(data.total, "memory", "memories")}, {count(data.checked)} of them about code.{" "}
        {data.stale_total === 0 && data.checked > 0 && "None of that code has changed since it was vouched for."}
      </p>
      {data.stale_total > 0 && (
        <Section title="Their code is not as it was" number={data.stale_total} id="stale">
          <ul class="notes">
            {data.stale.map(({ memory, anchors, since }) => {
              const worst = anchors.find((each) => each.state !== "unchanged") ?? anchors[0];
              return (
                <Note
                  key={memory.id}
                  id={memory.id}
                  kind={memory.kind}
                  text={memory.text}
                  date={day(memory.created_at)}
                  verified={memory.verified_at}
                  state={worst?.state ?? "unknown"}
                  because={worst?.because}
                  since={since}
                  about={
                    worst && (
                      <a href={hrefOf("symbol", { id: worst.now || worst.target })}>
                        <Name text={(worst.now || worst.target).replace(/^[^:]*:/, "")} most={90} />
                      </a>
                    )
                  }
                />
              );
            })}
          </ul>
        </Section>
      )}
      <Section title="Newest" number={data.newest.length} id="newest">
        <ul class="notes">
          {data.newest.map((note) => (
            <Note key={note.id} id={note.id} kind={note.kind} text={note.text} date={day(note.created_at)} />
          ))}
        </ul>
        {data.total === 0 && <p class="muted">Nothing is remembered yet.</p>}
      </Section>
      {!report && <WriteForm about="" />}
    </article>
  );
}

// A memory with what can be done about it. Its whole text is asked for when it is opened, which counts as using it.
function Note({ id, kind, text, date, state, because, since, about, verified, wide = false }) {
  const shell = useContext(Shell);
  const [whole, setWhole] = useState(null);
  const [draft, setDraft] = useState(null);
  const [failed, setFailed] = useState("");
  const act = async (verb, body, done) => {
    try {
      const reply = await write(verb, body);
      setFailed("");
      done(reply.data);
    } catch (error) {
      setFailed(`${error.message}${error.hint ? `: ${error.hint}` : ""}`);
    }
  };
  const open = () => (whole ? setWhole(null) : act("show", { id }, setWhole));
  useEffect(() => {
    if (wide && !report) act("show", { id }, setWhole);
  }, [wide, id]);
  const verify = () =>
    act("verify", { id }, (data) => {
      shell.tell("Verified: it holds for the code as it is.", data.token);
      shell.refresh();
    });
  const save = (event) => {
    event.preventDefault();
    act("update", { id, content: draft }, (data) => {
      setDraft(null);
      setWhole(null);
      shell.tell("Changed; the old text is kept.", data.token);
      shell.refresh();
    });
  };
  const memory = whole?.memory;
  return (
    <li class="note">
      <div class="note-head">
        {state && <NoteState state={state} />}
        <span class="kind">{kind}</span>
        <span class="muted">{date}</span>
        {about && <span class="about">{about}</span>}
      </div>
      <p class="note-text">{spell(memory ? memory.content : text)}</p>
      {(because || since) && (
        <p class="because">
          {since && `since ${since} `}
          {because && (
            <>
              because <Name text={because} />
            </>
          )}
        </p>
      )}
      {memory && (
        <dl class="note-facts">
          <Fact name="written" text={`${day(memory.created_at)} by ${memory.origin}`} />
          <Fact name="vouched for" text={day(memory.verified_at)} />
          <Fact name="tags" text={memory.tags.join(", ")} />
          <Fact name="revision" text={String(memory.revision)} />
          {whole.anchors.map((anchor) => (
            <Fact
              key={anchor.target}
              name={anchor.kind}
              text={`${anchor.target.replace(/^[^:]*:/, "")}${anchor.commit ? ` as of ${anchor.commit.slice(0, 10)}` : ""}`}
            />
          ))}
          {whole.links.map((link) => (
            <Fact key={`${link.source}${link.target}`} name={link.relationship} text={link.other || link.target} />
          ))}
        </dl>
      )}
      {verified && !memory && <p class="muted">vouched for on {day(verified)}</p>}
      {failed && <p class="problem">{failed}</p>}
      {draft !== null ? (
        <form onSubmit={save} class="edit">
          <textarea
            aria-label="Text of the memory"
            value={draft}
            rows={5}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          <div class="acts">
            <button type="submit">Save</button>
            <button type="button" class="plain" onClick={() => setDraft(null)}>
              Cancel
            </button>
          </div>
        </form>
      ) : (
        !report && (
          <div class="acts">
            <button type="button" class="plain" onClick={open} aria-expanded={whole !== null}>
              {whole ? "Less" : "More"}
            </button>
            {state && state !== "fresh" && (
              <button type="button" class="plain" onClick={verify}>
                It still holds
              </button>
            )}
            <button
              type="button"
              class="plain"
              onClick={() => act("show", { id }, (data) => (setWhole(data), setDraft(data.memory.content)))}
            >
              Change
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => shell.copy(`codegraph memory show ${quote(id)}`, "command")}
            >
              Copy command
            </button>
          </div>
        )
      )}
    </li>
  );
}

function Fact({ name, text }) {
  if (!text) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Name text={text} />
      </dd>
    </div>
  );
}

function OneNote({ id }) {
  return (
    <article class="known">
      <h1>A memory</h1>
      <ul class="notes">
        <Note id={id} kind="" text="" date="" wide />
      </ul>
      <p>
        <a href={hrefOf("known")}>All that is known</a>
      </p>
    </article>
  );
}

function WriteForm({ about }) {
  const shell = useContext(Shell);
  const [text, setText] = useState("");
  const [kind, setKind] = useState("decision");
  const [failed, setFailed] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const reply = await write("add", { content: text, kind, about: about ? [about] : [] });
      setText("");
      setFailed("");
      shell.tell(`${reply.data.action === "merged" ? "It was known already, and is merged" : "Stored"}.`, reply.data.token);
      shell.refresh();
    } catch (error) {
      setFailed(`${error.message}${error.hint ? `: ${error.hint}` : ""}`);
    }
    setBusy(false);
  };
  return (
    <form class="write" onSubmit={submit}>
      <h2>Write down</h2>
      <label>
        Kind{" "}
        <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {each.replace("_", " ")}
            </option>
          ))}
        </select>
      </label>
      <label class="wide">
        What was decided, or what warns {about && <>about {titleOf({ id: about }).replace(/^[^:]*:/, "")}</>}
        <textarea value={text} rows={3} required maxLength={20000} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {failed && (
        <p class="problem" role="alert">
          {failed}
        </p>
      )}
      <button type="submit" disabled={busy || !text.trim()}>
        Store
      </button>
    </form>
  );
}

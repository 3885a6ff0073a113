import { useEffect, useRef, useState, useContext } from "preact/hooks";
import { createContext } from "preact";
import { keyOf, read, recallReply } from "./api.js";

const RETRY_MS = 700; // while another process writes the index

// The page as a whole: the stamp of what is shown, what can be copied, and messages.
export const Shell = createContext(null);

export function useView(view, given, { main = false, skip = false } = {}) {
  const shell = useContext(Shell);
  const key = keyOf(view, given);
  const [state, setState] = useState(() => ({ key, reply: skip ? null : recallReply(view, given), error: null }));
  const wanted = useRef(key);
  wanted.current = key;
  useEffect(() => {
    if (skip) return undefined;
    const abort = new AbortController();
    let timer;
    const done = (next) => {
      if (wanted.current === key) setState({ key, stamp: shell.stamp, ...next });
    };
    const ask = () =>
      read(view, given, abort.signal).then(
        (reply) => done({ reply, error: null }),
        (error) => {
          if (error.state === "busy") timer = setTimeout(ask, RETRY_MS);
          else if (error.name !== "AbortError") done({ reply: null, error });
        },
      );
    ask();
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, shell.stamp, skip]);
  const current = state.key === key ? state : { key, reply: skip ? null : recallReply(view, given), error: null };
  useEffect(() => {
    if (main && current.reply) shell.offer({ view, given, reply: current.reply });
  }, [main, key, current.reply]);
  return {
    data: current.reply?.data ?? null,
    reply: current.reply,
    error: current.error,
    stamp: current.stamp, // of the files and memory that the answer was asked for at
    loading: !skip && !current.reply && !current.error,
  };
}

export function useRoute() {
  const [route, setRoute] = useState(parse);
  useEffect(() => {
    const change = () => setRoute(parse());
    addEventListener("hashchange", change);
    return () => removeEventListener("hashchange", change);
  }, []);
  return route;
}

function parse() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return { name: path || "start", given: Object.fromEntries(new URLSearchParams(query ?? "")) };
}

export function hrefOf(name, given = {}) {
  const words = new URLSearchParams();
  for (const [key, value] of Object.entries(given)) if (value !== "" && value != null) words.set(key, value);
  const query = words.toString();
  return `#/${name}${query ? `?${query}` : ""}`;
}

export const go = (name, given) => {
  location.hash = hrefOf(name, given);
};

export const replaceRoute = (name, given) => {
  history.replaceState(null, "", hrefOf(name, given));
  dispatchEvent(new HashChangeEvent("hashchange"));
};

// Bundle the page into codegraph/ui/assets. `--check` fails where the committed bundle differs.
import { build } from "esbuild";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "codegraph", "ui", "assets");
const made = await build({
  absWorkingDir: here,
  entryPoints: { app: "src/main.jsx" },
  outdir: assets,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  write: false,
});
const licence = readFileSync(join(here, "node_modules", "preact", "LICENSE"), "utf8").trim();
const version = JSON.parse(readFileSync(join(here, "node_modules", "preact", "package.json"), "utf8")).version;
const notice = `The bundle app.js contains the following program.\n\nPreact ${version}\n\n${licence}\n`;
const files = [...made.outputFiles.map((file) => [file.path, file.text]), [join(assets, "NOTICE"), notice]];
let compressed = 0;
let stale = false;
for (const [path, text] of files) {
  if (!path.endsWith("NOTICE")) compressed += gzipSync(text, { level: 9 }).length;
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
  } else if (readFileSync(path, "utf8") !== text) {
    stale = true;
    console.error(`${path} differs from what its sources make: run \`npm run build\` in ui/`);
  }
}
console.log(`${compressed} bytes compressed`);
process.exitCode = stale ? 1 : 0;

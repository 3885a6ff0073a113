// The routes of a Next.js application as Next.js itself collects them, as lines of JSON.
//
// Runs in the folder of the application: node next_routes.js FOLDER, where FOLDER/node_modules has `next` and
// `typescript`. Paths are those that Next.js maps to files when it builds, methods and handlers what the compiler of
// TypeScript says of a file's exports. A handler that a call makes has no place.
const fs = require('fs');
const path = require('path');
const { createRequire } = require('module');

const { printRoute } = require('./applications');

const from = createRequire(path.join(path.resolve(process.argv[2]), 'package.json'));
const root = fs.realpathSync(process.cwd());
const ts = from('typescript');
const { createPagesMapping } = { ...from('next/dist/build/entries'), ...load('next/dist/build/route-discovery') };
const { normalizeAppPath } = from('next/dist/shared/lib/router/utils/app-paths');
const { getRouteRegex } = from('next/dist/shared/lib/router/utils/route-regex');
const { recursiveReadDir } = from('next/dist/lib/recursive-readdir');
const { createValidFileMatcher } = from('next/dist/server/lib/find-page-file');
const { findPagesDir } = from('next/dist/lib/find-pages-dir');

function load(name) {
  try {
    return from(name); // of Next.js 16 and later
  } catch {
    return {};
  }
}

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'];
const EXTENSIONS = ['tsx', 'ts', 'jsx', 'js'];

async function collect() {
  const { pagesDir, appDir } = findPagesDir(root);
  const matcher = createValidFileMatcher(EXTENSIONS, appDir);
  const found = [];
  if (pagesDir) {
    const pagePaths = await recursiveReadDir(pagesDir, { pathnameFilter: matcher.isPageFile });
    const mapped = await createPagesMapping({ isDev: false, pagePaths, pageExtensions: EXTENSIONS, pagesType: 'pages', pagesDir, appDir });
    for (const [page, file] of Object.entries(mapped)) {
      if (/^\/_(app|document|error)$/.test(page) || !file.startsWith('private-next-pages')) continue;
      found.push({ page, isApi: /^\/api(\/|$)/.test(page), isApp: false, file: path.join(pagesDir, file.replace('private-next-pages', '')) });
    }
  }
  if (appDir) {
    const pagePaths = await recursiveReadDir(appDir, {
      pathnameFilter: (each) => matcher.isAppRouterPage(each),
      ignorePartFilter: (part) => part.startsWith('_'),
    });
    const mapped = await createPagesMapping({ isDev: false, pagePaths, pageExtensions: EXTENSIONS, pagesType: 'app', pagesDir, appDir });
    for (const [page, file] of Object.entries(mapped)) {
      if (!file.startsWith('private-next-app-dir') || /\/\(\.+\)/.test(page)) continue; // one that is shown in a page
      found.push({ page: normalizeAppPath(page), isApi: page.endsWith('/route'), isApp: true, file: path.join(appDir, file.replace('private-next-app-dir', '')) });
    }
  }
  return found;
}

// What a route is spelled like by itself, and without a rest that may be left out, if Next.js matches that.
function spell(page) {
  const paths = [page];
  const rest = page.match(/^(.*)\/\[\[\.\.\.[^\]]+\]\]$/);
  if (rest && getRouteRegex(page).re.test(rest[1] || '/')) paths.push(rest[1] || '/');
  return paths.map((each) => each.replace(/\[\[?(?:\.\.\.)?([^\]]+)\]\]?/g, (_, name) => `{${name.replace(/\W/g, '_')}}`));
}

function locate(checker, symbol) {
  const inner = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  let node = inner.valueDeclaration || (inner.declarations || [])[0];
  for (let steps = 0; node && steps < 8; steps++) {
    const next = ts.isVariableDeclaration(node) ? node.initializer : ts.isExportAssignment(node) ? node.expression : null;
    const given = next && ts.isIdentifier(next) ? checker.getSymbolAtLocation(next) : null;
    if (given) {
      const real = given.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(given) : given;
      node = real.valueDeclaration || (real.declarations || [])[0];
    } else if (next) {
      node = next;
    } else break;
  }
  if (!node || !(ts.isFunctionLike(node) || ts.isClassLike(node))) return { file: '', line: 0 };
  const source = node.getSourceFile();
  const start = source.getLineAndCharacterOfPosition((node.name || node).getStart(source));
  return { file: fs.realpathSync(source.fileName), line: start.line + 1 };
}

async function main() {
  let basePath = process.env.BASE_PATH_OF_CONFIG || '';
  const found = await collect();
  const config = ts.findConfigFile(root, ts.sys.fileExists, 'tsconfig.json');
  const paths = config ? ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, root).options : {};
  const program = ts.createProgram(found.map((each) => each.file), { ...paths, allowJs: true, noEmit: true, noLib: true, types: [] });
  const checker = program.getTypeChecker();
  for (const { page, isApi, isApp, file } of found) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file));
    const exported = module ? checker.getExportsOfModule(module) : [];
    const names = isApi && isApp ? METHODS : ['default'];
    for (const name of names) {
      const symbol = exported.find((each) => each.name === name);
      if (!symbol) continue;
      const method = name !== 'default' ? name : isApi ? 'ANY' : 'GET';
      for (const spelled of spell(page)) {
        printRoute({ method, path: basePath + spelled, ...locate(checker, symbol) });
      }
    }
  }
}

main();

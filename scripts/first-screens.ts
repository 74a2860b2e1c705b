// Tells the page which files each screen needs; public/early.js asks for them. Used by vite.config.ts.
// Worth a tenth of the time until the tracker can be used on a slow phone, as much as 40 kB less would be.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

interface Screen {
  address: string;
  route: string;
  words: readonly string[];
}

const LINE =
  /(?:index: true|path: '([\w/-]+?)(?:\/:\w+\?)?'),\s*lazy: screen\(\s*\(\) => import\('@\/app\/routes\/([\w-]+)'\)((?:,\s*'[\w-]+')*)/g;

/** The screens of src/app/screens.ts: address, file in src/app/routes, words. */
export function readScreens(): Screen[] {
  const file = path.join(import.meta.dirname, '../src/app/screens.ts');
  const screens = [...readFileSync(file, 'utf8').matchAll(LINE)].map(
    ([, name = '', route = '', words = '']) => ({
      address: `/${name}`,
      route,
      words: words.match(/[\w-]+/g) ?? [],
    }),
  );
  if (screens.length === 0) throw new Error(`No screens found in ${file}`);
  return screens;
}

export const SHELL = { route: 'protected-area', words: ['common', 'shell', 'timer', 'errors'] };
/** Everywhere else, and before signing in. */
const ELSEWHERE = '*';

interface Files {
  code: number[];
  en: number[];
  es: number[];
}

/** The list, as the page carries it: every file once, screens by their places in that list. */
export function firstScreens(bundle: Rolldown.OutputBundle): Record<string, Files | string[]> {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const page = chunks.find((chunk) => chunk.isEntry);
  const given = new Set(page ? withImports(bundle, page) : []);
  const files: string[] = [];
  const placesOf = (modules: readonly string[]): number[] => {
    const wanted = modules.flatMap((name) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(name)));
      if (!chunk) throw new Error(`${name} is in no file of the build`);
      return withImports(bundle, chunk);
    });
    return [...new Set(wanted)]
      .filter((file) => !given.has(file))
      .map((file) => {
        const address = `/${file}`;
        return files.includes(address) ? files.indexOf(address) : files.push(address) - 1;
      });
  };
  const words = (language: string, names: readonly string[]): number[] =>
    placesOf(names.map((name) => `/src/locales/${language}/${name}.json`));
  const screens = readScreens().map((screen) => {
    const names = [...SHELL.words, ...screen.words];
    const code = placesOf([SHELL, screen].map(({ route }) => `/src/app/routes/${route}.tsx`));
    return [screen.address, { code, en: words('en', names), es: words('es', names) }];
  });
  const elsewhere = { code: [], en: words('en', ['common']), es: words('es', ['common']) };
  return { files, ...Object.fromEntries(screens), [ELSEWHERE]: elsewhere };
}

/** A chunk, its styles, and all it imports at once. */
function withImports(
  bundle: Rolldown.OutputBundle,
  chunk: Rolldown.OutputChunk,
  seen = new Set<string>(),
): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imports = chunk.imports.flatMap((name) => {
    const next = bundle[name];
    return next?.type === 'chunk' ? withImports(bundle, next, seen) : [];
  });
  return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? []), ...imports];
}

export function firstScreensList(): Plugin {
  return {
    name: 'first-screens',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const list = JSON.stringify(firstScreens((bundle ?? {}) as Rolldown.OutputBundle));
        const reader = '<script src="/early.js">';
        const page = html.replace(
          reader,
          `<script type="application/json" id="first-screens">${list}</script>\n    ${reader}`,
        );
        // A build that knows its backend never asks for /config.json.
        const isHosted = Boolean(process.env['VITE_SUPABASE_URL']);
        return isHosted ? page.replace(/\s*<link[^>]*config\.json[^>]*>/, '') : page;
      },
    },
  };
}

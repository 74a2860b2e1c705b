// Tells the bundler which modules share a file; used by vite.config.ts.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { readScreens, SHELL } from './first-screens.ts';

type Group = Rolldown.CodeSplittingGroup;

/** What one screen in this many needs is loaded with the first screen, whichever that is. */
const SHARED_BY_ONE_IN = 5;

/** What opens over a screen comes with the first touch. */
const PANEL = '/src/components/ui/popover-panel.tsx';

/**
 * Which modules travel together. Left alone, the bundler makes a file of a few hundred bytes for
 * everything two screens share, and each costs a request. So the app is bundled once without groups,
 * only to see which modules each screen reaches. What is loaded on demand stays so.
 */
export async function chunkGroups(config: UserConfig): Promise<Group[]> {
  const reach = await modulesByRoute(config);
  const page = reach('index.html');
  const signIn = union(signInRoutes().map((route) => reach(routeFile(route))));
  const shell = reach(routeFile(SHELL.route));
  const screens = readScreens().map(({ route }) => reach(routeFile(route)));
  const signedIn = union([shell, ...screens]);
  const base = union([page, new Set([...signIn].filter((id) => signedIn.has(id)))]);
  const inManyScreens = new Set(
    [...signedIn].filter(
      (id) => screens.filter((each) => each.has(id)).length * SHARED_BY_ONE_IN >= screens.length,
    ),
  );
  // What is opened at a job site; what only other screens share does not travel with it.
  const timeTracker = reach(routeFile('time-tracker'));
  const myStatus = reach(routeFile('my-status'));
  const usedFirst = union([timeTracker, myStatus]);
  const usedByBoth = new Set([...timeTracker].filter((id) => myStatus.has(id)));
  const panel = reach(PANEL);
  const groups: Group[] = [
    { name: 'base', test: (id) => base.has(id) },
    { name: 'sign-in', test: (id) => signIn.has(id) },
    { name: 'shell', test: (id) => shell.has(id) },
    ...['en', 'es'].map((language) => ({ name: `words-${language}`, test: shellWords(language) })),
    {
      name: 'screens',
      test: (id) => usedByBoth.has(id) || (inManyScreens.has(id) && usedFirst.has(id)),
    },
    // Without a signal each file costs as much as 5 kB of code: what My Status shares is one.
    { name: 'on-site', test: (id) => myStatus.has(id), minShareCount: 2 },
    { name: 'panels', test: (id) => panel.has(id) },
    { name: 'more', test: (id) => inManyScreens.has(id) },
    { name: 'icons', test: /\/lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
  ];
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}

const routeFile = (route: string): string => `/src/app/routes/${route}.tsx`;

function signInRoutes(): string[] {
  const router = path.join(import.meta.dirname, '../src/app/router.tsx');
  const [, routes = ''] =
    readFileSync(router, 'utf8').match(/authRoutes[^=]*= \{(.*?)\n\};/s) ?? [];
  return [...routes.matchAll(/@\/app\/routes\/([\w-]+)/g)].map(([, route = '']) => route);
}

const shellWords = (language: string): RegExp =>
  new RegExp(
    `/locales/${language}/(${SHELL.words.filter((name) => name !== 'common').join('|')})\\.json`,
  );

const union = (sets: ReadonlySet<string>[]): Set<string> =>
  new Set(sets.flatMap((set) => [...set]));

/** Bundles without groups; answers which modules come at once with a file of the sources. */
async function modulesByRoute(config: UserConfig): Promise<(file: string) => Set<string>> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    plugins: [...(config.plugins ?? []), withoutStyles()],
    build: { ...config.build, write: false, minify: false, manifest: false },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as Rolldown.RolldownOutput;
  const chunks = output.filter((each) => each.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = (chunk: Rolldown.OutputChunk, seen: Set<Rolldown.OutputChunk>): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const next = byName.get(name);
      if (next) reached(next, seen);
    }
  };
  return (file) => {
    const start = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(file));
    if (!start) throw new Error(`${file} is in no file of the build`);
    const seen = new Set<Rolldown.OutputChunk>();
    reached(start, seen);
    return new Set([...seen].flatMap(({ moduleIds }) => moduleIds));
  };
}

/** Styles take as long as the scripts and reach nothing. */
function withoutStyles(): Plugin {
  return {
    name: 'without-styles',
    enforce: 'pre',
    load: (id) => (id.endsWith('.css') ? '' : null),
  };
}

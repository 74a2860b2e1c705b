// Tells the bundler which modules share a file; used by vite.config.ts.
import path from 'node:path';
import { normalizePath, type Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type ModuleInfo = (id: string) => Rolldown.ModuleInfo | null;
type Modules = ReadonlySet<string>;

/** What one screen in this many needs is loaded with the first screen, whichever that is. */
const SHARED_BY_ONE_IN = 5;
/** What forms on both sides of the sign-in need of a package would take the sign-in along. */
const FORMS = /\/(useMutation|mutationObserver)\.js$/;
const ICONS = /\/lucide-react\/dist\/esm\/icons\//;
const ICON_INDEX = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
/** Their code is read when they are opened: most people only sign in. */
const ACCOUNT = ['register', 'forgot-password', 'reset-password'];
const SIGN_IN = ['auth-layout', 'login'];

/**
 * Which modules travel together. Left alone, the bundler makes a file of a few hundred bytes for
 * everything two screens share, and each costs a request: 133 files and 267 kB for the time tracker
 * instead of 13 and 242. Groups are made of modules of src/, by the screens that reach them; what
 * these need of packages comes along, and what is loaded on demand stays so.
 */
export function chunkGroups(): Group[] {
  let reached: ReturnType<typeof reachedModules> | undefined;
  const group = (
    name: string,
    belongs: (id: string, modules: ReturnType<typeof reachedModules>) => boolean,
    options: Partial<Group> = {},
  ): Group => ({
    debugName: name,
    test: /\/src\//,
    name: (id, context) => {
      reached ??= reachedModules((module) => context.getModuleInfo(module));
      return belongs(id, reached) ? name : null;
    },
    ...options,
  });
  const groups: Group[] = [
    ...['en', 'es'].map((language) => ({
      name: `words-${language}`,
      test: new RegExp(`/locales/${language}/(shell|timer|errors)\\.json`),
    })),
    group('base', (id, { base }) => base.has(id) || FORMS.test(id), {
      test: /\/src\/|utation/,
    }),
    // Those of the sign-in by themselves, or it would load what every other screen shares.
    group('first-icons', (id, { firstIcons }) => firstIcons.has(path.parse(id).name), {
      test: ICONS,
    }),
    group('icons', (id, { icons }) => icons.has(path.parse(id).name), {
      test: ICONS,
      minShareCount: 3,
    }),
    { name: 'late-icons', test: ICONS, minShareCount: 3 },
    group('sign-in', (id, { signIn }) => signIn.has(id)),
    group('account', (id, { account }) => account.has(id)),
    group('shell', (id, { shell }) => shell.has(id)),
    // What is opened at a job site; what only other screens share does not travel with it.
    group('screens', (id, { usedByBoth, usedFirst, inManyScreens }) => {
      return usedByBoth.has(id) || (inManyScreens.has(id) && usedFirst.has(id));
    }),
    // Without a signal each file costs as much as 5 kB of code: what My Status shares is one.
    group('on-site', (id, { myStatus }) => myStatus.has(id), { minShareCount: 2 }),
    // What opens over a screen comes with the first touch.
    group('panels', (id, { panel }) => panel.has(id)),
    group('more', (id, { inManyScreens }) => inManyScreens.has(id)),
  ];
  return groups.map((each, index) => ({ ...each, priority: groups.length - index }));
}

function reachedModules(moduleInfo: ModuleInfo) {
  const reach = (file: string): Modules => modulesFrom(sourceFile(file), moduleInfo);
  const route = (name: string): Modules => reach(`app/routes/${name}.tsx`);
  const signIn = union(SIGN_IN.map(route));
  const account = union(ACCOUNT.map(route));
  const shell = route('protected-area');
  const { dynamicallyImportedIds = [] } = moduleInfo(sourceFile('app/screens.ts')) ?? {};
  const screens = dynamicallyImportedIds.map((id) => modulesFrom(id, moduleInfo));
  const signedIn = union([shell, ...screens]);
  const timeTracker = route('time-tracker');
  const myStatus = route('my-status');
  const base = union([reach('main.tsx'), shared(union([signIn, account]), signedIn)]);
  return {
    base,
    firstIcons: iconsOf(union([base, signIn]), moduleInfo),
    icons: iconsOf(signedIn, moduleInfo),
    signIn,
    account,
    shell,
    myStatus,
    usedFirst: union([timeTracker, myStatus]),
    usedByBoth: shared(timeTracker, myStatus),
    inManyScreens: new Set(
      [...signedIn].filter(
        (id) => screens.filter((each) => each.has(id)).length * SHARED_BY_ONE_IN >= screens.length,
      ),
    ),
    panel: reach('components/ui/popover-panel.tsx'),
  };
}

/** The files of the icons that these modules import. Several names may stand for one icon. */
function iconsOf(modules: Modules, moduleInfo: ModuleInfo): Modules {
  const icons = new Set<string>();
  for (const id of modules) {
    const { code = null, importedIds = [] } = moduleInfo(id) ?? {};
    const index = importedIds.find((imported) => ICON_INDEX.test(imported));
    const names = code?.match(/import \{([^}]*)\} from ["']lucide-react["']/)?.[1];
    if (!index || !names) continue;
    const files = iconFiles(index, moduleInfo);
    for (const name of names.match(/\b[A-Z]\w*/g) ?? []) {
      const file = files.get(name);
      if (file) icons.add(file);
    }
  }
  return icons;
}

/** Which icon each name of the package stands for. */
const iconFiles = (index: string, moduleInfo: ModuleInfo): ReadonlyMap<string, string> => {
  const lines = (moduleInfo(index)?.code ?? '').matchAll(
    /export \{([^}]*)\} from ["']\.\/icons\/([\w-]+)\.m?js["']/g,
  );
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/ as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
};

const sourceFile = (file: string): string =>
  normalizePath(path.join(import.meta.dirname, '../src', file));

const union = (sets: readonly Modules[]): Modules => new Set(sets.flatMap((set) => [...set]));

const shared = (one: Modules, other: Modules): Modules =>
  new Set([...one].filter((id) => other.has(id)));

/** The modules of src/ that come at once with a file of it. */
function modulesFrom(start: string, moduleInfo: ModuleInfo): Modules {
  const found = new Set([start]);
  for (const id of found) {
    const info = moduleInfo(id);
    if (!info) throw new Error(`${id} is in no file of the build`);
    for (const next of info.importedIds) if (next.includes('/src/')) found.add(next);
  }
  return found;
}

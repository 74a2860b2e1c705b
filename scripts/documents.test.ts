import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { overtimeWeeks } from '../testing/rule-examples.ts';

const ROOT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const missing = (files: Iterable<string>) =>
  [...files].filter((file) => !existsSync(path.join(ROOT, file)));

const PAGES = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'CODE_STYLE.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
];
/** Without the records of finished releases: they name commands and paths as they were then. */
const CURRENT = PAGES.filter((page) => !page.startsWith('docs/releases/'));
const SOURCES = globSync(
  [
    '{src,server,contract,e2e,testing,bench,scripts}/**/*.{ts,tsx,mjs,js,css,sql}',
    'supabase/{schemas,tests,seed}/**/*.{ts,sql}',
  ],
  {
    cwd: ROOT,
    exclude: (name) => /node_modules|pgtap|documents\.test|\bupgrade\b/.test(String(name)),
  },
);

/** What `#…` may name in a page: its headings, as GitHub writes them, and `<a id>`. */
function anchorsOf(file: string): Set<string> {
  const text = read(file).replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([
    ...headings,
    ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
  ]);
}

/** Of addresses such as `docs/design.md#forms`: those without a file, or without that place in it. */
function unresolved(addresses: Iterable<string>): string[] {
  return [...addresses].filter((address) => {
    const [file = '', anchor] = address.split('#');
    if (!existsSync(path.join(ROOT, file))) return true;
    return anchor !== undefined && !anchorsOf(file).has(anchor);
  });
}

/** Relative links of a page: `[text](address)`, `[text](#place)`. */
function linksOf(file: string): string[] {
  return [...read(file).matchAll(/\]\(([^)\s]+)[^)]*\)/g)]
    .map(([, address]) => address ?? '')
    .filter((address) => !/^\w+:/.test(address))
    .map((address) =>
      address.startsWith('#')
        ? file + address
        : path.posix.join(path.posix.dirname(file), address).replace(/\/(?=#|$)/, ''),
    );
}

test('every place the pages link to is there', () => {
  const links = PAGES.flatMap((page) => unresolved(linksOf(page)).map((to) => `${page}: ${to}`));
  expect(links).toEqual([]);
});

test('every page that code cites is there', () => {
  const cited = SOURCES.flatMap((file) =>
    [...read(file).matchAll(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g)].map(([address]) => address),
  );
  expect(cited.length).toBeGreaterThan(15);
  expect(unresolved(new Set(cited))).toEqual([]);
});

test('nothing cites a document that is not in the repository', () => {
  // But of a law or of the form WH-347, in the form's own words.
  const foreign =
    /domain notes|\bthe spec\b(?!\.)|\bspec, section|(?<!RFC \d+,? )\bsections? (?!\d{4} of title|4\(c\) below)\d/i;
  const citing = [...SOURCES, ...PAGES].flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        foreign.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(citing).toEqual([]);
});

const RULE = /^\| (?:<a id="\w+"><\/a>)?(L\d+|[A-Z]+-[A-Z]{0,2}\d+[a-z]?) \|/gm;
const rules = globSync('docs/rules/*.md', { cwd: ROOT }).flatMap((file) =>
  [...read(file).matchAll(RULE)].map(([, id = '']) => id),
);
const examples = rules.filter((id) => id.includes('-'));

test('every rule and example that is named has its row in docs/rules', () => {
  const prefixes = new Set(examples.map((id) => id.split('-')[0] ?? ''));
  // One letter and a dash stand for much else: the examples of public work have two digits, or their state.
  const longer = [...prefixes].filter((prefix) => prefix.length > 1).join('|');
  const named = new RegExp(
    `\\b(?:(?:${longer})-[A-Z]?\\d+[a-z]?|A-\\d\\d[a-z]?|B-CA\\d|L\\d\\d?(?=[:,)]| to ))\\b`,
    'g',
  );
  const unknown = [...SOURCES, ...PAGES].flatMap((file) =>
    [...read(file).matchAll(named)]
      .filter(([id]) => !rules.includes(id))
      .map(([id]) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

test('every example of docs/rules is in one row and has a test', () => {
  const tests = SOURCES.filter((file) => /\.test\.tsx?$|^e2e\//.test(file))
    .map(read)
    .join('\n');
  const run = new Set(overtimeWeeks().map(({ id }) => id));
  const isTested = (id: string) => run.has(id) || new RegExp(`\\b${id}\\b`).test(tests);
  expect(examples.length).toBeGreaterThan(120);
  expect(examples.filter((id, index) => examples.indexOf(id) !== index)).toEqual([]);
  expect(examples.filter((id) => !isTested(id))).toEqual([]);
});

test('every command the pages name is there', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...CURRENT, 'bench/README.md'].flatMap((page) =>
    [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => `${page}: ${name}`),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((line) => !((line.split(': ')[1] ?? '') in scripts))).toEqual([]);
});

test('everything of the private schema that the pages name is there', () => {
  const sql = globSync('supabase/schemas/**/*.sql', { cwd: ROOT }).map(read).join('\n');
  const named = CURRENT.flatMap((page) =>
    [...read(page).matchAll(/`private\.(\w+)/g)].map(([, name = '']) => ({ page, name })),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !sql.includes(`private.${name}`))).toEqual([]);
});

const FOLDERS =
  /^(\.ci|\.github|bench|contract|deploy|docs|e2e|public|runtime|scripts|server|src|supabase|testing)\/[\w./-]*$/;
const FILE = /^[\w./-]+\.(?:[cm]?[jt]sx?|sql|md|css)$/;

test('every path the pages name is there, and every file that pages for developers name', () => {
  const files = globSync('**/*', {
    cwd: ROOT,
    exclude: (name) => /(^|\/)(node_modules|\.git|data|dist|test-results)$/.test(String(name)),
  }).map((file) => `/${file}`);
  const isThere = (name: string) =>
    existsSync(path.join(ROOT, name)) ||
    files.some((file) => file.endsWith(path.posix.join('/', name).replace(/\/$/, '')));
  const forDevelopers = [
    'docs/architecture.md',
    'docs/design.md',
    'CONTRIBUTING.md',
    'CODE_STYLE.md',
  ];
  // What newcomers did once stays as they did it.
  const pages = CURRENT.filter((page) => page !== 'docs/newcomer-runs.md');
  const named = pages.flatMap((page) =>
    [
      ...read(page)
        .replace(/^```[\s\S]*?^```/gm, '')
        .matchAll(/`([^`\s]+)`/g),
    ]
      .map(([, name = '']) => ({ page, name }))
      .filter(({ name }) => FOLDERS.test(name) || (forDevelopers.includes(page) && FILE.test(name)))
      .filter(({ name }) => !/(^|\/)x([./-]|$)/.test(name)),
  );
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ name }) => !isThere(name))).toEqual([]);
});

test('what the container is built from is there and not left out', () => {
  const ignored = new Set(read('.dockerignore').split('\n').filter(Boolean));
  const copied = [...read('deploy/Dockerfile').matchAll(/^COPY (?:--\S+ )*(.+) \S+$/gm)]
    .flatMap(([, sources]) => sources?.split(' ') ?? [])
    .filter((source) => !source.startsWith('/'));
  const run = [...read('deploy/Dockerfile').matchAll(/scripts\/bootstrap\.mjs",? "?([\w.]+)/g)].map(
    ([, script]) => `scripts/${script}`,
  );
  expect(copied).toContain('package-lock.json');
  expect(run.length).toBeGreaterThan(0);
  expect(missing([...copied, ...run])).toEqual([]);
  expect(copied.filter((file) => ignored.has(file))).toEqual([]);
  expect(read('deploy/compose.yaml')).toContain('dockerfile: deploy/Dockerfile');
});

test('the page of differences names every route, and the public ones as such', () => {
  const page = read('docs/spec-differences.md');
  const row = page.split('\n').find((line) => line.startsWith('| no other routes')) ?? '';
  const [signedIn = '', open = ''] = row.split('public:');
  const routes = (file: string) =>
    [...read(file).matchAll(/path: '([^'*]+)'/g)].map(([, route = '']) => route);
  const specified = [
    ...['', 'time-tracker', 'my-status', 'payroll', 'employees', 'projects', 'cost-codes'],
    ...['equipment', 'photos', 'documents', 'scheduling', 'map', 'budgets', 'bulletin'],
    ...['management', 'activity-reports', 'progress', 'verification', 'field-reports', 'settings'],
    ...['auth', 'login', 'register', 'forgot-password', 'reset-password', 'dev/components'],
  ];
  const named = (text: string) =>
    new Set([...text.matchAll(/\/([\w/:?-]+)/g)].map(([, one]) => one));
  const beyond = (file: string) => routes(file).filter((route) => !specified.includes(route));
  expect(beyond('src/app/screens.ts').filter((route) => !named(signedIn).has(route))).toEqual([]);
  expect(beyond('src/app/router.tsx').filter((route) => !named(open).has(route))).toEqual([]);
});

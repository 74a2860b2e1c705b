import { readFileSync } from 'node:fs';
import path from 'node:path';

export const VERBS = ['read', 'add', 'change', 'delete'] as const;
export type Verb = (typeof VERBS)[number];

/** Everyone the isolation test tries things as. */
export const PERSONAS = [
  'anon',
  'unemployed',
  'employee',
  'foreman',
  'manager',
  'owner',
  'deactivated',
  'otherEmployee',
  'otherOwner',
  'kiosk',
] as const;
export type Persona = (typeof PERSONAS)[number];

export interface Permissions {
  readonly tables: ReadonlyMap<string, Readonly<Record<Verb, readonly string[]>>>;
  readonly unwritable: ReadonlyMap<string, readonly string[]>;
  readonly buckets: ReadonlyMap<string, Readonly<Record<Verb, readonly string[]>>>;
  readonly functions: ReadonlyMap<string, string>;
  readonly stories: ReadonlySet<string>;
}

/** Whoever has one of these, signed in or not. */
export const LINKS = [
  'portal links',
  'subcontractor links',
  'ticket links',
  'site links',
  'message links',
  'question links',
  'photo links',
  'calendar links',
  'mail links',
  'push devices',
] as const;
export type LinkKind = (typeof LINKS)[number];

export const isLink = (word: string): word is LinkKind =>
  (LINKS as readonly string[]).includes(word);

const WORDS = new Set<string>([
  ...LINKS,
  'kiosks',
  'nobody',
  'self',
  'leavers',
  'own',
  'company',
  'foremen',
  'managers',
  'owners',
]);

/** Reads docs/permissions.md, which people read as well. */
export function readPermissions(): Permissions {
  const file = path.join(import.meta.dirname, '../../docs/permissions.md');
  const sections = new Map(
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .map((section) => [section.split('\n', 1)[0] as string, rowsOf(section)]),
  );
  const tables = sections.get('Tables') ?? [];
  const buckets = sections.get('Files') ?? [];
  const functions = sections.get('Functions') ?? [];
  return {
    tables: verbsByName(tables),
    buckets: verbsByName(buckets),
    unwritable: new Map(
      (sections.get('Columns that no client writes') ?? []).map(([name = '', columns = '']) => [
        name,
        columns.split(', '),
      ]),
    ),
    functions: new Map(functions.map(([name = '', who]) => [name, wordsOf(who)[0] as string])),
    stories: new Set([...tables, ...buckets, ...functions].map((row) => row.at(-1) as string)),
  };
}

const verbsByName = (rows: readonly string[][]) =>
  new Map(
    rows.map(([name = '', ...cells]) => [
      name,
      Object.fromEntries(VERBS.map((verb, index) => [verb, wordsOf(cells[index])])) as Record<
        Verb,
        string[]
      >,
    ]),
  );

/** The words under which this person may act, given whether the row is about them. */
export function wordsFor(persona: Persona, isOwnRow: boolean): readonly string[] {
  const everywhere: Record<Persona, readonly string[]> = {
    anon: [],
    unemployed: [],
    employee: ['company'],
    foreman: ['company', 'foremen'],
    manager: ['company', 'foremen', 'managers'],
    owner: ['company', 'foremen', 'managers', 'owners'],
    deactivated: [],
    otherEmployee: [],
    otherOwner: [],
    kiosk: [],
  };
  return isOwnRow ? [...everywhere[persona], 'own', 'self'] : everywhere[persona];
}

function rowsOf(section: string): string[][] {
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

function wordsOf(cell = ''): string[] {
  const words = cell.split(', ');
  const unknown = words.find((word) => !WORDS.has(word));
  if (unknown !== undefined) throw new Error(`docs/permissions.md: unknown word "${unknown}"`);
  return words;
}

// The beginning of a migration: what the files say about tables and types and the migrations do not make yet.
import type { Definition } from './definition.ts';
import { factsOfAll } from './read-definitions.ts';

type Facts = Readonly<Record<string, string>>;

/** `column public.projects.shade`, `constraint shade_length on public.projects`, `foreign key … on …`. */
const COLUMN = /^column (\S+)\.([^.\s]+)$/;
const RULE = /^(constraint|foreign key) (\S+) on (\S+)$/;
const FINITE = /^constraint finite_\S+ on (\S+)$/;
/** Made again from the files at every start, so no migration has to. */
const REPEATABLE = /^(function|view|trigger|policy|comment on|rights on) /;

/** The same of a table's rights; the database of migrations alone, which this begins with, lacks them. */
const ROW_SECURITY = /^alter table \S+ (enable|force) row level security;$/gm;
/** Granted by a function after each start (supabase/schemas/connected/api_scopes.sql). */
const GRANTED_AT_START = /api_token=\w+\/\w+,?/;

/** Ready to run where no row can be lost; a comment where somebody has to decide. */
export function startMigration(
  migrated: readonly Definition[],
  declared: readonly Definition[],
  structure: readonly string[],
): string {
  const before = structureIn(factsOfAll(migrated));
  const after = structureIn(factsOfAll(declared));
  const newTables = declared
    .filter(({ kind, name }) => kind === 'table' && before[`table ${name}`] === undefined)
    .map(({ name }) => name);
  const isOfNewTable = (name: string) =>
    newTables.some((table) => mentions(name, table) || mentions(after[name] ?? '', table));
  const names = changedNames(before, after).filter((name) => !REPEATABLE.test(name));
  const rest = names.filter((name) => !isOfNewTable(name));
  const tables = rest.flatMap((name) => FINITE.exec(name)?.[1] ?? []);
  return [
    ...structure.filter((statement) => newTables.some((table) => mentions(statement, table))),
    ...rest.filter((name) => !FINITE.test(name)).map((name) => statementFor(name, before, after)),
    ...[...new Set(tables)].map((table) => `select private.refuse_non_finite('${table}');`),
  ].join('\n');
}

/** Facts without what is made again at every start. */
function structureIn(facts: Facts): Facts {
  return Object.fromEntries(
    Object.entries(facts).map(([name, text]) => {
      if (name.startsWith('table ')) return [name, text.replace(ROW_SECURITY, '').trim()];
      if (name.startsWith('schema ')) return [name, text.replace(GRANTED_AT_START, '')];
      return [name, text];
    }),
  );
}

function statementFor(name: string, before: Facts, after: Facts): string {
  const text = after[name];
  const [, columnTable, column] = COLUMN.exec(name) ?? [];
  const [, , rule, ruleTable] = RULE.exec(name) ?? [];
  if (text === undefined) {
    if (rule) return `alter table ${ruleTable} drop constraint ${rule};`;
    if (name.startsWith('index ')) return `drop ${name};`;
    const hint = column ? ` (alter table ${columnTable} drop column ${column};)` : '';
    return `-- Gone from the files; write what becomes of it: ${name}${hint}`;
  }
  if (before[name] !== undefined) {
    return `-- Changed in the files; write how: ${name}\n--   from ${oneLine(before[name])}\n--   to ${oneLine(text)}`;
  }
  if (column) return `alter table ${columnTable} add column ${text};`;
  if (rule) return text.startsWith('alter') ? text : `alter table ${ruleTable} add ${text};`;
  if (/^(index|type) /.test(name)) return text;
  const [, publication, table] = /^publication (\S+) of (\S+)$/.exec(name) ?? [];
  if (publication) return `alter publication ${publication} add table ${table};`;
  return `-- New in the files; write it: ${name}: ${oneLine(text)}`;
}

/** Every name whose text differs, with what is to become of it. */
export function differences(before: Facts, after: Facts): string[] {
  return changedNames(before, after).map((name) => {
    if (after[name] === undefined) return `${name}: remove`;
    return `${name}: ${before[name] === undefined ? 'add' : 'change to'} ${after[name]}`;
  });
}

function changedNames(before: Facts, after: Facts): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.filter((name) => (before[name] ?? '') !== (after[name] ?? ''));
}

function mentions(text: string, table: string): boolean {
  return new RegExp(`(^|[\\s'"(])${table.replaceAll('.', '\\.')}([\\s'").,;]|$)`).test(
    text.replace(/ references \S+/g, ''),
  );
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

// The beginning of a migration: what the schema files say and the migrations do not make yet.
import type { Definition } from './definition.ts';
import { factsOfAll } from './read-definitions.ts';

/** These can be made again without asking what is stored. */
const READY = new Set<Definition['kind']>(['function', 'trigger', 'policy']);

export function startMigration(
  migrated: readonly Definition[],
  declared: readonly Definition[],
): string {
  const before = new Map(migrated.map((definition) => [keyOf(definition), definition]));
  const after = new Map(declared.map((definition) => [keyOf(definition), definition]));
  const gone = migrated.filter((one) => READY.has(one.kind) && !after.has(keyOf(one)));
  const changed = declared.filter(
    (one) => READY.has(one.kind) && differ(before.get(keyOf(one)), one),
  );
  const byHand = differences(
    factsOfAll(migrated.filter(({ kind }) => !READY.has(kind))),
    factsOfAll(declared.filter(({ kind }) => !READY.has(kind))),
  );
  return [
    ...(byHand.length > 0
      ? [`-- To write by hand:\n${byHand.map((line) => line.replace(/^/gm, '--   ')).join('\n')}`]
      : []),
    ...gone.sort(dropOrder).map(dropStatement),
    ...changed.map((one) => again(before.get(keyOf(one)), one)),
  ].join('\n\n');
}

/** Every name whose text differs, with what is to become of it. */
export function differences(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => {
    if (before[name] === after[name] || (!before[name] && !after[name])) return [];
    if (after[name] === undefined) return [`${name}: remove`];
    return [`${name}: ${before[name] === undefined ? 'add' : 'change to'} ${after[name]}`];
  });
}

function keyOf({ kind, name, table }: Definition): string {
  return `${kind} ${name} ${kind === 'function' ? '' : (table ?? '')}`;
}

function differ(before: Definition | undefined, after: Definition): boolean {
  return before === undefined || differences(before.facts, after.facts).length > 0;
}

/** A policy cannot be replaced, and a function only while its arguments and result stay the same. */
function again(before: Definition | undefined, after: Definition): string {
  const replaces =
    after.kind === 'trigger' || (after.kind === 'function' && sameShape(before, after));
  if (before === undefined || replaces) return after.sql;
  return `${dropStatement(before)}\n${after.sql}`;
}

function sameShape(before: Definition | undefined, after: Definition): boolean {
  return headOf(before?.sql ?? '') === headOf(after.sql);
}

/** Up to the language: name, arguments with defaults, result. */
function headOf(sql: string): string {
  return sql.split('\nlanguage ')[0] ?? '';
}

function dropStatement({ kind, name, table }: Definition): string {
  if (kind === 'function') return `drop function ${name};`;
  return `drop ${kind} ${/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`} on ${table};`;
}

function dropOrder(a: Definition, b: Definition): number {
  return Number(a.kind === 'function') - Number(b.kind === 'function');
}

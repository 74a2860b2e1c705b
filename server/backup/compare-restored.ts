import type { Queryable } from '../database/sql/sql.ts';
import type { Difference } from './difference.ts';
import { listSequences, readTable, setTextFormat } from './dump-tables.ts';
import { readFigures, readProblems } from './figures.ts';
import type { Figure, Manifest } from './manifest.ts';

/** Reads every loaded table back. Nothing may have changed a row since it was loaded. */
export async function compareTables(
  sql: Queryable,
  { tables, sequences }: Manifest,
): Promise<Difference | null> {
  await setTextFormat(sql);
  for (const table of tables) {
    const { rows, sha256 } = await readTable(sql, table);
    const subject = `${table.schema}.${table.name}`;
    if (rows !== table.rows) {
      return { kind: 'rows', subject, expected: String(table.rows), found: String(rows) };
    }
    if (sha256 !== table.sha256) return { kind: 'content', subject, expected: null, found: null };
  }
  const restored = new Map(
    (await listSequences(sql)).map(({ schema, name, value }) => [`${schema}.${name}`, value]),
  );
  for (const { schema, name, value } of sequences) {
    const subject = `${schema}.${name}`;
    const found = restored.get(subject) ?? null;
    // One that was never used is left as the migrations made it.
    if (value !== null && found !== value) {
      return { kind: 'sequence', subject, expected: value, found };
    }
  }
  return null;
}

/** Computes the figures of the backup's moment again. */
export async function compareFigures(
  sql: Queryable,
  { createdAt, figures = [], figuresProblem }: Manifest,
): Promise<Difference | null> {
  if (figuresProblem !== undefined) {
    return { kind: 'figure', subject: 'figures', expected: null, found: figuresProblem };
  }
  const expected = new Map(figures.map(({ name, value }) => [name, value]));
  const restored = await readFigures(sql, createdAt);
  for (const { name, value } of restored ?? []) {
    const before = expected.get(name);
    if (before !== value) return asDifference({ name, value }, before ?? null);
    expected.delete(name);
  }
  const [missing] = expected;
  if (!missing) return null;
  const [subject, value] = missing;
  return { kind: 'figure', subject, expected: value, found: null };
}

/** By the project's own rules, such as the seals of its history. */
export async function findProblem(sql: Queryable): Promise<Difference | null> {
  const [problem] = await readProblems(sql);
  return problem ? asDifference(problem, null) : null;
}

function asDifference({ name, value }: Figure, expected: string | null): Difference {
  return { kind: 'figure', subject: name, expected, found: value };
}

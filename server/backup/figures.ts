import type { Queryable } from '../database/sql/sql.ts';
import type { Figure } from './manifest.ts';

const FIGURES = 'private.backup_figures(timestamptz)';
const PROBLEMS = 'private.restored_problems()';

/**
 * What a project computes from its data, if it has a function for it: sums that must come out the same
 * after a restore. They are those of `moment`, however much later they are computed.
 */
export async function readFigures(sql: Queryable, moment: string): Promise<Figure[] | undefined> {
  if (!(await hasFunction(sql, FIGURES))) return undefined;
  return sql<Figure[]>`
    select name, value from private.backup_figures(${moment}::timestamptz)
     order by name collate "C", value collate "C"`;
}

/** What a project finds wrong with restored data by its own rules; too costly for every backup. */
export async function readProblems(sql: Queryable): Promise<Figure[]> {
  if (!(await hasFunction(sql, PROBLEMS))) return [];
  return sql<Figure[]>`select name, value from private.restored_problems()`;
}

async function hasFunction(sql: Queryable, signature: string): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regprocedure(${signature}) is not null as found`;
  return row?.found === true;
}

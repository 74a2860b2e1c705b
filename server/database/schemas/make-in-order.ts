import { StartupError } from '../../startup-error.ts';
import type { Queryable } from '../sql/sql.ts';

/** SQL that makes one thing, and what to call it when it cannot. */
export interface Step {
  readonly label: string;
  readonly text: string;
  /** Called when PostgreSQL refuses it for another reason than something missing; what to do after it, before a second try. */
  readonly retry?: (code: string) => Promise<readonly Step[] | undefined>;
}

/** Needs something that is made later: tried again after it. */
const NOT_YET = new Set(['42883', '42P01', '42704', '42703', '3F000']);
/** Others use the tables, or asked for them in another order: the transaction is tried again. */
export const BUSY = new Set(['40P01', '55P03']);
const SYNTAX_ERROR = '42601';

/** Runs steps inside an open transaction, in their order, those that need later ones after these. */
export async function makeInOrder(sql: Queryable, steps: readonly Step[]): Promise<void> {
  let waiting = [...steps];
  while (waiting.length > 0) {
    const next: Step[] = [];
    const problems: Error[] = [];
    let made = 0;
    for (const step of waiting) {
      let problem = await attempt(sql, step.text);
      if (problem && !isMissing(problem)) {
        const more = await step.retry?.(codeOf(problem));
        if (!more) throw explain(step.label, problem);
        next.push(...more);
        problem = await attempt(sql, step.text);
        if (problem && !isMissing(problem)) throw explain(step.label, problem);
      }
      if (problem) {
        problems.push(explain(step.label, problem));
        next.push(step);
      } else {
        made += 1;
      }
    }
    if (made === 0) throw problems[0];
    waiting = next;
  }
}

/** Without losing the transaction; what PostgreSQL said against it. */
export async function attempt(sql: Queryable, text: string): Promise<Error | undefined> {
  try {
    await sql.unsafe(`savepoint step;\n${text}\nrelease savepoint step;`);
    return undefined;
  } catch (error) {
    if (BUSY.has(codeOf(error))) throw error;
    // Not one of the statements was run, the savepoint included.
    if (codeOf(error) === SYNTAX_ERROR) return error as Error;
    await sql.unsafe('rollback to savepoint step; release savepoint step;');
    return error as Error;
  }
}

export function isMissing(error: unknown): boolean {
  return NOT_YET.has(codeOf(error));
}

export function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

export function explain(label: string, cause: unknown): Error {
  const { message, detail } = cause as Error & { detail?: string };
  return new StartupError(`${label}: ${message}${detail ? ` (${detail})` : ''}`, { cause });
}

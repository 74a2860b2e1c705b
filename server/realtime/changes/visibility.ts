import type { Sql } from 'postgres';
import type { Caller } from '../../database/caller.ts';
import type { Change } from './change.ts';
import type { Match } from './match-subscriptions.ts';
import { askPolicies } from './policy-check.ts';
import { ScopeCache } from './scope-cache.ts';
import { mayReadKey, needsPolicies, type Table } from './table-catalog.ts';

/** Which changes (by position) each caller may read, and which of their old rows. */
export interface Visibility {
  current(callerKey: string, position: number): boolean;
  old(callerKey: string, position: number): boolean;
}

interface Question {
  readonly caller: Caller;
  readonly positions: Set<number>;
}

/** Beyond this many different lists of rows, asking everyone about all is cheaper. */
const MOST_LISTS = 40;

/** Asks policies as rarely as can be: once for each caller, only about rows that may concern it. */
export class PolicyJudge {
  readonly #scopes = new ScopeCache();

  async judge(
    sql: Sql,
    table: Table,
    changes: readonly Change[],
    matched: readonly Match[],
  ): Promise<Visibility> {
    const questions = collect(table, matched);
    await this.#scopes.narrow(sql, table, changes, questions);
    const current = new Map<string, Set<number>>();
    const old = new Map<string, Set<number>>();
    for (const [positions, askers] of groupByRows(questions)) {
      const rows = positions.map((position) => (changes[position] as Change).current);
      // Old rows are told whole only with REPLICA IDENTITY FULL; then they need asking about too.
      if (table.tellsOldRow) {
        rows.push(...positions.map((position) => (changes[position] as Change).old ?? '{}'));
      }
      for (const [role, callers] of Map.groupBy(askers, ([, { caller }]) => caller.role)) {
        const asked = callers.map(([, { caller }]) => caller);
        for (const [index, visible] of await askPolicies(sql, table, role, asked, rows)) {
          const [key] = callers[index] as [string, Question];
          const at = (row: number) => positions[row % positions.length] as number;
          const isCurrent = (row: number) => row < positions.length;
          current.set(key, new Set(visible.filter(isCurrent).map(at)));
          old.set(key, new Set(visible.filter((row) => !isCurrent(row)).map(at)));
        }
      }
    }
    return {
      current: (key, position) => current.get(key)?.has(position) ?? false,
      old: (key, position) => old.get(key)?.has(position) ?? false,
    };
  }
}

/** Only callers whose policies matter: others of a role with access see everything. */
function collect(table: Table, matched: readonly Match[]): Map<string, Question> {
  const questions = new Map<string, Question>();
  for (const { subscription, positions } of matched) {
    for (const [key, { caller }] of subscription.callers) {
      const access = table.access.get(caller.role);
      if (!access || !needsPolicies(table, access) || !mayReadKey(table, access)) continue;
      const question = questions.get(key) ?? { caller, positions: new Set() };
      for (const position of positions) question.positions.add(position);
      questions.set(key, question);
    }
  }
  return questions;
}

function groupByRows(questions: Map<string, Question>): [number[], [string, Question][]][] {
  const open = [...questions].filter(([, { positions }]) => positions.size > 0);
  const groups = Map.groupBy(open, ([, { positions }]) => [...positions].join());
  if (groups.size > MOST_LISTS) {
    const all = new Set(open.flatMap(([, { positions }]) => [...positions]));
    return [[[...all], open]];
  }
  return [...groups.values()].map((group) => [
    [...(group[0] as [string, Question])[1].positions],
    group,
  ]);
}

import type { Caller } from '../../database/caller.ts';
import type { Sql } from '../../database/sql/sql.ts';
import { CallerValues } from './caller-values.ts';
import type { Change } from './change.ts';
import type { Match } from './match.ts';
import { askPolicies } from './policy-check.ts';
import { FEW_CALLERS, ScopeCache, type ScopeFilter } from './scope-cache.ts';
import { SharedAnswers, type SharedFailure } from './shared-answers.ts';
import { mayReadKey, needsPolicies, type Table } from './table.ts';
import type { TableCatalog } from './table-catalog.ts';

/** Who may read which changes (by position), and which of their old rows. */
export interface Visibility {
  old(callerKey: string, caller: Caller, position: number): boolean;
  /** Those of a subscription who may read a change: a few of the many who listen. */
  readers<T>(callers: ReadonlyMap<string, T>, position: number): Iterable<readonly [string, T]>;
}

interface Question {
  readonly caller: Caller;
  readonly positions: Set<number>;
}

/** Beyond this many different lists of rows, asking everyone about all is cheaper. */
const MAX_LISTS = 40;

/** Asks policies as rarely as can be: once for many callers, only about rows that may concern them. */
export class PolicyJudge {
  readonly #catalog: TableCatalog;
  readonly #scopeValues: CallerValues;
  readonly #sharedValues: CallerValues;
  readonly #scopes: ScopeCache;
  readonly #shared: SharedAnswers;

  constructor(catalog: TableCatalog, sharedFailed: SharedFailure) {
    this.#catalog = catalog;
    const isWatched = (tables: ReadonlySet<number>) => catalog.watches(tables);
    this.#scopeValues = new CallerValues(isWatched);
    this.#sharedValues = new CallerValues(isWatched);
    this.#scopes = new ScopeCache(this.#scopeValues);
    this.#shared = new SharedAnswers(this.#sharedValues, sharedFailed);
  }

  /** Before they are judged: what these changes decide about callers is not what it was. */
  noticeRights(changes: readonly Change[]): void {
    const changed = new Set(changes.map(({ relation }) => relation));
    for (const table of this.#catalog.matching('*', '*')) {
      this.#scopeValues.forgetWhere(table, table.scope?.rights, changed);
      this.#sharedValues.forgetWhere(table, table.shared?.rights, changed);
    }
  }

  async judge(
    sql: Sql,
    table: Table,
    changes: readonly Change[],
    matched: readonly Match[],
  ): Promise<Visibility> {
    const { callers, beyond } = sortCallers(table, matched);
    const inScope = await this.#scopes.filterFor(sql, table, changes, callers);
    const questions = collect(callers, matched, inScope);
    const current = new Map<string, Set<number>>();
    const old = new Map<string, Set<number>>();
    // All at once: the connection takes them one after the other.
    await Promise.all(
      groupByRows(questions).map(async ([positions, askers]) => {
        const at = (row: number) => positions[row % positions.length] as number;
        const isCurrent = (row: number) => row < positions.length;
        const rows = rowsAbout(table, changes, positions);
        for (const [key, visible] of await this.#ask(sql, table, askers, rows)) {
          current.set(key, new Set(visible.filter(isCurrent).map(at)));
          old.set(key, new Set(visible.filter((row) => !isCurrent(row)).map(at)));
        }
      }),
    );
    const passes = ({ role }: Caller) => {
      const access = table.access.get(role);
      return access !== undefined && !needsPolicies(table, access);
    };
    const readersOf = new Map<number, string[]>();
    for (const [key, positions] of current) {
      for (const position of positions) {
        const readers = readersOf.get(position);
        if (readers) readers.push(key);
        else readersOf.set(position, [key]);
      }
    }
    return {
      old: (key, caller, position) => passes(caller) || (old.get(key)?.has(position) ?? false),
      *readers(ofSubscription, position) {
        for (const keys of [beyond, readersOf.get(position) ?? []]) {
          for (const key of keys) {
            const found = ofSubscription.get(key);
            if (found !== undefined) yield [key, found];
          }
        }
      },
    };
  }

  async #ask(
    sql: Sql,
    table: Table,
    askers: readonly Asker[],
    rows: readonly string[],
  ): Promise<[string, number[]][]> {
    const callers = new Map(askers.map(([key, { caller }]) => [key, caller]));
    const shared =
      callers.size < FEW_CALLERS ? undefined : await this.#shared.ask(sql, table, callers, rows);
    if (!shared) return askAll(sql, table, askers, rows);
    const open = askers.filter(([key]) => shared.get(key)?.isOpen);
    const asked = open.length === 0 ? [] : await askAll(sql, table, open, rows);
    const certain = [...shared].filter(([, { isOpen }]) => !isOpen);
    return [...asked, ...certain.map(([key, { visible }]): [string, number[]] => [key, visible])];
  }
}

type Asker = readonly [callerKey: string, Question];

/** Old rows are told whole only with REPLICA IDENTITY FULL; then they need asking about too. */
function rowsAbout(
  table: Table,
  changes: readonly Change[],
  positions: readonly number[],
): string[] {
  const asked = positions.map((position) => changes[position] as Change);
  const current = asked.map((change) => change.current);
  return table.tellsOldRow ? [...current, ...asked.map(({ old }) => old ?? '{}')] : current;
}

async function askAll(
  sql: Sql,
  table: Table,
  askers: readonly Asker[],
  rows: readonly string[],
): Promise<[string, number[]][]> {
  const byRole = Map.groupBy(askers, ([, { caller }]) => caller.role);
  const answers = await Promise.all(
    [...byRole].map(async ([role, group]) => {
      const callers = group.map(([, { caller }]) => caller);
      const visible = await askPolicies(sql, table, role, callers, rows);
      return [...visible].map(([index, seen]): [string, number[]] => [
        (group[index] as Asker)[0],
        seen,
      ]);
    }),
  );
  return answers.flat();
}

/** Those whose policies matter, and those of a role that sees everything. */
function sortCallers(table: Table, matched: readonly Match[]) {
  const callers = new Map<string, Caller>();
  const beyond = new Set<string>();
  for (const { subscription } of matched) {
    for (const [key, { caller }] of subscription.callers) {
      const access = table.access.get(caller.role);
      if (!access) continue;
      if (!needsPolicies(table, access)) beyond.add(key);
      else if (mayReadKey(table, access)) callers.set(key, caller);
    }
  }
  return { callers, beyond };
}

function collect(
  callers: ReadonlyMap<string, Caller>,
  matched: readonly Match[],
  inScope: ScopeFilter,
): Map<string, Question> {
  const questions = new Map<string, Question>();
  for (const { subscription, positions } of matched) {
    for (const key of subscription.callers.keys()) {
      const caller = callers.get(key);
      const open = caller ? inScope(key, positions) : [];
      if (!caller || open.length === 0) continue;
      const question = questions.get(key) ?? { caller, positions: new Set() };
      for (const position of open) question.positions.add(position);
      questions.set(key, question);
    }
  }
  return questions;
}

function groupByRows(questions: Map<string, Question>): [number[], [string, Question][]][] {
  const open = [...questions];
  const groups = Map.groupBy(open, ([, { positions }]) => [...positions].join());
  if (groups.size > MAX_LISTS) {
    const all = new Set(open.flatMap(([, { positions }]) => [...positions]));
    return [[[...all], open]];
  }
  return [...groups.values()].map((group) => [
    [...(group[0] as [string, Question])[1].positions],
    group,
  ]);
}

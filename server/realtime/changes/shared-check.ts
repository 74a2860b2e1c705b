import type { Sql } from '../../database/sql/sql.ts';
import { evaluateForCallers } from './policy-check.ts';
import { findSharedPolicy, markOf, type Policy, type SharedPolicy } from './shared-policy.ts';
import type { CallerRights, Column, SharedCheck } from './table.ts';

interface ReadPolicies {
  readonly sqlName: string;
  readonly name: string;
  readonly columns: readonly Column[];
  readonly policies: readonly Policy[];
}

/** Types are asked for with the rights of those who listen, not with the server's. */
const NOBODY = { role: 'authenticated', claims: '{}' };

interface Nature {
  readonly type: string;
  readonly decidedBy: readonly number[];
}

/** Makes one statement for all callers of a table, where its policies allow it. */
export class SharedChecks {
  readonly #sql: Sql;
  /** By expression: most policies have the same few. */
  readonly #natures = new Map<string, Promise<Nature | undefined>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  async make(table: ReadPolicies): Promise<SharedCheck | undefined> {
    const found = findSharedPolicy(table.policies);
    if (!found) return undefined;
    const natures = await this.#naturesOf(found.values);
    if (!natures) return undefined;
    const types = natures.map(({ type }) => type);
    const rights = { expressions: found.values, decidedBy: tablesOf(natures) };
    return { rights, statement: statementFor(table, found, types) };
  }

  async rightsOf(expressions: readonly string[]): Promise<CallerRights> {
    const natures = await this.#naturesOf(expressions);
    return { expressions, decidedBy: natures && tablesOf(natures) };
  }

  async #naturesOf(expressions: readonly string[]): Promise<Nature[] | undefined> {
    const natures = await Promise.all(expressions.map((each) => this.#natureOf(each)));
    const known = natures.filter((nature) => nature !== undefined);
    return known.length < natures.length ? undefined : known;
  }

  #natureOf(expression: string): Promise<Nature | undefined> {
    const known = this.#natures.get(expression);
    if (known) return known;
    const nature = this.#ask(expression);
    this.#natures.set(expression, nature);
    nature.catch(() => this.#natures.delete(expression));
    return nature;
  }

  /** Undefined where it fails without a caller, or reads what nobody can follow. */
  async #ask(expression: string): Promise<Nature | undefined> {
    const [values] = await evaluateForCallers(
      this.#sql,
      NOBODY.role,
      [NOBODY],
      [`pg_catalog.pg_typeof(${expression})`],
    );
    const type = values?.[0];
    const [row] = await this.#sql<{ tables: number[] | null }[]>`
      select realtime.tables_behind(${[expression]}) as tables`;
    return type && row?.tables ? { type, decidedBy: row.tables } : undefined;
  }
}

function tablesOf(natures: readonly Nature[]): Set<number> {
  return new Set(natures.flatMap(({ decidedBy }) => decidedBy));
}

function statementFor(
  { sqlName, name, columns }: ReadPolicies,
  { yes, perhaps }: SharedPolicy,
  types: readonly string[],
): string {
  const filled = (condition: string) =>
    types.reduce(
      (text, type, index) =>
        text.replaceAll(markOf(index), `((realtime_values_.values_ ->> ${index})::${type})`),
      condition,
    );
  const names = [...columns.map((column) => quoted(column.name)), 'realtime_row_'];
  return `
    select caller_::int, coalesce(array_agg(row_) filter (where yes_), '{}') as visible_, bool_or(not yes_) as is_open_
      from (
        select caller_, realtime_row_::int as row_, coalesce(${filled(yes)}, false) as yes_, coalesce(${filled(perhaps)}, false) as perhaps_
          from jsonb_array_elements($1::text::jsonb) with ordinality as realtime_values_ (values_, caller_)
         cross join unnest(array(
           select json_populate_record(null::${sqlName}, r.record)
             from unnest($2::text[]::json[]) with ordinality as r (record, n) order by n))
           with ordinality as ${quoted(name)} (${names.join(', ')})) as answers
     where yes_ or perhaps_
     group by caller_`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

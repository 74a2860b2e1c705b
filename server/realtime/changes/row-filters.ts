import type { Sql } from '../../database/sql/sql.ts';
import type { Change } from './change.ts';
import { type Condition, FilterError, isPattern, type Operator } from './filter.ts';
import { isDecidable, matches } from './matches.ts';
import type { Column, Table } from './table.ts';

interface BoundCondition extends Condition {
  readonly type: Column;
}

/** A filter that was checked against a table. */
export interface RowFilter {
  readonly columns: readonly string[];
  /** Decided without a query. */
  readonly decidable: readonly BoundCondition[];
  /** PostgreSQL decides, about rows that may be read. */
  readonly asked: readonly BoundCondition[];
  /** Some of those are patterns, which take as long as whoever wrote them likes. */
  readonly searches: boolean;
}

const SQL_OPERATORS: Readonly<Record<Exclude<Operator, 'is' | 'in'>, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
};
const SEARCHABLE = new Set(['text', 'varchar', 'bpchar', 'name', 'citext']);
const IS_VALUES = new Set(['null', 'true', 'false', 'unknown']);

/** Lets PostgreSQL check and rewrite the values of a filter; throws FilterError. */
export async function bindFilter(
  sql: Sql,
  table: Table,
  conditions: readonly Condition[],
): Promise<RowFilter> {
  const bound: BoundCondition[] = [];
  for (const condition of conditions) {
    const type = table.columns.find(({ name }) => name === condition.column);
    if (!type) throw new FilterError(`invalid column for filter ${condition.column}`);
    bound.push({ ...condition, type, values: await checkValues(sql, condition, type) });
  }
  const { true: decidable = [], false: asked = [] } = Object.groupBy(bound, (condition) =>
    isDecidable(condition, condition.type.type) ? 'true' : 'false',
  );
  const columns = bound.map(({ column }) => column);
  return { columns, decidable, asked, searches: asked.some(isPattern) };
}

async function checkValues(
  sql: Sql,
  condition: Condition,
  { type, sqlType }: Column,
): Promise<readonly string[]> {
  const { operator, values } = condition;
  if (operator === 'is') {
    const [value = ''] = values;
    if (!IS_VALUES.has(value) || (value !== 'null' && type !== 'bool')) {
      throw new FilterError(`invalid value for is filter: ${value}`);
    }
    return values;
  }
  if (isPattern(condition)) {
    if (!SEARCHABLE.has(type)) throw new FilterError(`${operator} takes a column of text`);
    return values;
  }
  try {
    const rows = await sql.unsafe<{ value: string }[]>(
      `select (v::${sqlType})::text as value from unnest($1::text[]) with ordinality u (v, n)
        order by n`,
      [[...values]],
    );
    return rows.map(({ value }) => value);
  } catch (cause) {
    throw new FilterError(`invalid value for filter: ${(cause as Error).message}`, { cause });
  }
}

/** Has PostgreSQL read the patterns once, so that whoever wrote a wrong one hears of it. */
export async function compilePatterns(sql: Sql, conditions: readonly Condition[]): Promise<void> {
  for (const { operator, values } of conditions.filter(isPattern)) {
    try {
      await sql.unsafe(`select '' ${SQL_OPERATORS[operator as 'match']} $1::text`, [...values]);
    } catch (cause) {
      const { code, message } = cause as { code?: string; message: string };
      if (!code?.startsWith('22')) throw cause;
      throw new FilterError(`invalid value for filter: ${message}`, { cause });
    }
  }
}

/** Whether what can be decided here speaks for the row. */
export function mayMatch(filter: RowFilter, change: Change): boolean {
  return filter.decidable.every((condition) =>
    matches(condition, condition.type.type, change.fields.get(condition.column)),
  );
}

/** For conditions text cannot decide: which of the changes match, by position. */
export async function matchesInDatabase(
  sql: Sql,
  table: Table,
  filter: RowFilter,
  changes: readonly Change[],
): Promise<number[]> {
  const values: (string | string[])[] = [changes.map(({ current }) => current)];
  const conditions = filter.asked.map((condition) => {
    const test = conditionSql(condition, values);
    return condition.negate ? `not (${test})` : `(${test})`;
  });
  const rows = await sql.unsafe<{ position: number }[]>(
    `with realtime_rows_ as materialized (
       select (r.n - 1)::int as realtime_position_, (json_populate_record(null::${table.sqlName}, r.j)).*
         from unnest($1::text[]::json[]) with ordinality r (j, n))
     select realtime_position_ as position from realtime_rows_ where ${conditions.join(' and ')}`,
    values,
  );
  return rows.map(({ position }) => position);
}

function conditionSql(condition: BoundCondition, values: (string | string[])[]): string {
  const { column, operator, type } = condition;
  const name = `"${column.replaceAll('"', '""')}"`;
  if (operator === 'is') return `${name} is ${condition.values[0]}`;
  if (operator === 'in') {
    values.push([...condition.values]);
    return `${name} = any($${values.length}::text[]::${type.sqlType}[])`;
  }
  values.push(condition.values[0] ?? '');
  const cast = isPattern(condition) ? 'text' : type.sqlType;
  return `${name} ${SQL_OPERATORS[operator]} $${values.length}::text::${cast}`;
}

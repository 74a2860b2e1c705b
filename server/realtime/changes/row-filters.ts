import type { Sql } from 'postgres';
import type { Change } from './change.ts';
import { type Condition, FilterError, type Operator, parseFilter } from './filter.ts';
import { isDecidable, matches } from './matches.ts';
import type { Column, Table } from './table-catalog.ts';

interface BoundCondition extends Condition {
  readonly type: Column;
}

/** A filter that was checked against a table. */
export interface RowFilter {
  readonly conditions: readonly BoundCondition[];
  /** No query needed. */
  readonly decidable: boolean;
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
const PATTERNS: ReadonlySet<Operator> = new Set(['like', 'ilike', 'match', 'imatch']);
const IS_VALUES = new Set(['null', 'true', 'false', 'unknown']);

/** Reads a filter and lets PostgreSQL check and rewrite its values; throws FilterError. */
export async function bindFilter(sql: Sql, table: Table, text: string): Promise<RowFilter> {
  const conditions: BoundCondition[] = [];
  for (const condition of parseFilter(text)) {
    const type = table.columns.find(({ name }) => name === condition.column);
    if (!type) throw new FilterError(`invalid column for filter ${condition.column}`);
    conditions.push({ ...condition, type, values: await checkValues(sql, condition, type) });
  }
  const decidable = conditions.every((condition) => isDecidable(condition, condition.type.type));
  return { conditions, decidable };
}

async function checkValues(
  sql: Sql,
  { operator, values }: Condition,
  { type, sqlType }: Column,
): Promise<readonly string[]> {
  if (operator === 'is') {
    const [value = ''] = values;
    if (!IS_VALUES.has(value) || (value !== 'null' && type !== 'bool')) {
      throw new FilterError(`invalid value for is filter: ${value}`);
    }
    return values;
  }
  try {
    if (PATTERNS.has(operator)) {
      const operation = `null::${sqlType} ${SQL_OPERATORS[operator as 'like']} $1::text`;
      await sql.unsafe(`select ${operation}, '' ${SQL_OPERATORS[operator as 'like']} $1::text`, [
        values[0] ?? '',
      ]);
      return values;
    }
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

export function matchesHere(filter: RowFilter, change: Change): boolean {
  return filter.conditions.every((condition) =>
    matches(condition, condition.type.type, change.fields.get(condition.column)),
  );
}

/** For filters text cannot decide: which of the changes match, by position. */
export async function matchesInDatabase(
  sql: Sql,
  table: Table,
  filter: RowFilter,
  changes: readonly Change[],
): Promise<number[]> {
  const values: (string | string[])[] = [changes.map(({ current }) => current)];
  const conditions = filter.conditions.map((condition) => {
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
  const cast = PATTERNS.has(operator) ? 'text' : type.sqlType;
  return `${name} ${SQL_OPERATORS[operator]} $${values.length}::text::${cast}`;
}

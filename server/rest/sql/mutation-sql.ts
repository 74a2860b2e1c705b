import type { Table } from '../catalog/catalog.ts';
import { tableSource } from '../query/read-tree.ts';
import type { Condition, OrderTerm } from '../request/ast.ts';
import { type BodyShape, bodyRowsSql } from './body-sql.ts';
import { type ConditionOwner, conditionSql } from './condition-sql.ts';
import { orderSql } from './order-sql.ts';
import type { ReadContext } from './output-sql.ts';
import { qualified, quote } from './sql-text.ts';

type Conflict = 'merge-duplicates' | 'ignore-duplicates';

interface InsertMutation {
  readonly kind: 'insert';
  readonly table: Table;
  readonly body: BodyShape;
  readonly conflict: Conflict | undefined;
  readonly conflictColumns: readonly string[];
  /** PUT: the body's key must be the one in the address. */
  readonly matching: readonly Condition[];
}

interface UpdateMutation {
  readonly kind: 'update';
  readonly table: Table;
  readonly body: BodyShape;
  readonly conditions: readonly Condition[];
  readonly page: MutationPage | undefined;
}

interface DeleteMutation {
  readonly kind: 'delete';
  readonly table: Table;
  readonly conditions: readonly Condition[];
  readonly page: MutationPage | undefined;
}

/** Only so many rows, in this order. */
export interface MutationPage {
  readonly limit: number;
  readonly hasOffset: boolean;
  readonly orders: readonly OrderTerm[];
}

export type Mutation = InsertMutation | UpdateMutation | DeleteMutation;

export function mutationSql(
  context: ReadContext,
  mutation: Mutation,
  returning: readonly string[] | undefined,
): string {
  const returned = returning === undefined ? '' : ` returning ${returning.join(', ')}`;
  switch (mutation.kind) {
    case 'insert':
      return insertSql(context, mutation) + returned;
    case 'update':
      return updateSql(context, mutation) + returned;
    case 'delete':
      return `delete from ${nameOf(mutation.table)}${whereSql(context, mutation)}${returned}`;
  }
}

const nameOf = (table: Table) => qualified(table.schema, table.name);

const ownerOf = (table: Table, label = table.name): ConditionOwner => ({
  source: tableSource(table),
  label,
  embeds: [],
});

function insertSql(context: ReadContext, mutation: InsertMutation): string {
  const { table, body } = mutation;
  const columns = body.columns.map(({ name }) => quote(name));
  const into = `insert into ${nameOf(table)}${columns.length === 0 ? '' : `(${columns.join(', ')})`}`;
  const taken = columns.map((column) => `pgrst_body.${column}`).join(', ');
  const conditions = mutation.matching.map((condition) =>
    conditionSql(ownerOf(table, 'pgrst_body'), condition, context.parameters),
  );
  const upserts = mutation.conflict === 'merge-duplicates' && mutation.conflictColumns.length > 0;
  if (upserts) conditions.unshift(countInserted('+', '0'));
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return `${into} select ${taken} from ${bodyRowsSql(body, context.parameters)}${where}${conflictSql(mutation, columns)}`;
}

function conflictSql(mutation: InsertMutation, columns: readonly string[]): string {
  if (mutation.conflict === undefined || mutation.conflictColumns.length === 0) return '';
  const target = ` on conflict (${mutation.conflictColumns.map(quote).join(', ')})`;
  if (mutation.conflict === 'ignore-duplicates' || columns.length === 0)
    return `${target} do nothing`;
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${target} do update set ${assignments} where ${countInserted('-', '-1')}`;
}

/** The setting in which an upsert counts its insertions: one more for every row, one less for an update. */
export const insertedSetting = 'pgrst.inserted';

function countInserted(sign: '+' | '-', never: string): string {
  const current = `coalesce(nullif(current_setting('${insertedSetting}', true), ''), '0')::int`;
  return `set_config('${insertedSetting}', (${current} ${sign} 1)::text, true) <> '${never}'`;
}

function updateSql(context: ReadContext, mutation: UpdateMutation): string {
  const { table, body } = mutation;
  const assignments = body.columns
    .map(({ name }) => `${quote(name)} = pgrst_body.${quote(name)}`)
    .join(', ');
  const from = bodyRowsSql(body, context.parameters);
  return `update ${nameOf(table)} set ${assignments} from ${from}${whereSql(context, mutation)}`;
}

function whereSql(context: ReadContext, mutation: UpdateMutation | DeleteMutation): string {
  const owner = ownerOf(mutation.table);
  const conditions = mutation.conditions.map((condition) =>
    conditionSql(owner, condition, context.parameters),
  );
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return mutation.page === undefined
    ? where
    : limitedWhere(context, mutation, mutation.page, where);
}

/** The rows are picked by their key first: UPDATE and DELETE know no order. */
function limitedWhere(
  context: ReadContext,
  { table }: UpdateMutation | DeleteMutation,
  page: MutationPage,
  where: string,
): string {
  const label = quote(table.name);
  const key = table.primaryKey.map((column) => `${label}.${quote(column)}`).join(', ');
  const node = {
    ...ownerOf(table),
    fields: [],
    conditions: [],
    orders: [],
    limit: undefined,
    offset: undefined,
  };
  const order =
    page.orders.length > 0 ? orderSql(context.parameters, node, page.orders) : ` order by ${key}`;
  const offset = page.hasOffset ? ` offset ${context.parameters.add({ kind: 'rootOffset' })}` : '';
  const picked = `select ${key} from ${nameOf(table)}${where}${order} limit ${page.limit}${offset}`;
  return ` where (${key}) in (${picked})`;
}

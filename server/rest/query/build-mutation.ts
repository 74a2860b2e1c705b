import type { Column, Table } from '../catalog/catalog.ts';
import type { At, Condition, QueryAst } from '../request/ast.ts';
import { RestError } from '../rest-error.ts';
import type { MutationPage } from '../sql/mutation-sql.ts';
import { finishMutation } from './finish-mutation.ts';
import type { Query } from './query.ts';
import type { QueryContext } from './query-context.ts';

/** The keys of a body and whether it is a list; everything about it that shapes a statement. */
export interface BodyKeys {
  readonly isArray: boolean;
  readonly keys: readonly string[];
}

export function buildInsert(
  context: QueryContext,
  table: Table,
  ast: QueryAst,
  body: BodyKeys,
): Query {
  const { resolution, missing } = context.preferences;
  const conflictColumns = ast.onConflict ?? table.primaryKey;
  for (const column of conflictColumns) requireConflictColumn(table, column);
  return finishMutation(context, 'insert', table, ast, {
    kind: 'insert',
    table,
    body: bodyShape(table, ast, body, missing === 'default'),
    conflict: resolution,
    conflictColumns,
    matching: [],
  });
}

export function buildUpdate(
  context: QueryContext,
  table: Table,
  ast: QueryAst,
  body: BodyKeys,
): Query {
  const shape = bodyShape(table, ast, body, context.preferences.missing === 'default');
  const conditions = rootConditions(ast);
  refuseUnfiltered('UPDATE', conditions);
  return finishMutation(context, 'update', table, ast, {
    kind: 'update',
    table,
    body: shape,
    conditions,
    page: mutationPage(context, table, ast),
  });
}

export function buildDelete(context: QueryContext, table: Table, ast: QueryAst): Query {
  const conditions = rootConditions(ast);
  refuseUnfiltered('DELETE', conditions);
  const page = mutationPage(context, table, ast);
  return finishMutation(context, 'delete', table, ast, { kind: 'delete', table, conditions, page });
}

/** PUT: one row at the address its key gives, made or replaced. */
export function buildPut(
  context: QueryContext,
  table: Table,
  ast: QueryAst,
  body: BodyKeys,
): Query {
  if (ast.limits.length > 0 || ast.offsets.length > 0) {
    throw new RestError(
      400,
      'PGRST114',
      'limit/offset querystring parameters are not allowed for PUT',
    );
  }
  const matching = rootConditions(ast);
  const filtered = matching.map((one) =>
    one.kind === 'filter' &&
    !one.negated &&
    one.operation.kind === 'compare' &&
    one.operation.operator === 'eq' &&
    one.operation.quantifier === undefined
      ? one.field.name
      : undefined,
  );
  const isKey =
    table.primaryKey.length > 0 &&
    new Set(filtered).size === table.primaryKey.length &&
    table.primaryKey.every((column) => filtered.includes(column));
  if (!isKey) {
    throw new RestError(
      405,
      'PGRST105',
      "Filters must include all and only primary key columns with 'eq' operators",
    );
  }
  return finishMutation(context, 'put', table, ast, {
    kind: 'insert',
    table,
    body: bodyShape(table, ast, body, false),
    conflict: 'merge-duplicates',
    conflictColumns: table.primaryKey,
    matching,
  });
}

function bodyShape(table: Table, ast: QueryAst, body: BodyKeys, useDefaults: boolean) {
  const columns = (ast.columns ?? body.keys).map((name) => requireBodyColumn(table, name));
  return { isArray: body.isArray, columns, useDefaults };
}

function requireBodyColumn(table: Table, name: string): Column {
  const column = table.columns.get(name);
  if (column !== undefined) return column;
  throw new RestError(
    400,
    'PGRST204',
    `Could not find the '${name}' column of '${table.name}' in the schema cache`,
  );
}

function requireConflictColumn(table: Table, name: string): void {
  if (table.columns.has(name)) return;
  throw new RestError(400, '42703', `column "${name}" does not exist`);
}

/** Hosted Supabase loads `safeupdate` for the API: forgetting the filter changes nothing. */
function refuseUnfiltered(command: string, conditions: readonly Condition[]): void {
  if (conditions.length > 0) return;
  throw new RestError(400, '21000', `${command} requires a WHERE clause`);
}

const atRoot = ({ path }: At<unknown>) => path.length === 0;

const rootConditions = (ast: QueryAst): Condition[] =>
  ast.conditions.filter(atRoot).map(({ value }) => value);

function mutationPage(
  context: QueryContext,
  table: Table,
  ast: QueryAst,
): MutationPage | undefined {
  if (!ast.limits.some(atRoot) && !ast.offsets.some(atRoot)) return undefined;
  if (table.primaryKey.length === 0) {
    throw new RestError(
      400,
      'PGRST109',
      "A 'limit' was applied without an explicit 'order'",
      null,
      "Apply an 'order' using unique column(s)",
    );
  }
  const orders = ast.orders.filter(atRoot).flatMap(({ value }) => value);
  return { limit: context.limit, hasOffset: context.hasOffset, orders };
}

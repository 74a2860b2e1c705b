import type { Table } from '../catalog/catalog.ts';
import type { At, QueryAst } from '../request/ast.ts';
import { resolveColumn } from '../sql/field-sql.ts';
import { type Mutation, mutationSql } from '../sql/mutation-sql.ts';
import { readSql } from '../sql/read-sql.ts';
import {
  bodyForm,
  bodySql,
  csvLineSql,
  guardSql,
  maxAffectedGuard,
  putGuard,
  resultSql,
  settingColumns,
  singularGuard,
} from '../sql/result-sql.ts';
import { literal, quote } from '../sql/sql-text.ts';
import { emptyQuery, type Query, type ResultColumn } from './query.ts';
import {
  checkRepresentation,
  csvHeader,
  explained,
  type QueryContext,
  readContext,
  responseColumns,
} from './query-context.ts';
import { buildReadTree, embeddedTables, type ReadNode, tableSource } from './read-tree.ts';

type Named = readonly [ResultColumn, string];
type MutationKind = 'insert' | 'update' | 'put' | 'delete';

const atRoot = ({ path }: At<unknown>) => path.length === 0;

/** Adds to a write what its caller wants back. */
export function finishMutation(
  context: QueryContext,
  kind: MutationKind,
  table: Table,
  ast: QueryAst,
  mutation: Mutation,
): Query {
  checkRepresentation(context);
  const wanted = context.preferences.return;
  const upserts =
    mutation.kind === 'insert' &&
    mutation.conflict === 'merge-duplicates' &&
    mutation.conflictColumns.length > 0;
  const common = {
    ...emptyQuery,
    kind,
    representation: context.representation,
    keyColumns: kind === 'insert' && wanted === 'headers-only' ? table.primaryKey : [],
    hasBody: wanted === 'representation',
  };
  const limit = maxAffected(context);
  const isBare = wanted !== 'representation' && common.keyColumns.length === 0;
  const isGuarded = limit !== undefined || kind === 'put' || wantsOne(context);
  if (isBare && !isGuarded && context.representation.explain === undefined) {
    return { ...common, ...bareMutation(context, mutation, upserts) };
  }
  return { ...common, ...returningMutation(context, kind, ast, mutation, upserts) };
}

const maxAffected = ({ preferences }: QueryContext) =>
  preferences.handling === 'strict' ? preferences.maxAffected : undefined;

/** Whoever asks for one object gets one row written or none, also when nothing of it comes back. */
const wantsOne = ({ representation }: QueryContext) =>
  representation.kind === 'object' && representation.explain === undefined;

/** Nothing comes back but the number of rows, so nothing has to be readable. */
function bareMutation(context: QueryContext, mutation: Mutation, upserts: boolean) {
  const read = readContext(context);
  const columns: Named[] = [
    ...(upserts ? [['inserted', settingColumns.inserted] as const] : []),
    ...responseColumns(context),
  ];
  return {
    main: { text: writeSql(mutation, read), parameters: read.parameters.list },
    beside:
      columns.length === 0
        ? undefined
        : { text: `select ${columns.map(([, sql]) => sql).join(', ')}`, parameters: [] },
    besideColumns: columns.map(([name]) => name),
  };
}

/** An update without columns changes nothing and finds nothing. */
function writeSql(
  mutation: Mutation,
  read: ReturnType<typeof readContext>,
  returning?: readonly string[],
): string {
  if (mutation.kind !== 'update' || mutation.body.columns.length > 0) {
    return mutationSql(read, mutation, returning);
  }
  const { schema, name } = mutation.table;
  return `select ${(returning ?? []).join(', ')} from ${quote(schema)}.${quote(name)} where false`;
}

function returningMutation(
  context: QueryContext,
  kind: MutationKind,
  ast: QueryAst,
  mutation: Mutation,
  upserts: boolean,
) {
  const { representation, preferences } = context;
  const { table } = mutation;
  const read = readContext(context);
  const hasRows = preferences.return === 'representation';
  const tree = buildReadTree(
    context.catalog,
    tableSource(table, true),
    hasRows ? representationQuery(ast, mutation) : bareQuery(ast),
  );
  const keys = kind === 'insert' && preferences.return === 'headers-only' ? table.primaryKey : [];
  const returning = hasRows
    ? returnedColumns(tree)
    : keys.length > 0
      ? keys.map((key) => columnSql(table, key))
      : ['1'];
  const write = writeSql(mutation, read, returning);
  const form = representation.kind === 'csv' ? 'columns' : 'row';
  const { sql, names } = hasRows
    ? readSql(read, tree, `pgrst_source as ${quote(table.name)}`, '', form)
    : { sql: 'select from pgrst_source', names: [] };
  const isSingular = wantsOne(context);
  const isCsv = hasRows && representation.kind === 'csv';
  const columns: Named[] = [
    [
      'body',
      isCsv
        ? csvBodySql(names)
        : bodySql(
            hasRows ? bodyForm(representation) : 'none',
            representation.stripNulls,
            context.catalog.geoJsonSchema,
          ),
    ],
    ['count', 'count(*)'],
    ...guards(context, kind, isSingular),
    ...(upserts ? [['inserted', settingColumns.inserted] as const] : []),
    ...(keys.length > 0 ? [['location', locationSql(keys)] as const] : []),
    ...responseColumns(context),
  ];
  const text = resultSql(columns, sql, `with pgrst_source as (${write}) `);
  return {
    main: { text: explained(context, text), parameters: read.parameters.list },
    columns: columns.map(([name]) => name),
    isSingular,
    embeds: embeddedTables(tree),
  };
}

function guards(context: QueryContext, kind: MutationKind, isSingular: boolean): Named[] {
  const limit = maxAffected(context);
  return [
    ...(kind === 'put' ? [['guard', guardSql(putGuard, 'count(*) <> 1')] as const] : []),
    ...(isSingular ? [['guard', guardSql(singularGuard, 'count(*) <> 1')] as const] : []),
    ...(limit === undefined
      ? []
      : [['guard', guardSql(maxAffectedGuard, `count(*) > ${limit}`)] as const]),
  ];
}

/** A write's own conditions chose the rows already; what remains shapes its result. */
function representationQuery(ast: QueryAst, mutation: Mutation): QueryAst {
  const isPaged = mutation.kind !== 'insert' && mutation.page !== undefined;
  return {
    ...ast,
    conditions: ast.conditions.filter((one) => !atRoot(one)),
    limits: ast.limits.filter((one) => !atRoot(one)),
    offsets: ast.offsets.filter((one) => !atRoot(one)),
    orders: isPaged ? ast.orders.filter((one) => !atRoot(one)) : ast.orders,
  };
}

/** The select list still has to be possible, even when nothing of it is returned. */
function bareQuery(ast: QueryAst): QueryAst {
  return { ...ast, select: [], conditions: [], orders: [], limits: [], offsets: [] };
}

const columnSql = (table: Table, name: string) => `${quote(table.name)}.${quote(name)}`;

/**
 * Only what the result needs: a caller may be allowed to read some columns and not others. Functions
 * of the whole row need all of it.
 */
function returnedColumns(tree: ReadNode): readonly string[] {
  const { source, label } = tree;
  const names = new Set<string>();
  for (const { field } of tree.fields) names.add(field.name);
  for (const { field, relation } of tree.orders) if (relation === undefined) names.add(field.name);
  for (const { relationship } of tree.embeds) {
    const pairs =
      relationship.kind === 'computed'
        ? undefined
        : relationship.kind === 'many-to-many'
          ? relationship.junction.sourceColumns
          : relationship.columns;
    if (pairs === undefined) return [`${quote(label)}.*`];
    for (const [own] of pairs) names.add(own);
  }
  if (names.size === 0) return [`${quote(label)}.*`];
  const columns: string[] = [];
  for (const name of names) {
    // Whatever is no plain column is looked at again, with its error, when the result is written.
    if (!source.columns.has(name)) return [`${quote(label)}.*`];
    const resolved = resolveColumn(tree, name);
    if (resolved !== undefined) columns.push(resolved.sql);
  }
  return columns;
}

/** Keys of the first row, from which `Location` is made. */
function locationSql(keys: readonly string[]): string {
  const values = keys.map((key) => `pgrst_first.${quote(key)}::text`).join(', ');
  return `(select json_build_array(${values})::text from pgrst_source as pgrst_first limit 1)`;
}

function csvBodySql(names: readonly string[]): string {
  const header = literal(`${csvHeader(names)}\n`);
  return `${header} || coalesce(string_agg(${csvLineSql}, E'\\n'), '')`;
}

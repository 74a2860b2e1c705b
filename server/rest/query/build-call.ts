import type { CatalogFunction, Column } from '../catalog/catalog.ts';
import type { Field, QueryAst } from '../request/ast.ts';
import { type PayloadType, representationOf } from '../request/media-type.ts';
import { RestError } from '../rest-error.ts';
import { type CallArguments, callResultSql, callSql, storedRowsSql } from '../sql/call-sql.ts';
import { countRowsSql } from '../sql/count-sql.ts';
import { readSql } from '../sql/read-sql.ts';
import {
  type BodyForm,
  bodyForm,
  bodySql,
  csvLineSql,
  guardSql,
  maxAffectedGuard,
  resultSql,
} from '../sql/result-sql.ts';
import { literal, quote } from '../sql/sql-text.ts';
import type { BodyKeys } from './build-mutation.ts';
import { findFunction, takesSingleBody } from './find-function.ts';
import { emptyQuery, type Query, type ResultColumn } from './query.ts';
import {
  checkRepresentation,
  csvHeader,
  explained,
  pageSql,
  type QueryContext,
  readContext,
  responseColumns,
} from './query-context.ts';
import {
  buildReadTree,
  embeddedTables,
  type ReadNode,
  type Source,
  tableSource,
} from './read-tree.ts';

export interface Call {
  readonly schema: string;
  readonly name: string;
  /** What was posted; undefined for GET and HEAD. */
  readonly payload: { readonly type: PayloadType; readonly body: BodyKeys } | undefined;
}

type Named = readonly [ResultColumn, string];

/** A function called by POST with a body, or by GET with the query string. */
export function buildCall(asked: QueryContext, call: Call, ast: QueryAst): Query {
  const { payload } = call;
  // `columns` picks from the body, as in a write.
  const sent = (payload && ast.columns) ??
    payload?.body.keys ?? [...new Set(ast.arguments.map(({ name }) => name))];
  const target = findFunction(asked.catalog.functions(call.schema), {
    schema: call.schema,
    name: call.name,
    arguments: [...sent].sort(),
    payload: payload?.type,
  });
  const context = {
    ...asked,
    representation: representationOf(asked.representation, target.mediaType),
  };
  checkRepresentation(context);
  refuseUncountable(context, target);
  const readOnly = payload === undefined || target.volatility !== 'volatile';
  const read = readContext(context);
  const { call: invocation, from } = callSql(
    target,
    callArguments(target, payload, ast),
    read.parameters,
  );
  const before = from === '' ? '' : `${from}, lateral `;
  const isRows = target.returns === 'composite';
  const rows = isRows
    ? `select pgrst_call.* from ${before}${invocation} as pgrst_call`
    : `select ${invocation} as pgrst_scalar${from === '' ? '' : ` from ${from}`}`;
  return {
    ...emptyQuery,
    kind: 'call',
    readOnly,
    statementTimeout: target.statementTimeout,
    representation: context.representation,
    returnsVoid: target.returns === 'void',
    hasBody: !context.headersOnly && target.returns !== 'void',
    ...(isRows
      ? rowsResult(context, target, ast, read, rows, readOnly || context.catalog.allowsTxOverride)
      : scalarResult(context, target, read, rows)),
  };
}

function callArguments(
  target: CatalogFunction,
  payload: Call['payload'],
  ast: QueryAst,
): CallArguments {
  if (payload === undefined) return { kind: 'query', values: ast.arguments };
  if (takesSingleBody(target)) return { kind: 'whole' };
  return {
    kind: 'json',
    names: new Set(ast.columns ?? payload.body.keys),
    isArray: payload.body.isArray,
  };
}

function refuseUncountable({ catalog, preferences }: QueryContext, target: CatalogFunction): void {
  const isLimited = preferences.handling === 'strict' && preferences.maxAffected !== undefined;
  if (!isLimited) return;
  if (!target.returnsSet) {
    throw new RestError(
      400,
      'PGRST128',
      'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
    );
  }
  if (target.volatility !== 'volatile' || catalog.allowsTxOverride) return;
  throw new RestError(
    400,
    'PGRST128',
    'max-affected cannot undo a function: what it does is committed before its rows are counted',
    null,
    "Leave the preference out, or set pgrst.db_tx_end to 'commit-allow-override' on the role authenticator.",
  );
}

function rowsResult(
  context: QueryContext,
  target: CatalogFunction,
  ast: QueryAst,
  read: ReturnType<typeof readContext>,
  rows: string,
  isUndoable: boolean,
) {
  const { representation } = context;
  const tree = buildReadTree(context.catalog, sourceOf(target), ast);
  const embeds = embeddedTables(tree);
  if (!isUndoable && representation.explain === undefined && mayFail(tree, representation.kind)) {
    return { ...storedRowsResult(context, target, tree, read, rows), embeds };
  }
  return { ...readRows(context, target, tree, read, rows), embeds };
}

/**
 * What a function wrote stays, whatever the caller makes of its rows: a cast that fails, a pattern that
 * is none or an embedded table that takes too long would undo it, with everything it counted.
 */
function mayFail({ fields, embeds, conditions, orders, source }: ReadNode, kind: string): boolean {
  const isPlain = (field: Field) =>
    field.path.length === 0 && (field.name === '*' || source.columns.has(field.name));
  return (
    kind === 'geojson' ||
    embeds.length > 0 ||
    conditions.length > 0 ||
    orders.length > 0 ||
    !fields.every(
      ({ field, cast, aggregate }) =>
        isPlain(field) && cast === undefined && aggregate === undefined,
    )
  );
}

/** The call is committed as a statement of its own; another one reads what it gave. */
function storedRowsResult(
  context: QueryContext,
  target: CatalogFunction,
  tree: ReadNode,
  called: ReturnType<typeof readContext>,
  rows: string,
) {
  const columns = tree.source.columns;
  const named: Named[] = [
    ['callResult', callResultSql(columns.values())],
    ...responseColumns(context),
  ];
  const read = readContext(context);
  return {
    call: {
      text: `with pgrst_source as materialized (${rows}) select ${named.map(([, sql]) => sql).join(', ')}`,
      parameters: called.parameters.list,
    },
    callColumns: named.map(([name]) => name),
    ...readRows(context, target, tree, read, storedRowsSql(columns.values(), read.parameters)),
  };
}

function readRows(
  context: QueryContext,
  target: CatalogFunction,
  tree: ReadNode,
  read: ReturnType<typeof readContext>,
  rows: string,
) {
  const { representation } = context;
  const from = `pgrst_source as ${quote(tree.label)}`;
  const counted = () => countRowsSql(tree, from, read.parameters);
  const isCsv = representation.kind === 'csv';
  const page = pageSql(context, read.parameters);
  const { sql, names } = readSql(read, tree, from, page, isCsv ? 'columns' : 'row');
  const columns: Named[] = [
    [
      'body',
      isCsv && !context.headersOnly
        ? `${literal(`${csvHeader(names)}\n`)} || coalesce(string_agg(${csvLineSql}, E'\\n'), '')`
        : bodySql(
            rowsForm(context, target),
            representation.stripNulls,
            context.catalog.geoJsonSchema,
          ),
    ],
    ['count', 'count(*)'],
    ...totalOf(context, counted),
    ...guard(context),
    ...responseColumns(context),
  ];
  return {
    main: statement(context, columns, sql, rows, read),
    columns: columns.map(([name]) => name),
    isSingular: representation.kind === 'object' && representation.explain === undefined,
  };
}

/** Whichever count was asked for, the rows are there already to be counted exactly. */
function totalOf({ preferences }: QueryContext, rows: () => string): Named[] {
  return preferences.count === undefined
    ? []
    : [['total', `(select count(*) from (${rows()}) as pgrst_counted)`]];
}

function rowsForm(context: QueryContext, target: CatalogFunction): BodyForm {
  if (context.headersOnly) return 'none';
  const form = bodyForm(context.representation);
  return form === 'array' && !target.returnsSet ? 'objectOrNull' : form;
}

function scalarResult(
  context: QueryContext,
  target: CatalogFunction,
  read: ReturnType<typeof readContext>,
  rows: string,
) {
  const isArray = target.returnsSet;
  const form = scalarForm(context, isArray);
  const page = isArray ? pageSql(context, read.parameters) : '';
  const columns: Named[] = [
    ['body', target.returns === 'void' ? `''` : bodySql(form, context.representation.stripNulls)],
    ['count', 'count(*)'],
    ...totalOf(context, () => 'select from pgrst_source'),
    ...guard(context),
    ...responseColumns(context),
  ];
  return {
    main: statement(context, columns, `select pgrst_scalar from pgrst_source${page}`, rows, read),
    columns: columns.map(([name]) => name),
  };
}

function scalarForm({ headersOnly, representation }: QueryContext, isArray: boolean): BodyForm {
  if (headersOnly) return 'none';
  if (representation.kind === 'own') return 'own';
  return isArray ? 'scalarArray' : 'scalar';
}

function guard({ preferences }: QueryContext): Named[] {
  return preferences.handling === 'strict' && preferences.maxAffected !== undefined
    ? [['guard', guardSql(maxAffectedGuard, `count(*) > ${preferences.maxAffected}`)]]
    : [];
}

/** PostgreSQL runs a volatile function once, however often its rows are asked for. */
function statement(
  context: QueryContext,
  columns: readonly Named[],
  sql: string,
  rows: string,
  read: ReturnType<typeof readContext>,
) {
  const text = resultSql(columns, sql, `with pgrst_source as (${rows}) `);
  return { text: explained(context, text), parameters: read.parameters.list };
}

function sourceOf(target: CatalogFunction): Source {
  if (target.returnTable !== undefined) return tableSource(target.returnTable, true);
  const columns: ReadonlyMap<string, Column> = target.returnColumns;
  return {
    schema: target.schema,
    name: target.name,
    columns,
    computedFields: new Map(),
    table: undefined,
    isDerived: true,
  };
}

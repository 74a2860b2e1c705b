import type { Table } from '../catalog/catalog.ts';
import type { QueryAst } from '../request/ast.ts';
import { countRowsSql } from '../sql/count-sql.ts';
import { readSql } from '../sql/read-sql.ts';
import { bodyForm, bodySql, csvLineSql, resultSql, rowLabel } from '../sql/result-sql.ts';
import { qualified } from '../sql/sql-text.ts';
import { emptyQuery, type Query, type ResultColumn } from './query.ts';
import {
  checkRepresentation,
  csvHeader,
  estimateStatement,
  explained,
  pageSql,
  type QueryContext,
  type RowsSql,
  readContext,
  responseColumns,
  totalColumn,
  totalStatement,
} from './query-context.ts';
import { buildReadTree, embeddedTables, type ReadNode, tableSource } from './read-tree.ts';

/** GET and HEAD on a table or view. */
export function buildRead(asked: QueryContext, table: Table, ast: QueryAst): Query {
  checkRepresentation(asked);
  const tree = buildReadTree(asked.catalog, tableSource(table), ast);
  const context = isGuarded(tree) ? withoutGuesses(asked) : asked;
  const from = qualified(table.schema, table.name);
  const { representation, headersOnly } = context;
  const rows: RowsSql = (parameters) => countRowsSql(tree, from, parameters);
  const common = {
    ...emptyQuery,
    kind: 'read' as const,
    readOnly: true,
    estimate: estimateStatement(context, rows),
    representation,
    hasBody: !headersOnly,
    embeds: embeddedTables(tree),
  };
  return representation.kind === 'csv' && representation.explain === undefined && !headersOnly
    ? { ...common, ...csvRead(context, tree, from, rows) }
    : { ...common, ...jsonRead(context, tree, from, rows) };
}

/** The planner guesses from all rows of a table, other people's included. */
function isGuarded({ source, embeds }: ReadNode): boolean {
  return (source.table?.isGuarded ?? true) || embeds.some(isGuarded);
}

function withoutGuesses(context: QueryContext): QueryContext {
  const { count } = context.preferences;
  if (count !== 'planned' && count !== 'estimated') return context;
  return { ...context, preferences: { ...context.preferences, count: 'exact' } };
}

function jsonRead(context: QueryContext, tree: ReadNode, from: string, rows: RowsSql) {
  const { representation, catalog, headersOnly } = context;
  const read = readContext(context);
  const total = totalColumn(context, rows, read.parameters);
  const { sql } = readSql(read, tree, from, pageSql(context, read.parameters));
  const form = headersOnly ? 'none' : bodyForm(representation);
  const columns: (readonly [ResultColumn, string])[] = [
    ['body', bodySql(form, representation.stripNulls, catalog.geoJsonSchema)],
    ['count', 'count(*)'],
    ...total,
    ...responseColumns(context),
  ];
  return {
    main: {
      text: explained(context, resultSql(columns, sql)),
      parameters: read.parameters.list,
    },
    columns: columns.map(([name]) => name),
    isSingular: representation.kind === 'object' && representation.explain === undefined,
  };
}

/** Line by line, so that the number of rows does not matter to the memory they need. */
function csvRead(context: QueryContext, tree: ReadNode, from: string, rows: RowsSql) {
  const read = readContext(context);
  const page = pageSql(context, read.parameters);
  const { sql, names } = readSql(read, tree, from, page, 'columns');
  return {
    main: {
      text: `select ${csvLineSql} from (${sql}) as ${rowLabel}`,
      parameters: read.parameters.list,
    },
    beside: totalStatement(context, rows),
    besideColumns: ['total'] as const,
    csvHeader: csvHeader(names),
  };
}

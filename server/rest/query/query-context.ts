import type { Catalog } from '../catalog/catalog.ts';
import type { Representation } from '../request/media-type.ts';
import type { Preferences } from '../request/preferences.ts';
import { unacceptableMediaType } from '../rest-error.ts';
import type { ReadContext } from '../sql/output-sql.ts';
import { settingColumns } from '../sql/result-sql.ts';
import { Parameters } from '../sql/sql-text.ts';
import type { QueryStatement, ResultColumn } from './query.ts';

/** What every query depends on beside the request's own; all of it is part of its cache key. */
export interface QueryContext {
  readonly catalog: Catalog;
  readonly maxRows: number;
  readonly preferences: Preferences;
  readonly representation: Representation;
  /** HEAD: everything but the body. */
  readonly headersOnly: boolean;
  /** Of the root, after `limit`, `Range` and the most rows allowed; part of the statement's text. */
  readonly limit: number;
  readonly hasOffset: boolean;
}

export function readContext(context: QueryContext): ReadContext {
  return {
    catalog: context.catalog,
    maxRows: context.maxRows,
    parameters: new Parameters(),
  };
}

/**
 * The limit is written into the text, as the number it was parsed to: a plan kept for any limit would
 * be made for a tenth of the table and not use the index that serves a page.
 */
export function pageSql(context: QueryContext, parameters: Parameters): string {
  const offset = context.hasOffset ? ` offset ${parameters.add({ kind: 'rootOffset' })}` : '';
  return ` limit ${context.limit}${offset}`;
}

type Column = readonly [ResultColumn, string];

/** Response settings are asked for only where the database has code that sets them. */
export function responseColumns({ catalog }: QueryContext): readonly Column[] {
  return catalog.requestReaders.setsResponse
    ? [
        ['headers', settingColumns.headers],
        ['status', settingColumns.status],
      ]
    : [];
}

const countsTotal = ({ preferences }: QueryContext) =>
  preferences.count === 'exact' || preferences.count === 'estimated';

/** Writes the statement whose rows are counted; each statement has parameters of its own. */
export type RowsSql = (parameters: Parameters) => string;

/** An exact count looks at every row; an estimated one stops when it knows there are too many. */
export function totalColumn(
  context: QueryContext,
  rows: RowsSql,
  parameters: Parameters,
): readonly Column[] {
  return countsTotal(context) ? [['total', `(${totalSql(context, rows(parameters))})`]] : [];
}

function totalSql(context: QueryContext, rows: string): string {
  const bounded =
    context.preferences.count === 'estimated' ? `${rows} limit ${context.maxRows + 1}` : rows;
  return `select count(*) from (${bounded}) as pgrst_counted`;
}

/** The same count as a statement of its own, for rows that are streamed. */
export function totalStatement(context: QueryContext, rows: RowsSql): QueryStatement | undefined {
  if (!countsTotal(context)) return undefined;
  const parameters = new Parameters();
  return { text: totalSql(context, rows(parameters)), parameters: parameters.list };
}

export function estimateStatement(
  context: QueryContext,
  rows: RowsSql,
): QueryStatement | undefined {
  const { count } = context.preferences;
  if (count !== 'planned' && count !== 'estimated') return undefined;
  const parameters = new Parameters();
  return { text: `explain (format json) ${rows(parameters)}`, parameters: parameters.list };
}

/** `explain` in front of the statement when the plan is what was asked for. */
export function explained({ representation: { explain } }: QueryContext, text: string): string {
  if (explain === undefined) return text;
  return `explain (${[`format ${explain.format}`, ...explain.options].join(', ')}) ${text}`;
}

export function checkRepresentation({ catalog, representation }: QueryContext): void {
  if (representation.kind === 'geojson' && catalog.geoJsonSchema === undefined) {
    throw unacceptableMediaType(['application/geo+json']);
  }
}

/** A header line; names with a comma, quote or line break are quoted. */
export function csvHeader(names: readonly string[]): string {
  return names
    .map((name) => (/[",\n\r]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name))
    .join();
}

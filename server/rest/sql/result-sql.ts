import type { ResultColumn } from '../query/query.ts';
import type { Representation } from '../request/media-type.ts';
import { insertedSetting } from './mutation-sql.ts';

/** The rows of the inner statement are called `pgrst_row` throughout. */
export const rowLabel = 'pgrst_row';

/** How rows become the answer's body, inside PostgreSQL. */
export type BodyForm =
  | 'none'
  | 'array'
  | 'object'
  | 'scalarArray'
  | 'scalar'
  /** One object, or `null` when there is no row. */
  | 'objectOrNull'
  | 'geojson'
  /** What a function gave, as it is. */
  | 'own';

export function bodySql(form: BodyForm, stripNulls: boolean, geoJsonSchema = 'extensions'): string {
  const strip = (sql: string) => (stripNulls ? `json_strip_nulls(${sql})` : sql);
  switch (form) {
    case 'none':
      return `''`;
    case 'array':
      return `coalesce(${strip(`json_agg(${rowLabel})`)}, '[]')::text`;
    case 'scalarArray':
      return `coalesce(${strip(`json_agg(${rowLabel}.pgrst_scalar)`)}, '[]')::text`;
    case 'object':
      return `string_agg(${strip(`row_to_json(${rowLabel})`)}::text, '')`;
    case 'objectOrNull':
      return `coalesce(string_agg(${strip(`row_to_json(${rowLabel})`)}::text, ''), 'null')`;
    case 'scalar':
      return `coalesce(string_agg(${strip(`to_json(${rowLabel}.pgrst_scalar)`)}::text, ''), 'null')`;
    case 'own':
      return `coalesce(string_agg(${rowLabel}.pgrst_scalar::text, ''), '')`;
    case 'geojson':
      return (
        `json_build_object('type', 'FeatureCollection', 'features', ` +
        `coalesce(json_agg("${geoJsonSchema}".st_asgeojson(${rowLabel})::json), '[]'))::text`
      );
  }
}

export const bodyForm = (representation: Representation): BodyForm =>
  representation.kind === 'object'
    ? 'object'
    : representation.kind === 'geojson'
      ? 'geojson'
      : 'array';

/** A row as one line of CSV: PostgreSQL's own text of a row, without its brackets. */
export const csvLineSql = `substr(${rowLabel}::text, 2, length(${rowLabel}::text) - 2)`;

const setting = (name: string) => `nullif(current_setting('${name}', true), '')`;

export const settingColumns: Readonly<Record<'inserted' | 'headers' | 'status', string>> = {
  inserted: setting(insertedSetting),
  headers: setting('response.headers'),
  status: setting('response.status'),
};

/** The words that make a guard's failure recognisable in PostgreSQL's error. */
export const singularGuard = 'PGRST116';
export const putGuard = 'PGRST115';
export const maxAffectedGuard = 'PGRST124';

/**
 * Fails when more or fewer rows than allowed came: plain SQL cannot raise an error of its own, but
 * turning a word into a number does. It costs no round trip, and the write is undone with it.
 */
export function guardSql(word: string, violated: string): string {
  return `case when ${violated} then ('${word}:' || count(*))::int end`;
}

export function guardViolation(message: string): { word: string; count: number } | undefined {
  const match = /"(PGRST1\d\d):(\d+)"/.exec(message);
  return match === null ? undefined : { word: match[1] ?? '', count: Number(match[2]) };
}

/** One row of result columns over the rows of `rows`. */
export function resultSql(
  columns: readonly (readonly [ResultColumn, string])[],
  rows: string,
  before = '',
): string {
  const list = columns.map(([, sql]) => sql).join(', ');
  return `${before}select ${list} from (${rows}) as ${rowLabel}`;
}

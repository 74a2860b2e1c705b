import type { Column } from '../catalog/catalog.ts';
import { literal, type Parameters, quote } from './sql-text.ts';

/** The shape of a request's body, as far as a statement's text depends on it. */
export interface BodyShape {
  readonly isArray: boolean;
  /** Columns to take from it, in a fixed order. */
  readonly columns: readonly Column[];
  /** A missing key takes the column's default instead of null. */
  readonly useDefaults: boolean;
}

/**
 * `from …` that turns the body into rows named `pgrst_body`, PostgreSQL doing the conversion, so that
 * numbers of any size arrive exactly as they were written.
 */
export function bodyRowsSql(shape: BodyShape, parameters: Parameters): string {
  const body = parameters.add({ kind: 'body' });
  if (shape.columns.length === 0) return emptyRowsSql(shape, body);
  const columns = shape.columns.map(({ name, type }) => `${quote(name)} ${type}`).join(', ');
  if (!shape.useDefaults) {
    const convert = shape.isArray ? 'json_to_recordset' : 'json_to_record';
    return `${convert}(${body}::json) as pgrst_body(${columns})`;
  }
  const defaults = defaultsSql(shape.columns);
  return shape.isArray
    ? `(select ${defaults} || element as value from jsonb_array_elements(${body}::jsonb) as element) as pgrst_element, ` +
        `lateral jsonb_to_record(pgrst_element.value) as pgrst_body(${columns})`
    : `jsonb_to_record(${defaults} || ${body}::jsonb) as pgrst_body(${columns})`;
}

/** Objects without keys: as many rows of defaults as there are objects. */
function emptyRowsSql(shape: BodyShape, body: string): string {
  return shape.isArray
    ? `json_array_elements(${body}::json) as pgrst_body`
    : `(select ${body}::json) as pgrst_body`;
}

function defaultsSql(columns: readonly Column[]): string {
  const pairs = columns.flatMap(({ name, defaultSql }) =>
    defaultSql === undefined ? [] : [`${literal(name)}, ${defaultSql}`],
  );
  return `jsonb_build_object(${pairs.join(', ')})`;
}

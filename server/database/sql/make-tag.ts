import type { Parameter } from './parameters.ts';
import { Query, type Runner } from './query.ts';
import type { Queryable } from './sql.ts';
import { Fragment, Identifiers, Json, ValueRows, type Values } from './statement.ts';

/** The `sql` of whatever runs its queries. */
export function makeTag(runner: Runner): Queryable {
  const tag = (first: unknown, ...values: readonly unknown[]) => {
    if (typeof first === 'string') return new Identifiers([first]);
    if (isTemplate(first)) return new Query(runner, new Fragment(first, values));
    if (!Array.isArray(first)) return new ValueRows([first as Values]);
    return typeof first[0] === 'string' ? new Identifiers(first) : new ValueRows(first);
  };
  const more = {
    json: (value: unknown) => new Json(value),
    unsafe: (text: string, values: readonly Parameter[] = []) =>
      new Query(runner, new Fragment([text], []), values),
  };
  return Object.assign(tag, more) as Queryable;
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

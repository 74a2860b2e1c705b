import { unbounded } from '../catalog/build-functions.ts';
import type { CatalogFunction, Column, FunctionParameter } from '../catalog/catalog.ts';
import { takesSingleBody } from '../query/find-function.ts';
import type { QueryAst } from '../request/ast.ts';
import { type Parameters, qualified, quote } from './sql-text.ts';

/** How a function's arguments reach it. */
export type CallArguments =
  /** One object, its keys the names. */
  | { readonly kind: 'json'; readonly names: ReadonlySet<string>; readonly isArray: boolean }
  /** The body as it is, to the only parameter. */
  | { readonly kind: 'whole' }
  /** `?a=1&b=2` */
  | { readonly kind: 'query'; readonly values: QueryAst['arguments'] };

export interface CallSql {
  /** The call itself. */
  readonly call: string;
  /** What must stand before it in `from`, or nothing. */
  readonly from: string;
}

/** The call with its arguments, each cast to the parameter's own type. */
export function callSql(
  target: CatalogFunction,
  sent: CallArguments,
  parameters: Parameters,
): CallSql {
  const name = qualified(target.schema, target.name);
  switch (sent.kind) {
    case 'whole': {
      const type = target.parameters[0]?.type ?? 'json';
      return { call: `${name}(${parameters.add({ kind: 'body' })}::${type})`, from: '' };
    }
    case 'query':
      return { call: `${name}(${queryArguments(target, sent.values, parameters)})`, from: '' };
    case 'json': {
      const taken = target.parameters.filter((parameter) => sent.names.has(parameter.name));
      if (taken.length === 0) return { call: `${name}()`, from: '' };
      const columns = taken.map((one) => `${quote(one.name)} ${one.castType}`).join(', ');
      const convert = sent.isArray ? 'json_to_recordset' : 'json_to_record';
      const body = parameters.add({ kind: 'body' });
      const values = taken.map((one) => argument(one, `pgrst_body.${quote(one.name)}`)).join(', ');
      const rows = `${convert}(${body}::json) as pgrst_body(${columns})`;
      return {
        call: `${name}(${values})`,
        from: sent.isArray ? `(select * from ${rows} limit 1) as pgrst_body` : rows,
      };
    }
  }
}

const argument = (parameter: FunctionParameter, value: string) =>
  `${parameter.variadic ? 'variadic ' : ''}${quote(parameter.name)} := ${value}`;

function queryArguments(
  target: CatalogFunction,
  sent: QueryAst['arguments'],
  parameters: Parameters,
): string {
  return target.parameters
    .flatMap((parameter) => {
      const slots = sent
        .filter(({ name }) => name === parameter.name)
        .map(({ value }) => value.slot);
      const last = slots.at(-1);
      if (last === undefined) return [];
      const value = parameter.variadic
        ? parameters.add({ kind: 'variadic', slots })
        : parameters.slot({ slot: last }, 'text');
      const cast = `${value}::${parameter.castType}`;
      return [takesSingleBody(target) ? cast : argument(parameter, cast)];
    })
    .join(', ');
}

/** More than anybody can be answered with; what is bigger stays in the database. */
const maxCallResultBytes = 64 * 1024 * 1024;

/** The rows of a call as one text, exactly as PostgreSQL writes each value; null when it is too long. */
export function callResultSql(columns: Iterable<Column>): string {
  const values = [...columns].map(({ name }) => `pgrst_source.${quote(name)}::text`);
  const rows = `coalesce(json_agg(array[${values.join(', ')}]::text[]), '[]')::text`;
  return `(select case when octet_length(whole) <= ${maxCallResultBytes} then whole end from (select ${rows} as whole from pgrst_source) as called)`;
}

/** The same rows again, out of that text. */
export function storedRowsSql(columns: Iterable<Column>, parameters: Parameters): string {
  const values = [...columns].map(
    ({ name, type }, index) =>
      `(pgrst_stored.cells ->> ${index})::${unbounded.get(type) ?? type} as ${quote(name)}`,
  );
  const text = parameters.add({ kind: 'callResult' });
  return `select ${values.join(', ')} from json_array_elements(${text}::json) as pgrst_stored(cells)`;
}

import type { CatalogFunction, Column, FunctionParameter, Table } from './catalog.ts';
import type { FunctionRow } from './catalog-queries.ts';

/** The relations a function's types may name, by the oid of their row type. */
export interface RowTypes {
  table(relation: number): Table | undefined;
  columns(relation: number): ReadonlyMap<string, Column> | undefined;
}

/** Types that take and cut to a length when written without one. */
export const unbounded: ReadonlyMap<string, string> = new Map([
  ['bit', 'bit varying'],
  ['bit[]', 'bit varying[]'],
  ['character', 'character varying'],
  ['character[]', 'character varying[]'],
]);

const unnamedTypes: ReadonlySet<string> = new Set(['bytea', 'json', 'jsonb', 'text', 'xml']);

/** Only functions whose arguments can be named by a request, or that take one whole body. */
export function isCallable(row: FunctionRow): boolean {
  const inputs = row.parameters.filter((parameter) => isInput(parameter.mode));
  const unnamed = inputs.filter((parameter) => parameter.name === '');
  return unnamed.length === 0 || (inputs.length === 1 && unnamedTypes.has(inputs[0]?.type ?? ''));
}

export const isInput = (mode: FunctionRow['parameters'][number]['mode']) =>
  mode === 'i' || mode === 'b' || mode === 'v';

export function buildFunction(row: FunctionRow, types: RowTypes): CatalogFunction {
  const returnTable = row.hasOut ? undefined : types.table(row.returnRelation);
  const returnColumns = row.hasOut ? outColumns(row) : types.columns(row.returnRelation);
  return {
    schema: row.schema,
    name: row.name,
    description: row.description ?? undefined,
    parameters: row.parameters
      .filter((parameter) => isInput(parameter.mode))
      .map(
        (parameter): FunctionParameter => ({
          name: parameter.name,
          type: parameter.type,
          castType: unbounded.get(parameter.type) ?? parameter.type,
          required: parameter.required,
          variadic: parameter.mode === 'v',
        }),
      ),
    returnsSet: row.isSet,
    returns:
      returnColumns !== undefined ? 'composite' : row.returnType === 'void' ? 'void' : 'scalar',
    returnType: row.returnType,
    returnTable,
    returnColumns: returnColumns ?? new Map(),
    mediaType: returnColumns === undefined ? (row.mediaType ?? undefined) : undefined,
    statementTimeout: row.statementTimeout ?? undefined,
    volatility: { i: 'immutable', s: 'stable', v: 'volatile' }[row.volatility] as
      | 'immutable'
      | 'stable'
      | 'volatile',
  };
}

function outColumns(row: FunctionRow): ReadonlyMap<string, Column> {
  const outputs = row.parameters.filter(
    (parameter) => parameter.mode !== 'i' && parameter.mode !== 'v',
  );
  return new Map(
    outputs.map((output, index) => {
      const name = output.name === '' ? `column${index + 1}` : output.name;
      return [
        name,
        {
          name,
          type: output.type,
          baseType: output.type,
          nullable: true,
          defaultSql: undefined,
          maxLength: undefined,
          enumValues: [],
          description: undefined,
        },
      ];
    }),
  );
}

/** Overloads in a fixed order: fewest arguments first, then by names and types. */
export function compareFunctions(a: CatalogFunction, b: CatalogFunction): number {
  const key = (routine: CatalogFunction) =>
    routine.parameters.map((parameter) => `${parameter.name} ${parameter.type}`).join();
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
}

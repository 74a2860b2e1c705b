import { columnHint } from '../../nearest-name.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ReadNode, Source } from '../query/read-tree.ts';
import type { Field, JsonStep } from '../request/ast.ts';
import { undefinedColumn, undefinedType } from '../rest-error.ts';
import { type Parameters, qualified, quote } from './sql-text.ts';

/** A column, computed field or `*` of one resource, as SQL; anything else does not exist. */
export interface ResolvedField {
  readonly sql: string;
  readonly baseType: string;
}

export type FieldOwner = Pick<ReadNode, 'source' | 'label'>;

export function resolveColumn(owner: FieldOwner, name: string): ResolvedField | undefined {
  const { source, label } = owner;
  const column = source.columns.get(name);
  if (column !== undefined) {
    return { sql: `${quote(label)}.${quote(name)}`, baseType: column.baseType };
  }
  const computed = source.computedFields.get(name);
  if (computed === undefined) return undefined;
  return {
    sql: `${qualified(computed.schema, computed.name)}(${rowOf(source, label)})`,
    baseType: computed.baseType,
  };
}

/** A whole row as an argument; rows of a common table expression must be given their type back. */
export function rowOf(source: Source, label: string): string {
  return source.isDerived && source.table !== undefined
    ? `${quote(label)}::${qualified(source.table.schema, source.table.name)}`
    : quote(label);
}

export function requireColumn(owner: FieldOwner, name: string): ResolvedField {
  const resolved = resolveColumn(owner, name);
  if (resolved !== undefined) return resolved;
  const { label, source } = owner;
  throw undefinedColumn(label, name, columnHint(label, name, source.columns.keys()));
}

/** With its JSON path, each key a parameter. */
export function fieldSql(owner: FieldOwner, field: Field, parameters: Parameters): ResolvedField {
  const column = requireColumn(owner, field.name);
  if (field.path.length === 0) return column;
  const isJson = column.baseType === 'json' || column.baseType === 'jsonb';
  const last = field.path[field.path.length - 1];
  return {
    sql: `${isJson ? column.sql : `to_jsonb(${column.sql})`}${jsonPathSql(field.path, parameters)}`,
    baseType: last?.asText ? 'text' : 'jsonb',
  };
}

export function jsonPathSql(path: readonly JsonStep[], parameters: Parameters): string {
  return path
    .map((step) => {
      const operand = parameters.fixed(step.key);
      return `${step.asText ? '->>' : '->'}${operand}::${step.isIndex ? 'int' : 'text'}`;
    })
    .join('');
}

export function castSql(catalog: Catalog, sql: string, cast: string | undefined): string {
  if (cast === undefined) return sql;
  const type = catalog.castType(cast);
  if (type === undefined) throw undefinedType(cast);
  return `cast(${sql} as ${type})`;
}

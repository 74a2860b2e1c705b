// Turns a schema into the TypeScript that `createClient<Database>()` expects.
import type { Argument, Column, Relation, Relationship, Routine, Schema } from './read-schema.ts';

const SCALARS: Readonly<Record<string, string>> = {
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  real: 'number',
  'double precision': 'number',
  numeric: 'number',
  boolean: 'boolean',
  json: 'Json',
  jsonb: 'Json',
  void: 'undefined',
  record: 'Record<string, unknown>',
};

export function generateTypes(schema: Schema): string {
  const tables = schema.relations.filter(({ isView }) => !isView);
  const views = schema.relations.filter(({ isView }) => isView);
  const type = typeNames(schema);
  return `// Generated from the live schema by \`npm run types\`. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13.0.5' };
  public: {
    Tables: ${block(tables.map((table) => relation(table, type)))};
    Views: ${block(views.map((view) => relation(view, type)))};
    Functions: ${block(routines(schema.routines, type))};
    Enums: ${block(Object.entries(schema.enums).map(([name, labels]) => `${name}: ${union(labels)};`))};
    CompositeTypes: Record<never, never>;
  };
};

type Public = Database['public'];
export type Row<Name extends keyof (Public['Tables'] & Public['Views'])> = (Public['Tables'] &
  Public['Views'])[Name]['Row'];
export type Insert<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Insert'];
export type Update<Name extends keyof Public['Tables']> = Public['Tables'][Name]['Update'];
export type FunctionArguments<Name extends keyof Public['Functions']> =
  Public['Functions'][Name]['Args'];
export type FunctionResult<Name extends keyof Public['Functions']> =
  Public['Functions'][Name]['Returns'];
`;
}

type TypeName = (postgresType: string) => string;

function typeNames(schema: Schema): TypeName {
  const rows = new Set(schema.relations.map(({ name }) => name));
  const name: TypeName = (postgresType) => {
    if (postgresType.endsWith('[]')) return `${name(postgresType.slice(0, -2))}[]`;
    const bare = postgresType.replace(/^public\./, '').replaceAll('"', '');
    if (bare in schema.enums) return `Database['public']['Enums']['${bare}']`;
    if (rows.has(bare)) return `Database['public']['Tables']['${bare}']['Row']`;
    return SCALARS[bare] ?? 'string';
  };
  return name;
}

function relation({ name, isView, columns, relationships }: Relation, type: TypeName): string {
  const insertable = columns.filter(({ readOnly }) => !readOnly);
  const shapes = [
    `Row: ${block(columns.map((column) => `${column.name}: ${columnType(column, type)};`))};`,
  ];
  if (!isView) {
    shapes.push(
      `Insert: ${block(insertable.map((column) => `${column.name}${column.optional ? '?' : ''}: ${columnType(column, type)};`))};`,
      `Update: ${block(insertable.map((column) => `${column.name}?: ${columnType(column, type)};`))};`,
    );
  }
  shapes.push(`Relationships: [${relationships.map(relationship).join(', ')}];`);
  return `${name}: ${block(shapes)};`;
}

function columnType(column: Column, type: TypeName): string {
  return `${type(column.type)}${column.nullable ? ' | null' : ''}`;
}

function relationship({ name, columns, isOneToOne, target, targetColumns }: Relationship): string {
  return block([
    `foreignKeyName: '${name}';`,
    `columns: [${columns.map(quote).join(', ')}];`,
    `isOneToOne: ${isOneToOne};`,
    `referencedRelation: '${target.replace(/^public\./, '')}';`,
    `referencedColumns: [${targetColumns.map(quote).join(', ')}];`,
  ]);
}

/** Overloads of one name become a union. */
function routines(all: readonly Routine[], type: TypeName): string[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  return [...byName].map(([name, overloads]) => {
    const shapes = overloads.map((routine) =>
      block([`Args: ${argumentsOf(routine, type)};`, `Returns: ${returnsOf(routine, type)};`]),
    );
    return `${name}: ${shapes.join(' | ')};`;
  });
}

function argumentsOf(routine: Routine, type: TypeName): string {
  if (routine.arguments.length === 0) return 'never';
  return block(routine.arguments.map((argument) => argumentField(argument, type)));
}

/** What a function's argument may be null is not known to PostgreSQL: an optional one may. */
function argumentField({ name, type: postgresType, optional }: Argument, type: TypeName): string {
  return `${quoteKey(name)}${optional ? '?' : ''}: ${type(postgresType)}${optional ? ' | null' : ''};`;
}

function returnsOf({ columns, returns, returnsSet }: Routine, type: TypeName): string {
  const single =
    columns.length > 0
      ? block(columns.map(({ name, type: column }) => `${name}: ${type(column)};`))
      : type(returns);
  return returnsSet ? `${single}[]` : single;
}

function block(lines: readonly string[]): string {
  if (lines.length === 0) return 'Record<never, never>';
  return `{\n${lines.map((line) => line.replace(/^/gm, '  ')).join('\n')}\n}`;
}

function union(labels: readonly string[]): string {
  return labels.map(quote).join(' | ');
}

function quote(text: string): string {
  return `'${text}'`;
}

function quoteKey(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : quote(name);
}

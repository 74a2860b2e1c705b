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
  const enums = Object.entries(schema.enums).map(([name, labels]) => `${name}: ${union(labels)};`);
  return `// Generated from the live schema by \`npm run types\`. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };
/** Columns whose type has null may be left out; a Json column does not say by its type whether it may. */
type Nullable<Row> = { [Key in keyof Row]: null extends Row[Key] ? (Json extends Row[Key] ? never : Key) : never }[keyof Row];
/** \`Filled\` has a default, so it may be left out; \`Computed\` is written by PostgreSQL alone. */
type Table<Row, Filled extends keyof Row, Links, Computed extends keyof Row = never> = {
  Row: Row;
  Insert: Flat<Omit<Row, Filled | Computed | Nullable<Row>> & Partial<Pick<Row, Exclude<Filled | Nullable<Row>, Computed>>>>;
  Update: Partial<Omit<Row, Computed>>;
  Relationships: Links;
};
type View<Row> = { Row: Row; Relationships: [] };
type Link<Name, Columns, Target, TargetColumns = ['id'], IsOneToOne = false> = {
  foreignKeyName: Name;
  columns: Columns;
  isOneToOne: IsOneToOne;
  referencedRelation: Target;
  referencedColumns: TargetColumns;
};

export type Database = {
  __InternalSupabase: { PostgrestVersion: '13.0.5' };
  public: {
    Tables: ${block(tables.map((table) => tableType(table, type)))};
    Views: ${block(views.map(({ name, columns }) => `${name}: View<${row(columns, type)}>;`))};
    Functions: ${block(routines(schema.routines, type))};
    Enums: ${block(enums)};
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

function tableType({ name, columns, relationships }: Relation, type: TypeName): string {
  const filled = columns.filter(
    (column) => column.optional && !column.readOnly && !isNullableByType(column, type),
  );
  const computed = columns.filter(({ readOnly }) => readOnly);
  const rest = [
    names(filled),
    relationships.length > 0 ? `[\n${relationships.map(link).join('\n')}\n]` : '[]',
    ...(computed.length > 0 ? [names(computed)] : []),
  ];
  return `${name}: Table<${[row(columns, type), ...rest].join(', ')}>;`;
}

const row = (columns: readonly Column[], type: TypeName): string =>
  block(columns.map((column) => `${column.name}: ${columnType(column, type)};`));

const names = (columns: readonly Column[]): string =>
  columns.length === 0 ? 'never' : union(columns.map(({ name }) => name));

/** As `Nullable` in the written file. */
const isNullableByType = (column: Column, type: TypeName): boolean =>
  column.nullable && type(column.type) !== 'Json';

function columnType(column: Column, type: TypeName): string {
  return `${type(column.type)}${column.nullable ? ' | null' : ''}`;
}

function link({ name, columns, isOneToOne, target, targetColumns }: Relationship): string {
  const list = (columnNames: readonly string[]) => `[${columnNames.map(quote).join(', ')}]`;
  const isById = targetColumns.join() === 'id';
  const more = [
    ...(isById && !isOneToOne ? [] : [list(targetColumns)]),
    ...(isOneToOne ? ['true'] : []),
  ];
  const table = quote(target.replace(/^public\./, ''));
  return `  Link<${[quote(name), list(columns), table, ...more].join(', ')}>,`;
}

/** Overloads of one name become a union. */
function routines(all: readonly Routine[], type: TypeName): string[] {
  const byName = Map.groupBy(all, ({ name }) => name);
  return [...byName].map(([name, overloads]) => {
    const shapes = overloads.map(
      (routine) =>
        `{\n  Args: ${argumentsOf(routine, type)};\n  Returns: ${returnsOf(routine, type)};\n}`,
    );
    return `${name}: ${shapes.map(inOneLine).join(' | ')};`;
  });
}

/** A function that fits takes one line; one that does not, one for its arguments and one for its answer. */
function inOneLine(shape: string): string {
  const line = shape.replaceAll(/\n\s*/g, ' ');
  return line.length <= 120 ? line : shape;
}

function argumentsOf(routine: Routine, type: TypeName): string {
  if (routine.arguments.length === 0) return 'never';
  return fields(routine.arguments.map((argument) => argumentField(argument, type)));
}

/** What a function's argument may be null is not known to PostgreSQL: an optional one may. */
function argumentField({ name, type: postgresType, optional }: Argument, type: TypeName): string {
  return `${quoteKey(name)}${optional ? '?' : ''}: ${type(postgresType)}${optional ? ' | null' : ''}`;
}

function returnsOf({ columns, returns, returnsSet }: Routine, type: TypeName): string {
  const single =
    columns.length > 0
      ? fields(columns.map((column) => `${column.name}: ${type(column.type)}`))
      : type(returns);
  return returnsSet ? `${single}[]` : single;
}

const fields = (all: readonly string[]): string => `{ ${all.join('; ')} }`;

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

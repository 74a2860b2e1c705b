import type { ApiSettings } from './api-settings.ts';
import { buildFunction, compareFunctions, isCallable, isInput } from './build-functions.ts';
import type {
  Catalog,
  CatalogFunction,
  Column,
  ComputedField,
  Relationship,
  Table,
} from './catalog.ts';
import type {
  ColumnRow,
  ForeignKeyRow,
  FunctionRow,
  ProjectRow,
  TableRow,
  ViewRow,
} from './catalog-queries.ts';
import {
  type Appearance,
  compareRelationships,
  expandReference,
  relationshipsOf,
} from './relationships.ts';
import { findRequestReaders, type StoredCode } from './request-readers.ts';
import { typeResolver } from './type-names.ts';
import { type Origin, viewColumns } from './view-columns.ts';

export interface CatalogRows {
  readonly settings: ApiSettings;
  /** Settings of the database that change nothing here. */
  readonly ignored: readonly string[];
  readonly tables: readonly TableRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
  readonly views: readonly ViewRow[];
  readonly functions: readonly FunctionRow[];
  readonly types: readonly { schema: string; name: string }[];
  readonly code: readonly StoredCode[];
  readonly project: ProjectRow;
}

type Building<T> = { -readonly [K in keyof T]: T[K] };

/** Functions are found where PostgreSQL would look: the schema itself and what every path has. */
const sharedSchemas: readonly string[] = ['public', 'extensions'];

/** Puts the catalog's rows together; pure, so that it can be tried without a database. */
export function buildCatalog(rows: CatalogRows, version: number): Catalog {
  const { schemas, preRequest } = rows.settings;
  const rowsByOid = new Map(rows.tables.map((row) => [row.oid, row]));
  const shown = shownColumns(rows.views, rowsByOid);
  const tablesByOid = new Map<number, Building<Table>>();
  for (const row of rows.tables) {
    if (row.kind !== 'c' && schemas.includes(row.schema)) {
      tablesByOid.set(row.oid, buildTable(row, viewPrimaryKey(row, shown, rowsByOid)));
    }
  }
  const relationships = [
    ...keyRelationships(rows.foreignKeys, tablesByOid, shown),
    ...addComputed(rows.functions, tablesByOid),
  ].sort(compareRelationships);
  for (const table of tablesByOid.values()) {
    table.relationships = relationshipsFrom(table, relationships);
  }
  const functions = buildFunctions(rows.functions, schemas, tablesByOid, rowsByOid);
  const tables = groupByName([...tablesByOid.values()]);
  return {
    ...rows.settings,
    version,
    ignoredSettings: rows.ignored,
    table: (schema, name) => tables.get(schema)?.get(name),
    tables: (schema) => tables.get(schema) ?? new Map(),
    functions: (schema) => functions.get(schema) ?? new Map(),
    castType: typeResolver(rows.types),
    requestReaders: findRequestReaders(rows.code, preRequest?.name),
    asksOnce: rows.project.asksOnce,
    geoJsonSchema: rows.project.geoJson ?? undefined,
  };
}

function buildTable(row: TableRow, primaryKey: readonly string[]): Table {
  return {
    schema: row.schema,
    name: row.name,
    isView: row.kind === 'v' || row.kind === 'm',
    isGuarded: row.guarded,
    // PostgreSQL's bit mask: 8 insert, 4 update, 16 delete.
    insertable: (row.updatable & 8) !== 0,
    updatable: (row.updatable & 4) !== 0,
    deletable: (row.updatable & 16) !== 0,
    primaryKey,
    columns: buildColumns(row.columns),
    computedFields: new Map(),
    relationships: [],
    description: row.description ?? undefined,
  };
}

function buildColumns(rows: readonly ColumnRow[]): ReadonlyMap<string, Column> {
  return new Map(
    rows.map((row) => [
      row.name,
      {
        name: row.name,
        type: row.type,
        baseType: row.base,
        nullable: row.nullable,
        defaultSql: row.default ?? undefined,
        maxLength: row.maxLength ?? undefined,
        enumValues: row.enum ?? [],
        description: row.description ?? undefined,
      },
    ]),
  );
}

/** View → base table → base column → the view's names for it. */
type ShownColumns = ReadonlyMap<
  number,
  ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>
>;

function shownColumns(
  views: readonly ViewRow[],
  rowsByOid: ReadonlyMap<number, TableRow>,
): ShownColumns {
  const origins = new Map(views.map((view) => [view.oid, viewColumns(view.definition)]));
  const resolve = (origin: Origin, seen: number): Origin | undefined => {
    const inner = origins.get(origin.relation);
    if (inner === undefined) return origin;
    const next = inner.get(origin.column);
    return next === undefined || seen > 50 ? undefined : resolve(next, seen + 1);
  };
  const shown = new Map<number, Map<number, Map<string, string[]>>>();
  for (const [view, columns] of origins) {
    const names = new Map(
      rowsByOid.get(view)?.columns.map((column) => [column.number, column.name]),
    );
    const bases = new Map<number, Map<string, string[]>>();
    for (const [number, direct] of columns) {
      const origin = resolve(direct, 0);
      const base = origin && rowsByOid.get(origin.relation);
      const column = base?.columns.find((candidate) => candidate.number === origin?.column);
      const name = names.get(number);
      if (base === undefined || column === undefined || name === undefined) continue;
      const byColumn = bases.get(base.oid) ?? new Map<string, string[]>();
      byColumn.set(column.name, [...(byColumn.get(column.name) ?? []), name]);
      bases.set(base.oid, byColumn);
    }
    shown.set(view, bases);
  }
  return shown;
}

/** A view that shows a table's whole primary key is addressed by it. */
function viewPrimaryKey(
  row: TableRow,
  shown: ShownColumns,
  rowsByOid: ReadonlyMap<number, TableRow>,
): readonly string[] {
  const bases = shown.get(row.oid);
  if (bases === undefined) return row.pk;
  return [...bases].flatMap(([base, columns]) => {
    const key = rowsByOid.get(base)?.pk ?? [];
    const names = key.map((column) => columns.get(column)?.[0]);
    return names.every((name) => name !== undefined) ? (names as string[]) : [];
  });
}

function keyRelationships(
  keys: readonly ForeignKeyRow[],
  tables: ReadonlyMap<number, Table>,
  shown: ShownColumns,
): Relationship[] {
  const appearances = (base: number): Appearance[] => {
    const found: Appearance[] = [];
    const table = tables.get(base);
    if (table !== undefined) found.push({ table, names: (column) => [column] });
    for (const [view, bases] of shown) {
      const columns = bases.get(base);
      const viewTable = tables.get(view);
      if (columns !== undefined && viewTable !== undefined) {
        found.push({ table: viewTable, names: (column) => columns.get(column) ?? [] });
      }
    }
    return found;
  };
  const references = keys.flatMap((key) =>
    expandReference(key, appearances(key.table), appearances(key.foreign)),
  );
  return relationshipsOf(references);
}

/** Functions of one row: further columns of its table, or relationships made by hand. */
function addComputed(
  rows: readonly FunctionRow[],
  tables: ReadonlyMap<number, Building<Table>>,
): Relationship[] {
  const relationships: Relationship[] = [];
  for (const row of rows) {
    const inputs = row.parameters.filter((parameter) => isInput(parameter.mode));
    const table = tables.get(inputs[0]?.relation ?? 0);
    if (inputs.length !== 1 || table === undefined) continue;
    if (row.schema !== table.schema && !sharedSchemas.includes(row.schema)) continue;
    const foreign = row.hasOut ? undefined : tables.get(row.returnRelation);
    if (foreign !== undefined) {
      relationships.push({
        kind: 'computed',
        table,
        foreign,
        isSelf: table === foreign,
        functionSchema: row.schema,
        functionName: row.name,
        toOne: !row.isSet || row.rows === 1,
      });
    } else if (!row.isSet && !row.hasOut && !table.columns.has(row.name)) {
      const field: ComputedField = { schema: row.schema, name: row.name, baseType: row.returnType };
      table.computedFields = new Map([...table.computedFields, [row.name, field]]);
    }
  }
  return relationships;
}

/** A relationship made by hand takes the place of those found under the same name. */
function relationshipsFrom(table: Table, all: readonly Relationship[]): readonly Relationship[] {
  const own = all.filter((one) => one.table === table && one.foreign.schema === table.schema);
  const handmade = new Set(own.map((one) => (one.kind === 'computed' ? one.functionName : '')));
  return own.filter((one) => one.kind === 'computed' || !handmade.has(one.foreign.name));
}

function buildFunctions(
  rows: readonly FunctionRow[],
  schemas: readonly string[],
  tables: ReadonlyMap<number, Table>,
  rowsByOid: ReadonlyMap<number, TableRow>,
) {
  const types = {
    table: (relation: number) => tables.get(relation),
    columns: (relation: number) => {
      const row = rowsByOid.get(relation);
      return row === undefined ? undefined : buildColumns(row.columns);
    },
  };
  const functions = new Map<string, Map<string, CatalogFunction[]>>();
  for (const row of rows) {
    if (!schemas.includes(row.schema) || !isCallable(row)) continue;
    const inSchema = functions.get(row.schema) ?? new Map<string, CatalogFunction[]>();
    functions.set(row.schema, inSchema);
    inSchema.set(row.name, [...(inSchema.get(row.name) ?? []), buildFunction(row, types)]);
  }
  for (const inSchema of functions.values()) {
    for (const overloads of inSchema.values()) overloads.sort(compareFunctions);
  }
  return functions;
}

function groupByName(tables: readonly Table[]): ReadonlyMap<string, ReadonlyMap<string, Table>> {
  const grouped = new Map<string, Map<string, Table>>();
  for (const table of tables) {
    const inSchema = grouped.get(table.schema) ?? new Map<string, Table>();
    grouped.set(table.schema, inSchema);
    inSchema.set(table.name, table);
  }
  return grouped;
}

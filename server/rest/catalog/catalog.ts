import type { ApiSettings } from './api-settings.ts';
import type { RequestReaders } from './request-readers.ts';

/** What this API knows of the database, read once and kept until somebody says it changed. */

export interface Column {
  readonly name: string;
  /** The type as SQL, schema-qualified where it must be, e.g. `numeric(10,2)`. */
  readonly type: string;
  /** Base type name without length; what decides how JSON paths and text search treat the column. */
  readonly baseType: string;
  readonly nullable: boolean;
  /** The default as SQL, undefined where the database must fill the column itself. */
  readonly defaultSql: string | undefined;
  readonly maxLength: number | undefined;
  readonly enumValues: readonly string[];
  readonly description: string | undefined;
}

/** A function that takes one row of a table and so acts as a further column of it. */
export interface ComputedField {
  readonly schema: string;
  readonly name: string;
  readonly baseType: string;
}

export interface Table {
  readonly schema: string;
  readonly name: string;
  readonly isView: boolean;
  /** Who asks sees only some rows, or may: the planner's guess would tell of the others. */
  readonly isGuarded: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
  readonly primaryKey: readonly string[];
  readonly columns: ReadonlyMap<string, Column>;
  readonly computedFields: ReadonlyMap<string, ComputedField>;
  readonly relationships: readonly Relationship[];
  readonly description: string | undefined;
}

export type ColumnPair = readonly [own: string, foreign: string];

interface Junction {
  readonly table: Table;
  readonly sourceConstraint: string;
  readonly targetConstraint: string;
  /** Column of the origin, column of the junction. */
  readonly sourceColumns: readonly ColumnPair[];
  /** Column of the target, column of the junction. */
  readonly targetColumns: readonly ColumnPair[];
}

interface RelationshipBase {
  readonly table: Table;
  readonly foreign: Table;
  readonly isSelf: boolean;
}

export interface KeyRelationship extends RelationshipBase {
  readonly kind: 'one-to-many' | 'many-to-one' | 'one-to-one';
  readonly constraint: string;
  readonly columns: readonly ColumnPair[];
}

export interface JunctionRelationship extends RelationshipBase {
  readonly kind: 'many-to-many';
  readonly junction: Junction;
}

interface ComputedRelationship extends RelationshipBase {
  readonly kind: 'computed';
  readonly functionSchema: string;
  readonly functionName: string;
  readonly toOne: boolean;
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

export function isToOne(relationship: Relationship): boolean {
  switch (relationship.kind) {
    case 'many-to-one':
    case 'one-to-one':
      return true;
    case 'computed':
      return relationship.toOne;
    default:
      return false;
  }
}

export interface FunctionParameter {
  readonly name: string;
  /** As messages show it. */
  readonly type: string;
  /** As a column of `json_to_record`: without a length that would cut the value. */
  readonly castType: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface CatalogFunction {
  readonly schema: string;
  readonly name: string;
  readonly parameters: readonly FunctionParameter[];
  readonly returnsSet: boolean;
  readonly returns: 'void' | 'scalar' | 'composite';
  readonly returnType: string;
  /** The table or view whose rows it returns, when that is exposed. */
  readonly returnTable: Table | undefined;
  /** The result's columns where they are known. */
  readonly returnColumns: ReadonlyMap<string, Column>;
  readonly volatility: 'immutable' | 'stable' | 'volatile';
  readonly description: string | undefined;
  /** Of a function that returns a domain named like one: its text is the whole answer. */
  readonly mediaType: string | undefined;
  /** Its own, instead of the caller's: a setting of the function that counts from before it is called. */
  readonly statementTimeout: string | undefined;
}

export interface Catalog extends ApiSettings {
  /** Grows with every load, so that what was derived from an older one can be told. */
  readonly version: number;
  table(schema: string, name: string): Table | undefined;
  tables(schema: string): ReadonlyMap<string, Table>;
  functions(schema: string): ReadonlyMap<string, readonly CatalogFunction[]>;
  /** A type a caller may cast to, as SQL; undefined when no such type exists. */
  castType(name: string): string | undefined;
  readonly requestReaders: RequestReaders;
  /** `pgrst.…` that is set in the database and changes nothing here. */
  readonly ignoredSettings: readonly string[];
  /** Whether the database can tell who asks once for a request (`private.who_asks`). */
  readonly asksOnce: boolean;
  /** Where `st_asgeojson` lives, when PostGIS is there. */
  readonly geoJsonSchema: string | undefined;
}

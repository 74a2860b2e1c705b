export interface Column {
  readonly name: string;
  /** `pg_type.typname`, which clients convert values by. */
  readonly type: string;
  /** As SQL writes the type in a cast. */
  readonly sqlType: string;
}

/** What a role may do with a table. */
export interface Access {
  readonly bypassesPolicies: boolean;
  readonly columns: ReadonlySet<string>;
}

/** `column = expression`, where the expression does not depend on the row. */
export interface ScopeCondition {
  readonly column: string;
  /** SQL, of the column's type. */
  readonly expression: string;
}

/** What expressions of policies come to for each caller, and the tables that decide about it. */
export interface CallerRights {
  /** SQL, one for each value. */
  readonly expressions: readonly string[];
  /** A change of one of these may change the values; undefined: nobody can tell. */
  readonly decidedBy: ReadonlySet<number> | undefined;
}

/** Policies that know nothing of a caller but a few values: one statement answers for all callers. */
export interface SharedCheck {
  readonly rights: CallerRights;
  /** Takes the callers' values as JSON and rows; tells which rows each may read. */
  readonly statement: string;
}

/** What every row a caller can read has in common: these columns, equal to the caller's values. */
export interface Scope {
  readonly columns: readonly string[];
  readonly rights: CallerRights;
}

/** A table of the publication `supabase_realtime`. */
export interface Table {
  readonly relation: number;
  readonly schema: string;
  readonly name: string;
  /** Schema and name, quoted for SQL. */
  readonly sqlName: string;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly policiesEnabled: boolean;
  /** If the policies tell. */
  readonly scope: Scope | undefined;
  readonly shared: SharedCheck | undefined;
  /** REPLICA IDENTITY FULL: updates tell the whole old row. */
  readonly tellsOldRow: boolean;
  readonly access: ReadonlyMap<string, Access>;
}

/** Whether row-level security decides for this role. */
export function needsPolicies(table: Table, access: Access): boolean {
  return table.policiesEnabled && !access.bypassesPolicies;
}

/** Rows whose key a role may not read are none of its business. */
export function mayReadKey({ primaryKey }: Table, { columns }: Access): boolean {
  return columns.size > 0 && primaryKey.every((name) => columns.has(name));
}

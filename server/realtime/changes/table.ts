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

/** Policies that know nothing of a caller but a few values: one statement answers for all callers. */
export interface SharedCheck {
  /** What each caller's values are, by SQL. */
  readonly expressions: readonly string[];
  /** Takes the callers' values as JSON and rows; tells which rows each may read. */
  readonly statement: string;
  /** A change of one of these tables may change the values. */
  readonly decidedBy: ReadonlySet<number>;
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
  /** What every row a caller can read has in common, if the policies tell. */
  readonly scope: readonly ScopeCondition[] | undefined;
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

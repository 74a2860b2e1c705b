/** What a definition is; in a file the kinds stand around their table, see `arrange.ts`. */
export type Kind =
  | 'schema'
  | 'extension'
  | 'default rights'
  | 'type'
  | 'sequence'
  | 'table'
  | 'foreign key'
  | 'view'
  | 'function'
  | 'trigger'
  | 'policy'
  | 'publication';

/** One object of the database with what belongs to it (comments, rights, indexes). */
export interface Definition {
  /** Catalog and object id, as in pg_depend. */
  readonly id: string;
  readonly kind: Kind;
  /** With schema and, where it has one, signature: `private.local_date(timestamp with time zone, text)`. */
  readonly name: string;
  /** The table a trigger, policy, foreign key or publication belongs to. */
  readonly table?: string | undefined;
  /** Statements that make it, in order. */
  readonly sql: string;
  /** Ids of what must exist before. */
  readonly needs: readonly string[];
  /** What is compared between two databases, by name: a column, a right, a body. */
  readonly facts: Readonly<Record<string, string>>;
}

import type { Database } from '../../supabase/types';

type Tables = Database['public']['Tables'];

export type TableName = keyof Tables;

/** A row as the database returns it: `Row<'projects'>`. Columns with a fixed set of values arrive as
 * plain text; narrow those with `Narrowed`. */
export type Row<Table extends keyof Tables> = Tables[Table]['Row'];

/** What a new row of a table may have: `NewRow<'photos'>`. */
export type NewRow<Table extends keyof Tables> = Tables[Table]['Insert'];

/** What an update of a table may set: `Change<'companies'>`. */
export type Change<Table extends keyof Tables> = Tables[Table]['Update'];

export type Narrowed<Base, Columns extends { [Key in keyof Base]?: unknown }> = Omit<
  Base,
  keyof Columns
> &
  Columns;

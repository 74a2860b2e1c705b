import { type Fields, sameValue } from '@/entities/edit/conflict';
import { changedFields, type Edit, sendEdit } from '@/entities/edit/send-edit';
import { unwrap } from '@/lib/errors';
import { asJson } from '@/lib/json';
import type { Change, Row, TableName } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export interface RowEdit<Name extends TableName> {
  table: Name;
  key: Partial<Row<Name>>;
  /** The fields as the form has them now. */
  after: Change<Name>;
  /** These fields as they were when the form was opened; the row may have more. */
  before: { [Column in keyof Change<Name>]?: unknown };
  /** What the form would have sent as it was opened, where it writes stored values differently. */
  initial?: Change<Name>;
  /** Fields that only make sense together, such as the center and radius of a circle. */
  together?: readonly (readonly (keyof Change<Name> & string)[])[];
}

/** Sends what was changed, with what it was based on; refused where somebody else changed it too. */
export async function writeChanges<Name extends TableName>(
  { table, key, together }: Pick<RowEdit<Name>, 'table' | 'key' | 'together'>,
  edit: Edit,
  signal?: AbortSignal,
): Promise<Change<Name>> {
  const changes = changedFields(edit, together);
  if (Object.keys(changes).length > 0) {
    const call = supabase().rpc('save_changes', {
      table_param: table,
      key_param: asJson(key),
      changes_param: asJson(changes),
      based_on_param: asJson(edit.before),
    });
    unwrap(await (signal ? call.abortSignal(signal) : call));
  }
  return edit.after as Change<Name>;
}

/**
 * The one way to change a row from a form: sends only the fields that were changed, with what they
 * were based on. What somebody else changed meanwhile is asked about, never overwritten unseen.
 * Returns the fields as they are saved.
 */
export function saveChanges<Name extends TableName>(edit: RowEdit<Name>): Promise<Change<Name>> {
  const stored = edit.before as Fields;
  const initial = edit.initial as Fields | undefined;
  const names = Object.keys(edit.after);
  const before = Object.fromEntries(names.map((name) => [name, stored[name] ?? null]));
  const after = Object.fromEntries(
    Object.entries(edit.after).map(([name, value]) => [
      name,
      initial && sameValue(value, initial[name]) ? before[name] : value,
    ]),
  );
  return sendEdit({ after, before }, (now) => writeChanges(edit, now));
}

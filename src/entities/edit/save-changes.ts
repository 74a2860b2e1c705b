import type { Fields } from '@/entities/edit/conflict';
import { changedFields, sendEdit } from '@/entities/edit/send-edit';
import { unwrap } from '@/lib/errors';
import type { Change, Row, TableName } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export interface RowEdit<Name extends TableName> {
  table: Name;
  key: Partial<Row<Name>>;
  /** The fields as the form has them now. */
  after: Change<Name>;
  /** The same fields as they were when the form was opened. */
  before: { [Column in keyof Change<Name>]?: unknown };
  /** Fields that only make sense together, such as the center and radius of a circle. */
  together?: readonly (readonly (keyof Change<Name> & string)[])[];
}

/**
 * The one way to change a row from a form: sends only the fields that were changed, with what they
 * were based on. What somebody else changed meanwhile is asked about, never overwritten unseen.
 */
export async function saveChanges<Name extends TableName>(edit: RowEdit<Name>): Promise<void> {
  const { table, key, after, before, together } = edit;
  await sendEdit({ after: after as Fields, before: before as Fields }, async (now) => {
    const changes = changedFields(now, together);
    if (Object.keys(changes).length === 0) return;
    unwrap(
      await supabase().rpc('save_changes', {
        table_param: table,
        key_param: key as never,
        changes_param: changes as never,
        based_on_param: now.before as never,
      }),
    );
  });
}

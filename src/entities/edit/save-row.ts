import { type RowEdit, saveChanges } from '@/entities/edit/save-changes';
import { unwrap } from '@/lib/errors';
import type { Change, NewRow, Row, TableName } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { uuidv7 } from '@/lib/uuid';

/** Tables whose rows have an id and belong to a company. */
type CompanyTable = {
  [Name in TableName]: Row<Name> extends { id: string; company_id: string } ? Name : never;
}[TableName];

/** Of whichever of them: all take a company and an id. */
const tableOf = (name: CompanyTable) => supabase().from(name as 'projects');

interface RowDraft<Name extends CompanyTable>
  extends Pick<RowEdit<Name>, 'table' | 'initial' | 'together'> {
  companyId: string;
  /** The fields as the form has them now. */
  fields: Change<Name>;
  /** The row as it was when the form was opened; null: a new one. */
  opened: (RowEdit<Name>['before'] & { id: string }) | null;
}

/** What a form saves: a new row, or the changes of the one it was opened with. Returns it as it is saved. */
export async function saveRow<Name extends CompanyTable>(
  draft: RowDraft<Name>,
): Promise<Change<Name> & { id: string }> {
  const { companyId, fields, opened, ...edit } = draft;
  const id = opened?.id ?? uuidv7();
  const key = { company_id: companyId, id };
  if (opened) {
    const saved = await saveChanges({
      ...edit,
      key: key as Partial<Row<Name>>,
      after: fields,
      before: opened,
    });
    return { ...fields, ...saved, id };
  }
  unwrap(await tableOf(edit.table).insert({ ...fields, ...key } as unknown as NewRow<'projects'>));
  return { ...fields, id };
}

export async function deleteRow(table: CompanyTable, companyId: string, id: string): Promise<void> {
  unwrap(await tableOf(table).delete().eq('company_id', companyId).eq('id', id));
}

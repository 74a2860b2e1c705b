import type { ColumnMapping, ImportColumn } from '@/components/shared/import-table/import-columns';
import type { CustomField } from '@/entities/custom-field/custom-field';
import type { ImportRow } from '@/entities/import/import-rows';

/** A custom field as `import_rows` takes it. */
const keyOf = ({ id }: CustomField): string => `custom:${id}`;
const plain = (text: string): string => text.trim().toLowerCase();
const namesOf = ({ name, name_es }: CustomField): string[] =>
  [name, name_es ?? ''].filter(Boolean).map(plain);

/** A custom field among the columns of a list, recognized by its name in either language. */
export const fieldColumn = (field: CustomField): ImportColumn => ({
  key: keyOf(field),
  label: field.name,
  aliases: namesOf(field),
});

/** The cells under headings with the name of a field, where no column of the list has taken them. */
export function fieldCells(
  fields: readonly CustomField[],
  { headings, mapping }: { headings: readonly string[]; mapping: ColumnMapping },
  cell: (index: number, date: boolean) => string,
): ImportRow {
  const taken = new Set(Object.values(mapping));
  const row: ImportRow = {};
  for (const field of fields) {
    const index = headings.findIndex(
      (heading, at) => !taken.has(at) && namesOf(field).includes(plain(heading)),
    );
    const text = index < 0 ? '' : cell(index, field.kind === 'date');
    if (text !== '') row[keyOf(field)] = text;
  }
  return row;
}

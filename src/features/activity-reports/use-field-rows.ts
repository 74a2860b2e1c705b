import { useCustomFields } from '@/entities/custom-field/custom-fields-query';
import { useCustomText } from '@/entities/custom-field/use-custom-text';
import { type FieldRow, isField, type RowName } from '@/features/activity-reports/definition';
import { useOwnName } from '@/lib/own-name';
import { useTranslation } from '@/lib/use-translation';

/** The custom fields a report can be by or filtered by: those of projects and of time. */
export function useFieldRows() {
  const { t } = useTranslation('activity-reports');
  const ownName = useOwnName();
  const textOf = useCustomText();
  const fields = [
    ...useCustomFields('projects').map((field) => ({
      ...field,
      row: `project_field:${field.id}` as FieldRow,
    })),
    ...useCustomFields('time_entries').map((field) => ({
      ...field,
      row: `entry_field:${field.id}` as FieldRow,
    })),
  ];
  const found = (row: RowName) => fields.find((field) => field.row === row);
  return {
    fields,
    rowName: (row: RowName): string => {
      if (!isField(row)) return t(`row.${row}`);
      const field = found(row);
      return field ? ownName(field) : t('row.field');
    },
    /** An answer in the viewer's language; null for what is none. */
    fieldLabel: (label: string | null, row: RowName): string | null => {
      const field = found(row);
      if (!field || label === null) return null;
      const choice = field.choices.find(({ name }) => name === label);
      return choice ? ownName(choice) : field.kind === 'date' ? textOf(field, label) : label;
    },
  };
}

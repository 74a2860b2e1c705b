import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useTranslation } from '@/lib/use-translation';
import type { ColumnMapping, ImportColumn } from './import-columns';

export interface MappingFieldsProps {
  columns: readonly ImportColumn[];
  /** The first row, to recognise the cells by. */
  example: readonly string[];
  mapping: ColumnMapping;
  onChange: (key: string, index: number | null) => void;
}

const LEFT_OUT = 'none';

export function MappingFields({ columns, example, mapping, onChange }: MappingFieldsProps) {
  const { t } = useTranslation('imports');
  const options = [
    { value: LEFT_OUT, label: t('leftOut') },
    ...example.map((cell, index) => ({
      value: String(index),
      label: t('cell', { number: index + 1, text: cell || '–' }),
    })),
  ];
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-[550] text-sm">{t('mapping')}</legend>
      {columns.map(({ key, label, required }) => (
        <Field key={key} label={label} optional={!required}>
          <Select
            value={mapping[key] === null ? LEFT_OUT : String(mapping[key])}
            onValueChange={(value) => onChange(key, value === LEFT_OUT ? null : Number(value))}
            options={options}
          />
        </Field>
      ))}
    </fieldset>
  );
}

import { Select } from '@/components/ui/select';
import type { CustomField } from '@/entities/custom-field/custom-field';
import { useOwnName } from '@/lib/own-name';

const ALL = 'all';

export interface FieldFilterProps<Row extends string> {
  /** Those with choices are offered, each answer by itself. */
  fields: readonly (CustomField & { row: Row })[];
  value: { row: Row; answer: string } | null;
  onValueChange: (value: { row: Row; answer: string } | null) => void;
  label: string;
  noneLabel: string;
}

/** Narrows what is shown to one answer of one field. */
export function FieldFilter<Row extends string>(props: FieldFilterProps<Row>) {
  const { fields, value, onValueChange, label, noneLabel } = props;
  const ownName = useOwnName();
  const answers = fields.flatMap((field) =>
    field.choices.map((choice) => ({
      value: `${field.row} ${choice.id}`,
      label: `${ownName(field)}: ${ownName(choice)}`,
      chosen: { row: field.row, answer: choice.id },
    })),
  );
  if (answers.length === 0) return null;
  return (
    <Select
      size="compact"
      aria-label={label}
      value={value ? `${value.row} ${value.answer}` : ALL}
      onValueChange={(next) =>
        onValueChange(answers.find((answer) => answer.value === next)?.chosen ?? null)
      }
      options={[{ value: ALL, label: noneLabel }, ...answers]}
    />
  );
}

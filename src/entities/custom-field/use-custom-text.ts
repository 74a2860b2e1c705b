import type { CustomField } from '@/entities/custom-field/custom-field';
import { useFormat } from '@/lib/format-context';
import { useOwnName } from '@/lib/own-name';

/** How many there are: as many as were typed. */
const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** A value as people read it: choices by name, days and numbers in their format; empty without one. */
export function useCustomText(): (
  field: Pick<CustomField, 'kind' | 'choices'>,
  value: unknown,
) => string {
  const format = useFormat();
  const ownName = useOwnName();
  return ({ kind, choices }, value) => {
    if (value === undefined || value === null) return '';
    if (kind === 'choice') {
      const choice = choices.find(({ id }) => id === value);
      return choice ? ownName(choice) : '';
    }
    if (kind === 'date') return format.date(String(value));
    if (kind === 'number' && typeof value === 'number')
      return format.number(value, decimalsOf(value));
    return String(value);
  };
}

/** A value as a file has it, to be read by a program: days and numbers as they are stored. */
export function useCustomFileText(): ReturnType<typeof useCustomText> {
  const textOf = useCustomText();
  return (field, value) =>
    field.kind === 'choice' ? textOf(field, value) : value === undefined ? '' : String(value);
}

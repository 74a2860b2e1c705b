import type { ComponentProps } from 'react';
import { Input } from '@/components/ui/input';
import { useFormat } from '@/lib/format-context';
import { meaningsOf, type NumberLimits, numberText, readNumber } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export interface NumberInputProps extends ComponentProps<typeof Input> {
  value: string;
  limits: NumberLimits;
}

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0;

/** A number as text, read by `readNumber`. What is stored stands below where it is not what was typed. */
export function NumberInput({ limits, ...props }: NumberInputProps) {
  const note = useNumberNote(props.value, limits);
  return (
    <div className="min-w-0">
      <Input inputMode="decimal" autoComplete="off" {...props} />
      {note && (
        <p role="status" className="mt-1 text-muted text-xs">
          {note}
        </p>
      )}
    </div>
  );
}

function useNumberNote(typed: string, limits: NumberLimits): string | null {
  const { t } = useTranslation('common');
  const format = useFormat();
  const read = readNumber(typed, limits);
  if ('value' in read) {
    const { value } = read;
    // "28.50" says by itself what it is.
    if (Number(typed) === value) return null;
    return t('number.storedAs', { number: format.number(value, digitsShown(value, limits)) });
  }
  if (read.problem === 'too_many_digits')
    return t('number.tooManyDigits', { count: limits.digits ?? 2 });
  if (read.problem !== 'ambiguous') return null;
  const [one = 0, other = 0] = meaningsOf(typed, limits);
  return t('number.ambiguous', {
    typed: typed.trim(),
    one: numberText(one),
    other: numberText(other),
  });
}

const digitsShown = (value: number, { digits = 2 }: NumberLimits): number =>
  Math.max(decimalsOf(value), Math.min(digits, 2));

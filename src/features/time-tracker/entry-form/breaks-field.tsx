import { Plus, Trash2 } from 'lucide-react';
import { TimeInput, type TimeInputValue } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { BREAK_KINDS, type BreakType, useBreakTypes } from '@/entities/break-type/use-break-types';
import type { BreakValues } from '@/features/time-tracker/entry-form/entry-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface BreaksFieldProps {
  breaks: BreakValues[];
  onChange: (breaks: BreakValues[]) => void;
  error: string | undefined;
  disabled: boolean;
}

const NOON = 12 * 60;

/** A start without an end: the break is as long as this kind usually is. */
function usualEnd(
  { end }: BreakValues,
  start: TimeInputValue,
  type: BreakType | undefined,
): Partial<BreakValues> {
  if (end !== null || typeof start !== 'number' || !type?.minutes) return {};
  return { end: (start + type.minutes) % (24 * 60) };
}

export function BreaksField({ breaks, onChange, error, disabled }: BreaksFieldProps) {
  const { t } = useTranslation('time-tracker');
  const format = useFormat();
  const types = useBreakTypes();
  const typeOf = (pause: BreakValues) =>
    types.find(({ kind, paid }) => kind === pause.kind && paid === pause.paid);
  const change = (index: number, changes: Partial<BreakValues>): void =>
    onChange(breaks.map((pause, at) => (at === index ? { ...pause, ...changes } : pause)));
  const first = BREAK_KINDS[types.find(({ offered }) => offered)?.key ?? 'mealUnpaid'];
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" disabled={disabled}>
      <legend className="mb-1.5 font-[550] text-muted text-sm">{t('form.breaks')}</legend>
      {breaks.map((pause, index) => {
        const number = index + 1;
        const own = typeOf(pause);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no id before they are saved.
          <div key={index} className="flex flex-wrap items-center gap-2">
            <TimeInput
              aria-label={t('form.breakStart', { number })}
              value={pause.start}
              onValueChange={(start) => change(index, { start, ...usualEnd(pause, start, own) })}
              className="w-[104px]!"
              placeholder={format.timeOfDay(NOON)}
            />
            <span aria-hidden="true" className="text-muted">
              –
            </span>
            <TimeInput
              aria-label={t('form.breakEnd', { number })}
              value={pause.end}
              notBefore={typeof pause.start === 'number' ? pause.start : undefined}
              onValueChange={(end) => change(index, { end })}
              placeholder={format.timeOfDay(NOON + 30)}
              className="w-[104px]!"
            />
            <Select
              aria-label={t('form.breakKind', { number })}
              value={own?.key ?? 'mealUnpaid'}
              onValueChange={(name) => change(index, BREAK_KINDS[name])}
              options={types
                .filter(({ offered, key }) => offered || key === own?.key)
                .map(({ key, label }) => ({ value: key, label }))}
              className="w-auto! min-w-36! flex-1"
              disabled={disabled}
            />
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('form.removeBreak', { number })}
              onClick={() => onChange(breaks.filter((_, at) => at !== index))}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        );
      })}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      {!disabled && (
        <Button
          size="small"
          className="self-start"
          onClick={() => onChange([...breaks, { start: null, end: null, ...first }])}
        >
          <Plus aria-hidden="true" />
          {t('form.addBreak')}
        </Button>
      )}
    </fieldset>
  );
}

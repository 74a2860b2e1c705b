import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TimeInput } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import type { BreakValues } from '@/features/time-tracker/entry-form/entry-form';
import { useFormat } from '@/lib/format-context';

export interface BreaksFieldProps {
  breaks: BreakValues[];
  onChange: (breaks: BreakValues[]) => void;
  error: string | undefined;
  disabled: boolean;
}

const NOON = 12 * 60;

const KINDS = {
  mealUnpaid: { kind: 'meal', paid: false },
  restPaid: { kind: 'rest', paid: true },
  mealPaid: { kind: 'meal', paid: true },
  restUnpaid: { kind: 'rest', paid: false },
} as const;
type KindName = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as KindName[];

const kindOf = (pause: BreakValues): KindName =>
  KIND_NAMES.find((name) => KINDS[name].kind === pause.kind && KINDS[name].paid === pause.paid) ??
  'mealUnpaid';

export function BreaksField({ breaks, onChange, error, disabled }: BreaksFieldProps) {
  const { t } = useTranslation('time-tracker');
  const format = useFormat();
  const change = (index: number, changes: Partial<BreakValues>): void =>
    onChange(breaks.map((pause, at) => (at === index ? { ...pause, ...changes } : pause)));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" disabled={disabled}>
      <legend className="mb-1.5 font-[550] text-muted text-sm">{t('form.breaks')}</legend>
      {breaks.map((pause, index) => {
        const number = index + 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: breaks have no id before they are saved.
          <div key={index} className="flex flex-wrap items-center gap-2">
            <TimeInput
              aria-label={t('form.breakStart', { number })}
              value={pause.start}
              onValueChange={(start) => change(index, { start })}
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
              value={kindOf(pause)}
              onValueChange={(name) => change(index, KINDS[name])}
              options={KIND_NAMES.map((name) => ({ value: name, label: t(`form.kind.${name}`) }))}
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
          onClick={() =>
            onChange([...breaks, { start: null, end: null, kind: 'meal', paid: false }])
          }
        >
          <Plus aria-hidden="true" />
          {t('form.addBreak')}
        </Button>
      )}
    </fieldset>
  );
}

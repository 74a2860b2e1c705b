import { keepsBalance, type TimeOffType } from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

export interface TypeChoiceProps {
  types: readonly TimeOffType[];
  balances: readonly { type_id: string; hours: number }[];
  value: string;
  onChange: (typeId: string) => void;
}

/** One tile per kind, with what is left of it. */
export function TypeChoice({ types, balances, value, onChange }: TypeChoiceProps) {
  const { t } = useTranslation('time-off');
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      <legend className="sr-only">{t('request.kind')}</legend>
      {types.map((type) => {
        const balance = balances.find(({ type_id }) => type_id === type.id);
        return (
          <label
            key={type.id}
            className={cn(
              'touch-target flex cursor-pointer flex-col items-center justify-center rounded-card border px-2 py-2 text-center has-focus-visible:outline-2 has-focus-visible:outline-primary',
              type.id === value ? 'border-primary bg-primary-soft' : 'border-border-strong',
            )}
          >
            <input
              type="radio"
              name="time-off-kind"
              className="sr-only"
              checked={type.id === value}
              onChange={() => onChange(type.id)}
            />
            <span className={cn('font-[620]', type.id === value && 'text-primary')}>
              {type.name}
            </span>
            <span className="tabular text-muted text-sm">
              {keepsBalance(type)
                ? balance && formatDuration(hoursToSeconds(balance.hours))
                : t('noBalance')}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

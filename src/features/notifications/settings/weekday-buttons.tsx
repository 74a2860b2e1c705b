import { useViewer } from '@/entities/viewer/use-viewer';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';

/** A Sunday, to name the days of the week from. */
const SUNDAY = '2026-11-01';

export interface WeekdayButtonsProps {
  /** Days of the week, `0` is Sunday, with commas between. */
  value: string;
  onValueChange: (value: string) => void;
  id?: string;
  name?: string;
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
  'aria-labelledby'?: string;
}

/** Any of the seven days, beginning with the viewer's first. */
export function WeekdayButtons({ value, onValueChange, name: _, ...props }: WeekdayButtonsProps) {
  const format = useFormat();
  const { preferences, company } = useViewer();
  const first = preferences?.week_start ?? company?.week_start ?? 0;
  const chosen = value === '' ? [] : value.split(',').map(Number);
  const toggle = (day: number): void => {
    const next = chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day];
    onValueChange(next.toSorted((a, b) => a - b).join());
  };
  return (
    <fieldset className="flex flex-wrap gap-1.5" {...props}>
      {Array.from({ length: 7 }, (_unused, place) => (first + place) % 7).map((day) => {
        const date = `${SUNDAY.slice(0, 8)}0${day + 1}`;
        const isOn = chosen.includes(day);
        return (
          <button
            key={day}
            type="button"
            aria-pressed={isOn}
            aria-label={format.weekday(date, 'long')}
            className={cn(
              'touch-target h-9 min-w-11 rounded-small border px-2 text-sm',
              isOn
                ? 'border-primary bg-primary-soft font-[620] text-primary'
                : 'border-border-strong bg-surface text-muted hover:bg-sunken',
            )}
            onClick={() => toggle(day)}
          >
            {format.weekday(date)}
          </button>
        );
      })}
    </fieldset>
  );
}

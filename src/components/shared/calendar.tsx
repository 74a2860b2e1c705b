import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/lib/class-names';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { addDays, addMonths, monthOf, type WeekDay, weekOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface CalendarProps {
  value: IsoDate | null;
  onSelect: (date: IsoDate) => void;
  today: IsoDate;
  weekStart?: WeekDay;
  min?: IsoDate | undefined;
  max?: IsoDate | undefined;
}

const STEPS: Record<string, (date: IsoDate) => IsoDate> = {
  ArrowLeft: (date) => addDays(date, -1),
  ArrowRight: (date) => addDays(date, 1),
  ArrowUp: (date) => addDays(date, -7),
  ArrowDown: (date) => addDays(date, 7),
  PageUp: (date) => addMonths(date, -1),
  PageDown: (date) => addMonths(date, 1),
};

function weeksOf(date: IsoDate, weekStart: WeekDay): IsoDate[][] {
  const first = weekOf(monthOf(date).start, weekStart).start;
  // Always six weeks, so that the panel does not change its height from month to month.
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => addDays(first, week * 7 + day)),
  );
}

/** One month; arrows move by day and week, Page keys by month, Enter chooses. */
export function Calendar({ value, onSelect, today, weekStart = 0, min, max }: CalendarProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [focused, setFocused] = useState<IsoDate>(value ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const byKeyboard = useRef(true);
  const weeks = weeksOf(focused, weekStart);
  const outOfRange = (date: IsoDate): boolean =>
    (min !== undefined && date < min) || (max !== undefined && date > max);

  useEffect(() => {
    if (byKeyboard.current) {
      grid.current?.querySelector<HTMLButtonElement>(`[data-date="${focused}"]`)?.focus();
    }
  }, [focused]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    byKeyboard.current = true;
    setFocused(step(focused));
  };
  const turn = (months: number): void => {
    byKeyboard.current = false;
    setFocused(addMonths(focused, months));
  };

  return (
    <div className="p-3">
      <div className="mb-2 flex items-center justify-between">
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('calendar.previous')}
          onClick={() => turn(-1)}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <p aria-live="polite" className="font-[620] text-sm first-letter:uppercase">
          {format.month(focused)}
        </p>
        <Button variant="ghost" size="icon" aria-label={t('calendar.next')} onClick={() => turn(1)}>
          <ChevronRight aria-hidden="true" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the date grid pattern of the ARIA guide. */}
      <table ref={grid} role="grid" aria-label={format.month(focused)} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col" className="size-9 font-[550] text-faint text-xs">
                <abbr title={format.weekday(date, 'long')} className="no-underline">
                  {format.weekday(date, 'narrow')}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a td inside role="grid" is a gridcell.
                <td key={date} aria-selected={date === value} className="p-0">
                  <button
                    type="button"
                    data-date={date}
                    tabIndex={date === focused ? 0 : -1}
                    disabled={outOfRange(date)}
                    aria-label={format.longDate(date)}
                    aria-current={date === today ? 'date' : undefined}
                    onClick={() => onSelect(date)}
                    className={cn(
                      'tabular grid size-9 place-items-center rounded-small text-sm hover:bg-border/60 focus-visible:-outline-offset-2 disabled:opacity-40 pointer-coarse:size-11',
                      date.slice(0, 7) !== focused.slice(0, 7) && 'text-faint',
                      date === today && 'font-bold text-primary',
                      date === value && 'bg-primary! text-primary-foreground!',
                    )}
                  >
                    {Number(date.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ShownDayText } from '@/entities/signed-timesheet/shown-days';
import type { ShownDay } from '@/entities/signed-timesheet/timesheet';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { totalsOf } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface DaysToSignProps {
  days: readonly ShownDay[];
  lines: readonly ExplainedLine[];
  disabled: boolean;
  onWrong: (date: string) => void;
}

/** A line for each day that is signed; behind it its entries, and a button to say what is wrong with them. */
export function DaysToSign({ days, lines, disabled, onWrong }: DaysToSignProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const payOf = (date: string): string => {
    const own = lines.filter(({ work_date }) => work_date === date);
    const { cents } = totalsOf(own);
    return own.length === 0 || cents === null ? '' : format.moneyFromCents(cents);
  };
  return (
    <ul className="tabular divide-y rounded-card border max-sm:text-sm">
      {days.map((day) => (
        <li key={day.date}>
          <details className="group">
            <summary className="touch-target flex cursor-pointer items-center gap-2.5 px-3 py-2">
              <span className="flex-1 whitespace-nowrap">{format.weekdayDate(day.date)}</span>
              <span className="whitespace-nowrap font-[620]">
                {formatDuration(day.minutes * 60)}
              </span>
              <span className="text-right sm:min-w-20 text-muted">{payOf(day.date)}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-4 shrink-0 text-faint group-open:rotate-180"
              />
            </summary>
            <div className="grid justify-items-start gap-2 px-3 pb-3 text-sm">
              <ShownDayText day={day} />
              <Button disabled={disabled} onClick={() => onWrong(day.date)}>
                {t('sheet.dispute')}
              </Button>
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

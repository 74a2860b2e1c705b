import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import {
  awayQuery,
  type Holiday,
  keepsBalance,
  type TimeOffType,
} from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface BalanceAfterProps {
  type: TimeOffType;
  days: readonly IsoDate[];
  start: IsoDate;
  end: IsoDate;
  hours: number;
  balance: number | undefined;
  holidays: readonly Holiday[];
  personId: string;
}

/** What a request takes, what is left after it, and who else is away. */
export function BalanceAfter(props: BalanceAfterProps) {
  const { type, days, start, end, hours, balance, holidays, personId } = props;
  const { t } = useTranslation('time-off');
  const format = useFormat();
  const away = useQuery(awayQuery(start, end));
  const skipped = holidays.filter(({ date }) => date >= start && date <= end);
  const left = balance === undefined ? undefined : balance - hours;
  const share = balance && balance > 0 ? Math.min(100, (hours / balance) * 100) : 100;
  const others = [
    ...new Set(
      (away.data ?? [])
        .filter((row) => row.employee_id !== personId && days.includes(row.day))
        .map((row) => `${row.person} (${format.weekdayDate(row.day)})`),
    ),
  ];
  return (
    <>
      <div className="rounded-card border bg-sunken px-4 py-3" aria-live="polite">
        <p className="flex justify-between gap-3">
          <span className="text-muted">
            {skipped.length > 0
              ? t('request.daysWithout', {
                  count: days.length,
                  holidays: format.list(skipped.map(({ name, date }) => name || format.date(date))),
                })
              : t('request.days', { count: days.length })}
          </span>
          <span className="tabular font-[620]">{formatDuration(hoursToSeconds(hours))}</span>
        </p>
        {keepsBalance(type) && left !== undefined && (
          <>
            <div className="my-2 flex h-2 overflow-hidden rounded-full bg-border">
              <div className="bg-primary" style={{ width: `${100 - share}%` }} />
            </div>
            <p className="flex justify-between gap-3 font-[620]">
              <span>{t('leftAfter')}</span>
              <span className={cn('tabular', left < 0 && 'text-danger')}>
                {formatDuration(hoursToSeconds(left))}
              </span>
            </p>
            {left < 0 && <p className="text-danger text-sm">{t('moreThanBalance')}</p>}
          </>
        )}
      </div>
      {others.length > 0 && (
        <p className="flex gap-2.5 text-muted text-sm">
          <UsersRound className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t('request.away', { people: format.list(others) })}
        </p>
      )}
    </>
  );
}

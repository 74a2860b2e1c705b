import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import type { TimeOffType } from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { explanationQuery } from '@/features/time-off/api/queries';
import { sumOfSteps } from '@/features/time-off/sum-of-steps';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface BalanceStepsProps {
  employeeId: string;
  type: TimeOffType;
  date: IsoDate;
  /** Hours that are asked for and not yet in the balance. */
  request: number | null;
}

const hours = (value: number): string => formatDuration(hoursToSeconds(value));

interface LineProps {
  label: string;
  value: string;
  strong?: boolean;
  className?: string;
}

/** Right below its list: a reader knows no other way to pair a name with its value. */
function Line({ label, value, strong, className }: LineProps) {
  return (
    <div
      className={cn(
        'flex justify-between gap-3 py-0.5',
        strong ? 'font-[620]' : 'text-sm',
        className,
      )}
    >
      <dt className={cn(!strong && 'text-muted')}>{label}</dt>
      <dd className="tabular">{value}</dd>
    </div>
  );
}

/** A balance explained like pay: sums by kind, and every step on request. */
export function BalanceSteps({ employeeId, type, date, request }: BalanceStepsProps) {
  const { t } = useTranslation('time-off');
  const format = useFormat();
  const [all, setAll] = useState(false);
  const steps = useQuery(explanationQuery(employeeId, type.id, date));
  const rows = steps.data ?? [];
  const available = rows.at(-1)?.balance ?? 0;
  const after = available - (request ?? 0);
  return (
    <Loaded query={steps} skeleton={<ListSkeleton />}>
      <div className="mb-1 flex flex-wrap justify-between gap-2 text-sm">
        <span className="text-muted">
          {t('balanceOn', { type: type.name, day: format.dayMonth(date) })}
        </span>
        <Button size="inline" variant="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'steps.less' : 'steps.more')}
        </Button>
      </div>
      <dl>
        {all
          ? rows.map((row, index) => (
              <Line
                // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id and never move.
                key={`${row.day} ${row.kind} ${index}`}
                label={`${format.date(row.day)} · ${t(`steps.${row.kind as 'taken'}`)}`}
                value={`${hours(row.change)} → ${hours(row.balance)}`}
              />
            ))
          : sumOfSteps(rows).map(({ kind, change }) => (
              <Line key={kind} label={t(`steps.${kind as 'taken'}`)} value={hours(change)} />
            ))}
        <Line
          strong
          className="mt-1.5 border-t pt-2"
          label={t('available')}
          value={hours(available)}
        />
        {request !== null && (
          <>
            <Line label={t('thisRequest')} value={hours(-request)} />
            <Line
              strong
              className={after < 0 ? 'text-danger' : 'text-success-strong'}
              label={t('leftAfter')}
              value={hours(after)}
            />
          </>
        )}
      </dl>
    </Loaded>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { type PastPay, pastWorkQuery } from '@/features/onboarding/api/past-work';
import { PastDocuments } from '@/features/onboarding/components/past-documents';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { addDays, dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface PastEmployment {
  employee_id: string;
  company_name: string;
  time_zone: string;
  left_at: string;
  readable_until: string;
}

const CODES = ['REG', 'OT', 'DT'] as const;
const RULES = [
  'weekly',
  'daily',
  'consecutive',
  'seventh_day',
  'day_of_week',
  'holiday',
  'flsa_floor',
  'meal_premium',
  'rest_premium',
  'adjustment',
  'cwhssa',
  'determination_daily',
  'determination_day',
  'fringe_cash',
] as const;

const firstOfMonth = (date: string): string => `${date.slice(0, 8)}01`;
const monthFrom = (start: string) => ({
  start,
  end: addDays(firstOfMonth(addDays(start, 31)), -1),
});

/** For someone who left: their own clock times and pay there, a month at a time. */
export function PastWorkCard({ past }: { past: PastEmployment }) {
  const { t } = useTranslation('onboarding');
  const format = useFormat();
  const lastMonth = firstOfMonth(dateOf(Date.parse(past.left_at), past.time_zone));
  const [start, setStart] = useState(lastMonth);
  const month = monthFrom(start);
  const query = useQuery(pastWorkQuery(past.employee_id, month));
  const codeWords = (code: string): string => {
    const known = CODES.find((one) => one === code);
    return known ? t(`past.code.${known}`) : code.replaceAll('_', ' ').toLowerCase();
  };
  const howOf = ({ rule, hourly_rate, multiplier }: PastPay): string => {
    const known = RULES.find((one) => one === rule);
    const rate = hourly_rate === null ? null : format.money(hourly_rate);
    const times = multiplier === 1 ? '' : ` × ${multiplier}`;
    return [rate && `${rate}${times}`, known && t(`past.rule.${known}`)].filter(Boolean).join(', ');
  };
  const { entries, pay } = query.data ?? { entries: [], pay: [] };
  return (
    <Card>
      <CardHeader
        divided
        title={t('past.title', { company: past.company_name })}
        action={
          <span className="flex items-center gap-1">
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('past.earlier')}
              onClick={() => setStart(firstOfMonth(addDays(start, -1)))}
            >
              <ChevronLeft aria-hidden="true" />
            </Button>
            <span className="text-sm">{format.month(start)}</span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('past.later')}
              disabled={start >= lastMonth}
              onClick={() => setStart(addDays(month.end, 1))}
            >
              <ChevronRight aria-hidden="true" />
            </Button>
          </span>
        }
      />
      <CardBody className="flex flex-col gap-4">
        <p className="text-muted text-sm">
          {t('past.until', { date: format.date(past.readable_until.slice(0, 10)) })}
        </p>
        <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
          <DataTable
            label={t('past.times')}
            rows={entries}
            rowKey={({ id }) => id}
            empty={<EmptyState title={t('past.empty')} />}
            columns={[
              {
                id: 'day',
                header: t('past.day'),
                card: 'title',
                cell: ({ work_date }) => format.weekdayDate(work_date),
              },
              {
                id: 'time',
                header: t('past.times'),
                cell: ({ clock_in, clock_out }) =>
                  `${format.time(clock_in)} – ${clock_out ? format.time(clock_out) : ''}`,
              },
              {
                id: 'project',
                header: t('past.project'),
                cell: ({ project_name }) => project_name ?? '–',
              },
            ]}
          />
          {pay.length > 0 && (
            <DataTable
              label={t('past.pay')}
              rows={pay}
              rowKey={(line) =>
                `${line.work_date} ${line.pay_code} ${line.multiplier} ${line.hourly_rate} ${pay.indexOf(line)}`
              }
              columns={[
                {
                  id: 'day',
                  header: t('past.pay'),
                  card: 'title',
                  cell: ({ work_date, pay_code }) =>
                    `${format.weekdayDate(work_date)} · ${codeWords(pay_code)}`,
                },
                {
                  id: 'how',
                  header: t('past.how'),
                  cell: (line) => howOf(line),
                },
                {
                  id: 'hours',
                  header: t('past.hours'),
                  align: 'end',
                  cell: ({ minutes }) => formatHoursMinutes(minutes * 60),
                },
                {
                  id: 'amount',
                  header: t('past.amount'),
                  align: 'end',
                  card: 'aside',
                  cell: ({ total_cents }) =>
                    total_cents === null ? '–' : format.moneyFromCents(total_cents),
                },
              ]}
            />
          )}
        </Loaded>
        <PastDocuments employeeId={past.employee_id} />
      </CardBody>
    </Card>
  );
}

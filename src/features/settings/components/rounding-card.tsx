import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { DateInput, type DateInputValue } from '@/components/shared/date-input';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { employeeName } from '@/entities/employee/employees-query';
import { roundingQuery } from '@/features/settings/api/records';
import { formatDuration, formatHoursMinutes } from '@/lib/duration';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const isDate = (value: DateInputValue): value is string => value !== null && value !== 'invalid';

/** Minutes rounding gave and took, person by person: it must even out. */
export function RoundingCard({ today }: { today: string }) {
  const { t } = useTranslation('settings');
  const [from, setFrom] = useState<DateInputValue>(addDays(today, -30));
  const [to, setTo] = useState<DateInputValue>(today);
  const [asked, setAsked] = useState<{ start: string; end: string } | null>(null);
  const report = useQuery({
    ...roundingQuery(asked?.start ?? '', asked?.end ?? ''),
    enabled: asked !== null,
  });
  const { data = [] } = report;
  const sum = data.reduce((total, { difference_minutes }) => total + difference_minutes, 0);
  const signed = (minutes: number): string =>
    `${minutes < 0 ? '−' : '+'}${formatHoursMinutes(Math.abs(minutes) * 60)}`;
  const orderly = isDate(from) && isDate(to) && from <= to;
  return (
    <SettingsCard title={t('rounding.title')} text={t('rounding.text')}>
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <Field label={t('rounding.from')}>
            <DateInput value={from} onValueChange={setFrom} />
          </Field>
          <Field label={t('rounding.to')}>
            <DateInput value={to} onValueChange={setTo} />
          </Field>
          <Button
            disabled={!orderly}
            busy={report.isFetching}
            onClick={() => orderly && setAsked({ start: from, end: to })}
          >
            {t('rounding.show')}
          </Button>
        </div>
        {asked && (
          <Loaded query={report} skeleton={<TableSkeleton />}>
            {data.length > 0 && (
              <Notice tone={sum < 0 ? 'danger' : 'info'}>
                {sum === 0
                  ? t('rounding.even')
                  : t(sum < 0 ? 'rounding.lost' : 'rounding.gained', {
                      time: formatDuration(Math.abs(sum) * 60),
                    })}
              </Notice>
            )}
            <DataTable
              label={t('rounding.title')}
              rows={data}
              rowKey={({ employee_id }) => employee_id}
              empty={<Notice tone="info">{t('rounding.none')}</Notice>}
              columns={[
                {
                  id: 'name',
                  header: t('overtime.employee'),
                  card: 'title',
                  cell: (row) => employeeName(row),
                },
                {
                  id: 'exact',
                  header: t('rounding.exact'),
                  align: 'end',
                  cell: (row) => formatHoursMinutes(row.exact_minutes * 60),
                },
                {
                  id: 'rounded',
                  header: t('rounding.rounded'),
                  align: 'end',
                  cell: (row) => formatHoursMinutes(row.rounded_minutes * 60),
                },
                {
                  id: 'difference',
                  header: t('rounding.difference'),
                  align: 'end',
                  card: 'aside',
                  cell: (row) => signed(row.difference_minutes),
                },
              ]}
            />
          </Loaded>
        )}
      </div>
    </SettingsCard>
  );
}

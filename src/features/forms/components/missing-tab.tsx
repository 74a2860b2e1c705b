import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';

import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type MissingForm, missingQuery } from '@/features/forms/api/queries';
import { CheckRow } from '@/features/forms/components/check-row';
import { useFormat } from '@/lib/format-context';
import { addDays, type WeekDay, weekOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** What was to be filled in a week where somebody worked, and what is missing of it. */
export default function MissingTab({ companyId }: { companyId: string }) {
  const { t, language } = useTranslation('forms');
  const format = useFormat();
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const week = weekOf(params.get('week') ?? today, (company?.week_start ?? 0) as WeekDay);
  const showsAll = params.get('show') === 'all';
  const query = useQuery(missingQuery(companyId, week.start, week.end));
  const isCurrent = today <= week.end;
  const columns: Column<MissingForm>[] = [
    {
      id: 'form',
      header: t('missing.form'),
      card: 'title',
      cell: (row) => (language === 'es' && row.form_name_es) || row.form_name,
    },
    {
      id: 'where',
      header: t('missing.where'),
      cell: (row) =>
        [row.project_name, row.crew_name, row.equipment_name, row.employee_name]
          .filter(Boolean)
          .join(' · '),
    },
    {
      id: 'period',
      header: t('missing.period'),
      cell: ({ period_start, period_end }) =>
        period_start === period_end
          ? format.weekdayDate(period_start)
          : format.dateRange(period_start, period_end > week.end ? week.end : period_end),
    },
    {
      id: 'state',
      header: t('missing.state'),
      card: 'aside',
      cell: ({ done_id }) =>
        done_id ? (
          <Button variant="link" size="inline" onClick={() => change('submission', done_id)}>
            {t('missing.done')}
          </Button>
        ) : (
          <Badge tone="danger">{t('missing.missing')}</Badge>
        ),
    },
  ];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3" data-print="hide">
        <Button
          size="icon"
          aria-label={t('missing.previous')}
          onClick={() => change('week', addDays(week.start, -7))}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <span className="font-[550]">{format.dateRange(week.start, week.end)}</span>
        <Button
          size="icon"
          aria-label={t('missing.next')}
          disabled={isCurrent}
          onClick={() => change('week', addDays(week.start, 7))}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
        <CheckRow
          label={t('missing.onlyMissing')}
          checked={!showsAll}
          onCheckedChange={(on) => change('show', on ? null : 'all')}
        />
      </div>
      <Card>
        <Loaded query={query} skeleton={<TableSkeleton />}>
          {(rows) => (
            <DataTable
              label={t('tab.missing')}
              rows={rows.filter(({ done_id }) => showsAll || !done_id)}
              columns={columns}
              rowKey={(row) =>
                [row.assignment_id, row.equipment_id, row.period_start, row.employee_id].join(' ')
              }
              empty={<EmptyState title={t('missing.empty')} text={t('missing.emptyText')} />}
            />
          )}
        </Loaded>
      </Card>
    </div>
  );
}

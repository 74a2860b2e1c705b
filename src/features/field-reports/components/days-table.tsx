import { ClipboardList } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type { ReportDay } from '@/features/field-reports/api/queries';
import { STATUS_TONES } from '@/features/field-reports/status-tones';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface DaysTableProps {
  days: readonly ReportDay[];
  busy: boolean;
  onOpen: (day: ReportDay) => void;
}

/** Every day with work; those without a report stand out and are one tap from being written. */
export function DaysTable({ days, busy, onOpen }: DaysTableProps) {
  const { t } = useTranslation(['field-reports', 'common']);
  const format = useFormat();
  const columns: Column<ReportDay>[] = [
    {
      id: 'date',
      header: t('column.date'),
      card: 'title',
      cell: (day) => format.weekdayDate(day.report_date),
    },
    { id: 'project', header: t('common:project.label'), cell: (day) => day.project_name },
    {
      id: 'people',
      header: t('column.people'),
      align: 'end',
      cell: (day) => day.people,
    },
    {
      id: 'hours',
      header: t('column.hours'),
      align: 'end',
      cell: (day) => formatHoursMinutes(day.seconds),
    },
    {
      id: 'number',
      header: t('column.number'),
      cell: (day) => day.number ?? '–',
      className: 'whitespace-nowrap',
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      cell: (day) =>
        day.status ? (
          <Badge tone={STATUS_TONES[day.status]}>{t(`status.${day.status}`)}</Badge>
        ) : (
          <Badge tone="attention">{t('status.missing')}</Badge>
        ),
    },
    {
      id: 'open',
      header: t('column.open'),
      headerHidden: true,
      align: 'end',
      card: 'actions',
      cell: (day) => (
        <Button
          size="small"
          disabled={busy}
          onClick={() => onOpen(day)}
          aria-label={`${t(day.report_id ? 'open' : 'write')}: ${day.project_name}, ${format.date(day.report_date)}`}
        >
          {t(day.report_id ? 'open' : 'write')}
        </Button>
      ),
    },
  ];
  return (
    <DataTable
      label={t('title')}
      rows={days}
      columns={columns}
      rowKey={(day) => `${day.project_id} ${day.report_date}`}
      empty={<EmptyState icon={ClipboardList} title={t('empty.title')} text={t('empty.text')} />}
    />
  );
}

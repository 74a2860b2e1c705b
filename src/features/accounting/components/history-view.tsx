import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import type { Connection } from '@/features/accounting/api/connections';
import { type Activity, historyQuery } from '@/features/accounting/api/overview';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What was sent and deleted last, with its id there. */
export function HistoryView({ connection }: { connection: Connection }) {
  const { t } = useTranslation('accounting');
  const history = useQuery(historyQuery(connection.id));
  const columns = useHistoryColumns();
  return (
    <Loaded query={history} skeleton={<TableSkeleton />}>
      {(rows) => (
        <DataTable
          label={t('view.history')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={History} title={t('history.none')} text={t('history.noneText')} />
          }
        />
      )}
    </Loaded>
  );
}

function useHistoryColumns(): Column<Activity>[] {
  const { t } = useTranslation('accounting');
  const format = useFormat();
  return [
    {
      id: 'person',
      header: t('column.person'),
      card: 'title',
      cell: ({ employee }) => `${employee.first_name} ${employee.last_name}`.trim(),
    },
    {
      id: 'day',
      header: t('column.day'),
      cell: ({ work_date: date }) => format.weekdayDate(date),
    },
    {
      id: 'what',
      header: t('column.what'),
      cell: ({ sent_content: content }) =>
        content
          ? [
              formatDuration((content.hours * 60 + content.minutes) * 60),
              content.project?.name ?? content.customer?.name,
              content.item?.name,
            ]
              .filter(Boolean)
              .join(' · ')
          : '–',
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: ({ external_id: id }) => (
        <Badge tone={id ? 'success' : 'neutral'}>
          {t(id ? 'history.sent' : 'history.deleted')}
        </Badge>
      ),
    },
    {
      id: 'sent',
      header: t('column.sent'),
      cell: ({ sent_at: at }) => (at ? format.dateTime(at) : '–'),
    },
    {
      id: 'id',
      header: t('column.id'),
      className: 'max-lg:hidden',
      cell: ({ external_id: id }) => (
        <span className="break-all font-mono text-muted text-sm">{id ?? '–'}</span>
      ),
    },
  ];
}

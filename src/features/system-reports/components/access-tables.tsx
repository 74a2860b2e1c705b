import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import {
  locationAccessQuery,
  type Period,
  signInsQuery,
} from '@/features/system-reports/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export function SignInsTable({ period }: { period: Period }) {
  const { t } = useTranslation('system-reports');
  const format = useFormat();
  const query = useQuery(signInsQuery(period));
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      <DataTable
        label={t('tab.signIns')}
        rows={query.data ?? []}
        rowKey={(row) => `${row.signed_in_at} ${row.person}`}
        empty={<EmptyState icon={History} title={t('empty')} text={t('noSignIns')} />}
        columns={[
          { id: 'when', header: t('when'), cell: (row) => format.dateTime(row.signed_in_at) },
          { id: 'who', header: t('who'), card: 'title', cell: (row) => row.person },
          { id: 'seen', header: t('lastSeen'), cell: (row) => format.dateTime(row.last_seen_at) },
          {
            id: 'device',
            header: t('device'),
            cell: (row) => <span className="wrap-anywhere">{row.user_agent ?? '–'}</span>,
          },
          { id: 'ip', header: t('address'), cell: (row) => row.ip ?? '–' },
        ]}
      />
    </Loaded>
  );
}

export function LocationAccessTable({ period }: { period: Period }) {
  const { t } = useTranslation('system-reports');
  const format = useFormat();
  const query = useQuery(locationAccessQuery(period));
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      <DataTable
        label={t('tab.looks')}
        rows={query.data ?? []}
        rowKey={(row) => `${row.viewed_at} ${row.viewer} ${row.person}`}
        empty={<EmptyState icon={History} title={t('empty')} text={t('noLooks')} />}
        columns={[
          { id: 'when', header: t('when'), cell: (row) => format.dateTime(row.viewed_at) },
          { id: 'who', header: t('who'), card: 'title', cell: (row) => row.viewer },
          { id: 'about', header: t('about'), cell: (row) => row.person },
          {
            id: 'days',
            header: t('days'),
            cell: (row) => format.dateRange(row.start_date, row.end_date),
          },
          {
            id: 'why',
            header: t('why'),
            cell: (row) => <span className="wrap-anywhere">{row.purpose}</span>,
          },
        ]}
      />
    </Loaded>
  );
}

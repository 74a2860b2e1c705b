import { useInfiniteQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { type SentRow, sentQuery } from '@/features/notifications/api/sent';
import { eventName } from '@/features/notifications/event-texts';
import { SentExport } from '@/features/notifications/sent/sent-export';
import { SentFilters } from '@/features/notifications/sent/sent-filters';
import { useSentFilter } from '@/features/notifications/sent/use-sent-filter';
import { useSentTexts } from '@/features/notifications/sent/use-sent-texts';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { useLiveTable } from '@/lib/use-live-table';
import { useNextPage } from '@/lib/use-next-page';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<string, BadgeTone> = {
  waiting: 'attention',
  sent: 'neutral',
  delivered: 'success',
  failed: 'danger',
};
const STALE = [queryKeys.notifications];

/** What was sent to whom, when, and whether it arrived: one's own, or for managers the company's. */
export function SentList() {
  const { t } = useTranslation('notifications');
  const format = useFormat();
  const manages = useIsPrivileged();
  const { company, employee } = useViewer();
  const { filter, isFiltered, clear } = useSentFilter();
  const query = useInfiniteQuery({
    ...sentQuery(filter),
    enabled: company !== null && employee !== null,
  });
  const loadOn = useNextPage(query);

  useLiveTable({
    table: 'notifications_sent',
    filter: company
      ? manages
        ? `company_id=eq.${company.id}`
        : `employee_id=eq.${employee?.id}`
      : null,
    stale: STALE,
  });
  const { data: people = [] } = useEmployeeOptions();
  const texts = useSentTexts();
  const nameOf = ({ employee_id }: SentRow): string => {
    const person = people.find(({ id }) => id === employee_id);
    return person ? employeeName(person) : '–';
  };
  return (
    <Card>
      <CardHeader
        divided
        title={t(manages ? 'sent.titleAll' : 'sent.title')}
        description={t('sent.text')}
        action={<SentExport filter={filter} nameOf={nameOf} />}
      />
      <SentFilters />
      <Loaded query={query} skeleton={<TableSkeleton />} errorTitle={t('sent.failed')}>
        <DataTable
          label={t(manages ? 'sent.titleAll' : 'sent.title')}
          rows={query.data?.pages.flat() ?? []}
          rowKey={({ id }) => id}
          onEndNear={loadOn}
          empty={
            isFiltered ? (
              <EmptyState
                icon={Send}
                title={t('sent.emptyFilter')}
                action={<Button onClick={clear}>{t('sent.clear')}</Button>}
              />
            ) : (
              <EmptyState icon={Send} title={t('sent.empty')} text={t('sent.emptyText')} />
            )
          }
          columns={[
            {
              id: 'when',
              header: t('sent.when'),
              cell: ({ sent_at }) => format.dateTime(sent_at),
              className: 'w-44',
            },
            ...(manages ? [{ id: 'person', header: t('sent.person'), cell: nameOf }] : []),
            {
              id: 'event',
              header: t('sent.event'),
              card: 'title' as const,
              cell: ({ event }: SentRow) => eventName(event),
            },
            {
              id: 'channel',
              header: t('sent.channel'),
              cell: ({ channel }) => texts.channel(channel),
              className: 'w-24',
            },
            {
              id: 'status',
              header: t('sent.status'),
              card: 'aside' as const,
              cell: ({ status }: SentRow) => (
                <Badge tone={TONES[status] ?? 'neutral'}>{texts.status(status)}</Badge>
              ),
              className: 'w-32',
            },
            {
              id: 'result',
              header: t('sent.result'),
              cell: (row) => <span className="wrap-anywhere">{texts.result(row) || '–'}</span>,
            },
          ]}
        />
      </Loaded>
    </Card>
  );
}

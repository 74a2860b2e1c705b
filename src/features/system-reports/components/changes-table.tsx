import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import {
  auditTrailQuery,
  type Change,
  type TrailFilter,
} from '@/features/system-reports/api/queries';
import { ChangeDialog } from '@/features/system-reports/components/change-dialog';
import { isEntity } from '@/features/system-reports/entities';
import { useFormat } from '@/lib/format-context';
import { useNextPage } from '@/lib/use-next-page';
import { useTranslation } from '@/lib/use-translation';

const ACTIONS = ['created', 'updated', 'deleted', 'exported', 'redacted'] as const;
const SOURCES = ['web', 'mobile', 'kiosk', 'import', 'api', 'database'] as const;

/** Who changed what, newest first; more comes while one scrolls. */
export function ChangesTable({ filter }: { filter: TrailFilter }) {
  const { t } = useTranslation('system-reports');
  const format = useFormat();
  const query = useInfiniteQuery(auditTrailQuery(filter));
  const loadOn = useNextPage(query);
  const [opened, setOpened] = useState<Change | null>(null);
  const entity = (name: string) =>
    isEntity(name) ? t(`entity.${name}`) : name.replaceAll('_', ' ');
  const action = (name: string) => {
    const known = ACTIONS.find((one) => one === name);
    return known ? t(`action.${known}`) : name.replaceAll('_', ' ');
  };
  const source = (name: string) => {
    const known = SOURCES.find((one) => one === name);
    return known ? t(`source.${known}`) : name;
  };
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      <DataTable
        label={t('tab.changes')}
        rows={query.data?.pages.flat() ?? []}
        rowKey={({ id }) => id}
        onRowOpen={setOpened}
        onEndNear={loadOn}
        empty={<EmptyState icon={History} title={t('empty')} text={t('emptyText')} />}
        columns={[
          {
            id: 'when',
            header: t('when'),
            cell: ({ occurred_at }) => format.dateTime(occurred_at),
            className: 'w-44',
          },
          { id: 'who', header: t('who'), cell: ({ actor_name }) => actor_name || t('system') },
          {
            id: 'what',
            header: t('what'),
            card: 'title',
            cell: (change) => (
              <Button variant="link" size="inline" onClick={() => setOpened(change)}>
                {t('did', { action: action(change.action), entity: entity(change.entity) })}
                <span className="sr-only">
                  {`: ${[change.person, format.dateTime(change.occurred_at)].filter(Boolean).join(', ')}`}
                </span>
              </Button>
            ),
          },
          { id: 'about', header: t('about'), cell: ({ person }) => person || '–' },
          {
            id: 'source',
            header: t('from'),
            cell: (change) => source(change.source),
            className: 'max-lg:hidden',
          },
          {
            id: 'reason',
            header: t('why'),
            cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? '–'}</span>,
          },
        ]}
      />
      {opened && <ChangeDialog change={opened} onClose={() => setOpened(null)} />}
    </Loaded>
  );
}

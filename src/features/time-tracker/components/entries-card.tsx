import { useInfiniteQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { PERIODS, type Period } from '@/entities/time-entry/period';
import { timeEntriesQuery } from '@/entities/time-entry/time-entries-query';
import type { TimeEntry } from '@/entities/time-entry/time-entry';
import { useOwnTimeRight } from '@/entities/viewer/own-time-rights';
import { useEmployee, useMay, useSeesOthersTime, useViewer } from '@/entities/viewer/use-viewer';
import { EntriesFooter } from '@/features/time-tracker/components/entries-footer';
import { isSelectable } from '@/features/time-tracker/components/entry-cells';
import { GroupFigure, GroupTitle } from '@/features/time-tracker/components/group-heading';
import { ListFilters } from '@/features/time-tracker/components/list-filters';
import { useEntryColumns } from '@/features/time-tracker/components/use-entry-columns';
import { type ListRow, listRows } from '@/features/time-tracker/list/entry-rows';
import type { ListState } from '@/features/time-tracker/list/use-list-state';
import { useNextPage } from '@/lib/use-next-page';
import { useTranslation } from '@/lib/use-translation';

const SelectionBar = late(async () => ({
  default: (await import('@/features/time-tracker/components/selection-bar')).SelectionBar,
}));

export interface EntriesCardProps {
  state: ListState;
  onAdd: () => void;
  onEdit: (entry: TimeEntry) => void;
  onDelete: (entry: TimeEntry) => void;
}

const EMPTY_SUMMARY = { entries: 0, minutes: 0, groups: [], running: [] };
const rowKey = (row: ListRow): string => (row.kind === 'entry' ? row.entry.id : `group ${row.key}`);

export function EntriesCard({ state, onAdd, onEdit, onDelete }: EntriesCardProps) {
  const { t } = useTranslation('time-tracker');
  const privileged = useSeesOthersTime();
  const mayEdit = useMay('edit_time');
  // Foremen see the time of the crews they lead beside their own.
  const isForeman = useEmployee()?.role === 'foreman';
  const mayAdd = useOwnTimeRight('add') !== 'not_allowed';
  const companyId = useViewer().company?.id ?? '';
  const { groupBy } = state.filter;
  const query = useInfiniteQuery({
    ...timeEntriesQuery(companyId, state.filter),
    enabled: companyId !== '',
  });
  const { data, isFetchingNextPage } = query;
  const summary = data?.summary ?? EMPTY_SUMMARY;
  const rows = useMemo(
    () => listRows(data?.entries ?? [], data?.summary ?? EMPTY_SUMMARY, groupBy),
    [data, groupBy],
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setSelected(
        (ids) => new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
      ),
    [],
  );
  const selection = useMemo(
    () => (mayEdit ? { ids: selected, toggle } : null),
    [mayEdit, selected, toggle],
  );
  const selectable = (data?.entries ?? []).filter(isSelectable);
  const severalDays = state.period === 'week' || state.period === 'custom';
  const columns = useEntryColumns({
    withEmployee: (privileged || isForeman) && groupBy !== 'employee',
    withDate: severalDays && groupBy !== 'day',
    summary,
    selection,
    fields: state.fields.columns,
    onEdit,
    onDelete,
  });
  const loadOn = useNextPage(query);

  const list = () => {
    if (companyId === '') return <EmptyState icon={Clock} title={t(`empty.${state.period}`)} />;
    return (
      <Loaded query={query} skeleton={<TableSkeleton />} errorTitle={t('error.load')}>
        <DataTable
          label={t('table.label')}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          totalLabel={t('table.total')}
          rowTone={(row) => (row.kind === 'entry' && !row.entry.clock_out ? 'running' : 'normal')}
          section={(row) =>
            row.kind === 'group' && groupBy
              ? {
                  title: <GroupTitle row={row} groupBy={groupBy} />,
                  figure: <GroupFigure row={row} running={summary.running} />,
                }
              : null
          }
          onEndNear={loadOn}
          empty={
            <EmptyState
              icon={Clock}
              title={t(`empty.${state.period}`)}
              text={t(state.narrowed ? 'empty.filtered' : 'empty.text')}
              action={
                <>
                  {state.narrowed && <Button onClick={state.clear}>{t('filter.clear')}</Button>}
                  {mayAdd && (
                    <Button variant="primary" onClick={onAdd}>
                      {t('empty.add')}
                    </Button>
                  )}
                </>
              }
            />
          }
        />
        {isFetchingNextPage && (
          <p role="status" className="px-5 py-3 text-center text-muted text-sm">
            {t('loadingMore')}
          </p>
        )}
        <Suspense>
          {selected.size > 0 && (
            <SelectionBar
              entries={selectable.filter(({ id }) => selected.has(id))}
              selectable={selectable.length}
              onAll={() => setSelected(new Set(selectable.map(({ id }) => id)))}
              onClear={() => setSelected(new Set())}
            />
          )}
        </Suspense>
        {rows.length > 0 && (
          <EntriesFooter
            state={state}
            summary={summary}
            entries={rows.flatMap((row) => (row.kind === 'entry' ? row.entry : []))}
          />
        )}
      </Loaded>
    );
  };

  return (
    <Card>
      <Tabs
        value={state.period}
        onValueChange={(period) => state.change({ period: period === state.usual ? null : period })}
      >
        <TabsList aria-label={t('tabs.label')} data-print="hide">
          {PERIODS.filter((period: Period) => period !== 'custom' || privileged).map((period) => (
            <TabsTrigger key={period} value={period}>
              {t(`tabs.${period}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value={state.period} tabIndex={-1}>
          {privileged && <ListFilters state={state} />}
          {list()}
        </TabsContent>
      </Tabs>
    </Card>
  );
}

import { Truck } from 'lucide-react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { SearchInput } from '@/components/shared/search-input';
import { TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useMachineColumns } from '@/features/equipment/components/use-machine-columns';
import { belongsTo, FILTERS } from '@/features/equipment/machine-state';
import type { Machines } from '@/features/equipment/use-machines';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** By status, with how many there are, and the search. */
export function MachineTabs({ machines }: { machines: Machines }) {
  const { t } = useTranslation('equipment');
  const { query, leads, found, today, search, change, fields } = machines;
  const filters = FILTERS.filter((value) => leads || value === 'all' || value === 'down');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b pr-3 max-md:pb-3 max-md:pl-3">
      <TabsList className="min-w-0 flex-1 border-b-0!">
        {filters.map((value) => (
          <TabsTrigger key={value} value={value}>
            {t(`filter.${value}`)}{' '}
            <span className="tabular text-faint">
              {query.data && found.filter((machine) => belongsTo(machine, value, today)).length}
            </span>
          </TabsTrigger>
        ))}
      </TabsList>
      <SearchInput
        label={t('search')}
        value={search}
        onValueChange={(value) => change('search', value)}
      />
      {fields.tools}
    </div>
  );
}

function WeekTotal({ shown }: Pick<Machines, 'shown'>) {
  const { t } = useTranslation('equipment');
  const seconds = shown.reduce((sum, machine) => sum + machine.weekSeconds, 0);
  return (
    <p className="flex justify-between gap-3 border-t px-5 py-3 text-muted text-sm">
      <span>{t('count', { count: shown.length })}</span>
      <span>
        {t('weekTotal')}{' '}
        <span className="tabular font-[620] text-foreground">{formatDuration(seconds)}</span>
      </span>
    </p>
  );
}

export interface MachineListProps {
  machines: Machines;
  /** Offered where there is no machine at all. */
  add: React.ReactNode;
}

export function MachineList({ machines, add }: MachineListProps) {
  const { t } = useTranslation('equipment');
  const { query, all, shown, leads, mayWrite, today, change } = machines;
  const columns = useMachineColumns(today, leads, ({ id }) => change('machine', id));
  return (
    <Loaded query={query} skeleton={<TableSkeleton />}>
      <DataTable
        label={t('title')}
        rows={shown}
        columns={[...columns, ...machines.fields.columns]}
        rowKey={({ id }) => id}
        rowTone={(machine) => (machine.status === 'retired' ? 'muted' : 'normal')}
        empty={
          <EmptyState
            icon={Truck}
            title={t(all.length > 0 ? 'empty.filtered' : 'empty.title')}
            text={all.length > 0 ? undefined : t(mayWrite ? 'empty.first' : 'empty.none')}
            action={all.length === 0 && add}
          />
        }
      />
      {leads && shown.length > 0 && <WeekTotal shown={shown} />}
    </Loaded>
  );
}

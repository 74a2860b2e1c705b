import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { SearchInput } from '@/components/shared/search-input';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { type Machine, machinesQuery } from '@/features/equipment/api/queries';
import { useMachineColumns } from '@/features/equipment/components/use-machine-columns';
import { belongsTo, FILTERS, searchable } from '@/features/equipment/machine-state';
import { formatHoursMinutes } from '@/lib/duration';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useToday } from '@/lib/use-today';

const MachineDialog = lazy(async () => ({
  default: (await import('@/features/equipment/components/machine-dialog')).MachineDialog,
}));
const ClassesDialog = lazy(async () => ({
  default: (await import('@/features/equipment/components/classes-dialog')).ClassesDialog,
}));
const MachinePanel = lazy(async () => ({
  default: (await import('@/features/equipment/components/machine-panel')).MachinePanel,
}));
const LabelDialog = lazy(async () => ({
  default: (await import('@/features/equipment/components/label-dialog')).LabelDialog,
}));

export function EquipmentScreen() {
  const { t } = useTranslation(['equipment', 'common']);
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const mayWrite = useIsPrivileged();
  const leads = mayWrite || employee?.role === 'foreman';
  const today = useToday(company?.time_zone ?? 'UTC');
  const [params, change] = useAddressParams();
  const [edited, setEdited] = useState<Machine | null>(null);
  const live = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'equipment', filter: live, stale: [queryKeys.equipment] });
  const machines = useQuery({ ...machinesQuery(companyId, leads), enabled: companyId !== '' });
  const { data = [] } = machines;

  const search = params.get('search') ?? '';
  const filter = FILTERS.find((value) => value === params.get('status')) ?? 'all';
  const words = search.toLocaleLowerCase().split(/\s+/);
  const found = data.filter((machine) => words.every((word) => searchable(machine).includes(word)));
  const shown = found.filter((machine) => belongsTo(machine, filter, today));
  const opened = data.find(({ id }) => id === params.get('machine'));
  const dialog = params.get('dialog');
  const columns = useMachineColumns(today, leads, ({ id }) => change('machine', id));
  const weekSeconds = shown.reduce((sum, machine) => sum + machine.weekSeconds, 0);
  const add = mayWrite && (
    <Button variant="primary" onClick={() => change('dialog', 'new')}>
      {t('new')}
    </Button>
  );

  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayWrite && (
            <>
              {data.length > 0 && (
                <Button onClick={() => change('dialog', 'labels')}>{t('label.all')}</Button>
              )}
              <Button onClick={() => change('dialog', 'classes')}>{t('classes.title')}</Button>
              {add}
            </>
          )
        }
      />
      <Tabs
        asChild
        value={filter}
        onValueChange={(next) => change('status', next === 'all' ? null : next)}
      >
        <Card>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b pr-3 max-md:pb-3 max-md:pl-3">
            <TabsList className="min-w-0 flex-1 border-b-0!">
              {FILTERS.filter((value) => leads || value === 'all' || value === 'down').map(
                (value) => (
                  <TabsTrigger key={value} value={value}>
                    {t(`filter.${value}`)}{' '}
                    <span className="tabular text-faint">
                      {found.filter((machine) => belongsTo(machine, value, today)).length}
                    </span>
                  </TabsTrigger>
                ),
              )}
            </TabsList>
            <SearchInput
              label={t('search')}
              value={search}
              onValueChange={(value) => change('search', value)}
            />
          </div>
          <TabsContent value={filter}>
            <Loaded query={machines} skeleton={<TableSkeleton />}>
              <DataTable
                label={t('title')}
                rows={shown}
                columns={columns}
                rowKey={({ id }) => id}
                rowTone={(machine) => (machine.status === 'retired' ? 'muted' : 'normal')}
                empty={
                  <EmptyState
                    icon={Truck}
                    title={t(data.length > 0 ? 'empty.filtered' : 'empty.title')}
                    text={data.length > 0 ? undefined : t(mayWrite ? 'empty.first' : 'empty.none')}
                    action={data.length === 0 && add}
                  />
                }
              />
              {leads && shown.length > 0 && (
                <p className="flex justify-between gap-3 border-t px-5 py-3 text-muted text-sm">
                  <span>{t('count', { count: shown.length })}</span>
                  <span>
                    {t('weekTotal')}{' '}
                    <span className="tabular font-[620] text-foreground">
                      {formatHoursMinutes(weekSeconds)}
                    </span>
                  </span>
                </p>
              )}
            </Loaded>
          </TabsContent>
        </Card>
      </Tabs>
      <Suspense>
        {mayWrite && dialog === 'new' && (
          <MachineDialog
            companyId={companyId}
            machine={null}
            onClose={() => change('dialog', null)}
          />
        )}
        {edited && (
          <MachineDialog companyId={companyId} machine={edited} onClose={() => setEdited(null)} />
        )}
        {mayWrite && dialog === 'classes' && (
          <ClassesDialog companyId={companyId} onClose={() => change('dialog', null)} />
        )}
        {mayWrite && dialog === 'labels' && data.length > 0 && (
          <LabelDialog machines={shown} onClose={() => change('dialog', null)} />
        )}
        {opened && (
          <MachinePanel
            companyId={companyId}
            employeeId={employee?.id ?? ''}
            machine={opened}
            today={today}
            leads={leads}
            mayWrite={mayWrite}
            onEdit={() => {
              change('machine', null);
              setEdited(opened);
            }}
            onClose={() => change('machine', null)}
          />
        )}
      </Suspense>
    </>
  );
}

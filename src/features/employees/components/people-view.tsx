import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ComponentType, Suspense, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { useSortParam } from '@/components/shared/data-table/use-sort-param';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { customOf } from '@/entities/custom-field/custom-field';
import { useCustomList } from '@/entities/custom-field/use-custom-list';
import { employeeName } from '@/entities/employee/employees-query';
import { useProjectNames } from '@/entities/project/projects-query';
import { useLiveTime } from '@/entities/running-entry/use-live-time';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSendInvitation } from '@/features/employees/api/employment';
import { asksToJoin, type Employee, employeesQuery } from '@/features/employees/api/queries';
import { EmployeeToolbar } from '@/features/employees/components/employee-toolbar';
import { useEmployeeColumns } from '@/features/employees/components/use-employee-columns';
import { filterEmployees } from '@/features/employees/filter-employees';
import { useFormat } from '@/lib/format-context';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const AddEmployeeDialog = lateDialog(async () => ({
  default: (await import('@/features/employees/components/add-employee-dialog')).AddEmployeeDialog,
}));
const ImportPeopleDialog = lateDialog(() =>
  withTexts(
    import('@/features/employees/components/import-people-dialog').then(
      (file) => file.ImportPeopleDialog,
    ),
    'imports',
  ),
);
const InvitePeopleDialog = lateDialog(async () => ({
  default: (await import('@/features/employees/components/invite-people-dialog'))
    .InvitePeopleDialog,
}));
const EmployeePanel = lateDialog(async () => ({
  default: (await import('@/features/employees/components/employee-panel')).EmployeePanel,
}));

/** The records of a person for outsiders; another feature makes them. */
export type RecordsPart = ComponentType<{ kind: 'claim'; id: string; name: string }>;

export interface PeopleViewProps {
  packets: RecordsPart;
}

export function PeopleView({ packets }: PeopleViewProps) {
  const { t } = useTranslation(['employees', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const [params, changeAddress] = useAddressParams();
  const navigate = useNavigate();
  const [chosen, setDialog] = useState<'add' | 'import' | 'invite' | null>(null);
  const asked = params.get('dialog');
  const dialog = chosen ?? (asked === 'add' || asked === 'invite' ? asked : null);
  const [sort, setSort] = useSortParam();
  const people = useQuery(employeesQuery(companyId));
  const nameOf = useProjectNames();
  const data = useMemo(
    () =>
      (people.data ?? []).map((person) => ({
        ...person,
        projectName: nameOf(person.projectId, person.projectName),
      })),
    [people.data, nameOf],
  );
  useLiveTime();

  const query = params.toString();
  const linkTo = useCallback(
    (id: string | null) => {
      const next = new URLSearchParams(query);
      next.delete('tab');
      if (id) next.set('employee', id);
      else next.delete('employee');
      return `?${next}`;
    },
    [query],
  );
  const columns = useEmployeeColumns(linkTo);
  const fields = useCustomList<Employee>('employees', customOf);
  const shown = filterEmployees(data, {
    search: params.get('search') ?? '',
    role: params.get('role'),
    show: params.get('show'),
  }).filter(fields.matches);
  const opened = data.find(({ id }) => id === params.get('employee'));
  const asking = data.filter(asksToJoin);
  const send = useSendInvitation();
  const format = useFormat();
  const close = () => {
    setDialog(null);
    changeAddress('dialog', null);
  };

  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <Button asChild>
              <Link to="/crew-hours">{t('crewHours')}</Link>
            </Button>
            <Button asChild>
              <Link to="/crew">{t('crewClock')}</Link>
            </Button>
            <Button onClick={() => setDialog('import')}>{t('import.open')}</Button>
            <Button onClick={() => setDialog('invite')}>{t('many.title')}</Button>
            <Button variant="primary" onClick={() => setDialog('add')}>
              {t('add.open')}
            </Button>
          </>
        }
      />
      {asking.length > 0 && (
        <Notice tone="attention" className="mb-4">
          <p>{t('asking', { names: format.list(asking.map(employeeName)) })}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            {asking.map((person) => (
              <Button
                key={person.id}
                size="small"
                busy={send.isPending && send.variables.id === person.id}
                onClick={() => send.mutate({ id: person.id, name: employeeName(person) })}
              >
                {t('inviteName', { name: employeeName(person) })}
              </Button>
            ))}
          </div>
        </Notice>
      )}
      <Card>
        <EmployeeToolbar>{fields.tools}</EmployeeToolbar>
        <Loaded query={people} skeleton={<TableSkeleton />}>
          <DataTable
            label={t('title')}
            rows={shown}
            columns={[...columns, ...fields.columns]}
            rowKey={({ id }) => id}
            sort={sort}
            onSortChange={setSort}
            onRowOpen={({ id }) => void navigate(linkTo(id), { preventScrollReset: true })}
            rowTone={({ active }) => (active ? 'normal' : 'muted')}
            empty={
              <EmptyState
                icon={Users}
                title={t('empty.title')}
                text={t('empty.text')}
                action={
                  <Button variant="primary" onClick={() => setDialog('add')}>
                    {t('add.open')}
                  </Button>
                }
              />
            }
          />
        </Loaded>
      </Card>
      <Suspense>
        {dialog === 'add' && <AddEmployeeDialog companyId={companyId} onClose={close} />}
        {dialog === 'import' && (
          <ImportPeopleDialog onClose={close} onImported={() => setDialog('invite')} />
        )}
        {dialog === 'invite' && <InvitePeopleDialog companyId={companyId} onClose={close} />}
        {opened && (
          <EmployeePanel
            key={opened.id}
            companyId={companyId}
            employee={opened}
            packets={packets}
            tab={params.get('tab')}
            onClose={() => void navigate(linkTo(null), { preventScrollReset: true })}
          />
        )}
      </Suspense>
    </>
  );
}

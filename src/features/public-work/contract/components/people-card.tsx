import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type PersonClass, personClassesQuery } from '@/features/public-work/contract/api/queries';
import { useRemovePersonClass } from '@/features/public-work/contract/api/writes';
import { currentOf } from '@/features/public-work/contract/classes';
import type { MapCardProps } from '@/features/public-work/contract/components/codes-card';
import { useRateText } from '@/features/public-work/contract/use-rate-text';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const PersonClassDialog = lateDialog(async () => {
  const [module] = await Promise.all([
    import('@/features/public-work/contract/components/person-class-dialog'),
    loadNamespaces(['fringe']),
  ]);
  return { default: module.PersonClassDialog };
});

/** What people usually do here, from when, and the cash they get in lieu of fringe. */
export function PeopleCard({ projectId, determinations, classes }: MapCardProps) {
  const { t } = useTranslation(['public-contract', 'common']);
  const format = useFormat();
  const rateText = useRateText();
  const today = useToday(format.preferences.timeZone);
  const companyId = useViewer().company?.id ?? '';
  const query = useQuery(personClassesQuery(companyId, projectId));
  const remove = useRemovePersonClass(companyId);
  const people = new Map(useEmployeeOptions().data?.map((one) => [one.id, employeeName(one)]));
  const nameOf = ({ employee_id }: PersonClass): string => people.get(employee_id) ?? '–';
  const [opened, setOpened] = useState<'new' | PersonClass | null>(null);
  const [removing, setRemoving] = useState<PersonClass | null>(null);
  const close = () => setOpened(null);
  const add = (
    <Button size="small" onClick={() => setOpened('new')}>
      <Plus aria-hidden="true" />
      {t('people.add')}
    </Button>
  );
  return (
    <Card id="people">
      <CardHeader divided title={t('people.title')} description={t('people.text')} action={add} />
      <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
        {(rows) => (
          <DataTable
            label={t('people.title')}
            rows={rows.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)))}
            rowKey={({ id }) => id}
            rowTone={(row) =>
              row.from_date <= today &&
              rows.some(
                (other) =>
                  other.employee_id === row.employee_id &&
                  other.from_date > row.from_date &&
                  other.from_date <= today,
              )
                ? 'muted'
                : 'normal'
            }
            empty={
              <EmptyState
                icon={UsersRound}
                title={t('people.empty')}
                text={t('people.emptyText')}
              />
            }
            columns={[
              { id: 'name', header: t('people.name'), card: 'title', cell: nameOf },
              {
                id: 'class',
                header: t('codes.class'),
                cell: ({ classification_id: id }) => {
                  const current = currentOf(determinations, classes, id);
                  return (
                    <>
                      {current?.name ?? '–'}
                      {current?.hasEnded && (
                        <span className="block text-danger text-xs">{t('wrong.classEnded')}</span>
                      )}
                    </>
                  );
                },
              },
              {
                id: 'from',
                header: t('people.from'),
                cell: ({ from_date: from }) => format.date(from),
              },
              {
                id: 'cash',
                header: t('people.cash'),
                align: 'end',
                cell: ({ cash_in_lieu: cash }) =>
                  cash === null ? t('people.rest') : rateText(cash),
              },
              {
                id: 'actions',
                header: t('people.actions'),
                headerHidden: true,
                card: 'actions',
                className: 'w-24',
                cell: (row) => (
                  <span className="flex justify-end">
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('people.editOne', { name: nameOf(row) })}
                      onClick={() => setOpened(row)}
                    >
                      <Pencil aria-hidden="true" />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('people.removeOne', { name: nameOf(row) })}
                      onClick={() => setRemoving(row)}
                    >
                      <Trash2 aria-hidden="true" />
                    </Button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <Suspense>
        {opened && (
          <PersonClassDialog
            {...{ projectId, determinations, classes }}
            value={opened === 'new' ? null : opened}
            onClose={close}
          />
        )}
      </Suspense>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={t('people.removeTitle', { name: removing ? nameOf(removing) : '' })}
        description={t('people.removeText')}
        confirmLabel={t('common:action.delete')}
        busy={remove.isPending}
        onConfirm={() =>
          removing && remove.mutate(removing.id, { onSuccess: () => setRemoving(null) })
        }
      />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { type Assignment, assignmentsQuery } from '@/features/forms/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const AssignmentDialog = lateDialog(() => import('@/features/forms/components/assignment-dialog'));

/** Which form is filled where and how often. */
export default function AssignedTab({ companyId }: { companyId: string }) {
  const { t, language } = useTranslation('forms');
  const { t: fill } = useTranslation('form-fill');
  const format = useFormat();
  const [editing, setEditing] = useState<Assignment | 'new' | null>(null);
  const assignments = useQuery(assignmentsQuery(companyId));
  const nameOf = ({ forms, series }: Assignment) =>
    series ? t('assign.series') : (((language === 'es' && forms?.name_es) || forms?.name) ?? '–');
  const placeOf = ({ projects, crews, equipment, equipment_classes }: Assignment) =>
    projects?.name ??
    crews?.name ??
    equipment_classes?.name ??
    (equipment
      ? [equipment.number, equipment.name].filter(Boolean).join(' ')
      : t('assign.everyone'));
  const columns: Column<Assignment>[] = [
    {
      id: 'form',
      header: t('assign.form'),
      card: 'title',
      sortBy: nameOf,
      cell: (row) => (
        <Button variant="link" size="inline" onClick={() => setEditing(row)}>
          {nameOf(row)}
        </Button>
      ),
    },
    { id: 'where', header: t('assign.where'), sortBy: placeOf, cell: placeOf },
    { id: 'every', header: t('assign.every'), cell: ({ every }) => fill(`every.${every}`) },
    {
      id: 'by',
      header: t('assign.filledBy'),
      cell: ({ filled_by }) => t(`assign.${filled_by}`),
    },
    {
      id: 'from',
      header: t('assign.from'),
      cell: ({ starts_on, ends_on }) =>
        ends_on ? format.dateRange(starts_on, ends_on) : format.date(starts_on),
    },
  ];
  return (
    <div className="grid gap-4">
      <div className="flex justify-end" data-print="hide">
        <Button variant="primary" onClick={() => setEditing('new')}>
          {t('assign.add')}
        </Button>
      </div>
      <Card>
        <Loaded query={assignments} skeleton={<TableSkeleton />}>
          {(rows) => (
            <DataTable
              label={t('tab.assigned')}
              rows={rows}
              columns={columns}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t('assign.empty')} text={t('assign.emptyText')} />}
            />
          )}
        </Loaded>
      </Card>
      <Suspense>
        {editing && (
          <AssignmentDialog
            companyId={companyId}
            opened={editing === 'new' ? null : editing}
            onClose={() => setEditing(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

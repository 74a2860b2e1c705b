import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { Suspense, useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { ExportMenu } from '@/components/shared/export-menu';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useViewer } from '@/entities/viewer/use-viewer';
import { expensesQuery } from '@/features/expenses/api/queries';
import { RangeFields } from '@/features/expenses/components/range-fields';
import { useExpenseColumns } from '@/features/expenses/components/use-expense-columns';
import { useExpenseFile } from '@/features/expenses/components/use-expense-file';
import { useRange } from '@/features/expenses/components/use-range';
import { type Expense, KINDS, STATUSES } from '@/features/expenses/expense';
import { useTranslation } from '@/lib/use-translation';

const CorrectDialog = lateDialog(async () => ({
  default: (await import('@/features/expenses/components/correct-dialog')).CorrectDialog,
}));

const ALL = 'all';

/** Everybody's, by days, person, project, kind and state, with files. */
export function AllExpenses() {
  const { t } = useTranslation('expenses');
  const companyId = useViewer().company?.id ?? '';
  const { range, params, change } = useRange();
  const [correcting, setCorrecting] = useState<Expense | null>(null);
  const chosen = (name: string) => params.get(name) ?? undefined;
  const filter = {
    from: range.start,
    to: range.end,
    ...(chosen('kind') && { kind: chosen('kind') as string }),
    ...(chosen('status') && { status: chosen('status') as string }),
    ...(chosen('employee') && { employee_id: chosen('employee') as string }),
    ...(chosen('project') && { project_id: chosen('project') as string }),
  };
  const list = useQuery(expensesQuery(companyId, filter));
  const columns = useExpenseColumns(list.data ?? [], setCorrecting);
  const file = useExpenseFile(range);
  return (
    <Card>
      <div className="flex flex-wrap items-end gap-3 border-b px-5 py-4" data-print="hide">
        <RangeFields range={range} onChange={change} />
        <Field label={t('column.kind')} className="w-38">
          <Select
            value={chosen('kind') ?? ALL}
            onValueChange={(kind) => change('kind', kind === ALL ? null : kind)}
            options={[
              { value: ALL, label: t('all.everyKind') },
              ...KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
            ]}
          />
        </Field>
        <Field label={t('column.status')} className="w-38">
          <Select
            value={chosen('status') ?? ALL}
            onValueChange={(status) => change('status', status === ALL ? null : status)}
            options={[
              { value: ALL, label: t('all.everyStatus') },
              ...STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
            ]}
          />
        </Field>
        <Field label={t('column.person')} className="w-48">
          <EmployeePicker
            value={chosen('employee') ?? null}
            onValueChange={(id) => change('employee', id)}
            placeholder={t('all.everyone')}
            clearLabel={t('all.everyone')}
          />
        </Field>
        <Field label={t('column.project')} className="w-48">
          <ProjectPicker
            include="all"
            value={chosen('project') ?? null}
            onValueChange={(id) => change('project', id)}
            placeholder={t('all.everyProject')}
            clearLabel={t('all.everyProject')}
          />
        </Field>
        <div className="ml-auto">
          <ExportMenu
            name={`expenses-${range.start}-${range.end}`}
            disabled={(list.data ?? []).length === 0}
            make={() => file(list.data ?? [])}
          />
        </div>
      </div>
      <Loaded query={list} skeleton={<TableSkeleton />}>
        {(rows) => (
          <DataTable
            label={t('title')}
            rows={rows}
            columns={columns}
            rowKey={(row) => row.id}
            empty={
              <EmptyState icon={ReceiptText} title={t('all.empty')} text={t('all.emptyText')} />
            }
          />
        )}
      </Loaded>
      {correcting && (
        <Suspense>
          <CorrectDialog expense={correcting} onClose={() => setCorrecting(null)} />
        </Suspense>
      )}
    </Card>
  );
}

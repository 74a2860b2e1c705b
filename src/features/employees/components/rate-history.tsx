import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { type Rate, ratesQuery } from '@/features/employees/api/queries';
import { useDeleteRate } from '@/features/employees/api/rates';
import { AddRateForm } from '@/features/employees/components/add-rate-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Before anybody worked here: the rate holds from the beginning. */
const BEGINNING = '1970-01-01';

export function RateHistory({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation(['employees', 'common']);
  const format = useFormat();
  const query = useQuery(ratesQuery(companyId, employeeId));
  const { data = [] } = query;
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  const remove = useDeleteRate(companyId);
  const [deleting, setDeleting] = useState<Rate | null>(null);

  const scopeOf = ({ project_id, cost_code_id }: Rate) => {
    const project = projects.find(({ id }) => id === project_id)?.name;
    const code = codes.find(({ id }) => id === cost_code_id);
    const parts = [project, code && `${code.code} ${code.name}`].filter(
      (part) => part !== undefined,
    );
    return parts.length > 0 ? parts.join(' · ') : t('rates.everywhere');
  };
  const sinceOf = ({ effective_from }: Rate) =>
    effective_from === BEGINNING ? t('rates.beginning') : format.date(effective_from);

  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      <div className="flex flex-col gap-5">
        <AddRateForm companyId={companyId} employeeId={employeeId} />
        <DataTable
          label={t('pay.rates')}
          rows={data}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('rates.empty')} text={t('rates.emptyText')} />}
          columns={[
            { id: 'from', header: t('rates.from'), card: 'title', cell: sinceOf },
            { id: 'scope', header: t('rates.for'), cell: scopeOf },
            {
              id: 'rate',
              header: t('field.rate'),
              align: 'end',
              card: 'aside',
              cell: ({ hourly_rate }) => format.money(hourly_rate),
            },
            {
              id: 'actions',
              header: t('column.actions'),
              headerHidden: true,
              card: 'actions',
              className: 'w-16',
              cell: (rate) => (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('rates.delete', { rate: format.money(rate.hourly_rate) })}
                  onClick={() => setDeleting(rate)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              ),
            },
          ]}
        />
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={() => setDeleting(null)}
          title={t('rates.deleteTitle', { rate: format.money(deleting?.hourly_rate ?? 0) })}
          description={t('rates.deleteText')}
          confirmLabel={t('common:action.delete')}
          busy={remove.isPending}
          onConfirm={() =>
            deleting && remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })
          }
        />
      </div>
    </Loaded>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { PhotosLink } from '@/entities/photo/photo-link';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useApproveQuantities } from '@/features/progress/api/approve-quantities';
import { type CodeProgress, type Quantity, quantitiesQuery } from '@/features/progress/api/queries';
import type { QuantityTarget } from '@/features/progress/components/quantity-dialog';
import { useAmount } from '@/features/progress/use-amount';
import { useFormat } from '@/lib/format-context';
import { loadNamespaces } from '@/lib/i18n';
import { useTranslation } from '@/lib/use-translation';

const DayWeatherNote = late(async () => {
  const [module] = await Promise.all([
    import('@/features/progress/components/day-weather-note'),
    loadNamespaces(['weather']),
  ]);
  return module;
});

export interface QuantityTableProps {
  projectId: string;
  codes: readonly CodeProgress[];
  onCorrect: (target: QuantityTarget) => void;
}

/** The latest entries: approved by foremen, corrected by a row that takes back. */
export function QuantityTable({ projectId, codes, onCorrect }: QuantityTableProps) {
  const { t } = useTranslation('progress');
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const leads = employee?.role !== 'employee';
  const entered = useQuery(quantitiesQuery(companyId, projectId));
  const approve = useApproveQuantities(companyId);
  const format = useFormat();
  const amount = useAmount();
  const { data: options = [] } = useCostCodeOptions();
  const rows = entered.data ?? [];
  const open = rows.filter(({ status }) => status === 'entered').map(({ id }) => id);
  const codeOf = (row: Quantity) =>
    codes.find(({ cost_code_id }) => cost_code_id === row.cost_code_id) ??
    options.find(({ id }) => id === row.cost_code_id);
  const spoken = (row: Quantity) =>
    [codeOf(row)?.name, amount(row.quantity), format.date(row.work_date)]
      .filter(Boolean)
      .join(', ');
  const correct = (row: Quantity) => {
    const { code = '', name = '' } = codeOf(row) ?? {};
    const known = codes.find(({ cost_code_id }) => cost_code_id === row.cost_code_id);
    onCorrect({
      code: known ?? { cost_code_id: row.cost_code_id, code, name },
      correction: { quantity: row.quantity, workDate: row.work_date, area: row.area },
    });
  };
  const columns: Column<Quantity>[] = [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: (row) => codeOf(row)?.name ?? '–',
    },
    {
      id: 'date',
      header: t('date'),
      cell: (row) => (
        <>
          {format.weekdayDate(row.work_date)}
          <Suspense>
            <DayWeatherNote projectId={projectId} day={row.work_date} />
          </Suspense>
        </>
      ),
    },
    {
      id: 'quantity',
      header: t('quantity'),
      align: 'end',
      card: 'aside',
      cell: (row) => amount(row.quantity),
    },
    {
      id: 'where',
      header: t('areaAndNote'),
      cell: (row) => [row.area, row.note].filter(Boolean).join(' · ') || '–',
    },
    {
      id: 'status',
      header: t('status.label'),
      cell: (row) => (
        <Badge tone={row.status === 'approved' ? 'success' : 'attention'}>
          {t(`status.${row.status}`)}
        </Badge>
      ),
    },
    {
      id: 'actions',
      header: t('actions'),
      headerHidden: true,
      card: 'actions',
      cell: (row) => (
        <span className="flex items-center justify-end gap-1">
          <PhotosLink of={{ quantity: row.id }} count={row.photos.length} />
          {leads && row.status === 'entered' && (
            <Button
              size="small"
              onClick={() => approve.mutate([row.id])}
              aria-label={`${t('approve')}: ${spoken(row)}`}
            >
              {t('approve')}
            </Button>
          )}
          {row.quantity > 0 && (
            <Button
              size="small"
              variant="ghost"
              onClick={() => correct(row)}
              aria-label={`${t('correct.open')}: ${spoken(row)}`}
            >
              {t('correct.open')}
            </Button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card>
      <CardHeader
        title={t('entries')}
        description={t('entriesText')}
        divided
        action={
          leads &&
          open.length > 1 && (
            <Button busy={approve.isPending} onClick={() => approve.mutate(open)}>
              {t('approveAll', { count: open.length })}
            </Button>
          )
        }
      />
      <Loaded query={entered} skeleton={<TableSkeleton />}>
        <DataTable
          label={t('entries')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState title={t('noEntries')} />}
        />
      </Loaded>
    </Card>
  );
}

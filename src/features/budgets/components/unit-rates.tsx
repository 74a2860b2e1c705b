import { useQuery } from '@tanstack/react-query';
import { Ruler } from 'lucide-react';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type UnitRate, unitRatesQuery } from '@/features/budgets/api/queries';
import { csvText } from '@/lib/files/csv';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const FIGURES = [
  ['projects', 'projects', 0],
  ['quantity', 'quantity', 1],
  ['hours', 'hours', 1],
  ['perUnit', 'hours_per_unit', 4],
  ['lowest', 'lowest', 4],
  ['highest', 'highest', 4],
  ['budgeted', 'budget_per_unit', 4],
] as const;

/** Hours per unit of finished work, to bid with. */
export function UnitRates() {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const rates = useQuery(unitRatesQuery(companyId));
  const rows = rates.data ?? [];
  const columns: Column<UnitRate>[] = [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: ({ code, name }) => (
        <>
          <span className="tabular text-muted">{code}</span> {name}
        </>
      ),
    },
    { id: 'unit', header: t('column.unit'), cell: ({ unit }) => unit },
    ...FIGURES.map(
      ([id, key, digits]): Column<UnitRate> => ({
        id,
        header: t(`rates.${id}`),
        align: 'end',
        cell: (row) => {
          const value = row[key];
          const shown = value === null ? '–' : format.number(value, digits);
          return id === 'perUnit' ? <span className="font-[620]">{shown}</span> : shown;
        },
      }),
    ),
  ];
  const download = () => {
    const heading = [
      t('column.code'),
      t('column.name'),
      t('column.group'),
      t('column.unit'),
      ...FIGURES.map(([id]) => t(`rates.${id}`)),
    ];
    const lines = rows.map((row) => [
      row.code,
      row.name,
      row.code_group,
      row.unit,
      ...FIGURES.map(([, key, digits]) => {
        const value = row[key];
        return value === null ? null : { fixed: value.toFixed(digits) };
      }),
    ]);
    downloadFile('unit-rates.csv', FILE_TYPES.csv, csvText([heading, ...lines]));
  };
  return (
    <>
      <p className="mb-1 text-sm">
        <Link to="/budgets" className="text-primary hover:underline">
          {t('title')}
        </Link>{' '}
        /
      </p>
      <PageHeader
        title={t('rates.title')}
        description={t('rates.text')}
        actions={
          <Button disabled={rows.length === 0} onClick={download}>
            {t('csv')}
          </Button>
        }
      />
      <Loaded query={rates} skeleton={<TableSkeleton />} framed>
        <Card>
          <DataTable
            label={t('rates.title')}
            rows={rows}
            columns={columns}
            rowKey={({ cost_code_id, unit }) => `${cost_code_id} ${unit}`}
            empty={<EmptyState icon={Ruler} title={t('rates.empty')} text={t('rates.emptyText')} />}
          />
        </Card>
      </Loaded>
    </>
  );
}

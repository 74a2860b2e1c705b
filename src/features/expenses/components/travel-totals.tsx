import { useQuery } from '@tanstack/react-query';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import { travelReportQuery } from '@/features/expenses/api/queries';
import { formatHoursMinutes } from '@/lib/duration';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import type { Database } from '../../../../supabase/types';

type Row = Database['public']['Functions']['travel_report']['Returns'][number];
const REASONS = ['paid', 'between_sites', 'state', 'unpaid', 'commute'] as const;

/** Time on travel codes, paid and unpaid, with the reason; nothing where there is none. */
export function TravelTotals({ range }: { range: DateRange }) {
  const { t } = useTranslation('expenses');
  const companyId = useViewer().company?.id ?? '';
  const { data: rows = [] } = useQuery(travelReportQuery(companyId, range));
  if (rows.length === 0) return null;
  const sum = (of: (row: Row) => number) =>
    formatHoursMinutes(rows.reduce((total, row) => total + of(row), 0));
  const columns: Column<Row>[] = [
    {
      id: 'person',
      header: t('column.person'),
      cell: ({ employee_name }) => employee_name,
      sortBy: ({ employee_name }) => employee_name,
      card: 'title',
    },
    {
      id: 'project',
      header: t('column.project'),
      cell: ({ project_name }) => project_name,
      sortBy: ({ project_name }) => project_name,
    },
    {
      id: 'paid',
      header: t('travel.paid'),
      align: 'end',
      cell: ({ paid_seconds }) => formatHoursMinutes(paid_seconds),
      sortBy: ({ paid_seconds }) => paid_seconds,
      total: sum(({ paid_seconds }) => paid_seconds),
      card: 'aside',
    },
    {
      id: 'unpaid',
      header: t('travel.unpaid'),
      align: 'end',
      cell: ({ unpaid_seconds }) => formatHoursMinutes(unpaid_seconds),
      sortBy: ({ unpaid_seconds }) => unpaid_seconds,
      total: sum(({ unpaid_seconds }) => unpaid_seconds),
    },
    {
      id: 'why',
      header: t('travel.why'),
      cell: ({ reasons }) =>
        REASONS.filter((reason) => reasons.includes(reason))
          .map((reason) => t(`travel.reason.${reason}`))
          .join('; '),
    },
  ];
  return (
    <Card>
      <CardHeader divided title={t('travel.totals')} />
      <DataTable
        label={t('travel.totals')}
        rows={rows}
        columns={columns}
        rowKey={(row) => `${row.employee_id} ${row.project_id}`}
      />
    </Card>
  );
}

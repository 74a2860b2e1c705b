import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { ExportMenu } from '@/components/shared/export-menu';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import type { CodeProgress } from '@/features/progress/api/queries';
import {
  type Figure,
  figuresFor,
  type ProgressRow,
  progressRows,
  sumsOf,
} from '@/features/progress/progress-rows';
import { useAmount } from '@/features/progress/use-amount';
import { useProgressFile } from '@/features/progress/use-progress-file';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface ReportTableProps {
  query: UseQueryResult<CodeProgress[]>;
  range: DateRange;
  projectName: string;
  /** How the days are chosen. */
  choice: ReactNode;
}

/** What was done before, in these days and altogether; with hours for foremen and above. */
export function ReportTable({ query, range, projectName, choice }: ReportTableProps) {
  const { t } = useTranslation('progress');
  const format = useFormat();
  const amount = useAmount();
  const leads = useEmployee()?.role !== 'employee';
  const makeFile = useProgressFile();
  const codes = query.data ?? [];
  const totals = sumsOf(codes);
  const show = (name: Figure, value: number | null) => {
    if (value === null) return '–';
    if (name === 'complete') return format.percent(value / 100);
    return name === 'factor' ? format.number(value, 2) : amount(value);
  };
  const columns: Column<ProgressRow>[] = [
    {
      id: 'code',
      header: t('column.code'),
      card: 'title',
      cell: ({ title, code }) =>
        code ? (
          <>
            <span className="tabular text-muted">{code.code}</span> {code.name}
            {code.unit && <span className="text-muted"> · {code.unit}</span>}
          </>
        ) : (
          <span className="font-[620]">{title}</span>
        ),
    },
    ...figuresFor(leads).map(
      (name): Column<ProgressRow> => ({
        id: name,
        header: t(`column.${name}`),
        align: 'end',
        cell: ({ kind, figures }) => {
          const shown = show(name, figures[name]);
          return kind === 'group' && shown !== '–' ? (
            <span className="font-[620]">{shown}</span>
          ) : (
            shown
          );
        },
        ...(leads && totals[name] !== null ? { total: show(name, totals[name]) } : {}),
      }),
    ),
  ];
  return (
    <Card>
      <CardHeader
        title={t('report.name')}
        description={format.dateRange(range.start, range.end)}
        divided
        action={
          query.data && (
            <ExportMenu
              name={`progress-${range.end}`}
              make={() => makeFile(codes, range, projectName, leads)}
            />
          )
        }
      />
      <div className="border-b px-5 py-3">{choice}</div>
      <Loaded query={query} skeleton={<TableSkeleton />}>
        <DataTable
          label={t('report.name')}
          rows={progressRows(codes, t('withoutGroup'))}
          columns={columns}
          rowKey={({ key }) => key}
          {...(leads ? { totalLabel: t('total') } : {})}
        />
      </Loaded>
    </Card>
  );
}

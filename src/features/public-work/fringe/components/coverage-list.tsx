import { useQuery } from '@tanstack/react-query';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { type Coverage, coverageQuery } from '@/features/public-work/fringe/api/queries';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** A heading for each class, and its people below. */
type Line = Coverage | { heading: string; fringe: number; key: string };

function linesOf(rows: readonly Coverage[], spanish: boolean): Line[] {
  const lines: Line[] = [];
  let last = '';
  for (const row of rows) {
    const key = `${row.project_id} ${row.classification_id}`;
    if (key !== last) {
      const name = spanish ? row.class_name_es : row.class_name;
      lines.push({ heading: `${row.project_name} · ${name}`, fringe: row.fringe, key });
      last = key;
    }
    lines.push(row);
  }
  return lines;
}

interface CoverageListProps {
  companyId: string;
  today: IsoDate;
}

/** What each hour of fringe is met with, by class and person. */
export function CoverageList({ companyId, today }: CoverageListProps) {
  const { t } = useTranslation('fringe');
  const format = useFormat();
  const coverage = useQuery(coverageQuery(companyId, today));
  const columns: Column<Line>[] = [
    {
      id: 'person',
      header: t('coverage.person'),
      card: 'title',
      cell: (line) => ('heading' in line ? null : <Person row={line} />),
    },
    {
      id: 'fringe',
      header: t('coverage.fringe'),
      align: 'end',
      cell: (line) => format.money(line.fringe),
    },
    {
      id: 'plans',
      header: t('coverage.plans'),
      align: 'end',
      cell: (line) => ('heading' in line ? null : <Plans row={line} />),
    },
    {
      id: 'cash',
      header: t('coverage.cash'),
      align: 'end',
      cell: (line) => ('heading' in line ? null : <Cash row={line} />),
    },
  ];
  return (
    <Card>
      <CardHeader title={t('coverage.title')} description={t('coverage.text')} divided />
      <Loaded query={coverage} skeleton={<TableSkeleton />}>
        {(rows) => (
          <DataTable
            label={t('coverage.title')}
            rows={linesOf(rows, format.locale.startsWith('es'))}
            columns={columns}
            rowKey={(line) =>
              'heading' in line
                ? line.key
                : `${line.project_id} ${line.classification_id} ${line.employee_id}`
            }
            section={(line) => ('heading' in line ? { title: line.heading } : null)}
            empty={<EmptyState title={t('coverage.empty')} text={t('coverage.emptyText')} />}
          />
        )}
      </Loaded>
    </Card>
  );
}

function Person({ row }: { row: Coverage }) {
  const { t } = useTranslation('fringe');
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {`${row.first_name} ${row.last_name}`}
      {row.level && <Badge>{t('coverage.apprentice', { level: row.level })}</Badge>}
      {row.regime === 'ca' && !row.training && (
        <Badge tone="attention">{t('coverage.noTraining')}</Badge>
      )}
    </span>
  );
}

function Plans({ row }: { row: Coverage }) {
  const format = useFormat();
  return (
    <span className="grid gap-0.5">
      {format.money(row.credit)}
      <span className="text-muted text-xs">{format.list(row.plans.map(({ name }) => name))}</span>
    </span>
  );
}

function Cash({ row }: { row: Coverage }) {
  const { t } = useTranslation('fringe');
  const format = useFormat();
  return (
    <span className="grid gap-0.5">
      {format.money(row.cash)}
      <span className="text-muted text-xs">{t(`rule.${row.cash_rule}`)}</span>
      {row.open > 0 && (
        <span className="text-attention-strong text-xs">
          {t(row.top_up ? 'rule.openRaised' : 'rule.open', { amount: format.money(row.open) })}
        </span>
      )}
    </span>
  );
}

import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { StatCard, StatCards } from '@/components/shared/stat-card';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useIsPrivileged, useMay, useViewer } from '@/entities/viewer/use-viewer';
import { budgetForecastQuery, budgetOverviewQuery } from '@/features/budgets/api/queries';
import { byTrouble, type ProjectFigures, troubleOf } from '@/features/budgets/budget-rows';
import { AlertsCard } from '@/features/budgets/components/alerts-card';
import { useProjectColumns } from '@/features/budgets/components/use-project-columns';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const NewBudgetDialog = lateDialog(async () => ({
  default: (await import('@/features/budgets/components/new-budget-dialog')).NewBudgetDialog,
}));

const BurdenDialog = lateDialog(async () => ({
  default: (await import('@/features/budgets/components/burden-dialog')).BurdenDialog,
}));

export function CompanyBudgets() {
  const { t } = useTranslation('budgets');
  const companyId = useViewer().company?.id ?? '';
  const manages = useIsPrivileged();
  const mayWrite = useMay('budgets');
  const overview = useQuery(budgetOverviewQuery(companyId));
  const projects = new Map(useProjectOptions().data?.map((project) => [project.id, project]));
  const { data: forecasts = [] } = useQuery(budgetForecastQuery(companyId, null));
  const columns = useProjectColumns(projects, forecasts);
  const [opened, setOpened] = useState<'new' | 'burden' | null>(null);
  const close = () => setOpened(null);
  const figures = (overview.data ?? []).map((row) => ({
    ...row,
    isCompleted: projects.get(row.project_id)?.status === 'completed',
  }));
  const rows = byTrouble(figures).filter(
    (row) =>
      row.version !== null ||
      row.actual_hours > 0 ||
      projects.get(row.project_id)?.status === 'active',
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('subtitle', { count: rows.length })}
        actions={
          <>
            <Button asChild>
              <Link to="/budgets?view=rates">{t('rates.open')}</Link>
            </Button>
            {manages && <Button onClick={() => setOpened('burden')}>{t('burden.open')}</Button>}
            {mayWrite && (
              <Button variant="primary" onClick={() => setOpened('new')}>
                {t('new')}
              </Button>
            )}
          </>
        }
      />
      <Loaded query={overview} skeleton={<TableSkeleton />} framed>
        <Totals rows={rows.filter((row) => row.version !== null)} />
        <AlertsCard />
        <Card className="mt-4">
          <CardHeader title={t('projects')} description={t('troubleFirst')} divided />
          <DataTable
            label={t('projects')}
            rows={rows}
            columns={columns}
            rowKey={(row) => row.project_id}
            empty={
              <EmptyState
                icon={ChartNoAxesColumn}
                title={t('empty.title')}
                text={t('empty.text')}
              />
            }
          />
          <p className="border-t px-5 py-3 text-muted text-xs">{t('trend.text')}</p>
        </Card>
      </Loaded>
      <Suspense>
        {opened === 'new' && <NewBudgetDialog onClose={close} />}
        {opened === 'burden' && <BurdenDialog onClose={close} />}
      </Suspense>
    </>
  );
}

function Totals({ rows }: { rows: readonly ProjectFigures[] }) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const add = (pick: (row: ProjectFigures) => number) =>
    rows.reduce((total, row) => total + pick(row), 0);
  const budget = add((row) => row.budget_hours);
  const used = add((row) => row.actual_hours);
  const forecast = add((row) => row.forecast_hours ?? Math.max(row.budget_hours, row.actual_hours));
  const over = rows.filter((row) => troubleOf(row) === 'over').length;
  const difference = forecast - budget;
  return (
    <StatCards>
      <StatCard
        label={t('stat.budget')}
        value={t('hours', { hours: format.number(budget) })}
        detail={t('stat.withBudget', { count: rows.length })}
      />
      <StatCard
        label={t('stat.used')}
        value={t('hours', { hours: format.number(used) })}
        detail={
          budget > 0 ? t('stat.ofBudget', { percent: format.number((100 * used) / budget) }) : '–'
        }
      />
      <StatCard
        label={t('stat.forecast')}
        value={t('hours', { hours: format.number(forecast) })}
        detail={t(difference > 0 ? 'stat.over' : 'stat.under', {
          hours: format.number(Math.abs(difference)),
        })}
        tone={difference > 0 ? 'bad' : 'good'}
      />
      <StatCard
        label={t('stat.trouble')}
        value={format.number(over)}
        detail={t('stat.troubleText')}
        tone={over > 0 ? 'bad' : 'neutral'}
      />
    </StatCards>
  );
}

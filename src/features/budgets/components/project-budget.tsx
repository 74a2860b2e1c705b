import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { ExportMenu } from '@/components/shared/export-menu';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { useIsSection } from '@/components/shared/page-section';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { useMayOnProject } from '@/entities/company-role/use-may-on-project';
import { useProject } from '@/entities/project/projects-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  budgetForecastQuery,
  budgetPaceQuery,
  budgetReportQuery,
  budgetVersionsQuery,
} from '@/features/budgets/api/queries';
import { groupLines, subtotal } from '@/features/budgets/budget-rows';
import { ForecastCard } from '@/features/budgets/components/forecast-card';
import { ProjectNotes } from '@/features/budgets/components/project-notes';
import { useCostColumns } from '@/features/budgets/components/use-cost-columns';
import { useReportColumns } from '@/features/budgets/components/use-report-columns';
import { WhatIfCard } from '@/features/budgets/components/what-if-card';
import {
  finishOf,
  hoursAtCompletion,
  laborAtCompletion,
  outlookOf,
} from '@/features/budgets/forecast';
import { useBudgetFile } from '@/features/budgets/use-budget-file';
import { cn } from '@/lib/class-names';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

// It takes pasted lines.
const BudgetEditor = lateDialog(() =>
  withTexts(
    import('@/features/budgets/components/budget-editor').then((file) => file.BudgetEditor),
    'imports',
  ),
);

export interface ProjectBudgetProps {
  projectId: string;
  /** Committed extra work and expenses, beside the cost of labor. */
  extraWork?: ComponentType<{ projectId: string }> | undefined;
}

export function ProjectBudget({ projectId, extraWork: ExtraWork }: ProjectBudgetProps) {
  const { t } = useTranslation(['budgets', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const mayWrite = useMayOnProject('budgets', projectId);
  const [params, change] = useAddressParams();
  const isSection = useIsSection();
  const { today } = useCalendar();
  const { data: pace } = useQuery(budgetPaceQuery(projectId));
  const [view, setView] = useState<'hours' | 'cost'>('hours');
  const project = useProject(projectId);
  const [scope, setScope] = useState<'branch' | 'own' | null>(null);
  const isBranch = (project?.hasPhases ?? false) && scope !== 'own';
  const report = useQuery(budgetReportQuery(projectId, isBranch));
  const versions = useQuery({ ...budgetVersionsQuery(companyId, projectId), enabled: mayWrite });
  const lines = report.data ?? [];
  const totals = subtotal(lines);
  const { data: forecasts = [], isPending: isForecasting } = useQuery(
    budgetForecastQuery(companyId, projectId),
  );
  const recent = forecasts.find(({ is_project }) => is_project);
  const hourColumns = useReportColumns(projectId, totals, forecasts);
  const costColumns = useCostColumns(totals);
  const makeFile = useBudgetFile();
  const name = project?.name ?? t('common:project.unknown');
  const editing = mayWrite && params.get('edit') !== null && versions.data !== undefined;
  const draft = versions.data?.find(({ status }) => status === 'draft');
  const shown = mayWrite ? view : 'hours';
  const version = versions.data?.find(({ status }) => status === 'approved');
  // What is forecast is the project itself; phases have forecasts of their own.
  const budgeted = !isBranch && lines.some((line) => line.budgeted);

  return (
    <>
      {!isSection && (
        <p className="mb-1 text-sm">
          <Link to="/budgets" className="text-primary hover:underline">
            {t('title')}
          </Link>
        </p>
      )}
      <PageHeader
        title={name}
        documentTitle={`${name} · ${t('title')}`}
        description={
          report.data && t(totals.percent_complete === null ? 'completeByHand' : 'completeComputed')
        }
        actions={
          <>
            {project?.hasPhases && (
              <Select
                size="compact"
                aria-label={t('scope.label')}
                value={isBranch ? 'branch' : 'own'}
                onValueChange={setScope}
                options={[
                  { value: 'branch', label: t('scope.branch') },
                  { value: 'own', label: t('scope.own') },
                ]}
              />
            )}
            {mayWrite && (
              <Select
                size="compact"
                aria-label={t('view.label')}
                value={view}
                onValueChange={setView}
                options={[
                  { value: 'hours', label: t('view.hours') },
                  { value: 'cost', label: t('view.cost') },
                ]}
              />
            )}
            <ExportMenu
              name={`budget-${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`}
              disabled={lines.length === 0}
              make={() => makeFile({ name, lines, version, amounts: mayWrite, view: shown })}
            />
            {mayWrite && (
              <Button variant="primary" onClick={() => change('edit', '1')}>
                {t(draft ? 'editDraft' : versions.data?.length ? 'newVersion' : 'addBudget')}
              </Button>
            )}
          </>
        }
      />
      <Loaded query={report} skeleton={<TableSkeleton />} framed>
        <ProjectNotes lines={lines} versions={versions.data ?? []} />
        <div className={cn('grid gap-4', budgeted && 'xl:grid-cols-[minmax(0,1fr)_19.5rem]')}>
          <div className="flex min-w-0 flex-col gap-4">
            {budgeted && !isForecasting && (
              <ForecastCard
                projectId={projectId}
                hours={hoursAtCompletion(totals, recent)}
                cost={shown === 'cost' ? laborAtCompletion(totals, recent, pace) : null}
                finish={finishOf(totals, recent, today)}
                recent={recent}
              />
            )}
            <Card>
              <DataTable
                label={t('reportOf', { name })}
                rows={groupLines(lines, t('withoutGroup'))}
                columns={shown === 'cost' ? costColumns : hourColumns}
                rowKey={({ key }) => key}
                totalLabel={t('total')}
                empty={
                  <EmptyState
                    icon={ChartNoAxesColumn}
                    title={t('noBudget.title')}
                    text={t('noBudget.text')}
                  />
                }
              />
            </Card>
            {shown === 'cost' && ExtraWork && (
              <Suspense>
                <ExtraWork projectId={projectId} />
              </Suspense>
            )}
          </div>
          {budgeted && !isForecasting && (
            <WhatIfCard projectId={projectId} outlook={outlookOf(totals, recent, today)} />
          )}
        </div>
      </Loaded>
      <Suspense>
        {editing && (
          <BudgetEditor
            projectId={projectId}
            versions={versions.data}
            onClose={() => change('edit', null)}
          />
        )}
      </Suspense>
    </>
  );
}

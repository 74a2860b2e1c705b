import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn, Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { useProject } from '@/entities/project/projects-query';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { budgetReportQuery, budgetVersionsQuery } from '@/features/budgets/api/queries';
import { groupLines, subtotal } from '@/features/budgets/budget-rows';
import { ProjectNotes } from '@/features/budgets/components/project-notes';
import { useCostColumns } from '@/features/budgets/components/use-cost-columns';
import { useReportColumns } from '@/features/budgets/components/use-report-columns';
import { useDownloadBudget } from '@/features/budgets/use-download-budget';
import { useAddressParams } from '@/lib/use-address-params';

const BudgetEditor = lazy(async () => ({
  default: (await import('@/features/budgets/components/budget-editor')).BudgetEditor,
}));

export function ProjectBudget({ projectId }: { projectId: string }) {
  const { t } = useTranslation(['budgets', 'common']);
  const companyId = useViewer().company?.id ?? '';
  const mayWrite = useIsPrivileged();
  const [params, change] = useAddressParams();
  const [view, setView] = useState<'hours' | 'cost'>('hours');
  const project = useProject(projectId);
  const report = useQuery(budgetReportQuery(projectId));
  const versions = useQuery({ ...budgetVersionsQuery(companyId, projectId), enabled: mayWrite });
  const lines = report.data ?? [];
  const totals = subtotal(lines);
  const hourColumns = useReportColumns(projectId, totals);
  const costColumns = useCostColumns(totals);
  const download = useDownloadBudget(project?.name ?? t('title'), mayWrite);
  const name = project?.name ?? t('common:project.unknown');
  const editing = mayWrite && params.get('edit') !== null && versions.data !== undefined;
  const draft = versions.data?.find(({ status }) => status === 'draft');

  return (
    <>
      <p className="mb-1 text-sm">
        <Link to="/budgets" className="text-primary hover:underline">
          {t('title')}
        </Link>{' '}
        /
      </p>
      <PageHeader
        title={name}
        documentTitle={`${name} · ${t('title')}`}
        description={t(totals.percent_complete === null ? 'completeByHand' : 'completeComputed')}
        actions={
          <>
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
            <Button disabled={lines.length === 0} onClick={() => download(lines)}>
              <Download aria-hidden="true" />
              {t('csv')}
            </Button>
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
        <Card>
          <DataTable
            label={t('reportOf', { name })}
            rows={groupLines(lines, t('withoutGroup'))}
            columns={view === 'cost' && mayWrite ? costColumns : hourColumns}
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

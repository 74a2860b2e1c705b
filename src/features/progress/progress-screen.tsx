import { useQuery } from '@tanstack/react-query';
import { TrendingUp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ChooseProject } from '@/entities/project/choose-project';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useProject } from '@/entities/project/projects-query';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { progressReportQuery } from '@/features/progress/api/queries';
import { CodeList } from '@/features/progress/components/code-list';
import { PeriodChoice } from '@/features/progress/components/period-choice';
import type { QuantityTarget } from '@/features/progress/components/quantity-dialog';
import { QuantityTable } from '@/features/progress/components/quantity-table';
import { ReportTable } from '@/features/progress/components/report-table';
import { useProgressPeriod } from '@/features/progress/use-progress-period';
import { queryKeys } from '@/lib/query-keys';
import { addDays } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const QuantityImport = lateDialog(() =>
  withTexts(
    import('@/features/progress/components/import-dialog').then((file) => file.QuantityImport),
    'imports',
  ),
);
const QuantityDialog = lateDialog(async () => ({
  default: (await import('@/features/progress/components/quantity-dialog')).QuantityDialog,
}));

export function ProgressScreen() {
  const { t } = useTranslation(['progress', 'common']);
  const { company, employee } = useViewer();
  const mayImport = useIsPrivileged();
  const [importing, setImporting] = useState(false);
  const [params, change] = useAddressParams();
  const current = useCurrentProject();
  const projectId = params.get('project') ?? current.projectId;
  const project = useProject(projectId);
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'quantities', filter, stale: [queryKeys.budgets] });
  return (
    <>
      <PageHeader
        title={t('title')}
        description={project?.name ?? t('chooseProject')}
        actions={
          <>
            {projectId && employee && employee.role !== 'employee' && (
              <Button asChild>
                <Link to={`/budgets?project=${projectId}`}>{t('budget')}</Link>
              </Button>
            )}
            {projectId && mayImport && (
              <Button onClick={() => setImporting(true)}>{t('import.open')}</Button>
            )}
            <ProjectPicker
              className="sm:w-64"
              value={projectId}
              aria-label={t('common:project.label')}
              onValueChange={(next) => change('project', next)}
            />
          </>
        }
      />
      {projectId ? (
        <ProjectProgress
          key={projectId}
          projectId={projectId}
          projectName={project?.name ?? t('common:project.unknown')}
        />
      ) : (
        <ChooseProject
          icon={TrendingUp}
          title={t('chooseProject')}
          text={t('chooseText')}
          onChoose={(next) => change('project', next)}
        />
      )}
      <Suspense>
        {projectId && importing && (
          <QuantityImport projectId={projectId} onClose={() => setImporting(false)} />
        )}
      </Suspense>
    </>
  );
}

interface ProjectProgressProps {
  projectId: string;
  projectName: string;
}

function ProjectProgress({ projectId, projectName }: ProjectProgressProps) {
  const { today } = useCalendar();
  const week = { start: addDays(today, -6), end: today };
  const report = useQuery(progressReportQuery(projectId, week));
  const chosen = useProgressPeriod();
  const inPeriod = useQuery(progressReportQuery(projectId, chosen.range));
  const [target, setTarget] = useState<QuantityTarget | null>(null);
  const codes = report.data ?? [];
  return (
    <Loaded
      query={report}
      framed
      skeleton={
        <Card>
          <TableSkeleton />
        </Card>
      }
    >
      <div className="flex flex-col gap-4">
        <CodeList projectId={projectId} codes={codes} onChoose={setTarget} />
        {codes.length > 0 && (
          <ReportTable
            query={inPeriod}
            range={chosen.range}
            projectName={projectName}
            choice={<PeriodChoice {...chosen} />}
          />
        )}
        <QuantityTable projectId={projectId} codes={codes} onCorrect={setTarget} />
      </div>
      <Suspense>
        {target && (
          <QuantityDialog projectId={projectId} target={target} onClose={() => setTarget(null)} />
        )}
      </Suspense>
    </Loaded>
  );
}

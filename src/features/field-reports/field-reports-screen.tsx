import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ClipboardList, FileArchive } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ScreenSkeleton, TableSkeleton } from '@/components/shared/loading-state';
import { PageHeader } from '@/components/shared/page-header';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { ProjectFilter } from '@/entities/project/project-filter';
import { useProject } from '@/entities/project/projects-query';
import { useCurrentProject } from '@/entities/running-entry/use-current-project';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { daysQuery, figuresQuery, reportQuery } from '@/features/field-reports/api/queries';
import { useDraftReport } from '@/features/field-reports/api/write-report';
import { DaysTable } from '@/features/field-reports/components/days-table';
import { ReportView } from '@/features/field-reports/components/report-view';
import { useReportFiles } from '@/features/field-reports/files/use-report-file';
import { useFormat } from '@/lib/format-context';
import { queryKeys } from '@/lib/query-keys';
import { addDays, addMonths, isIsoDate, monthOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

/** A foreman in a truck at 3:30: today's report is written but for what only they know. */
export function FieldReportsScreen() {
  const { t } = useTranslation('field-reports');
  const { company, employee } = useViewer();
  const [params, change] = useAddressParams();
  const filter = company ? `company_id=eq.${company.id}` : null;
  useLiveTable({ table: 'field_reports', filter, stale: [queryKeys.fieldReports] });
  useLiveTable({ table: 'time_entries', filter, stale: [queryKeys.fieldReports] });
  if (employee?.role === 'employee') {
    return (
      <>
        <PageHeader title={t('title')} />
        <Card>
          <EmptyState icon={ClipboardList} title={t('foremen.title')} text={t('foremen.text')} />
        </Card>
      </>
    );
  }
  const project = params.get('report');
  const date = params.get('date');
  if (project && date && isIsoDate(date)) {
    return (
      <OneReport
        key={`${project} ${date}`}
        projectId={project}
        date={date}
        onBack={() => {
          change('report', null);
          change('date', null);
        }}
      />
    );
  }
  return (
    <ReportDays
      onOpen={(projectId, day) => {
        change('report', projectId);
        change('date', day);
      }}
    />
  );
}

function OneReport({
  projectId,
  date,
  onBack,
}: {
  projectId: string;
  date: string;
  onBack: () => void;
}) {
  const { t } = useTranslation('field-reports');
  const companyId = useViewer().company?.id ?? '';
  const project = useProject(projectId);
  const report = useQuery(reportQuery(companyId, projectId, date));
  const figures = useQuery(figuresQuery(projectId, date));
  return (
    <Loaded query={report} skeleton={<ScreenSkeleton />} framed>
      <Loaded query={figures} skeleton={<ScreenSkeleton />} framed>
        {report.data && figures.data ? (
          <ReportView
            report={report.data}
            figures={figures.data}
            projectName={project?.name ?? ''}
            onBack={onBack}
          />
        ) : (
          <Card>
            <EmptyState
              icon={ClipboardList}
              title={t('missing.title')}
              action={<Button onClick={onBack}>{t('backToList')}</Button>}
            />
          </Card>
        )}
      </Loaded>
    </Loaded>
  );
}

function ReportDays({ onOpen }: { onOpen: (projectId: string, date: string) => void }) {
  const { t } = useTranslation(['field-reports', 'common']);
  const format = useFormat();
  const { today } = useCalendar();
  const current = useCurrentProject();
  const [params, change] = useAddressParams();
  const projectId = params.get('project');
  const asked = params.get('month');
  const month = monthOf(asked && isIsoDate(`${asked}-01`) ? `${asked}-01` : today);
  const days = useQuery(daysQuery(month, projectId));
  const draft = useDraftReport();
  const files = useReportFiles();
  const [zipping, setZipping] = useState(false);
  const rows = days.data ?? [];
  const missing = rows.filter(({ report_id }) => report_id === null).length;
  const signed = rows.filter(({ version }) => (version ?? 0) > 0);
  const begin = (project: string, date: string) =>
    draft.mutate({ projectId: project, date }, { onSuccess: () => onOpen(project, date) });
  const go = (months: number) => change('month', addMonths(month.start, months).slice(0, 7));
  const todayProject = projectId ?? current.projectId;

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            {signed.length > 0 && (
              <Button
                busy={zipping}
                onClick={() => {
                  setZipping(true);
                  void files
                    .zip(signed, `field-reports-${month.start.slice(0, 7)}.zip`)
                    .finally(() => setZipping(false));
                }}
              >
                <FileArchive aria-hidden="true" />
                {t('zip', { count: signed.length })}
              </Button>
            )}
            {todayProject && (
              <Button
                variant="primary"
                busy={draft.isPending}
                onClick={() => begin(todayProject, today)}
              >
                {t('today')}
              </Button>
            )}
          </>
        }
      />
      <Card>
        <div className="flex flex-wrap items-center gap-2 border-b px-4 py-3">
          <Button size="icon" aria-label={t('previousMonth')} onClick={() => go(-1)}>
            <ChevronLeft aria-hidden="true" />
          </Button>
          <span className="min-w-32 text-center font-[620]">{format.month(month.start)}</span>
          <Button
            size="icon"
            aria-label={t('nextMonth')}
            disabled={addDays(month.end, 1) > today}
            onClick={() => go(1)}
          >
            <ChevronRight aria-hidden="true" />
          </Button>
          {missing > 0 && <Badge tone="attention">{t('missing.count', { count: missing })}</Badge>}
          <ProjectFilter
            size="compact"
            className="ml-auto max-sm:w-full"
            value={projectId}
            clearLabel={t('common:project.all')}
            aria-label={t('common:project.label')}
            onValueChange={(next) => change('project', next)}
          />
        </div>
        <Loaded query={days} skeleton={<TableSkeleton />}>
          <DaysTable
            days={rows}
            busy={draft.isPending}
            onOpen={(day) =>
              day.report_id
                ? onOpen(day.project_id, day.report_date)
                : begin(day.project_id, day.report_date)
            }
          />
        </Loaded>
      </Card>
    </>
  );
}

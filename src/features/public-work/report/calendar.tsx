import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { Card, CardHeader } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { contractsQuery } from '@/features/public-work/contract/api/queries';
import { projectWeeksAddress } from '@/features/public-work/report/addresses';
import { calendarQuery, weeksQuery } from '@/features/public-work/report/api/queries';
import { WeekTable } from '@/features/public-work/report/components/week-table';
import { missingInSequence } from '@/features/public-work/report/week-states';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const ALL = 'all';

/** What is due where; with a project, each of its weeks. */
export function Calendar({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation('certified-payroll');
  const companyId = useViewer().company?.id ?? '';
  const { data: projects = [] } = useProjectOptions();
  const { data: contracts = [] } = useQuery(contractsQuery(companyId));
  const navigate = useNavigate();
  const publicProjects = projects.filter(({ id }) =>
    contracts.some(({ project_id }) => project_id === id),
  );
  const name = projects.find(({ id }) => id === projectId)?.name;
  return (
    <div className="flex flex-col gap-4">
      <div data-print="hide">
        <Select
          size="compact"
          aria-label={t('calendar.project')}
          value={projectId ?? ALL}
          onValueChange={(value) =>
            void navigate(value === ALL ? '/public-work?tab=certified' : projectWeeksAddress(value))
          }
          options={[
            { value: ALL, label: t('calendar.allProjects') },
            ...publicProjects.map(({ id, name: label }) => ({ value: id, label })),
          ]}
        />
      </div>
      {projectId ? (
        <ProjectWeeks projectId={projectId} name={name ?? ''} companyId={companyId} />
      ) : (
        <OpenWeeks companyId={companyId} />
      )}
    </div>
  );
}

function OpenWeeks({ companyId }: { companyId: string }) {
  const { t } = useTranslation('certified-payroll');
  const weeks = useQuery(calendarQuery(companyId));
  return (
    <Card>
      <CardHeader divided title={t('calendar.title')} description={t('calendar.text')} />
      <Loaded query={weeks} skeleton={<TableSkeleton />}>
        {(rows) => <WeekTable weeks={rows} showsProject />}
      </Loaded>
    </Card>
  );
}

function ProjectWeeks({
  companyId,
  projectId,
  name,
}: {
  companyId: string;
  projectId: string;
  name: string;
}) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const weeks = useQuery(weeksQuery(companyId, projectId));
  const missing = missingInSequence(weeks.data ?? []);
  return (
    <Card>
      <CardHeader divided title={name} description={t('calendar.projectText')} />
      {missing.length > 0 && (
        <div className="border-b px-4 py-3">
          <Notice tone="attention">
            {t('calendar.gap', {
              count: missing.length,
              weeks: format.list(missing.map(({ week_end }) => format.date(week_end))),
            })}
          </Notice>
        </div>
      )}
      <Loaded query={weeks} skeleton={<TableSkeleton />}>
        {(rows) => (
          <WeekTable
            weeks={rows.map((week) => ({ ...week, project_id: projectId, project_name: name }))}
          />
        )}
      </Loaded>
    </Card>
  );
}

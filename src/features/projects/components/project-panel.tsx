import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { employeeName } from '@/entities/employee/employees-query';
import { type Project, projectDetailsQuery } from '@/features/projects/api/queries';
import { HourBars } from '@/features/projects/components/hour-bars';
import { CodeList, TeamList } from '@/features/projects/components/project-lists';
import { SiteCode } from '@/features/projects/components/site-code';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';

export interface ProjectPanelProps {
  companyId: string;
  project: Project;
  mayWrite: boolean;
  onClose: () => void;
}

/** One project: where its hours went, its latest entries, its team and its cost codes. */
export function ProjectPanel({ companyId, project, mayWrite, onClose }: ProjectPanelProps) {
  const { t } = useTranslation('projects');
  const tabs = mayWrite ? (['hours', 'team', 'codes', 'siteCode'] as const) : (['hours'] as const);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={project.name}
        description={[project.client, project.number, project.address].filter(Boolean).join(' · ')}
        width="large"
      >
        <Tabs defaultValue="hours" className="flex min-h-0 flex-1 flex-col">
          <TabsList>
            {tabs.map((tab) => (
              <TabsTrigger key={tab} value={tab}>
                {t(`tab.${tab}`)}
              </TabsTrigger>
            ))}
          </TabsList>
          <DialogBody className="min-h-80 py-4">
            <TabsContent value="hours">
              <ProjectHours project={project} />
            </TabsContent>
            <TabsContent value="team">
              <TeamList companyId={companyId} projectId={project.id} />
            </TabsContent>
            <TabsContent value="siteCode">
              <SiteCode project={project} />
            </TabsContent>
            <TabsContent value="codes">
              <CodeList companyId={companyId} projectId={project.id} />
            </TabsContent>
          </DialogBody>
        </Tabs>
      </DialogContent>
    </Dialog>
  );
}

function ProjectHours({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const { data, isPending, error, refetch } = useQuery(projectDetailsQuery(project.id));
  if (isPending) return <ListSkeleton />;
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted text-sm">
        {t('details.summary', {
          hours: formatHoursMinutes(data.seconds),
          percent: format.percent(project.percent_complete / 100),
          deadline: project.deadline ? format.date(project.deadline) : '–',
        })}
      </p>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <HourBars
          title={t('details.byCode')}
          rows={data.by_cost_code.map(({ id, code, name, seconds }) => ({
            key: id ?? 'none',
            label: code ? `${code} ${name}` : t('details.noCode'),
            seconds,
          }))}
        />
        <HourBars
          title={t('details.byPerson')}
          rows={data.by_person.map((person) => ({
            key: person.employee_id,
            label: employeeName(person),
            seconds: person.seconds,
          }))}
        />
      </div>
      <section>
        <h3 className="mb-2 flex justify-between font-[620] text-sm">
          {t('details.recent')}
          <Link
            className="font-[550] text-primary hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
            to={`/time-tracker?period=week&project=${project.id}`}
          >
            {t('details.allEntries')}
          </Link>
        </h3>
        {data.recent.length === 0 && <p className="text-muted text-sm">{t('details.noTime')}</p>}
        <ul className="divide-y text-sm not-empty:border-y">
          {data.recent.map((entry) => (
            <li key={entry.id} className="flex justify-between gap-3 py-2">
              <span>{employeeName(entry)}</span>
              <span className="text-muted">{format.dateTime(entry.clock_in)}</span>
              <span className="tabular">{formatHoursMinutes(entry.seconds)}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import { type Project, projectDetailsQuery } from '@/features/projects/api/queries';
import { HourBars } from '@/features/projects/components/hour-bars';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Where the hours went; the entries stand below. */
export function ProjectHours({ project }: { project: Project }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const details = useQuery(projectDetailsQuery(project.id));
  return (
    <Loaded query={details} skeleton={<ListSkeleton />}>
      {(data) => (
        <Card className="mb-4 flex flex-col gap-5 p-5">
          <p className="text-muted text-sm">
            {t('details.summary', {
              hours: formatDuration(data.seconds),
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
        </Card>
      )}
    </Loaded>
  );
}

import { Link } from 'react-router';
import { CardLink } from '@/components/shared/card-link';
import { Card, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import type { Dashboard } from '@/features/dashboard/api/queries';
import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

/** Of seven days rather than the week, which on its first morning has nothing to show. */
export function TopProjectsCard({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { top_projects: projects, top_projects_since: since, manages, today } = dashboard;
  const rows = manages ? `period=custom&from=${since}&to=${today}` : 'period=week';
  return (
    <Card>
      <CardHeader
        title={t('projects.title')}
        description={t('projects.lastDays')}
        action={<CardLink to="/projects">{t('common:action.viewAll')}</CardLink>}
      />
      {projects.length === 0 ? (
        <p className="px-5 pt-1 pb-5 text-muted text-sm">{t('projects.none')}</p>
      ) : (
        <ul className="divide-y border-t">
          {projects.map(({ id, name, client, percent_complete, seconds }) => (
            <li key={id} className="flex items-center gap-4 px-5 py-3 text-sm">
              <div className="min-w-0 flex-1">
                <Link
                  className="block font-[620] hover:underline md:truncate"
                  to={`/projects?project=${id}`}
                >
                  {name}
                </Link>
                <p className="md:truncate text-muted">{client ?? '–'}</p>
              </div>
              <div className="w-28 shrink-0">
                <Link
                  className="tabular block text-right font-[620] hover:underline"
                  to={`/time-tracker?${rows}&project=${id}`}
                >
                  {formatDuration(seconds)}
                </Link>
                <Progress
                  className="mt-1.5"
                  value={percent_complete}
                  label={t('projects.progress', { percent: percent_complete })}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

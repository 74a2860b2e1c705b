import { useQuery } from '@tanstack/react-query';
import { UserRoundCheck } from 'lucide-react';
import { CardLink } from '@/components/shared/card-link';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSiteClocks } from '@/entities/project/use-site-clock';
import type { SiteVisit } from '@/entities/site-visit/site-visit';
import { presentQuery } from '@/features/site-sign-in/api/queries';
import { useSignOutVisitor } from '@/features/site-sign-in/api/writes';
import { serverNow } from '@/lib/server-clock';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface PresentCardProps {
  companyId: string;
  projectId: string | null;
  /** The project and its phases; null: all. */
  branch: ReadonlySet<string> | null;
}

/** Everyone who signed in and has not left, with one press to sign them out. */
export function PresentCard({ companyId, projectId, branch }: PresentCardProps) {
  const { t } = useTranslation('site-sign-in');
  const present = useQuery(presentQuery(companyId));
  const shown = (present.data ?? []).filter(({ project_id }) => branch?.has(project_id) ?? true);
  const count = shown.reduce((sum, { headcount }) => sum + headcount, 0);
  return (
    <Card>
      <CardHeader
        divided
        title={t('now.title')}
        description={shown.length > 0 ? t('now.count', { count }) : undefined}
        action={
          <CardLink to={projectId ? `/map?project=${projectId}` : '/map'}>
            {t('now.rollCall')}
          </CardLink>
        }
      />
      <Loaded query={present} skeleton={<ListSkeleton rows={3} />}>
        {shown.length === 0 ? (
          <EmptyState
            icon={UserRoundCheck}
            title={t('now.empty')}
            text={t('now.emptyText')}
            className="py-8!"
          />
        ) : (
          <ul className="divide-y">
            {shown.map((visit) => (
              <PresentRow key={visit.id} visit={visit} showsProject={branch === null} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function PresentRow({ visit, showsProject }: { visit: SiteVisit; showsProject: boolean }) {
  const { t } = useTranslation('site-sign-in');
  const clock = useSiteClocks()(visit.project_id);
  const project = useProjectOptions().data?.find(({ id }) => id === visit.project_id)?.name;
  const signOut = useSignOutVisitor();
  const isToday = visit.work_date === dateOf(serverNow(), clock.timeZone);
  const since = isToday ? clock.time(visit.signed_in_at) : clock.dateTime(visit.signed_in_at);
  const details = [
    visit.company_name,
    visit.trade,
    visit.visiting && t('now.seeing', { name: visit.visiting }),
    showsProject && project,
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 max-md:px-4">
      <div className="min-w-44 flex-1">
        <p className="break-words font-[550]">
          {visit.name}
          {visit.headcount > 1 && ` ${t('now.with', { count: visit.headcount - 1 })}`}
        </p>
        <p className="break-words text-muted text-sm">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <Badge tone={visit.kind === 'visitor' ? 'neutral' : 'primary'}>
        {t(`kind.${visit.kind}`)}
      </Badge>
      <span className="tabular text-sm">{t('now.since', { time: since })}</span>
      <Button
        aria-label={t('now.outNamed', { name: visit.name })}
        busy={signOut.isPending}
        onClick={() => signOut.mutate({ id: visit.id, at: new Date(serverNow()).toISOString() })}
      >
        {t('now.out')}
      </Button>
    </li>
  );
}

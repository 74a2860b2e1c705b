import { useQuery } from '@tanstack/react-query';
import { ClipboardList, List, ReceiptText, TrendingUp } from 'lucide-react';
import { Suspense } from 'react';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { late } from '@/components/shared/late';
import { Card } from '@/components/ui/card';
import type { CrewMember } from '@/entities/crew/crew-member';
import { useCrewToday } from '@/entities/crew/crew-today';
import { useProject } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { dayQuantitiesQuery, dayReportsQuery } from '@/features/crew-day/api/queries';
import { Tile } from '@/features/crew-day/tile';
import { formatDuration } from '@/lib/duration';
import type { IsoDate } from '@/lib/format';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const VisitorsTile = late(() =>
  withTexts(
    import('@/features/crew-day/visitors-tile').then((file) => file.VisitorsTile),
    'site-sign-in',
  ),
);

/** The report and the quantities of a project's day. */
function ProjectDay({ projectId, day }: { projectId: string; day: IsoDate }) {
  const { t } = useTranslation('crew');
  const { company, site_sign_in: hasSignIn } = useViewer();
  const companyId = company?.id ?? '';
  const project = useProject(projectId);
  const reports = useQuery(dayReportsQuery(companyId, day)).data;
  const quantities = useQuery(dayQuantitiesQuery(companyId, day)).data;
  if (!project) return null;
  const status = reports?.find(({ project_id }) => project_id === projectId)?.status ?? 'missing';
  const count = quantities?.filter(({ project_id }) => project_id === projectId).length ?? 0;
  return (
    <Card className="overflow-hidden" aria-label={project.name}>
      <p className="flex min-w-0 items-center gap-2 border-b px-4 py-2.5 text-muted text-sm">
        <ColorSwatch color={project.color} />
        <span className="truncate">{project.name}</span>
      </p>
      <div className="grid grid-cols-2 divide-x">
        <Tile
          to={`/field-reports?report=${projectId}&date=${day}`}
          icon={ClipboardList}
          title={t('day.report')}
          text={reports ? t(`day.status.${status}`) : null}
          isOpen={status === 'missing' || status === 'draft'}
        />
        <Tile
          to={`/progress?project=${projectId}`}
          icon={TrendingUp}
          title={t('day.quantities')}
          text={quantities ? t('day.entered', { count }) : null}
          isOpen={quantities !== undefined && count === 0}
        />
      </div>
      {hasSignIn && (
        <Suspense>
          <VisitorsTile projectId={projectId} day={day} />
        </Suspense>
      )}
      <div className="border-t">
        <Tile
          to={`/tickets?new=${projectId}`}
          icon={ReceiptText}
          title={t('day.extraWork')}
          text={t('day.extraWorkText')}
        />
      </div>
    </Card>
  );
}

/** Where the crew works or is planned today, in the order of its people. */
const projectsOf = (members: readonly CrewMember[]): string[] => [
  ...new Set(members.flatMap((member) => member.project_id ?? member.plan_project_id ?? [])),
];

/** What a foreman's day still needs beside the clocks: hours, report, quantities. */
export function CrewDayCards() {
  const { t } = useTranslation('crew');
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const own = useCrewToday().data?.filter(({ leads }) => leads) ?? [];
  if (own.length === 0) return null;
  const minutes = own.reduce((sum, member) => sum + member.minutes, 0);
  return (
    <section aria-label={t('day.title')} className="mt-4 grid gap-3 lg:grid-cols-2">
      {projectsOf(own).map((projectId) => (
        <ProjectDay key={projectId} projectId={projectId} day={today} />
      ))}
      <Card className="overflow-hidden">
        <Tile
          to="/crew-hours"
          icon={List}
          title={t('hours')}
          text={t('day.hours', { duration: formatDuration(minutes * 60) })}
        />
      </Card>
    </section>
  );
}

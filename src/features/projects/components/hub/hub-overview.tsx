import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { Loaded } from '@/components/shared/loaded';
import { CardGridSkeleton } from '@/components/shared/loading-state';
import { hubQuery } from '@/features/projects/api/hub-query';
import type { Project } from '@/features/projects/api/queries';
import { HoursCard } from '@/features/projects/components/hub/hours-card';
import { NeedsCard } from '@/features/projects/components/hub/needs-card';
import { PapersCard } from '@/features/projects/components/hub/papers-card';
import { PeopleCard } from '@/features/projects/components/hub/people-card';
import { ShiftsCard } from '@/features/projects/components/hub/shifts-card';
import type { HubParts } from '@/features/projects/project-hub';
import { withTexts } from '@/lib/with-texts';

const PhasesCard = late(() =>
  withTexts(
    import('@/features/projects/components/phases/phases-card').then((file) => file.PhasesCard),
    'phases',
  ),
);

/** Today's people, the budget, what needs someone; then the plan, photos and papers. */
export function HubOverview({ project, parts }: { project: Project; parts: HubParts }) {
  const hub = useQuery(hubQuery(project.id));
  const { budgetSummary: BudgetSummary, latestPhotos: LatestPhotos, extraWork: ExtraWork } = parts;
  const { id } = project;
  return (
    <Loaded query={hub} skeleton={<CardGridSkeleton />} framed>
      {(data) => (
        <div className="grid items-start gap-4 md:grid-cols-2 md:grid-rows-[auto_1fr] xl:grid-cols-3">
          <div className="grid gap-4">
            <PeopleCard hub={data} projectId={id} />
            {project.hasPhases && (
              <Suspense>
                <PhasesCard project={project} />
              </Suspense>
            )}
            <ShiftsCard hub={data} projectId={id} />
          </div>
          <div className="grid gap-4 max-md:order-3 md:col-start-2 md:row-span-2 md:row-start-1">
            {data.leads && <BudgetSummary projectId={id} />}
            {data.has_extra_work && <ExtraWork projectId={id} />}
            <HoursCard hub={data} />
            <LatestPhotos projectId={id} />
          </div>
          <div className="grid gap-4 max-md:order-2 max-xl:md:col-start-1 max-xl:md:row-start-2">
            {data.leads && <NeedsCard hub={data} projectId={id} />}
            <PapersCard hub={data} project={project} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

import { type ReactNode, Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { useIsPrivileged, useMayEverywhere, useViewer } from '@/entities/viewer/use-viewer';
import type { Project } from '@/features/projects/api/queries';
import { CodeList, TeamList } from '@/features/projects/components/project-lists';
import { SiteCode } from '@/features/projects/components/site-code';
import type { HubParts } from '@/features/projects/project-hub';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const PhasesSetup = late(() =>
  withTexts(
    import('@/features/projects/components/phases/phases-setup').then((file) => file.PhasesSetup),
    'phases',
  ),
);

const SiteSignInLink = late(() =>
  withTexts(
    import('@/features/projects/components/hub/site-sign-in-link').then(
      (file) => file.SiteSignInLink,
    ),
    'site-sign-in',
  ),
);

interface ProjectSetupProps {
  project: Project;
  packets: HubParts['packets'];
  /** Of another feature. */
  links: ReactNode;
}

/** Who may work here, on which codes, the code for the gate, who sees it from outside, and its records for outsiders; a role that manages lists has the codes and the phases. */
export function ProjectSetup({ project, links, packets: Packets }: ProjectSetupProps) {
  const { t } = useTranslation('projects');
  const companyId = useViewer().company?.id ?? '';
  const list = { companyId, projectId: project.id };
  const manages = useIsPrivileged();
  const mayAddPhases = useMayEverywhere('manage_lists');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      {manages && (
        <Card>
          <CardHeader title={t('tab.team')} divided />
          <CardBody>
            <TeamList {...list} />
          </CardBody>
        </Card>
      )}
      <Card>
        <CardHeader title={t('tab.codes')} divided />
        <CardBody>
          <CodeList {...list} />
        </CardBody>
      </Card>
      <div className="grid gap-4">
        {mayAddPhases && (
          <Suspense fallback={<ListSkeleton rows={2} />}>
            <PhasesSetup project={project} />
          </Suspense>
        )}
        {manages && (
          <Suspense fallback={<ListSkeleton rows={2} />}>
            <SiteSignInLink projectId={project.id} />
          </Suspense>
        )}
        {manages && (
          <Card>
            <CardHeader title={t('tab.siteCode')} divided />
            <CardBody>
              <SiteCode project={project} />
            </CardBody>
          </Card>
        )}
      </div>
      {manages && (
        <div className="lg:col-span-3">
          <Suspense fallback={<ListSkeleton rows={2} />}>{links}</Suspense>
        </div>
      )}
      {manages && (
        <Card className="lg:col-span-3">
          <CardBody>
            <Suspense fallback={<ListSkeleton rows={2} />}>
              <Packets kind="project" id={project.id} name={project.name} />
            </Suspense>
          </CardBody>
        </Card>
      )}
    </div>
  );
}

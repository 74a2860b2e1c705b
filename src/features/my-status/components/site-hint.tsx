import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { useSiteHere } from '@/entities/geofence/use-site-here';
import { isOpen, useProject } from '@/entities/project/projects-query';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const PhaseChoice = late(async () => ({
  default: (await import('@/features/my-status/components/phase-choice')).PhaseChoice,
}));

/** Nearer than this counts as being there: gates and parking are outside the fence. */
const AT_THE_SITE_M = 150;

/** Suggests the project one stands on, and asks for the phase where it has any. */
export function NearestSite({ onChoose }: { onChoose: (projectId: string) => void }) {
  const { t } = useTranslation('my-status');
  const site = useSiteHere();
  const project = useProject(site?.projectId);
  if (!site || !project || !isOpen(project) || site.edge > AT_THE_SITE_M) return null;
  if (project.hasPhases) {
    return (
      <Notice tone="info">
        {t('site.which', { project: project.name })}
        <Suspense>
          <PhaseChoice projectId={project.id} onChoose={onChoose} />
        </Suspense>
      </Notice>
    );
  }
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" onClick={() => onChoose(project.id)}>
          {t('site.choose')}
        </Button>
      }
    >
      {t('site.here', { project: project.name })}
    </Notice>
  );
}

/** The clock runs for a site and this device is somewhere else: a reminder, nothing more. */
export function AwayFromSite({ running }: { running: RunningEntry }) {
  const { t } = useTranslation('my-status');
  const format = useFormat();
  const site = useSiteHere(running.project_id);
  const project = useProject(running.project_id);
  if (!running.project_id || !site || !project) return null;
  if (site.edge - site.accuracy <= AT_THE_SITE_M) return null;
  return (
    <Notice tone="attention">
      {t('site.away', { project: project.name, distance: format.distance(site.edge) })}
    </Notice>
  );
}

import { Card, CardBody, CardHeader } from '@/components/ui/card';
import type { Project } from '@/features/projects/api/queries';
import { PhaseList } from '@/features/projects/components/phases/phase-list';
import { usePhases } from '@/features/projects/use-phases';
import { useTranslation } from '@/lib/use-translation';

/** On the first page of a project that has phases. */
export function PhasesCard({ project }: { project: Project }) {
  const { t } = useTranslation('phases');
  const phases = usePhases(project);
  return (
    <Card>
      <CardHeader title={t('title')} divided />
      <CardBody>
        <PhaseList phases={phases} top={project.id} />
      </CardBody>
    </Card>
  );
}

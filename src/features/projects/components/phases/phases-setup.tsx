import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { lineOf } from '@/entities/project/project-paths';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useSetPhasesOnly } from '@/features/projects/api/phases';
import type { Project } from '@/features/projects/api/queries';
import { PhaseList } from '@/features/projects/components/phases/phase-list';
import { usePhases } from '@/features/projects/use-phases';
import { useTranslation } from '@/lib/use-translation';

const ProjectDialog = lateDialog(async () => ({
  default: (await import('@/features/projects/components/project-dialog')).ProjectDialog,
}));
const MoveDialog = lateDialog(async () => ({
  default: (await import('@/features/projects/components/phases/move-dialog')).MoveDialog,
}));

/** Below a sub-phase nothing goes. */
const MAX_LINE = 3;

/** Adds phases, says whether time goes on them alone, and moves the branch. */
export function PhasesSetup({ project }: { project: Project }) {
  const { t } = useTranslation('phases');
  const companyId = project.company_id;
  const phases = usePhases(project);
  const { data: projects = [] } = useProjectOptions();
  const setPhasesOnly = useSetPhasesOnly(companyId);
  const [dialog, setDialog] = useState<'add' | 'move' | null>(null);
  const close = () => setDialog(null);
  const mayAdd = project.archived_at === null && lineOf(projects, project.id).length < MAX_LINE;
  return (
    <Card>
      <CardHeader
        title={t('title')}
        divided
        action={
          <span className="flex flex-wrap justify-end gap-2">
            <Button size="small" onClick={() => setDialog('move')}>
              {t('move.open')}
            </Button>
            {mayAdd && (
              <Button size="small" onClick={() => setDialog('add')}>
                {t('add')}
              </Button>
            )}
          </span>
        }
      />
      <CardBody>
        {phases.length === 0 ? (
          <p className="text-muted text-sm">{t(mayAdd ? 'empty' : 'deepest')}</p>
        ) : (
          <div className="flex flex-col gap-4">
            <PhaseList phases={phases} top={project.id} />
            <SwitchRow
              id="phases-only"
              label={t('phasesOnly.label')}
              text={t('phasesOnly.text')}
              checked={project.phases_only}
              disabled={setPhasesOnly.isPending}
              onCheckedChange={(phasesOnly) => setPhasesOnly.mutate({ project, phasesOnly })}
            />
          </div>
        )}
      </CardBody>
      <Suspense>
        {dialog === 'add' && (
          <ProjectDialog companyId={companyId} project={null} parent={project} onClose={close} />
        )}
        {dialog === 'move' && (
          <MoveDialog companyId={companyId} project={project} onClose={close} />
        )}
      </Suspense>
    </Card>
  );
}

import { ColorSwatch } from '@/components/shared/color-swatch';
import { ClassificationPart } from '@/entities/classification/classification-part';
import { useCostCode } from '@/entities/cost-code/cost-codes-query';
import { useProject } from '@/entities/project/projects-query';
import type { RunningEntry } from '@/entities/running-entry/running-entry';
import { useTranslation } from '@/lib/use-translation';

/** What the time counts for. */
export function RunningWork({ running }: { running: RunningEntry }) {
  const { t } = useTranslation('my-status');
  const project = useProject(running.project_id);
  const code = useCostCode(running.cost_code_id);
  return (
    <>
      <p className="break-words font-[620] text-md">
        {project && <ColorSwatch color={project.color} className="mr-2" />}
        {project?.name ?? t('clock.noProject')}
      </p>
      {code && (
        <p className="break-words">
          <span className="tabular">{code.code}</span> {code.name}
        </p>
      )}
      <ClassificationPart part="running" running={running} />
    </>
  );
}

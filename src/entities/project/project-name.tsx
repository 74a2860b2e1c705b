import { ColorSwatch } from '@/components/shared/color-swatch';
import { ProjectPath } from '@/entities/project/project-path';
import { useProject, useProjectOptions } from '@/entities/project/projects-query';
import { useTranslation } from '@/lib/use-translation';

/** Swatch and name; an id nobody knows reads 'Unknown Project'. */
export function ProjectName({ projectId }: { projectId: string | null }) {
  const { t } = useTranslation('common');
  const { isPending } = useProjectOptions();
  const project = useProject(projectId);
  if (isPending) return <span aria-hidden="true">…</span>;
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-2">
      <ColorSwatch color={project?.color} />
      {project?.above ? (
        <ProjectPath project={project} />
      ) : (
        <span className="break-words md:truncate">{project?.name ?? t('project.unknown')}</span>
      )}
    </span>
  );
}

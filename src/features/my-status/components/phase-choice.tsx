import { Button } from '@/components/ui/button';
import { branchOf } from '@/entities/project/project-paths';
import { isBookable, useProjectOptions } from '@/entities/project/projects-query';
import { useRecentWork } from '@/entities/recent-work/recent-work-query';

/** As many as fit on a phone; the picker below has all. */
const MAX_PHASES = 6;

interface PhaseChoiceProps {
  projectId: string;
  onChoose: (projectId: string) => void;
}

/** The phases of the site one stands on, those worked on lately first. */
export function PhaseChoice({ projectId, onChoose }: PhaseChoiceProps) {
  const { data: projects = [] } = useProjectOptions();
  const recent = useRecentWork().map((work) => work.projectId);
  const branch = branchOf(projects, projectId);
  const top = projects.find(({ id }) => id === projectId);
  const lately = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  const phases = projects
    .filter((project) => branch.has(project.id) && isBookable(project) && !project.hasPhases)
    .sort((a, b) => lately(a.id) - lately(b.id));
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {phases.slice(0, MAX_PHASES).map(({ id, name }) => (
        <Button key={id} size="small" onClick={() => onChoose(id)}>
          {name.slice((top?.name.length ?? 0) + ' › '.length)}
        </Button>
      ))}
    </div>
  );
}

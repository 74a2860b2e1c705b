import { type ProjectOption, useProject } from '@/entities/project/projects-query';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import { useSavePreferences } from '@/entities/viewer/use-save-preferences';
import { useViewer } from '@/entities/viewer/use-viewer';

export interface CurrentProject {
  projectId: string | null;
  project: ProjectOption | null;
  /** While the clock runs, its project is the current one. */
  followsTimer: boolean;
  choose: (projectId: string | null) => void;
}

/** The project chosen in the shell's footer: preset in every timer, follows the running entry. */
export function useCurrentProject(): CurrentProject {
  const running = useRunningEntry();
  const chosen = useViewer().preferences?.current_project_id ?? null;
  const projectId = running?.project_id ?? chosen;
  const project = useProject(projectId);
  const save = useSavePreferences();
  return {
    projectId: project ? projectId : null,
    project,
    followsTimer: running?.project_id != null,
    choose: (next) => save.mutate({ current_project_id: next }),
  };
}

import { useSearchParams } from 'react-router';
import { useProject } from '@/entities/project/projects-query';

/** What the code at the gate names in the address; a project one may not see names nothing. */
export function useScannedSite() {
  const [params] = useSearchParams();
  const projectId = params.get('project');
  const project = useProject(projectId);
  return project ? { projectId: project.id, costCodeId: params.get('code') } : null;
}

import { useQuery } from '@tanstack/react-query';
import { branchOf } from '@/entities/project/project-paths';
import { type Project, projectsQuery } from '@/features/projects/api/queries';
import { selectProjects } from '@/features/projects/select-projects';

/** What is below a project in the order of the tree, archived phases last. */
export function usePhases(project: Project): Project[] {
  const { data = [] } = useQuery(projectsQuery(project.company_id));
  const branch = branchOf(data, project.id);
  const below = data.filter(({ id }) => id !== project.id && branch.has(id));
  return [
    ...selectProjects(below, '', 'all', 'oldest'),
    ...selectProjects(below, '', 'archived', 'oldest'),
  ];
}

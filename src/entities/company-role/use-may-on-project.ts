import { queryOptions, useQuery } from '@tanstack/react-query';
import { lineOf } from '@/entities/project/project-paths';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useMay, useViewer } from '@/entities/viewer/use-viewer';
import type { Right } from '@/entities/viewer/viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

/** The projects whose team a person is on or which they run. */
const ownProjectsQuery = (companyId: string, employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.projects, 'own', companyId, employeeId],
    queryFn: async ({ signal }): Promise<string[]> => {
      const [teams, run] = await Promise.all([
        supabase()
          .from('project_members')
          .select('project_id')
          .eq('company_id', companyId)
          .eq('employee_id', employeeId)
          .abortSignal(signal),
        supabase()
          .from('projects')
          .select('id')
          .eq('company_id', companyId)
          .eq('manager_id', employeeId)
          .abortSignal(signal),
      ]);
      return [
        ...unwrap(teams).map(({ project_id }) => project_id),
        ...unwrap(run).map(({ id }) => id),
      ];
    },
  });

/** Whether a right about projects holds for this one: a role over own projects has it there and below. */
export function useMayOnProject(right: Right, projectId: string): boolean {
  const { company, employee, company_role: role } = useViewer();
  const may = useMay(right);
  const isLimited = may && role?.scope === 'own_projects';
  const { data: own = [] } = useQuery({
    ...ownProjectsQuery(company?.id ?? '', employee?.id ?? ''),
    enabled: isLimited,
  });
  const { data: projects = [] } = useProjectOptions();
  return may && (!isLimited || lineOf(projects, projectId).some((id) => own.includes(id)));
}

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';

export interface RecentWork {
  projectId: string;
  projectName: string;
  costCodeId: string | null;
  /** Code and name, such as `03 30 00 Cast-in-place concrete`. */
  costCode: string | null;
  /** On a public project. */
  classificationId?: string | null;
  classOfWork?: string | null;
}

interface Recent {
  project_id: string;
  cost_code_id: string | null;
  classification_id?: string | null;
}

export const recentWorkQuery = (employeeId: string) =>
  queryOptions({
    queryKey: [queryKeys.timeEntries, 'recent-work', employeeId],
    queryFn: async ({ signal }) =>
      unwrap(await supabase().rpc('recent_work', { limit_param: 4 }).abortSignal(signal)),
  });

/** What the viewer worked on last and may book again, newest first, with the names to show. */
export function useRecentWork(): RecentWork[] {
  const employee = useEmployee();
  const { data = [] } = useQuery({
    ...recentWorkQuery(employee?.id ?? ''),
    enabled: employee !== null,
  });
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  const nameOf = useClassificationNames();
  return (data as Recent[]).flatMap(({ project_id, cost_code_id, classification_id = null }) => {
    const project = projects.find(({ id }) => id === project_id);
    const code = codes.find(({ id }) => id === cost_code_id);
    if (!project || (cost_code_id && !code)) return [];
    return {
      projectId: project.id,
      projectName: project.name,
      costCodeId: cost_code_id,
      costCode: code ? `${code.code} ${code.name}` : null,
      classificationId: classification_id,
      classOfWork: nameOf(classification_id),
    };
  });
}

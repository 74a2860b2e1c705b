import { queryOptions } from '@tanstack/react-query';
import { withPaths } from '@/entities/project/project-paths';
import type { ProjectStatus } from '@/entities/project/projects-query';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';

export type Project = Narrowed<Row<'projects'>, { status: ProjectStatus }> & {
  teamSize: number;
  seconds: number;
  entries: number;
  /** With its phases; its own hours without any. */
  branchSeconds: number;
  /** Progress over its phases; null without any. */
  branchPercent: number | null;
  /** What it is a part of, such as `Riverside › Level 2`; empty for a project. */
  above: string;
  /** The same with its own name. */
  path: string;
  hasPhases: boolean;
};

async function fetchProjects(companyId: string, signal: AbortSignal): Promise<Project[]> {
  const [projects, overview] = await Promise.all([
    allRows(() =>
      supabase()
        .from('projects')
        .select('*')
        .eq('company_id', companyId)
        .order('id')
        .abortSignal(signal),
    ),
    allRows(() => supabase().rpc('project_overview').order('project_id').abortSignal(signal)),
  ]);
  const byId = new Map(overview.map((row) => [row.project_id, row]));
  const places = new Map(withPaths(projects, false).map((row) => [row.id, row]));
  const rows = new Map(projects.map((project) => [project.id, project]));
  // A phase without a team has that of what it is a part of.
  const teamOf = (project: Row<'projects'> | undefined, levels = 3): number =>
    project && levels > 0
      ? byId.get(project.id)?.team_size || teamOf(rows.get(project.parent_id ?? ''), levels - 1)
      : 0;
  return projects.map((project) => {
    const figures = byId.get(project.id);
    const place = places.get(project.id);
    return {
      ...project,
      status: project.status as ProjectStatus,
      teamSize: teamOf(project),
      seconds: figures?.seconds ?? 0,
      entries: figures?.entries ?? 0,
      branchSeconds: figures?.branch_seconds ?? figures?.seconds ?? 0,
      branchPercent: figures?.branch_percent ?? null,
      above: place?.above ?? '',
      path: place?.name ?? project.name,
      hasPhases: place?.hasPhases ?? false,
    };
  });
}

export function projectsQuery(companyId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'list', companyId],
    queryFn: ({ signal }) => fetchProjects(companyId, signal),
  });
}

export interface ProjectDetails {
  seconds: number;
  by_cost_code: { id: string | null; code: string | null; name: string | null; seconds: number }[];
  by_person: { employee_id: string; first_name: string; last_name: string; seconds: number }[];
  recent: {
    id: string;
    first_name: string;
    last_name: string;
    clock_in: string;
    clock_out: string | null;
    seconds: number;
  }[];
}

export function projectDetailsQuery(projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'details', projectId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .rpc('project_details', { project_id_param: projectId })
          .abortSignal(signal),
      ) as unknown as ProjectDetails,
  });
}

export interface ProjectLists {
  team: string[];
  costCodes: string[];
}

/** Team and allowed cost codes; both empty means open to everyone and all codes. */
export function projectListsQuery(companyId: string, projectId: string) {
  return queryOptions({
    queryKey: [queryKeys.projects, 'lists', companyId, projectId],
    queryFn: async ({ signal }): Promise<ProjectLists> => {
      const [members, codes] = await Promise.all([
        supabase()
          .from('project_members')
          .select('employee_id')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .abortSignal(signal),
        supabase()
          .from('project_cost_codes')
          .select('cost_code_id')
          .eq('company_id', companyId)
          .eq('project_id', projectId)
          .abortSignal(signal),
      ]);
      return {
        team: unwrap(members).map(({ employee_id }) => employee_id),
        costCodes: unwrap(codes).map(({ cost_code_id }) => cost_code_id),
      };
    },
  });
}

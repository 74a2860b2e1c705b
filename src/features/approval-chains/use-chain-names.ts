import { useQuery } from '@tanstack/react-query';
import { employeeName } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  approversQuery,
  type Chain,
  namedRowsQuery,
  type Step,
} from '@/features/approval-chains/api/chains';
import { useStepLabel } from '@/features/approval-chains/use-step-label';
import { useTranslation } from '@/lib/use-translation';

/** Projects, groups, people and roles that chains are made of, by name. */
export function useChainNames() {
  const { t } = useTranslation('approval-chains');
  const companyId = useViewer().company?.id ?? '';
  const label = useStepLabel();
  const projects = useProjectOptions().data ?? [];
  const { data: groups = [] } = useQuery(namedRowsQuery('employee_groups', companyId));
  const { data: roles = [] } = useQuery(namedRowsQuery('company_roles', companyId));
  const { data: approvers } = useQuery(approversQuery(companyId));
  const people = (approvers ?? []).map((person) => ({
    value: person.employee_id,
    label: employeeName(person),
  }));
  const nameIn = (rows: readonly { id: string; name: string }[], id: string | null) =>
    rows.find((row) => row.id === id)?.name ?? '–';
  return {
    projects,
    groups,
    roles,
    approvers: people,
    placeOf: ({ project_id, group_id }: Pick<Chain, 'project_id' | 'group_id'>): string => {
      if (project_id) return t('place.project', { name: nameIn(projects, project_id) });
      return group_id ? t('place.group', { name: nameIn(groups, group_id) }) : t('place.company');
    },
    /** Who decides it, for a sentence; null: nobody can any more. */
    whoOf: (step: Step): string | null => {
      if (step.decider === 'person')
        return approvers
          ? (people.find(({ value }) => value === step.employee_id)?.label ?? null)
          : '…';
      if (step.decider === 'company_role') return nameIn(roles, step.company_role_id);
      return label({ ...step, name: null });
    },
  };
}

export type ChainNames = ReturnType<typeof useChainNames>;

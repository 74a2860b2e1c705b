import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Checkbox } from '@/components/ui/checkbox';
import { isOpen, useProjectOptions } from '@/entities/project/projects-query';
import { useSetMembership } from '@/features/employees/api/member-projects';
import { memberProjectsQuery } from '@/features/employees/api/queries';
import { useTranslation } from '@/lib/use-translation';

/** Which project teams the person belongs to. */
export function ProjectTeams({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation('employees');
  const { data: projects = [] } = useProjectOptions();
  const teams = useQuery(memberProjectsQuery(companyId, employeeId));
  const set = useSetMembership(companyId);
  const { data = [] } = teams;
  const offered = projects.filter((project) => isOpen(project) || data.includes(project.id));
  return (
    <Loaded query={teams} skeleton={<ListSkeleton />}>
      {offered.length === 0 && <EmptyState title={t('projects.empty')} />}
      <ul className="divide-y">
        {offered.map(({ id, name, client }) => (
          <li key={id}>
            <label htmlFor={`team-${id}`} className="flex min-h-12 items-center gap-3 text-sm">
              <Checkbox
                id={`team-${id}`}
                checked={data.includes(id)}
                disabled={set.isPending}
                onCheckedChange={(member) =>
                  set.mutate({ employeeId, projectId: id, member: member === true })
                }
              />
              <span className="font-[550]">{name}</span>
              <span className="text-muted">{client}</span>
            </label>
          </li>
        ))}
      </ul>
    </Loaded>
  );
}

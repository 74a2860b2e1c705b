import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Checkbox } from '@/components/ui/checkbox';
import { isBookable, useProjectOptions } from '@/entities/project/projects-query';
import { useSetMembership } from '@/features/employees/api/member-projects';
import { memberProjectsQuery } from '@/features/employees/api/queries';

/** Which project teams the person belongs to. */
export function ProjectTeams({ companyId, employeeId }: { companyId: string; employeeId: string }) {
  const { t } = useTranslation('employees');
  const { data: projects = [] } = useProjectOptions();
  const { data, isPending, error, refetch } = useQuery(memberProjectsQuery(companyId, employeeId));
  const set = useSetMembership(companyId);
  if (isPending) return <ListSkeleton />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const offered = projects.filter((project) => isBookable(project) || data.includes(project.id));
  if (offered.length === 0) return <EmptyState title={t('projects.empty')} />;
  return (
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
  );
}

import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Checkbox } from '@/components/ui/checkbox';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useChangeProjectList } from '@/features/projects/api/project-lists';
import { projectListsQuery } from '@/features/projects/api/queries';
import { useTranslation } from '@/lib/use-translation';

interface ListProps {
  companyId: string;
  projectId: string;
}

interface Option {
  id: string;
  label: string;
}

function CheckList({
  companyId,
  projectId,
  list,
  options,
  hint,
}: ListProps & { list: 'team' | 'costCodes'; options: readonly Option[]; hint: string }) {
  const lists = useQuery(projectListsQuery(companyId, projectId));
  const change = useChangeProjectList(companyId, projectId);
  return (
    <Loaded query={lists} skeleton={<ListSkeleton />}>
      {(data) => (
        <>
          <p className="mb-2 text-muted text-sm">{hint}</p>
          <ul className="divide-y">
            {options.map(({ id, label }) => (
              <li key={id}>
                <label
                  htmlFor={`${list}-${id}`}
                  className="flex min-h-11 items-center gap-3 text-sm"
                >
                  <Checkbox
                    id={`${list}-${id}`}
                    checked={data[list].includes(id)}
                    disabled={change.isPending}
                    onCheckedChange={(listed) =>
                      change.mutate({ list, id, listed: listed === true })
                    }
                  />
                  {label}
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </Loaded>
  );
}

export function TeamList(props: ListProps) {
  const { t } = useTranslation('projects');
  const { data = [] } = useEmployeeOptions();
  const options = data
    .filter(({ active }) => active)
    .map((person) => ({ id: person.id, label: employeeName(person) }));
  return <CheckList {...props} list="team" options={options} hint={t('lists.teamHint')} />;
}

export function CodeList(props: ListProps) {
  const { t } = useTranslation('projects');
  const { data = [] } = useCostCodeOptions();
  const options = data
    .filter(({ active }) => active)
    .map(({ id, code, name }) => ({ id, label: `${code} ${name}` }));
  return <CheckList {...props} list="costCodes" options={options} hint={t('lists.codesHint')} />;
}

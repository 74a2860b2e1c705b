import { Hash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Avatar } from '@/components/shared/avatar';
import { ColorSwatch } from '@/components/shared/color-swatch';
import { CommandGroup, CommandItem } from '@/components/ui/command';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';

/** Rows of the company; what the caller may not see never arrives here. */
export function RecordResults({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const projects = useProjectOptions().data ?? [];
  const costCodes = useCostCodeOptions().data ?? [];
  const employees = useEmployeeOptions().data ?? [];
  const goToList = (path: string, words: string): void => {
    onClose();
    void navigate(`${path}?search=${encodeURIComponent(words)}`);
  };
  return (
    <>
      <CommandGroup heading={t('projects')}>
        {projects.map((project) => (
          <CommandItem
            key={project.id}
            value={`project ${project.id}`}
            keywords={[project.name, project.client ?? '', project.number ?? '']}
            onSelect={() => goToList('/projects', project.name)}
          >
            <ColorSwatch color={project.color} className="mx-1" />
            <span className="truncate">{project.name}</span>
            <span className="ml-auto truncate text-muted text-xs">{project.client}</span>
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading={t('people')}>
        {employees.map((employee) => (
          <CommandItem
            key={employee.id}
            value={`employee ${employee.id}`}
            keywords={[employeeName(employee)]}
            onSelect={() => goToList('/employees', employeeName(employee))}
          >
            <Avatar name={employeeName(employee)} size="small" className="-mx-1 -my-1" />
            <span className="truncate">{employeeName(employee)}</span>
          </CommandItem>
        ))}
      </CommandGroup>
      <CommandGroup heading={t('costCodes')}>
        {costCodes.map((costCode) => (
          <CommandItem
            key={costCode.id}
            value={`cost-code ${costCode.id}`}
            keywords={[costCode.code, costCode.name]}
            onSelect={() => goToList('/cost-codes', costCode.code)}
          >
            <Hash className="text-muted" aria-hidden="true" />
            <span className="tabular text-muted">{costCode.code}</span>
            <span className="truncate">{costCode.name}</span>
          </CommandItem>
        ))}
      </CommandGroup>
    </>
  );
}

import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useProjectOptions } from '@/entities/project/projects-query';

export interface ChosenProjectsProps {
  label: string;
  hint: string;
  addLabel: string;
  removeLabel: (project: string) => string;
  value: readonly string[];
  onValueChange: (projectIds: string[]) => void;
}

/** The projects something is limited to; none: it is for all. */
export function ChosenProjects({
  label,
  hint,
  addLabel,
  removeLabel,
  value,
  onValueChange,
}: ChosenProjectsProps) {
  const { data: projects = [] } = useProjectOptions();
  const add = (id: string | null) => id && !value.includes(id) && onValueChange([...value, id]);
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        <ProjectPicker value={null} onValueChange={add} placeholder={addLabel} />
      </Field>
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((id) => {
            const name = projects.find((project) => project.id === id)?.name ?? '…';
            return (
              <li
                key={id}
                className="flex items-center gap-1 rounded-full border bg-sunken py-0.5 pr-1 pl-3 text-sm"
              >
                {name}
                <Button
                  variant="ghost"
                  size="inline"
                  aria-label={removeLabel(name)}
                  onClick={() => onValueChange(value.filter((other) => other !== id))}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

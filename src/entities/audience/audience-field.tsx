import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Combobox } from '@/components/shared/combobox';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { type Audience, crewOptionsQuery } from '@/entities/audience/audience';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { ROLES } from '@/entities/viewer/viewer';
import { useTranslation } from '@/lib/use-translation';

const GROUPS = ['roles', 'projects', 'crews', 'employees'] as const;
export type AudienceGroup = (typeof GROUPS)[number];

interface Option {
  value: string;
  text: string;
}

function useOptions(companyId: string): Record<AudienceGroup, Option[]> {
  const { t } = useTranslation('common');
  const { data: projects = [] } = useProjectOptions();
  const { data: people = [] } = useEmployeeOptions();
  const { data: crews = [] } = useQuery(crewOptionsQuery(companyId));
  return {
    roles: ROLES.map((role) => ({ value: role, text: t(`role.${role}`) })),
    projects: projects.map(({ id, name }) => ({ value: id, text: name })),
    crews: crews.map(({ id, name }) => ({ value: id, text: name })),
    employees: people
      .filter(({ active }) => active)
      .map((person) => ({ value: person.id, text: employeeName(person) })),
  };
}

export interface AudienceFieldProps {
  companyId: string;
  name: string;
  value: Audience;
  onValueChange: (audience: Audience) => void;
}

/** Everyone, or whoever is in one of the chosen roles, projects, crews or is named. */
export function AudienceField({ companyId, name, value, onValueChange }: AudienceFieldProps) {
  const { t } = useTranslation('bulletin');
  const options = useOptions(companyId);
  const everyone = value.everyone === true;
  const chosen = GROUPS.flatMap((group) =>
    (value[group] ?? []).map((id) => ({
      group,
      id,
      text: options[group].find((option) => option.value === id)?.text ?? '…',
    })),
  );
  const set = (group: AudienceGroup, ids: string[]) =>
    onValueChange({ ...value, [group]: ids } as Audience);
  return (
    <div className="grid gap-3 sm:col-span-2">
      <Field label={t('field.audience')}>
        <Select
          name={name}
          value={everyone ? 'everyone' : 'some'}
          onValueChange={(next) => onValueChange(next === 'everyone' ? { everyone: true } : {})}
          options={[
            { value: 'everyone', label: t('audience.everyone') },
            { value: 'some', label: t('audience.some') },
          ]}
        />
      </Field>
      {!everyone && (
        <>
          <div className="grid grid-cols-2 gap-2">
            {GROUPS.map((group) => (
              <Combobox
                key={group}
                value={null}
                aria-label={t(`audience.${group}`)}
                placeholder={t(`audience.${group}`)}
                options={options[group].filter(
                  ({ value: id }) => !(value[group] as string[] | undefined)?.includes(id),
                )}
                onValueChange={(id) => id && set(group, [...(value[group] ?? []), id])}
              />
            ))}
          </div>
          <ul className="flex flex-wrap gap-2 empty:hidden">
            {chosen.map(({ group, id, text }) => (
              <li
                key={`${group} ${id}`}
                className="inline-flex items-center gap-1 rounded-full bg-primary-soft py-0.5 pr-1 pl-3 font-[550] text-primary text-sm"
              >
                {text}
                <button
                  type="button"
                  aria-label={t('audience.remove', { name: text })}
                  className="touch-target grid size-6 place-items-center rounded-full hover:bg-border/60"
                  onClick={() =>
                    set(
                      group,
                      (value[group] ?? []).filter((other) => other !== id),
                    )
                  }
                >
                  <X className="size-3.5" aria-hidden="true" />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

import { X } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { type Group, useSaveGroup } from '@/features/company-roles/api/groups';
import { useTranslation } from '@/lib/use-translation';

interface GroupDialogProps {
  companyId: string;
  group: Group | null;
  nameOf: (employeeId: string) => string;
  onClose: () => void;
}

/** A name and the people in it. */
export function GroupDialog({ companyId, group, nameOf, onClose }: GroupDialogProps) {
  const { t } = useTranslation('company-roles');
  const [opened] = useState(group);
  const save = useSaveGroup(companyId, opened);
  const form = useForm({
    initial: {
      name: group?.name ?? '',
      nameEs: group?.name_es ?? '',
      people: group?.people ?? ([] as string[]),
    },
    read: ({ name, nameEs, people }, wrong) => ({
      fields: {
        name: name.trim() || wrong('name', t('required.groupName')),
        name_es: nameEs.trim() || null,
      },
      people,
    }),
    submit: (draft) => save.mutateAsync(draft),
    refusals: { employee_groups_name_once_per_company: ['name', t('required.groupTaken')] },
    done: onClose,
  });
  const { people } = form.values;
  const without = (person: string) => people.filter((one) => one !== person);
  return (
    <FormDialog form={form} title={t(group ? 'group.edit' : 'group.new')} onClose={onClose}>
      <Field label={t('group.name')}>
        <Input {...form.text('name')} maxLength={100} />
      </Field>
      <Field label={t('group.nameEs')} optional>
        <Input {...form.text('nameEs')} maxLength={100} lang="es" />
      </Field>
      <div className="col-span-full grid gap-2">
        <Field label={t('group.add')}>
          <EmployeePicker
            value={null}
            onValueChange={(person) => person && form.set({ people: [...without(person), person] })}
          />
        </Field>
        <ul className="flex flex-wrap gap-2 empty:hidden" aria-label={t('group.people')}>
          {people.map((person) => (
            <li
              key={person}
              className="inline-flex items-center gap-1 rounded-full bg-primary-soft py-0.5 pr-1 pl-3 font-[550] text-primary text-sm"
            >
              {nameOf(person)}
              <button
                type="button"
                aria-label={t('group.remove', { name: nameOf(person) })}
                className="touch-target grid size-6 place-items-center rounded-full hover:bg-border/60"
                onClick={() => form.set({ people: without(person) })}
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </FormDialog>
  );
}

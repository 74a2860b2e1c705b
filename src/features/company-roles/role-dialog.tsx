import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { CompanyRole } from '@/entities/company-role/company-roles-query';
import { RIGHT_SCOPES, RIGHTS, ROLE_SCOPES, type RoleScope } from '@/entities/company-role/rights';
import type { Right } from '@/entities/viewer/viewer';
import type { Group } from '@/features/company-roles/api/groups';
import { useSaveRole } from '@/features/company-roles/api/roles';
import { useTranslation } from '@/lib/use-translation';

interface RoleDialogProps {
  companyId: string;
  role: CompanyRole | null;
  groups: readonly Group[];
  onClose: () => void;
}

const BASES = ['employee', 'foreman'] as const;

/** A name, what it builds on, over whom, and a switch for each right. */
export function RoleDialog({ companyId, role, groups, onClose }: RoleDialogProps) {
  const { t } = useTranslation(['company-roles', 'common']);
  const [opened] = useState(role);
  const save = useSaveRole(companyId, opened);
  const form = useForm({
    initial: {
      name: role?.name ?? '',
      base: role?.base ?? ('employee' as const),
      scope: role?.scope ?? ('own_crews' as RoleScope),
      groupId: role?.group_id ?? '',
      rights: role?.rights ?? ([] as Right[]),
    },
    read: ({ name, base, scope, groupId, rights }, wrong) => {
      const offered = rights.filter((right) => RIGHT_SCOPES[right].includes(scope));
      return {
        name: name.trim() || wrong('name', t('required.name')),
        base,
        scope,
        group_id: scope === 'group' ? groupId || wrong('groupId', t('required.group')) : null,
        rights: offered.length > 0 ? offered : wrong('rights', t('required.rights')),
      };
    },
    submit: (fields) => save.mutateAsync(fields),
    refusals: {
      company_roles_name_once_per_company: ['name', t('required.nameTaken')],
      company_roles_group: ['groupId', t('failure.company_roles_group')],
    },
    done: onClose,
  });
  const { scope, rights } = form.values;
  const toggle = (right: Right) => (on: boolean) =>
    form.set({ rights: on ? [...rights, right] : rights.filter((one) => one !== right) });
  return (
    <FormDialog
      form={form}
      title={t(role ? 'role.edit' : 'role.new')}
      description={t('role.text')}
      onClose={onClose}
    >
      <Field label={t('role.name')}>
        <Input {...form.text('name')} maxLength={60} />
      </Field>
      <Field label={t('role.base')} hint={t(`baseHint.${form.values.base}`)}>
        <Select
          {...form.value('base')}
          options={BASES.map((value) => ({ value, label: t(`common:role.${value}`) }))}
        />
      </Field>
      <Field label={t('role.scope')} hint={t(`scopeHint.${scope}`)}>
        <Select
          {...form.value('scope')}
          options={ROLE_SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
        />
      </Field>
      {scope === 'group' && (
        <Field label={t('role.group')} hint={groups.length === 0 ? t('role.noGroups') : undefined}>
          <Select
            {...form.value('groupId')}
            placeholder={t('role.chooseGroup')}
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <fieldset name="rights" className="col-span-full" aria-describedby="rights-wrong">
        <legend className="font-[550] text-sm">{t('role.rights')}</legend>
        <div className="divide-y">
          {RIGHTS.map((right) => {
            const isOffered = RIGHT_SCOPES[right].includes(scope);
            return (
              <SwitchRow
                key={right}
                id={`right-${right}`}
                label={t(`right.${right}`)}
                text={isOffered ? t(`opens.${right}`) : t(`needs.${needOf(right)}`)}
                checked={isOffered && rights.includes(right)}
                disabled={!isOffered}
                onCheckedChange={toggle(right)}
              />
            );
          })}
        </div>
        <p id="rights-wrong" className="text-danger text-sm">
          {form.errors['rights']}
        </p>
      </fieldset>
    </FormDialog>
  );
}

/** What the scope must be for a right that is not offered. */
const needOf = (right: Right) => (right === 'payroll' ? 'everyone' : 'projects');

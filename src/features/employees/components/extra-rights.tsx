import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { companyRolesQuery } from '@/entities/company-role/company-roles-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { useGiveRole } from '@/features/employees/api/give-role';
import type { Employee } from '@/features/employees/api/queries';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

const NONE = 'none';

/** A role of the company's own on top of the built-in one. Saved at once; where the company has none, nothing. */
export function ExtraRights({ employee }: { employee: Employee }) {
  const { t } = useTranslation('company-roles');
  const companyId = useViewer().company?.id ?? '';
  const isOwner = useEmployee()?.role === 'owner';
  const { data: roles = [] } = useQuery(companyRolesQuery(companyId));
  const give = useGiveRole(companyId);
  if (roles.length === 0) return null;
  return (
    <div className="grid gap-2 sm:max-w-sm">
      {give.error && <Notice tone="danger">{errorText(give.error)}</Notice>}
      <Field label={t('give.label')} hint={t(isOwner ? 'give.hint' : 'give.ownersOnly')}>
        <Select
          value={employee.company_role_id ?? NONE}
          disabled={!isOwner || give.isPending}
          onValueChange={(role) => give.mutate({ employee, role: role === NONE ? null : role })}
          options={[
            { value: NONE, label: t('give.none') },
            ...roles.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
    </div>
  );
}

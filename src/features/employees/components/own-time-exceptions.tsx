import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import {
  OWN_TIME_ACTIONS,
  OWN_TIME_RIGHTS,
  type OwnTimeRight,
  ownTimeColumn,
} from '@/entities/viewer/own-time-rights';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useSaveOwnTimeException } from '@/features/employees/api/own-time-exception';
import type { Employee } from '@/features/employees/api/queries';
import { errorText } from '@/lib/errors';
import { useTranslation } from '@/lib/use-translation';

/** What this person may do with their own time where it differs from the company's rule. Saved at once. */
export function OwnTimeExceptions({ employee }: { employee: Employee }) {
  const { t } = useTranslation('common');
  const { company } = useViewer();
  const save = useSaveOwnTimeException(company?.id ?? '');
  if (!company) return null;
  const choices = (rule: string) => [
    {
      value: 'company' as const,
      label: t('ownTime.companyRule', { rule: t(`ownTime.right.${rule as OwnTimeRight}`) }),
    },
    ...OWN_TIME_RIGHTS.map((value) => ({ value, label: t(`ownTime.right.${value}`) })),
  ];
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="mb-1 font-[550]">{t('ownTime.title')}</legend>
      <p className="col-span-full text-muted text-sm">{t('ownTime.personText')}</p>
      {save.error && (
        <Notice tone="danger" className="col-span-full">
          {errorText(save.error)}
        </Notice>
      )}
      {OWN_TIME_ACTIONS.map((action) => {
        const column = ownTimeColumn(action);
        return (
          <Field key={action} label={t(`ownTime.action.${action}`)}>
            <Select
              value={OWN_TIME_RIGHTS.find((right) => right === employee[column]) ?? 'company'}
              onValueChange={(right) =>
                save.mutate({
                  id: employee.id,
                  after: { [column]: right === 'company' ? null : right },
                  before: employee,
                })
              }
              options={choices(company[column])}
              disabled={save.isPending}
            />
          </Field>
        );
      })}
    </fieldset>
  );
}

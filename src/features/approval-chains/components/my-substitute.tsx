import { useQuery } from '@tanstack/react-query';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { employeeName } from '@/entities/employee/employees-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  approversQuery,
  substitutesQuery,
  useNameSubstitute,
} from '@/features/approval-chains/api/chains';
import { useTranslation } from '@/lib/use-translation';

const NOBODY = 'nobody';

/** Who decides in one's place on days of time off. */
export function MySubstitute({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('approval-chains');
  const companyId = useViewer().company?.id ?? '';
  const { data: substitutes } = useQuery(substitutesQuery(companyId));
  const { data: approvers = [] } = useQuery(approversQuery(companyId));
  const name = useNameSubstitute(companyId);
  const opened = substitutes?.find((row) => row.employee_id === employeeId) ?? null;
  return (
    <Field label={t('substitute.mine')} className="max-sm:w-full">
      <Select
        size="compact"
        value={opened?.substitute_id ?? NOBODY}
        disabled={!substitutes || name.isPending}
        onValueChange={(next) =>
          name.mutate({ employeeId, substituteId: next === NOBODY ? null : next, opened })
        }
        options={[
          { value: NOBODY, label: t('substitute.nobody') },
          ...approvers
            .filter(({ employee_id }) => employee_id !== employeeId)
            .map((person) => ({ value: person.employee_id, label: employeeName(person) })),
        ]}
      />
    </Field>
  );
}

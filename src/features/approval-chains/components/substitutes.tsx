import { useQuery } from '@tanstack/react-query';
import { substitutesQuery, useNameSubstitute } from '@/features/approval-chains/api/chains';
import { PersonChoices } from '@/features/approval-chains/components/person-choices';
import type { ChainNames } from '@/features/approval-chains/use-chain-names';
import { useTranslation } from '@/lib/use-translation';

interface SubstitutesProps {
  companyId: string;
  people: ChainNames['approvers'];
}

/** Who stands in for whom on days of time off. */
export function Substitutes({ companyId, people }: SubstitutesProps) {
  const { t } = useTranslation('approval-chains');
  const { data = [] } = useQuery(substitutesQuery(companyId));
  const name = useNameSubstitute(companyId);
  return (
    <PersonChoices
      title={t('substitute.title')}
      text={t('substitute.text')}
      nobody={t('substitute.nobody')}
      lines={people.map(({ value, label }) => ({
        id: value,
        label,
        chosen: data.find(({ employee_id }) => employee_id === value)?.substitute_id ?? null,
        people: people.filter((person) => person.value !== value),
      }))}
      busy={name.isPending}
      onChoose={(employeeId, substituteId) =>
        name.mutate({
          employeeId,
          substituteId,
          opened: data.find((row) => row.employee_id === employeeId) ?? null,
        })
      }
    />
  );
}

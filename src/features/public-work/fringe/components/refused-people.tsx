import { Notice } from '@/components/shared/notice';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { useTranslation } from '@/lib/use-translation';

export interface Refused {
  employeeId: string;
  problem: string;
}

/** Who of many was not saved, and why. */
export function RefusedPeople({ refused }: { refused: readonly Refused[] }) {
  const { t } = useTranslation('fringe');
  const { data: employees = [] } = useEmployeeOptions();
  if (refused.length === 0) return null;
  const nameOf = (employeeId: string) => {
    const employee = employees.find(({ id }) => id === employeeId);
    return employee ? employeeName(employee) : '';
  };
  return (
    <Notice
      tone="danger"
      title={t('people.refused', { count: refused.length })}
      className="sm:col-span-2"
    >
      <ul>
        {refused.map(({ employeeId, problem }) => (
          <li key={employeeId}>{`${nameOf(employeeId)}: ${problem}`}</li>
        ))}
      </ul>
    </Notice>
  );
}

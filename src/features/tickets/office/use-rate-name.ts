import { useQuery } from '@tanstack/react-query';
import { useClassificationNames } from '@/entities/classification/use-classification-names';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { equipmentClassesQuery } from '@/entities/equipment/equipment-classes-query';
import type { BillRate } from '@/features/tickets/office/api/queries';

/** Whom or what a rate is for. */
export function useRateName(companyId: string): (rate: BillRate) => string {
  const { data: people = [] } = useEmployeeOptions();
  const { data: machines = [] } = useQuery(equipmentClassesQuery(companyId));
  const classOf = useClassificationNames();
  return (rate) => {
    const person = people.find(({ id }) => id === rate.employee_id);
    if (person) return employeeName(person);
    return (
      rate.trade ??
      classOf(rate.classification_id) ??
      machines.find(({ id }) => id === rate.equipment_class_id)?.name ??
      '–'
    );
  };
}

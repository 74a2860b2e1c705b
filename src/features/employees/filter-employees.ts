import { employeeName } from '@/entities/employee/employees-query';
import type { Employee } from '@/features/employees/api/queries';
import { matchesSearch } from '@/lib/plain-text';

export interface EmployeeFilter {
  search: string;
  role: string | null;
  show: string | null;
}

const SHOWN: Record<string, (person: Employee) => boolean> = {
  working: ({ active, status }) => active && status !== 'out',
  'no-rate': ({ active, rate }) => active && rate === null,
  invited: ({ active, invitation }) => active && invitation !== null,
  inactive: ({ active }) => !active,
};

/** Accents and case do not matter; name, address, phone and number are searched. */
export function filterEmployees(people: readonly Employee[], filter: EmployeeFilter): Employee[] {
  const isShown = SHOWN[filter.show ?? ''] ?? (({ active }: Employee) => active);
  return people.filter((person) => {
    const { email, phone, employee_number, job_title } = person;
    const texts = [employeeName(person), email, phone, employee_number, job_title];
    return (
      isShown(person) &&
      (filter.role === null || person.role === filter.role) &&
      matchesSearch(texts, filter.search)
    );
  });
}

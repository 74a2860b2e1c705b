import { EmployeesScreen } from '@/features/employees/employees-screen';

export function Component() {
  return <EmployeesScreen />;
}

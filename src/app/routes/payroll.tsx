import { PayrollScreen } from '@/features/payroll/payroll-screen';

export function Component() {
  return <PayrollScreen />;
}

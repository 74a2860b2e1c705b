import { FieldReportsScreen } from '@/features/field-reports/field-reports-screen';

export function Component() {
  return <FieldReportsScreen />;
}

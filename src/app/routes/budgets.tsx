import { BudgetsScreen } from '@/features/budgets/budgets-screen';

export function Component() {
  return <BudgetsScreen />;
}

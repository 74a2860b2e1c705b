import { ExpensesScreen } from '@/features/expenses/expenses-screen';

export function Component() {
  return <ExpensesScreen />;
}

import { late } from '@/components/shared/late';
import { BudgetsScreen } from '@/features/budgets/budgets-screen';
import { withTexts } from '@/lib/with-texts';

const MoneyCard = late(() =>
  withTexts(
    import('@/features/tickets/office/money-card').then((file) => file.MoneyCard),
    'billing',
  ),
);

export function Component() {
  return <BudgetsScreen extraWork={MoneyCard} />;
}

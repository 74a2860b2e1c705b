import { CostCodesScreen } from '@/features/lists/cost-codes-screen';

export function Component() {
  return <CostCodesScreen />;
}

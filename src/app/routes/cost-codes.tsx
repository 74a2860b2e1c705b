import { CostCodesScreen } from '@/features/cost-codes/cost-codes-screen';

export function Component() {
  return <CostCodesScreen />;
}

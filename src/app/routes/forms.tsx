import { FormsScreen } from '@/features/forms/forms-screen';

export function Component() {
  return <FormsScreen />;
}

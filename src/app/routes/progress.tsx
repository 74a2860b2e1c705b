import { ProgressScreen } from '@/features/progress/progress-screen';

export function Component() {
  return <ProgressScreen />;
}

import { SchedulingScreen } from '@/features/scheduling/scheduling-screen';

export function Component() {
  return <SchedulingScreen />;
}

import { TimeOffScreen } from '@/features/time-off/time-off-screen';

export function Component() {
  return <TimeOffScreen />;
}

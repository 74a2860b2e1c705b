import { TimeTrackerScreen } from '@/features/time-tracker/time-tracker-screen';

export function Component() {
  return <TimeTrackerScreen />;
}

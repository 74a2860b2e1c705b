import { CrewHoursScreen } from '@/features/crew-hours/crew-hours-screen';

export function Component() {
  return <CrewHoursScreen />;
}

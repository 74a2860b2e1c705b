import { useEmployee } from '@/entities/viewer/use-viewer';
import { CrewScreen } from '@/features/crew-clock/crew-screen';
import { CrewDayCards } from '@/features/crew-day/crew-day-cards';

/** A foreman's home; managers start crews from here. */
export function Component() {
  return <CrewScreen below={useEmployee()?.role === 'foreman' && <CrewDayCards />} />;
}

import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { CrewScreen } from '@/features/crew-clock/crew-screen';
import { CrewDayCards } from '@/features/crew-day/crew-day-cards';
import { CrewHeldCard } from '@/features/held-events/crew-held-card';
import { withTexts } from '@/lib/with-texts';

const FormsDueCard = late(() =>
  withTexts(
    import('@/features/form-fill/forms-due-card').then((module) => module.default),
    'form-fill',
  ),
);

/** A foreman's home; managers start crews from here. */
export function Component() {
  const { forms: hasForms } = useViewer();
  if (useEmployee()?.role !== 'foreman') return <CrewScreen above={<CrewHeldCard />} />;
  const below = (
    <>
      {hasForms && (
        <Suspense>
          <FormsDueCard />
        </Suspense>
      )}
      <CrewDayCards />
    </>
  );
  return <CrewScreen above={<CrewHeldCard />} below={below} />;
}

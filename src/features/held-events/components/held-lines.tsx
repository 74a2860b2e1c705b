import { Suspense } from 'react';
import { LateWhomToCall } from '@/entities/clock-rule/late-whom-to-call';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import type { HeldEvent } from '@/features/held-events/api/queries';
import { projectOf } from '@/features/held-events/project-of';
import { useProblem } from '@/features/held-events/use-problem';
import { useTranslation } from '@/lib/use-translation';

function HeldLine({ event, projectId }: { event: HeldEvent; projectId: string | null }) {
  const { t } = useTranslation('offline');
  const clock = useSiteClock(projectId);
  const problem = useProblem(event, clock);
  const { contacts } = event.detail;
  return (
    <li>
      <strong className="font-[620]">
        {t(`kind.${event.kind}`)}, {clock.dateTime(event.counts_at)}
      </strong>{' '}
      {problem}
      {contacts && (
        <Suspense>
          <LateWhomToCall contacts={contacts} />
        </Suspense>
      )}
    </li>
  );
}

/** Which punches were not accepted, why, and what that means for the clock now. */
export function HeldLines({ events }: { events: readonly HeldEvent[] }) {
  const { t } = useTranslation('offline');
  const running = useRunningEntry();
  const clock = useSiteClock(running?.project_id);
  const stops = events.some(
    ({ kind, entry_id }) => kind === 'clock_out' && entry_id === running?.id,
  );
  return (
    <>
      <ul className="space-y-1">
        {events.map((event) => (
          <HeldLine key={event.id} event={event} projectId={projectOf(event, events)} />
        ))}
      </ul>
      {running && stops && (
        <p className="mt-2 font-[620]">
          {t('held.stillRunning', { time: clock.time(running.clock_in) })}
        </p>
      )}
    </>
  );
}

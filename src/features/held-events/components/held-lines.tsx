import { useTranslation } from 'react-i18next';
import { useRunningEntry } from '@/entities/running-entry/use-running-entry';
import type { HeldEvent } from '@/features/held-events/api/queries';
import { useProblem } from '@/features/held-events/use-problem';
import { useFormat } from '@/lib/format-context';

function HeldLine({ event }: { event: HeldEvent }) {
  const { t } = useTranslation('offline');
  const format = useFormat();
  const problem = useProblem(event);
  return (
    <li>
      <strong className="font-[620]">
        {t(`kind.${event.kind}`)}, {format.dateTime(event.counts_at)}
      </strong>{' '}
      {problem}
    </li>
  );
}

/** Which punches were not accepted, why, and what that means for the clock now. */
export function HeldLines({ events }: { events: readonly HeldEvent[] }) {
  const { t } = useTranslation('offline');
  const format = useFormat();
  const running = useRunningEntry();
  const stops = events.some(
    ({ kind, entry_id }) => kind === 'clock_out' && entry_id === running?.id,
  );
  return (
    <>
      <ul className="space-y-1">
        {events.map((event) => (
          <HeldLine key={event.id} event={event} />
        ))}
      </ul>
      {running && stops && (
        <p className="mt-2 font-[620]">
          {t('held.stillRunning', { time: format.time(running.clock_in) })}
        </p>
      )}
    </>
  );
}

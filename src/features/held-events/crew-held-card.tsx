import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import { useSiteClock } from '@/entities/project/use-site-clock';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type CrewHeldEvent, myHeldEventsQuery } from '@/features/held-events/api/queries';
import { useProblem } from '@/features/held-events/use-problem';
import { useTranslation } from '@/lib/use-translation';

/** The sentences of a booking speak to the person; here the foreman reads them. */
function useReason(event: CrewHeldEvent): string {
  const { t } = useTranslation(['crew', 'offline']);
  const clock = useSiteClock(event.project_id);
  const { problem, detail, message, happened_at, hint } = event;
  const text = useProblem({ problem, detail, reason: message, counts_at: happened_at }, clock);
  return hint === 'project_not_open_to_you' ? t('crew:refused.why.project_not_open_to_you') : text;
}

function HeldOfCrew({ event }: { event: CrewHeldEvent }) {
  const { t } = useTranslation(['offline', 'crew']);
  const clock = useSiteClock(event.project_id);
  const reason = useReason(event);
  return (
    <li>
      <strong className="font-[620]">{event.employee_name ?? t('crew:held.somebody')}</strong>{' '}
      <span className="tabular">
        {t(`kind.${event.kind}`)}, {clock.dateTime(event.happened_at)}
      </span>
      <span className="block">{reason}</span>
    </li>
  );
}

/** What a foreman clocked without a signal and the server did not accept: the person may have no account. */
export function CrewHeldCard() {
  const { t } = useTranslation(['crew', 'offline', 'errors']);
  const me = useEmployee();
  const { data = [] } = useQuery({
    ...myHeldEventsQuery(me?.id ?? ''),
    enabled: me !== null,
  });
  const events = data.filter(({ employee_id }) => employee_id !== me?.id);
  if (events.length === 0) return null;
  return (
    <Notice tone="danger" className="mb-3">
      <p className="font-[620]">{t('held.title', { count: events.length })}</p>
      <ul className="grid gap-2">
        {events.map((event) => (
          <HeldOfCrew key={event.id} event={event} />
        ))}
      </ul>
      <p className="text-sm">{t('held.text')}</p>
    </Notice>
  );
}

import { CalendarOff, Sun } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useOwnTimeOff } from '@/entities/time-off/time-off-queries';
import { hoursToSeconds } from '@/entities/time-off/working-days';
import { useViewer } from '@/entities/viewer/use-viewer';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const RequestDialog = lateDialog(async () => ({
  default: (await import('@/entities/time-off/request-dialog')).RequestDialog,
}));

/** What is asked for or approved and still to come; a request is two taps away. */
export function TimeOffCard() {
  const { t } = useTranslation('time-off');
  const format = useFormat();
  const { company } = useViewer();
  const today = useToday(company?.time_zone ?? 'UTC');
  const { types, requests } = useOwnTimeOff();
  const [asking, setAsking] = useState(false);
  const coming = (requests.data ?? [])
    .filter(
      ({ status, end_date }) =>
        status === 'requested' || (status === 'approved' && end_date >= today),
    )
    .reverse();
  if (!types.data?.some(({ active }) => active)) return null;
  return (
    <Card className="px-5 py-4" aria-label={t('card.title')}>
      <ul className="mb-3 grid gap-2 empty:hidden">
        {coming.map((request) => (
          <li key={request.id} className="flex items-start gap-3">
            <Sun className="mt-0.5 size-4.5 shrink-0 text-muted" aria-hidden="true" />
            <Link to="/scheduling/time-off" className="min-w-0 flex-1">
              <span className="block">
                {types.data?.find(({ id }) => id === request.type_id)?.name}{' '}
                {request.start_date === request.end_date
                  ? format.dayMonth(request.start_date)
                  : format.dateRange(request.start_date, request.end_date)}
                , <span className="tabular">{formatDuration(hoursToSeconds(request.hours))}</span>
              </span>
              <span className="block text-muted text-sm">
                {request.status === 'approved' ? t('status.approved') : t('card.waiting')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setAsking(true)}>
          <CalendarOff aria-hidden="true" />
          {t('card.request')}
        </Button>
        <Button variant="link" asChild>
          <Link to="/scheduling/time-off">{t('card.all')}</Link>
        </Button>
      </div>
      {asking && (
        <Suspense>
          <RequestDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </Card>
  );
}

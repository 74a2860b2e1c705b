import { useQuery } from '@tanstack/react-query';
import { Moon } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { type ProposedTrip, proposedQuery } from '@/features/expenses/api/queries';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const PROPOSED_DAYS = 45;

/** What the days worked suggest; the person confirms, and says whether they paid the room. */
export function ProposedTrips({ onChoose }: { onChoose: (trip: ProposedTrip) => void }) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { employee } = useViewer();
  const { today } = useCalendar();
  const { data = [] } = useQuery({
    ...proposedQuery(employee?.id ?? '', { start: addDays(today, -PROPOSED_DAYS), end: today }),
    enabled: employee !== null,
  });
  return data.map((trip) => (
    <Card
      key={`${trip.project_id} ${trip.first_day}`}
      className="flex flex-wrap items-center gap-3 px-5 py-4"
      aria-label={t('trip.proposed')}
    >
      <Moon className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-[620]">{t('trip.proposed')}</p>
        <p className="text-sm">{t('trip.proposedText', { project: trip.project_name })}</p>
        <p className="text-muted text-sm">
          {t('trip.days', {
            count: trip.days,
            range: format.dateRange(trip.first_day, trip.last_day),
          })}{' '}
          · {t('trip.nights', { count: trip.nights })}
        </p>
      </div>
      <Button onClick={() => onChoose(trip)}>
        {t('trip.claim', { amount: format.money(trip.amount) })}
      </Button>
    </Card>
  ));
}

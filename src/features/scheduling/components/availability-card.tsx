import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  availabilityQuery,
  type Unavailable,
  useRemoveUnavailable,
} from '@/features/scheduling/api/availability';
import { AvailabilityForm } from '@/features/scheduling/components/availability-form';
import { useWeekdayNames } from '@/features/scheduling/use-weekday-names';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** `07:30:00` in the viewer's way of writing times. */
function useTimeWords() {
  const format = useFormat();
  return (time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return format.timeOfDay(hours * 60 + minutes);
  };
}

/** When the viewer cannot work; whoever plans a shift then is warned. */
export function AvailabilityCard() {
  const { t } = useTranslation(['scheduling', 'common']);
  const format = useFormat();
  const days = useWeekdayNames();
  const timeWords = useTimeWords();
  const { company, employee } = useViewer();
  const companyId = company?.id ?? '';
  const today = useToday(company?.time_zone ?? 'UTC');
  const query = useQuery({
    ...availabilityQuery(companyId, employee?.id ?? '', today),
    enabled: employee !== null,
  });
  const remove = useRemoveUnavailable(companyId);
  const words = (one: Unavailable): string => {
    const day =
      one.weekday === null
        ? format.dateRange(one.start_date ?? today, one.end_date ?? one.start_date ?? today)
        : t('availability.every', { day: days[one.weekday] });
    const hours =
      one.start_time && one.end_time
        ? `${timeWords(one.start_time)} – ${timeWords(one.end_time)}`
        : t('availability.allDay');
    return [day, hours, one.note].filter(Boolean).join(' · ');
  };
  return (
    <Card>
      <CardHeader divided title={t('availability.title')} description={t('availability.text')} />
      <Loaded query={query} skeleton={<ListSkeleton />}>
        <ul className="divide-y border-b empty:hidden">
          {query.data?.map((one) => (
            <li key={one.id} className="flex items-center gap-3 px-5 py-1.5 text-sm">
              <span className="min-w-0 flex-1">{words(one)}</span>
              <Button
                size="icon"
                variant="ghost"
                aria-label={t('availability.remove', { when: words(one) })}
                busy={remove.isPending && remove.variables === one.id}
                onClick={() => remove.mutate(one.id)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
        {employee && (
          <AvailabilityForm companyId={companyId} employeeId={employee.id} today={today} />
        )}
      </Loaded>
    </Card>
  );
}

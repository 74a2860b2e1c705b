import { Card, CardHeader } from '@/components/ui/card';
import type { Hub } from '@/features/projects/api/hub-query';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Hours of the last seven weeks; the present one is not over and is lighter. */
export function HoursCard({ hub }: { hub: Hub }) {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const most = Math.max(1, ...hub.weeks.map(({ seconds }) => seconds));
  return (
    <Card>
      <CardHeader
        title={t(hub.leads ? 'hub.weeks' : 'hub.ownWeeks')}
        action={
          <span className="tabular text-muted text-sm">
            {t('hub.allHours', { hours: formatDuration(hub.seconds) })}
          </span>
        }
      />
      <ol className="flex h-32 items-end gap-2 px-5">
        {hub.weeks.map(({ week, seconds }) => (
          <li key={week} className="flex h-full min-w-0 flex-1 flex-col justify-end text-center">
            <span className="tabular text-muted text-xs">
              {format.number(Math.round(seconds / 3600))}
              <span className="sr-only">{t('hub.weekOf', { day: format.dayMonth(week) })}</span>
            </span>
            <span
              aria-hidden="true"
              className={cn(
                'mt-1 block rounded-t-small',
                week === hub.this_week ? 'bg-primary/45' : 'bg-primary',
              )}
              style={{ height: `${(75 * seconds) / most}%` }}
            />
          </li>
        ))}
      </ol>
      <p className="flex justify-between gap-3 border-t px-5 pt-2 pb-4 text-muted text-xs">
        <span>{format.dayMonth(hub.weeks[0]?.week ?? hub.this_week)}</span>
        <span>{t('hub.thisWeek')}</span>
      </p>
    </Card>
  );
}

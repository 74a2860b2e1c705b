import { Avatar } from '@/components/shared/avatar';
import { CardLink } from '@/components/shared/card-link';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import type { Activity } from '@/features/dashboard/api/queries';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

export function ActivityCard({ activity }: { activity: readonly Activity[] }) {
  const { t } = useTranslation(['dashboard', 'common']);
  const format = useFormat();
  const now = useNowSeconds() * 1000;
  return (
    <Card>
      <CardHeader
        title={t('activity.title')}
        action={<CardLink to="/time-tracker?period=week">{t('common:action.viewAll')}</CardLink>}
      />
      {activity.length === 0 ? (
        <p className="px-5 pt-1 pb-5 text-muted text-sm">{t('activity.none')}</p>
      ) : (
        <ul className="divide-y border-t">
          {activity.map((event) => (
            <li
              key={`${event.entry_id} ${event.kind} ${event.at}`}
              className="flex items-center gap-3 px-5 py-3 text-sm"
            >
              <Avatar name={employeeName(event)} />
              <div className="min-w-0 flex-1">
                <p>
                  <span className="font-[620]">{employeeName(event)}</span>{' '}
                  {event.kind === 'out'
                    ? t('activity.out', { hours: formatDuration(event.seconds ?? 0) })
                    : t(`activity.${event.kind}`)}
                </p>
                <p className="md:truncate text-muted">
                  {[event.project_name, event.cost_code_name].filter(Boolean).join(' · ')}
                </p>
              </div>
              <span className="shrink-0 text-muted">{format.relative(event.at, now)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

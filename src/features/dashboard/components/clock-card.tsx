import { CardLink } from '@/components/shared/card-link';
import { StatusDot } from '@/components/shared/status-dot';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import type { OnTheClock } from '@/features/dashboard/api/queries';
import { formatDuration } from '@/lib/duration';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

const SHOWN = 6;

export function ClockCard({ people }: { people: readonly OnTheClock[] }) {
  const { t } = useTranslation('dashboard');
  const now = useNowSeconds();
  return (
    <Card>
      <CardHeader
        title={t('clock.title')}
        action={<span className="tabular text-muted text-sm">{people.length}</span>}
      />
      {people.length === 0 ? (
        <p className="px-5 pt-1 pb-5 text-muted text-sm">{t('clock.none')}</p>
      ) : (
        <ul className="divide-y border-t">
          {people.slice(0, SHOWN).map((person) => (
            <li key={person.employee_id} className="flex items-center gap-3 px-5 py-2.5 text-sm">
              <StatusDot
                tone={person.on_break ? 'attention' : 'running'}
                label={t(person.on_break ? 'clock.break' : 'clock.in')}
              />
              <span className="min-w-0 flex-1 md:truncate">
                <span className="font-[550]">{employeeName(person)}</span>
                {person.project_name && (
                  <span className="text-muted"> · {person.project_name}</span>
                )}
              </span>
              <span className="tabular shrink-0">
                {formatDuration(now - Date.parse(person.clock_in) / 1000)}
              </span>
            </li>
          ))}
          {people.length > SHOWN && (
            <li className="px-5 py-2.5 text-sm">
              <CardLink to="/time-tracker?period=today&status=active">
                {t('clock.more', { count: people.length - SHOWN })}
              </CardLink>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}

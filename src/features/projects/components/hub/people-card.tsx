import { Avatar } from '@/components/shared/avatar';
import { CardLink } from '@/components/shared/card-link';
import { FirstFew } from '@/components/shared/first-few';
import { StatusDot, type StatusTone } from '@/components/shared/status-dot';
import { Card, CardHeader } from '@/components/ui/card';
import { employeeName } from '@/entities/employee/employees-query';
import type { Hub, HubPerson } from '@/features/projects/api/hub-query';
import { cn } from '@/lib/class-names';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useNowSeconds } from '@/lib/use-now';
import { useTranslation } from '@/lib/use-translation';

const TONES: Record<HubPerson['status'], StatusTone> = {
  in: 'running',
  break: 'attention',
  absent: 'danger',
  due: 'idle',
  upcoming: 'idle',
  elsewhere: 'idle',
  done: 'success',
  time_off: 'idle',
};
const SHOWN = 9;

function usePersonText() {
  const { t } = useTranslation('projects');
  const format = useFormat();
  const now = useNowSeconds();
  return ({ status, since, seconds, planned_start, elsewhere }: HubPerson): string => {
    const time = planned_start ? format.time(planned_start) : '';
    if (status === 'in') return formatDuration(seconds);
    if (status === 'break' && since) {
      const length = formatDuration(Math.max(0, now - Date.parse(since) / 1000));
      return t('hub.person.break', { length });
    }
    if (status === 'elsewhere') return elsewhere ?? t('hub.person.elsewhere');
    if (status === 'done') return t('hub.person.done', { length: formatDuration(seconds) });
    return t(`hub.person.${status}`, { time });
  };
}

/** Who is here, who should be, and who was; those on the clock first. */
export function PeopleCard({ hub, projectId }: { hub: Hub; projectId: string }) {
  const { t } = useTranslation('projects');
  const textOf = usePersonText();
  const { people, machines, leads } = hub;
  const here = people.filter(({ status }) => status === 'in' || status === 'break').length;
  const planned = people.filter((person) => person.planned).length;
  return (
    <Card>
      <CardHeader
        title={t(leads ? 'hub.people' : 'hub.you')}
        action={
          leads && (
            <span className="tabular text-muted text-sm">
              {planned > 0 ? t('hub.ofPlanned', { here, planned }) : t('hub.here', { count: here })}
            </span>
          )
        }
      />
      {people.length === 0 && (
        <p className="px-5 pb-4 text-muted text-sm">{t(leads ? 'hub.nobody' : 'hub.notYou')}</p>
      )}
      <FirstFew
        items={people}
        count={SHOWN}
        allLabel={t('hub.allPeople', { count: people.length })}
        fewerLabel={t('hub.fewer')}
      >
        {(person) => (
          <li
            key={person.employee_id}
            className="flex min-h-9 items-center gap-2.5 px-5 py-1 text-sm"
          >
            <Avatar name={employeeName(person)} size="small" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-[550]">{employeeName(person)}</span>
              {(person.code ?? person.job_title) && (
                <span className="tabular block truncate text-muted text-xs">
                  {person.code ? `${person.code} ${person.code_name ?? ''}` : person.job_title}
                </span>
              )}
            </span>
            <span
              className={cn(
                'tabular max-w-1/2 text-right',
                person.status === 'absent'
                  ? 'text-danger'
                  : person.status === 'in'
                    ? ''
                    : 'text-muted',
              )}
            >
              {textOf(person)}
            </span>
            <StatusDot tone={TONES[person.status]} label={t(`hub.status.${person.status}`)} />
          </li>
        )}
      </FirstFew>
      {(leads || machines.length > 0) && (
        <div className="flex items-center justify-between gap-3 border-t px-5 py-2.5 text-sm">
          <span className="min-w-0 truncate text-muted">
            {machines.length > 0 && t('hub.machines', { names: machines.join(', ') })}
          </span>
          {leads && <CardLink to={`/map?project=${projectId}`}>{t('hub.rollCall')}</CardLink>}
        </div>
      )}
    </Card>
  );
}

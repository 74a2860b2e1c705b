import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { type Machine, machineHoursQuery } from '@/features/equipment/api/queries';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** The last four weeks by project and operator, with what they cost for those who may know. */
export function HoursList({ machine, today }: { machine: Machine; today: string }) {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  const hours = useQuery(machineHoursQuery(machine.id, addDays(today, -27), today));
  const rows = hours.data ?? [];
  const sum = (name: `${'working' | 'travel' | 'idle' | 'down' | 'overlap'}_seconds`) =>
    rows.reduce((all, row) => all + row[name], 0);
  const costs = rows.flatMap((row) => (row.cost === null ? [] : [Number(row.cost)]));
  const cost = costs.length > 0 ? costs.reduce((all, one) => all + one, 0) : null;
  const most = Math.max(1, ...rows.map((row) => row.working_seconds + row.idle_seconds));
  const overlap = sum('overlap_seconds');
  return (
    <Loaded query={hours} skeleton={<ListSkeleton />}>
      <section>
        <h3 className="mb-2 flex justify-between font-[620] text-sm">
          {t('hours.title')}
          <span className="tabular">{formatDuration(sum('working_seconds'))}</span>
        </h3>
        {rows.length === 0 && <p className="text-muted text-sm">{t('hours.none')}</p>}
        <ul className="flex flex-col gap-2.5 text-sm">
          {rows.map((row) => (
            <li key={`${row.project_id}${row.employee_id}`}>
              <div className="flex justify-between gap-3">
                <span className="min-w-0 truncate">
                  {row.project_name ?? t('hours.noProject')}
                  <span className="text-muted"> · {row.employee_name || t('hours.byDay')}</span>
                </span>
                <span className="tabular shrink-0">{formatDuration(row.working_seconds)}</span>
              </div>
              <div className="mt-1 h-1.5 rounded-full bg-border">
                <div
                  className="h-full rounded-full bg-primary"
                  style={{ width: `${(row.working_seconds / most) * 100}%` }}
                />
              </div>
            </li>
          ))}
        </ul>
        {rows.length > 0 && (
          <p className="mt-3 flex justify-between gap-3 text-muted text-sm">
            <span>
              {sum('travel_seconds') > 0 &&
                `${t('hours.travel', { travel: formatDuration(sum('travel_seconds')) })} · `}
              {t('hours.rest', {
                idle: formatDuration(sum('idle_seconds')),
                down: formatDuration(sum('down_seconds')),
              })}
            </span>
            {cost !== null && <span className="tabular">{format.money(cost)}</span>}
          </p>
        )}
        {overlap > 0 && (
          <Notice tone="attention" className="mt-3">
            {t('hours.overlap', { hours: formatDuration(overlap) })}
          </Notice>
        )}
      </section>
    </Loaded>
  );
}

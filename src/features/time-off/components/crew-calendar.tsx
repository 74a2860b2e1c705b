import { useQuery } from '@tanstack/react-query';
import { useEmployeeOptions } from '@/entities/employee/employees-query';
import { awayQuery, type Holiday, type TimeOffRequest } from '@/entities/time-off/time-off-queries';
import { useViewer } from '@/entities/viewer/use-viewer';
import { crewsQuery } from '@/features/time-off/api/queries';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { addDays, type WeekDay, weekDayOf, weekOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface CrewCalendarProps {
  companyId: string;
  request: TimeOffRequest;
  nameOf: (employeeId: string) => string;
  holidays: readonly Holiday[];
}

const DAYS = 14;
const isWeekend = (day: string): boolean => weekDayOf(day) % 6 === 0;

/** Two weeks of the person's crew around the request: who is off, who asked, how many are left. */
export function CrewCalendar({ companyId, request, nameOf, holidays }: CrewCalendarProps) {
  const { t } = useTranslation('time-off');
  const format = useFormat();
  const { company } = useViewer();
  const week = weekOf(request.start_date, (company?.week_start ?? 0) as WeekDay);
  const first = request.end_date > week.end ? week.start : addDays(week.start, -7);
  const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index));
  const away = useQuery(awayQuery(first, days.at(-1) as string));
  const { data: crews = [] } = useQuery(crewsQuery(companyId));
  const { data: people = [] } = useEmployeeOptions();
  const inCrew = (crew: (typeof crews)[number], id: string) =>
    crew.crew_members.some(
      (member) =>
        member.employee_id === id &&
        member.from_date <= request.end_date &&
        (member.to_date === null || member.to_date >= request.start_date),
    );
  const crew = crews.find((candidate) => inCrew(candidate, request.employee_id));
  const members = crew
    ? people.filter(({ id }) => inCrew(crew, id))
    : people.filter(({ id }) => id === request.employee_id);
  const marks = new Map(
    (away.data ?? []).map((row) => [`${row.employee_id} ${row.day}`, row] as const),
  );
  const holidayOf = (day: string) => holidays.find(({ date }) => date === day);
  const onSite = (day: string) =>
    members.filter(
      ({ id }) =>
        marks.get(`${id} ${day}`)?.status !== 'approved' &&
        marks.get(`${id} ${day}`)?.request_id !== request.id,
    ).length;
  return (
    <div className="border-t px-5 py-4">
      <div className="mb-2 flex flex-wrap justify-between gap-2">
        <h3 className="font-[620]">
          {crew?.name ?? t('calendar.noCrew')}, {format.dateRange(first, days.at(-1) as string)}
        </h3>
        <ul className="flex flex-wrap gap-x-4 text-muted text-xs">
          {(['this', 'approved', 'requested', 'holiday'] as const).map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={cn('h-3 w-4 rounded-[3px]', STYLES[kind])} />
              {t(`calendar.${kind}`)}
            </li>
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard. */}
      <section aria-label={t('calendar.label')} tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full min-w-[560px] table-fixed border-collapse text-sm">
          <thead>
            <tr>
              <th scope="col" className="w-36 text-left font-normal text-muted">
                {t('calendar.person')}
              </th>
              {days.map((day) => (
                <th
                  key={day}
                  scope="col"
                  aria-label={format.longDate(day)}
                  className={cn('border-l py-1 font-normal', isWeekend(day) && 'bg-sunken')}
                >
                  <span className="block text-faint text-xs">{format.weekday(day, 'narrow')}</span>
                  <span className="tabular font-[620]">{Number(day.slice(8))}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {members.map(({ id }) => (
              <tr key={id} className="border-t">
                <th scope="row" className="truncate py-2 pr-2 text-left font-[550]">
                  {nameOf(id)}
                </th>
                {days.map((day) => {
                  const mark = marks.get(`${id} ${day}`);
                  const kind = mark
                    ? mark.request_id === request.id
                      ? 'this'
                      : (mark.status as 'approved' | 'requested')
                    : holidayOf(day)
                      ? 'holiday'
                      : null;
                  return (
                    <td key={day} className={cn('border-l p-1', isWeekend(day) && 'bg-sunken')}>
                      {kind && (
                        <span className={cn('block h-6 rounded-[5px]', STYLES[kind])}>
                          <span className="sr-only">{t(`calendar.${kind}`)}</span>
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
            <tr className="border-t">
              <th scope="row" className="py-2 text-left font-normal text-muted">
                {t('calendar.onSite')}
              </th>
              {days.map((day) => (
                <td
                  key={day}
                  className={cn('tabular border-l text-center', isWeekend(day) && 'bg-sunken')}
                >
                  {isWeekend(day) || holidayOf(day) ? '–' : onSite(day)}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </div>
  );
}

const STYLES = {
  this: 'bg-primary',
  approved: 'bg-muted',
  requested: 'border border-muted border-dashed',
  holiday: 'bg-border-strong',
} as const;

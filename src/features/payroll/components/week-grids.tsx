import { Link } from 'react-router';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { usePayCodeName } from '@/features/payroll/components/use-pay-code-name';
import { type GridRow, type WeekGrid, weekGrids } from '@/features/payroll/week-grid';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface WeekGridsProps {
  employeeId: string;
  lines: readonly ExplainedLine[];
}

const figure = (minutes: number): string =>
  minutes === 0 ? '–' : formatHoursMinutes(minutes * 60);

/** A person's weeks as jobs by days. A figure opens the entries behind it. */
export function WeekGrids({ employeeId, lines }: WeekGridsProps) {
  return (
    <div className="flex flex-col gap-4">
      {weekGrids(lines).map((week) => (
        <Week key={week.start} employeeId={employeeId} week={week} />
      ))}
    </div>
  );
}

function Week({ employeeId, week }: { employeeId: string; week: WeekGrid }) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const rowName = useRowName();
  const label = t('grid.week', { date: format.dayMonth(week.start) });
  const entriesOf = (day: string, row: GridRow) => {
    const params = new URLSearchParams({ period: 'custom', from: day, to: day });
    params.set('employee', employeeId);
    if (row.projectId) params.set('project', row.projectId);
    return `/time-tracker?${params}`;
  };
  const cell = 'px-2 py-1.5 text-right';
  return (
    <section
      className="overflow-x-auto rounded-card border"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={label}
    >
      <table className="tabular w-full text-sm">
        <thead>
          <tr className="text-muted text-xs [&>th]:border-b [&>th]:px-2 [&>th]:py-2 [&>th]:font-[550]">
            <th scope="col" className="sticky left-0 bg-surface text-left">
              {label}
            </th>
            {week.days.map((day) => (
              <th key={day} scope="col" className="min-w-14 text-right">
                {format.weekday(day)} {Number(day.slice(8))}
              </th>
            ))}
            <th scope="col" className="text-right">
              {t('total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {week.rows.map((row) => (
            <tr key={row.key} className="border-t first:border-t-0">
              <th
                scope="row"
                className="sticky left-0 min-w-40 max-w-64 bg-surface px-2 py-1.5 text-left font-normal"
              >
                {rowName(row)}
              </th>
              {row.days.map((minutes, place) => {
                const day = week.days[place] ?? week.start;
                return (
                  <td key={day} className={cn(cell, minutes === 0 && 'text-faint')}>
                    {minutes > 0 && !row.leaveCode ? (
                      <Link
                        to={entriesOf(day, row)}
                        className="text-primary hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
                      >
                        {figure(minutes)}
                      </Link>
                    ) : (
                      figure(minutes)
                    )}
                  </td>
                );
              })}
              <td className={cn(cell, 'font-[550]')}>{figure(row.minutes)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot className="bg-sunken font-[620]">
          <tr className="[&>*]:border-t [&>*]:border-t-border-strong">
            <th scope="row" className="sticky left-0 bg-sunken px-2 py-1.5 text-left">
              {t('sheet.total.hours')}
            </th>
            {week.worked.map((minutes, place) => (
              <td key={week.days[place]} className={cell}>
                {figure(minutes)}
              </td>
            ))}
            <td className={cell}>{figure(week.minutes)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function useRowName(): (row: GridRow) => React.ReactNode {
  const { t } = useTranslation('payroll');
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  const payCodeName = usePayCodeName();
  return ({ projectId, costCodeId, leaveCode }) => {
    if (leaveCode) return payCodeName(leaveCode);
    const code = codes.find(({ id }) => id === costCodeId);
    return (
      <>
        {projects.find(({ id }) => id === projectId)?.name ?? t('explain.noProject')}
        {code && (
          <span className="block text-muted text-xs">
            {code.code} {code.name}
          </span>
        )}
      </>
    );
  };
}

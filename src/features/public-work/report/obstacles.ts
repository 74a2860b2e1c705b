import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { PayrollWeek } from '@/features/public-work/report/api/queries';
import { isSigned } from '@/features/public-work/report/week-states';
import type { ReportedWorker } from '@/features/public-work/report/workers';
import type { IsoDate } from '@/lib/format';

/** Why a report cannot be signed now; the database refuses the same. */
export type Obstacle =
  | { kind: 'not_over' }
  | { kind: 'earlier_week'; weekEnd: IsoDate }
  | { kind: 'not_approved'; employeeId: string | null }
  | { kind: 'errors'; count: number; entries: number[]; firstRow: number | null };

interface Situation {
  report: CertifiedPayroll;
  workers: readonly ReportedWorker[];
  weeks: readonly PayrollWeek[];
  today: IsoDate;
}

/** The first one, in the order in which one solves them; null: it can be signed. */
export function obstacleOf({ report, workers, weeks, today }: Situation): Obstacle | null {
  const weekEnd = report.header.week_end;
  if (weekEnd >= today) return { kind: 'not_over' };
  const errors = report.checks.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    const wrong = workers.filter(({ checks }) =>
      checks.some(({ severity }) => severity === 'error'),
    );
    return {
      kind: 'errors',
      count: errors.length,
      entries: wrong.map(({ entry }) => entry),
      firstRow: wrong[0]?.rows[0]?.number ?? null,
    };
  }
  const open = report.checks.find(({ code }) => code === 'time_not_approved');
  if (open) return { kind: 'not_approved', employeeId: open.employee_id };
  const earlier = weeks
    .filter((week) => !isSigned(week) && week.week_end < weekEnd)
    .map(({ week_end }) => week_end)
    .toSorted()[0];
  return earlier ? { kind: 'earlier_week', weekEnd: earlier } : null;
}

import { useMemo } from 'react';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import { PayReasons, type ReasonKind } from '@/features/payroll/components/pay-reasons';
import { StateBadges } from '@/features/payroll/components/state-badges';
import {
  otherPayCents,
  type PeriodSummary,
  workedMinutes,
} from '@/features/payroll/period-summary';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

interface RowActions {
  period: DateRange;
  /** The viewer, where others approve their time. */
  ownId: string | null;
  /** Who does not pay sees no money. */
  pays: boolean;
  approves: boolean;
  linkTo: (employeeId: string) => string;
  onApprove: (person: PayrollPerson) => void;
  /** The person whose approval is under way. */
  approving: string | null;
}

const MONEY = ['rate', 'premium', 'fringe', 'other', 'earnings', 'repaid'];

const duration = (minutes: number) => (minutes === 0 ? '–' : formatHoursMinutes(minutes * 60));

/** What the database would refuse to approve. */
function isBlocked({ flags }: PayrollPerson): boolean {
  return ['no_rate', 'missing_clock_out', 'on_the_clock'].some((flag) => flags.includes(flag));
}

export function usePayrollColumns(
  summary: PeriodSummary,
  { period, ownId, pays, approves, linkTo, onApprove, approving }: RowActions,
): Column<PayrollPerson>[] {
  const { t } = useTranslation(['payroll', 'common']);
  const format = useFormat();
  return useMemo(() => {
    // A column that says nothing must not cost the table its room.
    const extras = (['leave', 'premium', 'fringe', 'other', 'repaid'] as const).filter(
      (kind) => (kind === 'leave' ? summary.leave : summary[`${kind}Cents`]) !== 0,
    );
    const leftToOthers = ({ employee_id }: PayrollPerson) => employee_id === ownId;
    const minutes = (
      id: 'regular' | 'overtime' | 'double' | 'breaks',
      pick: (person: PayrollPerson) => number,
      total?: number,
    ): Column<PayrollPerson> => ({
      id,
      header: t(`column.${id}`),
      align: 'end',
      className: cn(
        'w-20',
        id === 'breaks' && (extras.length > 0 ? 'max-2xl:hidden' : 'max-xl:hidden'),
      ),
      sortBy: pick,
      cell: (person) => duration(pick(person)),
      ...(total === undefined ? {} : { total: duration(total) }),
    });
    const amountOf: Record<ReasonKind, (person: PayrollPerson) => number | null> = {
      leave: ({ leave_minutes }) => leave_minutes,
      premium: ({ premium_pay }) => premium_pay,
      fringe: ({ fringe_pay }) => fringe_pay,
      repaid: ({ reimbursed_pay }) => reimbursed_pay,
      other: (person) => {
        const cents = otherPayCents(person);
        return cents === null ? null : cents / 100;
      },
    };
    const figure = (kind: ReasonKind, amount: number) =>
      kind === 'leave' ? duration(amount) : format.number(amount, 2);
    /** What is paid beside hours worked; each figure opens its reasons. */
    const extra = (kind: ReasonKind): Column<PayrollPerson> => ({
      id: kind,
      header: t(`column.${kind}`),
      align: 'end',
      className: 'w-24 max-lg:hidden',
      sortBy: amountOf[kind],
      cell: (person) => {
        const amount = amountOf[kind](person);
        if (!amount) return '–';
        return (
          <PayReasons
            person={person}
            period={period}
            kind={kind}
            figure={figure(kind, amount)}
            linkTo={linkTo(person.employee_id)}
          />
        );
      },
      total: figure(kind, kind === 'leave' ? summary.leave : summary[`${kind}Cents`] / 100),
    });
    const columns: Column<PayrollPerson>[] = [
      {
        id: 'name',
        header: t('common:employee.label'),
        card: 'title',
        sortBy: (person) => employeeName(person),
        cell: (person) => (
          <Link
            to={linkTo(person.employee_id)}
            preventScrollReset
            className="font-[550] hover:underline"
          >
            {employeeName(person)}
          </Link>
        ),
      },
      minutes('regular', (person) => person.regular_minutes, summary.regular),
      minutes('overtime', (person) => person.overtime_minutes, summary.overtime),
      minutes('double', (person) => person.double_time_minutes, summary.double),
      ...extras.filter((kind) => kind === 'leave').map(extra),
      minutes('breaks', (person) => person.paid_break_minutes),
      {
        id: 'rate',
        header: t('column.rate'),
        align: 'end',
        className: 'w-20 max-lg:hidden',
        sortBy: ({ hourly_rate }) => hourly_rate,
        cell: (person) =>
          person.hourly_rate !== null
            ? format.number(person.hourly_rate, 2)
            : workedMinutes(person) === 0 || person.flags.includes('no_rate')
              ? '–'
              : t('severalRates'),
      },
      ...extras.filter((kind) => kind !== 'leave' && kind !== 'repaid').map(extra),
      {
        id: 'earnings',
        header: t('column.earnings'),
        align: 'end',
        card: 'aside',
        className: 'w-28 font-[620]',
        sortBy: ({ total_earnings }) => total_earnings,
        cell: ({ total_earnings }) =>
          total_earnings === null ? '–' : format.number(total_earnings, 2),
        total: format.number(summary.earningsCents / 100, 2),
      },
      ...extras.filter((kind) => kind === 'repaid').map(extra),
      {
        id: 'state',
        header: t('column.state'),
        className: 'w-48',
        cell: (person) => <StateBadges person={person} leftToOthers={leftToOthers(person)} />,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        headerHidden: true,
        align: 'end',
        card: 'actions',
        className: 'w-24',
        cell: (person) =>
          approves &&
          !person.locked &&
          person.days_approved < person.days_worked && (
            <Button
              size="small"
              aria-label={t('approve.personLabel', { name: employeeName(person) })}
              disabled={isBlocked(person) || leftToOthers(person)}
              title={leftToOthers(person) ? t('approve.byOthers') : undefined}
              busy={approving === person.employee_id}
              onClick={() => onApprove(person)}
            >
              {t('approve.person')}
            </Button>
          ),
      },
    ];
    return pays ? columns : columns.filter(({ id }) => !MONEY.includes(id));
  }, [t, format, summary, period, linkTo, onApprove, approving, ownId, pays, approves]);
}

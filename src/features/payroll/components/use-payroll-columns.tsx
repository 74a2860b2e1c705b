import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Column } from '@/components/shared/data-table/column';
import { Button } from '@/components/ui/button';
import { employeeName } from '@/entities/employee/employees-query';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import type { PayrollPerson } from '@/features/payroll/api/queries';
import { StateBadges } from '@/features/payroll/components/state-badges';
import { type PeriodSummary, workedMinutes } from '@/features/payroll/period-summary';
import { cn } from '@/lib/class-names';
import { formatHoursMinutes } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';

interface RowActions {
  linkTo: (employeeId: string) => string;
  onApprove: (person: PayrollPerson) => void;
  /** The person whose approval is under way. */
  approving: string | null;
}

const duration = (minutes: number) => (minutes === 0 ? '–' : formatHoursMinutes(minutes * 60));

/** What the database would refuse to approve. */
function isBlocked({ flags }: PayrollPerson): boolean {
  return ['no_rate', 'missing_clock_out', 'on_the_clock'].some((flag) => flags.includes(flag));
}

export function usePayrollColumns(
  summary: PeriodSummary,
  { linkTo, onApprove, approving }: RowActions,
): Column<PayrollPerson>[] {
  const { t } = useTranslation(['payroll', 'common']);
  const format = useFormat();
  const me = useEmployee();
  const { company } = useViewer();
  // An owner may be the only one; the database knows.
  const ownId = me?.role === 'manager' && company?.own_approval_by_others ? me.id : null;
  return useMemo(() => {
    // A column that says nothing must not cost the table its room.
    const hasOtherPay = summary.otherCents !== 0;
    const leftToOthers = ({ employee_id }: PayrollPerson) => employee_id === ownId;
    const minutes = (
      id: 'regular' | 'overtime' | 'double' | 'breaks',
      pick: (person: PayrollPerson) => number,
      total?: number,
    ): Column<PayrollPerson> => ({
      id,
      header: t(`column.${id}`),
      align: 'end',
      className: cn('w-20', id === 'breaks' && (hasOtherPay ? 'max-2xl:hidden' : 'max-xl:hidden')),
      sortBy: pick,
      cell: (person) => duration(pick(person)),
      ...(total === undefined ? {} : { total: duration(total) }),
    });
    const otherPay: Column<PayrollPerson> = {
      id: 'other',
      header: t('column.other'),
      align: 'end',
      className: 'w-20 max-lg:hidden',
      sortBy: ({ other_pay }) => other_pay,
      cell: ({ other_pay }) => (other_pay ? format.number(other_pay, 2) : '–'),
      total: format.number(summary.otherCents / 100, 2),
    };
    return [
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
      ...(hasOtherPay ? [otherPay] : []),
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
      {
        id: 'state',
        header: t('column.state'),
        className: 'w-48',
        cell: (person) => <StateBadges person={person} />,
      },
      {
        id: 'actions',
        header: t('column.actions'),
        headerHidden: true,
        align: 'end',
        card: 'actions',
        className: 'w-24',
        cell: (person) =>
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
  }, [t, format, summary, linkTo, onApprove, approving, ownId]);
}

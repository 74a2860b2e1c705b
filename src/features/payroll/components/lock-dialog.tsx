import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { Notice } from '@/components/shared/notice';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { employeeName } from '@/entities/employee/employees-query';
import { useLockPeriod } from '@/features/payroll/api/lock-period';
import {
  type PayPeriod,
  type PayrollPerson,
  withoutPlaceQuery,
} from '@/features/payroll/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface LockDialogProps {
  companyId: string;
  period: PayPeriod;
  people: readonly PayrollPerson[];
  onClose: () => void;
}

/** Says what is locked as it stands before it does so. */
export function LockDialog({ companyId, period, people, onClose }: LockDialogProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const lock = useLockPeriod();
  const codes = useCostCodeOptions().data ?? [];
  const { data: withoutPlace = [] } = useQuery(withoutPlaceQuery(companyId, period));
  const named = (matches: (person: PayrollPerson) => boolean) =>
    format.list(people.filter(matches).map(employeeName));
  const warnings = [
    ['unapproved', named(({ approval }) => approval === 'open' || approval === 'partly')],
    ['disputed', named(({ flags }) => flags.includes('disputed'))],
    ['tooLong', named(({ flags }) => flags.includes('long_entry'))],
    ['changed', named(({ flags }) => flags.includes('changed_after_approval'))],
    ['noRate', named(({ flags }) => flags.includes('no_rate'))],
    ['noPlace', named(({ employee_id }) => codes.length > 0 && withoutPlace.includes(employee_id))],
  ] as const;
  const withoutRate = people.some(({ flags }) => flags.includes('no_rate'));
  const told = warnings.filter(([, names]) => names !== '');
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('lock.title', { range: format.dateRange(period.start, period.end) })}
      description={t('lock.text')}
      confirmLabel={t('lock.action')}
      tone="primary"
      busy={lock.isPending}
      onConfirm={() =>
        lock.mutate(
          { start: period.start, end: period.end, unknownPay: withoutRate },
          { onSuccess: onClose },
        )
      }
    >
      {told.length > 0 && (
        <Notice tone="attention" className="mt-4">
          {told.map(([key, names]) => (
            <p key={key}>{t(`lock.${key}`, { names })}</p>
          ))}
        </Notice>
      )}
    </ConfirmDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { ReasonDialog } from '@/components/shared/reason-dialog';
import { RadioGroup, RadioItem } from '@/components/ui/radio-group';
import { employeeName } from '@/entities/employee/employees-query';
import { useUnlockPeriod } from '@/features/payroll/api/lock-period';
import { postedAdjustmentsQuery } from '@/features/payroll/api/queries';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface UnlockDialogProps {
  companyId: string;
  period: DateRange;
  onClose: () => void;
}

/** Shows what was posted for the period since, and asks what becomes of it. */
export function UnlockDialog({ companyId, period, onClose }: UnlockDialogProps) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const unlock = useUnlockPeriod();
  const posted = useQuery(postedAdjustmentsQuery(companyId, period)).data ?? [];
  const [choice, setChoice] = useState('takeBack');
  const { start, end } = period;
  const keepAdjustments = choice === 'keep';
  return (
    <ReasonDialog
      title={t('unlock.title', { range: format.dateRange(start, end) })}
      description={t('unlock.text')}
      confirmLabel={t('unlock.action')}
      reasonLabel={t('unlock.reason')}
      missing={t('reasonMissing')}
      busy={unlock.isPending}
      onConfirm={(reason) =>
        unlock.mutate({ start, end, reason, keepAdjustments }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      {posted.length > 0 && (
        <>
          <Notice tone="attention" className="mt-4" title={t('unlock.posted')}>
            <ul className="tabular max-h-40 overflow-y-auto">
              {posted.map((item) => (
                <li key={`${item.employee_id}${item.posted_on}${item.stays}`}>
                  {t('unlock.postedLine', {
                    name: employeeName(item),
                    amount: format.moneyFromCents(item.amount_cents),
                    date: format.date(item.posted_on),
                  })}
                  {item.reason && ` (${item.reason})`}
                  {item.stays && `, ${t('unlock.stays')}`}
                </li>
              ))}
            </ul>
          </Notice>
          <RadioGroup
            className="mt-3"
            aria-label={t('unlock.posted')}
            value={choice}
            onValueChange={setChoice}
          >
            {(['takeBack', 'keep'] as const).map((value) => (
              <RadioItem
                key={value}
                value={value}
                label={t(`unlock.${value}`)}
                description={t(`unlock.${value}Hint`)}
              />
            ))}
          </RadioGroup>
        </>
      )}
    </ReasonDialog>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { ReasonDialog } from '@/components/shared/reason-dialog';
import { Button } from '@/components/ui/button';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { PayDifference } from '@/entities/pay-difference/pay-difference';
import { usePostAdjustments } from '@/features/payroll/api/post-adjustments';
import { owedLinesQuery, owedQuery } from '@/features/payroll/api/queries';
import { useFormat } from '@/lib/format-context';
import { addDays, type DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

/** How far back a changed rate is looked for. */
const LOOKBACK_DAYS = 92;

/** Locked pay that today's rates and rules would pay otherwise, to be posted in this open period. */
export function OwedNotice({ companyId, period }: { companyId: string; period: DateRange }) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const people = useEmployeeOptions().data ?? [];
  const owedFor = { start: addDays(period.start, -LOOKBACK_DAYS), end: addDays(period.start, -1) };
  const { data = [] } = useQuery(owedQuery(companyId, owedFor));
  const post = usePostAdjustments();
  const [asking, setAsking] = useState(false);
  const { data: lines = [] } = useQuery({ ...owedLinesQuery(companyId, owedFor), enabled: asking });
  if (data.length === 0) return null;
  const nameOf = (id: string) => {
    const person = people.find((candidate) => candidate.id === id);
    return person ? employeeName(person) : '';
  };
  return (
    <Notice
      tone="attention"
      title={t('owed.title')}
      action={
        data.some((owed) => owed.difference_cents !== null) && (
          <Button size="small" onClick={() => setAsking(true)}>
            {t('owed.post')}
          </Button>
        )
      }
    >
      <ul className="tabular">
        {data.map((owed) => (
          <li key={`${owed.employee_id}${owed.start_date}${owed.difference_cents === null}`}>
            {t(owed.difference_cents === null ? 'owed.unknown' : 'owed.line', {
              name: nameOf(owed.employee_id),
              amount: format.moneyFromCents(owed.difference_cents),
              range: format.dateRange(owed.start_date, owed.end_date),
            })}
          </li>
        ))}
      </ul>
      {asking && (
        <ReasonDialog
          title={t('owed.post')}
          description={t('owed.text')}
          confirmLabel={t('owed.post')}
          reasonLabel={t('owed.reason')}
          missing={t('reasonMissing')}
          tone="primary"
          busy={post.isPending}
          onConfirm={(reason) =>
            post.mutate(
              { owedFor, postDate: period.start, reason },
              { onSuccess: () => setAsking(false) },
            )
          }
          onClose={() => setAsking(false)}
        >
          <PayDifference lines={lines} nameOf={nameOf} />
        </ReasonDialog>
      )}
    </Notice>
  );
}

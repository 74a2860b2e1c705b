import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { employeeName } from '@/entities/employee/employees-query';
import { isReimbursement } from '@/entities/pay-type/is-reimbursement';
import { explanationQuery, type PayrollPerson } from '@/features/payroll/api/queries';
import { usePayCodeName } from '@/features/payroll/components/use-pay-code-name';
import { isFringe, isLeave, isOtherPay, isPremium } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export type ReasonKind = 'leave' | 'premium' | 'fringe' | 'other' | 'repaid';

const KINDS: Record<ReasonKind, (code: string) => boolean> = {
  leave: isLeave,
  premium: isPremium,
  fringe: isFringe,
  other: isOtherPay,
  repaid: isReimbursement,
};

export interface PayReasonsProps {
  person: PayrollPerson;
  period: DateRange;
  kind: ReasonKind;
  /** As it stands in the column. */
  figure: string;
  linkTo: string;
}

/** A figure that is not for hours worked; pressing it shows the days and reasons behind it. */
export function PayReasons({ person, period, kind, figure, linkTo }: PayReasonsProps) {
  const { t } = useTranslation('payroll');
  const name = employeeName(person);
  return (
    <Popover>
      <PopoverTrigger
        className="tabular cursor-pointer rounded-small text-primary underline-offset-2 hover:underline pointer-coarse:-my-3 pointer-coarse:py-3"
        aria-label={t('reasons.label', { what: t(`column.${kind}`), name, figure })}
      >
        {figure}
      </PopoverTrigger>
      <PopoverContent className="w-80 p-4 text-left">
        <p className="mb-2 font-[620]">{t('reasons.title', { what: t(`column.${kind}`), name })}</p>
        <Reasons person={person} period={period} kind={kind} />
        <Link to={linkTo} preventScrollReset className="mt-3 inline-block text-primary text-sm">
          {t('reasons.all')}
        </Link>
      </PopoverContent>
    </Popover>
  );
}

function Reasons({ person, period, kind }: Pick<PayReasonsProps, 'person' | 'period' | 'kind'>) {
  const format = useFormat();
  const nameOf = usePayCodeName();
  const query = useQuery(explanationQuery(person.employee_id, period));
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={2} />}>
      {(lines) => (
        <ul className="grid max-h-64 gap-1.5 overflow-y-auto text-sm">
          {lines
            .filter(({ pay_code }) => KINDS[kind](pay_code))
            .map((line, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two equal amounts of one day are two.
              <li key={`${line.work_date}${line.pay_code}${place}`} className="flex gap-3">
                <span className="min-w-0 flex-1">
                  {nameOf(line.pay_code)}
                  <span className="block text-muted">
                    {[
                      format.weekdayDate(line.work_date),
                      line.minutes > 0 && formatDuration(line.minutes * 60),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <span className="tabular shrink-0">
                  {line.total_cents === null ? '–' : format.moneyFromCents(line.total_cents)}
                </span>
              </li>
            ))}
        </ul>
      )}
    </Loaded>
  );
}

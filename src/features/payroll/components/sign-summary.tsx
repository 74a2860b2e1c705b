import { useQuery } from '@tanstack/react-query';
import { Notice } from '@/components/shared/notice';
import type { ExplainedLine } from '@/features/payroll/api/queries';
import { timeChangesQuery } from '@/features/payroll/api/timesheet';
import { isChange, TimeChangeList } from '@/features/payroll/components/time-changes';
import { sheetSummary } from '@/features/payroll/explain';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface SignSummaryProps {
  employeeId: string;
  range: DateRange;
  lines: readonly ExplainedLine[];
  /** When this person last answered for these days; null: never. */
  answeredAt: string | null;
}

/** The signed figures, in sight of the button: hours, pay, and changes by others. */
export function SignSummary({ employeeId, range, lines, answeredAt }: SignSummaryProps) {
  return (
    <div className="flex flex-col gap-4">
      <Totals lines={lines} />
      <Changes employeeId={employeeId} range={range} answeredAt={answeredAt} />
    </div>
  );
}

function Totals({ lines }: Pick<SignSummaryProps, 'lines'>) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const summary = sheetSummary(lines);
  const { worked, regular, overtime, double, leave, cents } = summary;
  // Regular hours are all of them where there is no other kind.
  const hours = [
    ['regular', regular < worked ? regular : 0],
    ['overtime', overtime],
    ['double', double],
    ['leave', leave],
  ] as const;
  const amounts = [
    ['premium', summary.premiumCents],
    ['fringe', summary.fringeCents],
    ['other', summary.otherCents],
    ['repaid', summary.repaidCents],
  ] as const;
  return (
    <dl className="tabular grid grid-cols-2 gap-x-6 gap-y-3 rounded-card border bg-sunken px-4 py-3 sm:grid-cols-3">
      <Figure large label={t('sheet.total.hours')} value={formatDuration(worked * 60)} />
      {cents !== null && (
        <Figure large label={t('sheet.total.pay')} value={format.moneyFromCents(cents)} />
      )}
      {hours.map(
        ([id, minutes]) =>
          minutes > 0 && (
            <Figure key={id} label={t(`column.${id}`)} value={formatDuration(minutes * 60)} />
          ),
      )}
      {amounts.map(
        ([id, amount]) =>
          amount !== null &&
          amount !== 0 && (
            <Figure key={id} label={t(`column.${id}`)} value={format.moneyFromCents(amount)} />
          ),
      )}
    </dl>
  );
}

function Figure({ label, value, large }: { label: string; value: string; large?: boolean }) {
  return (
    <div>
      <dt className="text-muted text-sm">{label}</dt>
      <dd className={large ? 'whitespace-nowrap font-[660] text-lg' : 'font-[550]'}>{value}</dd>
    </div>
  );
}

function Changes({ employeeId, range, answeredAt }: Omit<SignSummaryProps, 'lines'>) {
  const { t } = useTranslation('payroll');
  const format = useFormat();
  const { data = [] } = useQuery(timeChangesQuery(employeeId, range));
  const since = data.filter(
    (change) =>
      isChange(change) &&
      (answeredAt === null || Date.parse(change.occurred_at) > Date.parse(answeredAt)),
  );
  if (since.length === 0) return null;
  return (
    <Notice
      tone="attention"
      title={
        answeredAt === null
          ? t('sheet.changedByOthers', { count: since.length })
          : t('sheet.changedSince', {
              count: since.length,
              when: format.dateTime(answeredAt),
            })
      }
    >
      <div className="mt-2 max-h-72 overflow-y-auto">
        <TimeChangeList changes={since} />
      </div>
    </Notice>
  );
}

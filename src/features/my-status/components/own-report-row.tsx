import type { OwnReportRow as Row } from '@/features/my-status/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const hasHours = (day: Row['days'][number]): boolean =>
  [day.st, day.ot, day.dt].some((hours) => Number(hours) > 0);

/** A row of the form, in sentences: each column that says something about the worker. */
export function OwnReportRow({ row }: { row: Row }) {
  const { t } = useTranslation('my-certified-payroll');
  const format = useFormat();
  const money = (amount: string) => format.money(Number(amount));
  const hours = (of: readonly string[]) =>
    format.number(
      of.reduce((sum, part) => sum + Number(part), 0),
      2,
    );
  const isPaid = (amount: string | undefined): amount is string => Number(amount ?? 0) > 0;
  const lines = [
    row.classification === null
      ? t('noClass')
      : row.kind === 'RA'
        ? t('apprentice', { class: row.classification, level: row.level ?? '–' })
        : t('class', { class: row.classification }),
    t('hours', { hours: hours([row.total]) }),
    Number(row.total_ot) + Number(row.total_dt) > 0 &&
      t('overtime', { hours: hours([row.total_ot, row.total_dt]) }),
    row.rate_st &&
      t('rate', { rate: money(row.rate_st), overtime: money(row.rate_ot ?? row.rate_st) }),
    isPaid(row.cash_in_lieu) && t('cash', { amount: money(row.cash_in_lieu) }),
    isPaid(row.fringe_credit) && t('plans', { amount: money(row.fringe_credit) }),
    row.gross_project && t('gross', { amount: money(row.gross_project) }),
    row.gross_all && t('all', { amount: money(row.gross_all) }),
    row.deductions?.total && t('deductions', { amount: money(row.deductions.total) }),
    row.net && t('net', { amount: money(row.net) }),
    row.rate_st === undefined && t('hidden'),
  ].filter((line) => typeof line === 'string' && line !== '');
  return (
    <div className="grid gap-1">
      {lines.map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
      <p className="text-muted">
        {t('days')}:{' '}
        {row.days
          .filter(hasHours)
          .map(({ date, st, ot, dt }) =>
            t('day', { day: format.weekday(date), hours: hours([st, ot, dt]) }),
          )
          .join(' · ')}
      </p>
    </div>
  );
}

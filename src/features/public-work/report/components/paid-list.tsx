import { CardLink } from '@/components/shared/card-link';
import { Notice } from '@/components/shared/notice';
import type { CertifiedPayrollRow } from '@/entities/certified-payroll/certified-payroll';
import { useFigures } from '@/features/public-work/report/use-figures';
import type { IsoDate } from '@/lib/format';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface PaidListProps {
  row: CertifiedPayrollRow;
  weekEnd: IsoDate;
}

/** Columns 7B to 9: what payroll withheld and paid for all work of the week, as it was entered. */
export function PaidList({ row, weekEnd }: PaidListProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const figures = useFigures();
  const { deductions } = row;
  const lines: readonly (readonly [string, string | null])[] = [
    [t('form.gross_all'), row.gross_all],
    [t('form.tax'), deductions?.tax ?? null],
    [t('form.fica'), deductions?.fica ?? null],
    ...(deductions?.items ?? []).map(({ name, amount }) => [name, amount] as const),
    [t('form.allDeductions'), deductions?.total ?? null],
    [t('form.net'), row.net],
  ];
  return (
    <>
      {!deductions && <Notice tone="attention">{t('cell.noFigures')}</Notice>}
      <dl className="divide-y rounded-card border text-sm">
        {lines.map(([label, amount]) => (
          <div key={label} className="flex justify-between gap-3 px-4 py-2">
            <dt>{label}</dt>
            <dd className="tabular">{figures.amount(amount)}</dd>
          </div>
        ))}
      </dl>
      <p className="flex flex-wrap justify-between gap-3 text-muted text-sm">
        <span>
          {[
            t('cell.allWork'),
            row.check_number && t('cell.check', { number: row.check_number }),
            row.paid_on && t('cell.paidOn', { date: format.date(row.paid_on) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <CardLink to={`/public-work?tab=facts&week=${weekEnd}&mode=type`}>
          {t('fix.figures')}
        </CardLink>
      </p>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { ErrorState } from '@/components/shared/error-state';
import { TableSkeleton } from '@/components/shared/loading-state';
import { payrollRowsQuery } from '@/features/exports/api/queries';
import { ExportWarnings } from '@/features/exports/components/export-warnings';
import { fullName, type PayrollRow, totalsOf } from '@/features/exports/payroll-record';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';

const MAX_ROWS = 100;

function PreviewTable({ rows }: { rows: readonly PayrollRow[] }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const totals = totalsOf(rows);
  const hidden = rows.length - MAX_ROWS;
  const cell = 'px-3 py-1.5 tabular text-right';
  return (
    <section
      className="max-h-64 overflow-y-auto rounded-card border"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      aria-label={t('preview.label')}
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr className="text-muted text-xs [&>th]:border-b [&>th]:px-3 [&>th]:py-2 [&>th]:font-[550]">
            <th className="text-left">{t('column.name')}</th>
            <th className="text-right">{t('column.hours')}</th>
            <th className="text-right max-sm:hidden">{t('column.rate')}</th>
            <th className="text-right max-sm:hidden">{t('column.otherPay')}</th>
            <th className="text-right">{t('column.earnings')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row) => (
            <tr key={row.employee_id} className="border-t first:border-t-0">
              <td className="px-3 py-1.5">{fullName(row)}</td>
              <td className={cell}>{format.number(row.total_hours, 2)}</td>
              <td className={`${cell} max-sm:hidden`}>
                {row.hourly_rate !== null
                  ? format.number(row.hourly_rate, 2)
                  : row.no_rate || row.total_hours === 0
                    ? '–'
                    : t('preview.severalRates')}
              </td>
              <td className={`${cell} max-sm:hidden`}>
                {row.other_pay ? format.money(row.other_pay) : '–'}
              </td>
              <td className={cell}>
                {row.total_earnings === null ? '–' : format.money(row.total_earnings)}
              </td>
            </tr>
          ))}
          {hidden > 0 && (
            <tr>
              <td colSpan={5} className="border-t px-3 py-1.5 text-muted">
                {t('preview.more', { count: hidden })}
              </td>
            </tr>
          )}
        </tbody>
        <tfoot className="sticky bottom-0 bg-sunken font-[620]">
          <tr className="[&>td]:border-t [&>td]:border-t-border-strong">
            <td className="px-3 py-2">
              {t('column.total')} · {t('preview.people', { count: rows.length })}
            </td>
            <td className={cell}>{format.number(totals.hours, 2)}</td>
            <td className="max-sm:hidden" />
            <td className={`${cell} max-sm:hidden`}>
              {totals.otherPay === 0 ? '–' : format.money(totals.otherPay)}
            </td>
            <td className={cell}>{format.money(totals.earnings)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Rows and totals before anything is handed out. */
export function PayrollPreview({ companyId, range }: { companyId: string; range: DateRange }) {
  const { t } = useTranslation('exports');
  const { data, error, isPending, refetch } = useQuery({
    ...payrollRowsQuery(companyId, range),
    enabled: companyId !== '',
  });
  if (isPending) {
    return companyId === '' ? null : (
      <div className="rounded-card border">
        <TableSkeleton rows={4} />
      </div>
    );
  }
  if (error && !data)
    return <ErrorState error={error} onRetry={() => void refetch()} className="py-6!" />;
  if (data.length === 0)
    return <EmptyState title={t('preview.empty')} className="rounded-card border py-8!" />;
  return (
    <>
      <ExportWarnings rows={data} range={range} />
      <PreviewTable rows={data} />
    </>
  );
}

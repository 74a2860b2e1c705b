import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { payrollRowsQuery } from '@/features/exports/api/queries';
import { ExportWarnings } from '@/features/exports/components/export-warnings';
import {
  fullName,
  leaveHours,
  type PayrollRow,
  rarePayIn,
  restOfPay,
  totalsOf,
} from '@/features/exports/payroll-record';
import { useFormat } from '@/lib/format-context';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const MAX_ROWS = 100;

function PreviewTable({ rows }: { rows: readonly PayrollRow[] }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const totals = totalsOf(rows);
  const leave = leaveHours(rows);
  const amount = (value: number | null) => (value ? format.money(value) : '–');
  const fringe = rarePayIn(rows).filter((name) => name === 'fringe_pay');
  const repaid = rarePayIn(rows).filter((name) => name === 'reimbursed_pay');
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
            <th className="text-right max-sm:hidden">{t('column.timeOff')}</th>
            <th className="text-right max-sm:hidden">{t('column.premiums')}</th>
            <th className="text-right max-sm:hidden">{t('column.otherPay')}</th>
            {fringe.map((name) => (
              <th key={name} className="text-right max-sm:hidden">
                {t(`column.${name}`)}
              </th>
            ))}
            <th className="text-right">{t('column.earnings')}</th>
            {repaid.map((name) => (
              <th key={name} className="text-right max-sm:hidden">
                {t(`column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map((row, place) => (
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
                {leave[place] ? format.number(leave[place], 2) : '–'}
              </td>
              <td className={`${cell} max-sm:hidden`}>{amount(row.premium_pay)}</td>
              <td className={`${cell} max-sm:hidden`}>{amount(restOfPay(row))}</td>
              {fringe.map((name) => (
                <td key={name} className={`${cell} max-sm:hidden`}>
                  {amount(row[name] ?? null)}
                </td>
              ))}
              <td className={cell}>
                {row.total_earnings === null ? '–' : format.money(row.total_earnings)}
              </td>
              {repaid.map((name) => (
                <td key={name} className={`${cell} max-sm:hidden`}>
                  {amount(row[name] ?? null)}
                </td>
              ))}
            </tr>
          ))}
          {hidden > 0 && (
            <tr>
              <td
                colSpan={7 + fringe.length + repaid.length}
                className="border-t px-3 py-1.5 text-muted"
              >
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
              {totals.leaveHours === 0 ? '–' : format.number(totals.leaveHours, 2)}
            </td>
            <td className={`${cell} max-sm:hidden`}>{amount(totals.premiums)}</td>
            <td className={`${cell} max-sm:hidden`}>{amount(totals.restOfPay)}</td>
            {fringe.map((name) => (
              <td key={name} className={`${cell} max-sm:hidden`}>
                {amount(totals[name])}
              </td>
            ))}
            <td className={cell}>{format.money(totals.earnings)}</td>
            {repaid.map((name) => (
              <td key={name} className={`${cell} max-sm:hidden`}>
                {amount(totals[name])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** Rows and totals before anything is handed out. */
export function PayrollPreview({ companyId, range }: { companyId: string; range: DateRange }) {
  const { t } = useTranslation('exports');
  const rows = useQuery({ ...payrollRowsQuery(companyId, range), enabled: companyId !== '' });
  if (companyId === '') return null;
  const skeleton = (
    <div className="rounded-card border">
      <TableSkeleton rows={4} />
    </div>
  );
  return (
    <Loaded query={rows} skeleton={skeleton} errorClassName="py-6!">
      {(data) =>
        data.length === 0 ? (
          <EmptyState title={t('preview.empty')} className="rounded-card border py-8!" />
        ) : (
          <>
            <ExportWarnings rows={data} range={range} />
            <PreviewTable rows={data} />
          </>
        )
      }
    </Loaded>
  );
}

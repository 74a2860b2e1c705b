import { nameOf } from '@/features/exports/formats/file-data';
import type { Reconciliation, RoundedRow } from '@/features/exports/formats/machine-format';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What the file pays and what it leaves out, up to the total of the screen. */
export function ReconciliationTable({ figures }: { figures: Reconciliation }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  const { hundredths, leaveMinutes } = figures;
  const rows = [
    [
      t('reconcile.hours', { hours: format.number(hundredths / 100, 2) }),
      format.moneyFromCents(figures.hoursCents),
    ],
    [
      leaveMinutes > 0
        ? t('reconcile.otherAndLeave', { hours: formatDuration(leaveMinutes * 60) })
        : t('reconcile.other'),
      format.moneyFromCents(figures.otherCents),
    ],
    [t('reconcile.leftOut'), format.moneyFromCents(figures.leftOutCents)],
    [t('reconcile.rounding'), format.moneyFromCents(figures.roundingCents)],
  ];
  return (
    <div className="grid gap-2">
      <Figures rows={rows} figures={figures} />
      {figures.rounding.length > 0 && <Rounding rows={figures.rounding} />}
    </div>
  );
}

/** What the system makes of each row beyond what payroll says, or short of it. */
function Rounding({ rows }: { rows: readonly RoundedRow[] }) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">{t('reconcile.roundingRows')}</summary>
      <ul className="tabular mt-1 grid max-h-48 gap-0.5 overflow-y-auto">
        {rows.map(({ person, payCode, workDate, minutes, cents }, place) => {
          const texts = {
            name: nameOf(person),
            payCode,
            hours: formatDuration(minutes * 60),
            amount: format.moneyFromCents(cents),
          };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: two equal rows are two.
            <li key={place}>
              {workDate === null
                ? t('reconcile.roundingRow', texts)
                : t('reconcile.roundingDay', { ...texts, date: format.date(workDate) })}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function Figures({
  rows,
  figures,
}: {
  rows: readonly (readonly string[])[];
  figures: Reconciliation;
}) {
  const { t } = useTranslation('exports');
  const format = useFormat();
  return (
    <table className="tabular w-full rounded-card border text-sm">
      <caption className="mb-1 text-left font-[620]">{t('reconcile.title')}</caption>
      <tbody>
        {rows.map(([what, amount]) => (
          <tr key={what} className="border-t first:border-t-0">
            <th scope="row" className="px-3 py-1.5 text-left font-normal">
              {what}
            </th>
            <td className="px-3 py-1.5 text-right">{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="bg-sunken font-[620]">
        <tr className="border-t">
          <th scope="row" className="px-3 py-1.5 text-left">
            {t('reconcile.screen')}
          </th>
          <td className="px-3 py-1.5 text-right">
            {format.moneyFromCents(figures.screenCents - figures.repaidCents)}
          </td>
        </tr>
        {figures.repaidCents !== 0 && (
          <tr>
            <th scope="row" className="px-3 py-1.5 text-left font-normal">
              {t('reconcile.repaid')}
            </th>
            <td className="px-3 py-1.5 text-right">{format.moneyFromCents(figures.repaidCents)}</td>
          </tr>
        )}
        {figures.unknown > 0 && (
          <tr>
            <td colSpan={2} className="px-3 py-1.5 font-normal">
              {t('reconcile.unknown', { count: figures.unknown })}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

import { useQuery } from '@tanstack/react-query';
import { CardLink } from '@/components/shared/card-link';
import { EmptyState } from '@/components/shared/empty-state';
import { costCodeOptionsQuery } from '@/entities/cost-code/cost-codes-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { entriesQuery, type ReportLine } from '@/features/public-work/report/api/queries';
import type { CellName } from '@/features/public-work/report/cells';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { hasText, translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

interface LineListProps {
  lines: readonly ReportLine[];
  cell: CellName;
}

/** The lines of pay behind a figure, each with the entries of time behind it. */
export function LineList({ lines, cell }: LineListProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const seconds = lines.reduce((sum, { minutes }) => sum + minutes * 60, 0);
  const cents = lines.reduce(
    (sum, line) => sum + (line.straight_cents ?? 0) + (line.premium_cents ?? 0),
    0,
  );
  if (lines.length === 0) return <EmptyState title={t('cell.none')} text={t('cell.noneText')} />;
  return (
    <>
      <ul className="divide-y rounded-card border">
        {lines.map((line) => (
          <Line
            key={[line.work_date, line.pay_code, line.multiplier, line.cost_code_id].join(' ')}
            line={line}
          />
        ))}
      </ul>
      <p className="flex justify-between gap-3 font-[620] text-sm">
        <span>{t('cell.sum')}</span>
        <span className="tabular">
          {[
            cell !== 'cash_in_lieu' && formatDuration(seconds),
            (cell === 'cash_in_lieu' || cell === 'gross_project') && format.moneyFromCents(cents),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
    </>
  );
}

function Line({ line }: { line: ReportLine }) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { data: codes = [] } = useQuery(costCodeOptionsQuery(companyId));
  const code = codes.find(({ id }) => id === line.cost_code_id);
  const { straight_cents, premium_cents } = line;
  const reason = `certified-payroll:rateReason.${line.rate_reason}`;
  return (
    <li className="grid gap-1 px-4 py-3 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-[550]">
          {format.weekdayDate(line.work_date)} · {t(`payCode.${line.pay_code}`)}
        </span>
        <span className="tabular">
          {straight_cents === null
            ? t('cell.noRate')
            : format.moneyFromCents(straight_cents + (premium_cents ?? 0))}
        </span>
      </p>
      <p className="text-muted">
        {[
          line.minutes > 0 && formatDuration(line.minutes * 60),
          line.hourly_rate !== null && t('cell.rate', { rate: format.money(line.hourly_rate) }),
          Boolean(premium_cents) &&
            t('cell.premium', { amount: format.moneyFromCents(premium_cents ?? 0) }),
          code && `${code.code} ${code.name}`,
          line.rate_reason && hasText(reason) && translate(reason),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {line.entry_ids && line.entry_ids.length > 0 && <Entries ids={line.entry_ids} />}
    </li>
  );
}

/** When the clock ran, each with the link to where it is changed. */
function Entries({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { data: entries } = useQuery(entriesQuery(companyId, ids));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1">
      {ids.map((id) => {
        const entry = entries?.find((known) => known.id === id);
        return (
          <li key={id}>
            <CardLink to={`/time-tracker?entry=${id}`}>
              {entry
                ? t('cell.entry', {
                    from: format.dateTime(entry.clock_in),
                    to: entry.clock_out ? format.time(entry.clock_out) : '…',
                  })
                : t('cell.openEntry')}
            </CardLink>
          </li>
        );
      })}
    </ul>
  );
}

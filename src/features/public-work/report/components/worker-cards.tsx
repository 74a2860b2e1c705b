import { Figure } from '@/features/public-work/report/components/figure';
import type { FormProps } from '@/features/public-work/report/components/form-table';
import { RowChecks } from '@/features/public-work/report/components/row-checks';
import { rowId } from '@/features/public-work/report/row-id';
import { useFigures } from '@/features/public-work/report/use-figures';
import type { NumberedRow, ReportedWorker } from '@/features/public-work/report/workers';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The form where its columns do not fit: a card for each worker. */
export function WorkerCards({ report, workers, onOpen }: FormProps) {
  return (
    <ul className="divide-y">
      {workers.map((worker) => (
        <li key={worker.entry} className="grid gap-3 p-4">
          <WorkerCard worker={worker} report={report} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function WorkerCard({
  worker,
  report,
  onOpen,
}: Omit<FormProps, 'workers'> & { worker: ReportedWorker }) {
  const { t } = useTranslation('certified-payroll');
  const [first] = worker.rows;
  if (!first) return null;
  return (
    <>
      <div>
        <h3 className="font-[620]">
          <span className="tabular mr-2 text-muted">{worker.entry}</span>
          {worker.name}
        </h3>
        <p className="text-muted text-sm">
          {first.identifying_number
            ? t('form.id', { number: first.identifying_number })
            : t('form.noId')}
        </p>
      </div>
      <div className="text-sm">
        <RowChecks worker={worker} header={report.header} />
      </div>
      {worker.rows.map((row) => (
        <ClassRow key={row.number} row={row} onOpen={onOpen} />
      ))}
      <Sums
        row={first}
        onOpen={onOpen}
        cells={[
          ['gross_all', '7B', first.gross_all],
          ['deductions', '8', first.deductions?.total ?? null],
          ['net', '9', first.net],
        ]}
      />
    </>
  );
}

interface RowProps {
  row: NumberedRow;
  onOpen: FormProps['onOpen'];
}

/** Hours of the days, and what they came to in this class. */
function ClassRow({ row, onOpen }: RowProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const figures = useFigures();
  return (
    <div id={rowId(row.number)} className="grid scroll-mt-24 gap-2 rounded-card border p-3">
      <p className="font-[550] text-sm">
        {row.classification ?? <span className="text-danger">{t('form.noClass')}</span>}
        <span className="font-normal text-muted">
          {' · '}
          {row.kind === 'RA' ? `${t('form.apprentice')}, ${row.level ?? ''}` : t('form.journey')}
        </span>
      </p>
      <ol className="grid grid-cols-7 gap-1 text-xs">
        {row.days.map(({ date, st, ot, dt }) => (
          <li key={date} className="rounded-small bg-sunken px-0.5 py-1 text-center">
            <span className="block text-muted" aria-hidden="true">
              {format.weekday(date, 'narrow')}
            </span>
            {[st, ot, dt].some((hours) => Number(hours) > 0) ? (
              <Figure
                row={row.number}
                cell={date}
                onOpen={onOpen}
                label={format.weekdayDate(date)}
                align="center"
              >
                {figures.hours(st)}
                {[ot, dt].map(
                  (hours, index) =>
                    Number(hours) > 0 && (
                      // biome-ignore lint/suspicious/noArrayIndexKey: overtime, then double time.
                      <span key={index} className="block text-muted">
                        +{figures.hours(hours)}
                      </span>
                    ),
                )}
              </Figure>
            ) : (
              <span className="text-faint">–</span>
            )}
          </li>
        ))}
      </ol>
      <Sums
        row={row}
        onOpen={onOpen}
        cells={[
          ['total', '5', row.total],
          ['rate', '6A', row.rate_st],
          ['fringe_credit', '6B', row.fringe_credit],
          ['cash_in_lieu', '6C', row.cash_in_lieu],
          ['gross_project', '7A', row.gross_project],
        ]}
      />
    </div>
  );
}

type SumOfRow = readonly [
  (
    | 'total'
    | 'rate'
    | 'fringe_credit'
    | 'cash_in_lieu'
    | 'gross_project'
    | 'gross_all'
    | 'deductions'
    | 'net'
  ),
  string,
  string | null,
];

function Sums({ row, onOpen, cells }: RowProps & { cells: readonly SumOfRow[] }) {
  const { t } = useTranslation('certified-payroll');
  const figures = useFigures();
  return (
    <dl className="grid gap-1 text-sm">
      {cells.map(([cell, column, value]) => (
        <div key={cell} className="flex items-baseline justify-between gap-3">
          <dt className="text-muted">
            <span className="tabular mr-1.5 inline-block w-6 text-faint">{column}</span>
            {t(`form.${cell}`)}
          </dt>
          <dd>
            <Figure row={row.number} cell={cell} onOpen={onOpen} label={t(`form.${cell}`)}>
              {cell === 'total' && value !== null ? figures.hours(value) : figures.amount(value)}
              {cell === 'rate' && Number(row.total_ot) > 0 && ` / ${figures.amount(row.rate_ot)}`}
            </Figure>
          </dd>
        </div>
      ))}
    </dl>
  );
}

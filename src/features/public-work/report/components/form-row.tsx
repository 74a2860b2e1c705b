import type { CertifiedPayrollHeader } from '@/entities/certified-payroll/certified-payroll';
import type { OpenedCell } from '@/features/public-work/report/cells';
import { Figure } from '@/features/public-work/report/components/figure';
import { RowChecks } from '@/features/public-work/report/components/row-checks';
import { rowId } from '@/features/public-work/report/row-id';
import { useFigures } from '@/features/public-work/report/use-figures';
import type { NumberedRow, ReportedWorker } from '@/features/public-work/report/workers';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface FormRowProps {
  row: NumberedRow;
  worker: ReportedWorker;
  /** Of the worker; what is for all work of the week stands there alone. */
  isFirst: boolean;
  header: CertifiedPayrollHeader;
  onOpen: (cell: OpenedCell) => void;
  /** Else they stand below the worker's first row. */
  checksBeside: boolean;
}

const DEDUCTIONS = ['tax', 'fica', 'other', 'total'] as const;
const cell = 'h-10 border-b border-l px-1 py-1 align-middle first:border-l-0';

/** Of a worker with errors, with warnings, or with nothing found. */
export function rowTone({ checks }: Pick<ReportedWorker, 'checks'>): string {
  if (checks.some(({ severity }) => severity === 'error')) return 'bg-danger-soft';
  return checks.length > 0 ? 'bg-attention-soft' : '';
}

/** One line of the form: straight time above overtime. */
export function FormRow({ row, worker, isFirst, header, onOpen, checksBeside }: FormRowProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const figures = useFigures();
  const open = { row: row.number, onOpen };
  const spoken = (label: string) => `${worker.name}, ${label}`;
  return (
    <tr id={rowId(row.number)} className={cn('scroll-mt-24', rowTone(worker))}>
      <td className={cn(cell, 'text-center')}>{row.entry}</td>
      <th scope="row" className={cn(cell, 'min-w-24 text-left font-normal')}>
        {isFirst ? (
          <>
            <span className="block font-[620]">{worker.name}</span>
            <span className="text-muted">
              {row.identifying_number
                ? t('form.id', { number: row.identifying_number })
                : t('form.noId')}
            </span>
          </>
        ) : (
          <span className="text-muted">
            <span className="sr-only">{worker.name}: </span>
            {t('form.asAbove')}
          </span>
        )}
      </th>
      <td className={cn(cell, 'text-center')}>
        {row.kind}
        {row.level && <span className="block text-muted">{row.level}</span>}
      </td>
      <td className={cell}>
        {row.classification ?? <span className="text-danger">{t('form.noClass')}</span>}
      </td>
      {row.days.map(({ date, st, ot, dt }) => (
        <td key={date} className={cn(cell, 'px-1')}>
          {[st, ot, dt].some((hours) => Number(hours) > 0) && (
            <Figure {...open} cell={date} label={spoken(format.weekdayDate(date))}>
              <span className="block">{Number(st) > 0 ? figures.hours(st) : ' '}</span>
              {Number(ot) > 0 && <span className="block text-muted">{figures.hours(ot)}</span>}
              {Number(dt) > 0 && (
                <span className="block text-muted">
                  {t('form.dt', { hours: figures.hours(dt) })}
                </span>
              )}
            </Figure>
          )}
        </td>
      ))}
      <td className={cell}>
        <Figure {...open} cell="total" label={spoken(t('form.total'))} strong>
          <span className="block">{figures.hours(row.total_st)}</span>
          {Number(row.total_ot) > 0 && (
            <span className="block font-normal">{figures.hours(row.total_ot)}</span>
          )}
          {Number(row.total_dt) > 0 && (
            <span className="block font-normal">
              {t('form.dt', { hours: figures.hours(row.total_dt) })}
            </span>
          )}
        </Figure>
      </td>
      <td className={cell}>
        <Figure {...open} cell="rate" label={spoken(t('form.rate'))}>
          <span className="block">{figures.amount(row.rate_st)}</span>
          <span className="block text-muted">{figures.amount(row.rate_ot)}</span>
        </Figure>
      </td>
      {(['fringe_credit', 'cash_in_lieu', 'gross_project'] as const).map((name) => (
        <td key={name} className={cell}>
          <Figure
            {...open}
            cell={name}
            label={spoken(t(`form.${name}`))}
            strong={name === 'gross_project'}
          >
            {figures.amount(row[name])}
          </Figure>
        </td>
      ))}
      <td className={cell}>
        {isFirst && (
          <Figure {...open} cell="gross_all" label={spoken(t('form.gross_all'))}>
            {figures.amount(row.gross_all)}
          </Figure>
        )}
      </td>
      {DEDUCTIONS.map((name) => (
        <td key={name} className={cell}>
          {isFirst && (
            <Figure
              {...open}
              cell="deductions"
              label={spoken(t(`form.${name === 'total' ? 'allDeductions' : name}`))}
            >
              {figures.amount(row.deductions?.[name] ?? null)}
            </Figure>
          )}
        </td>
      ))}
      <td className={cell}>
        {isFirst && (
          <Figure {...open} cell="net" label={spoken(t('form.net'))} strong>
            {figures.amount(row.net)}
          </Figure>
        )}
      </td>
      {checksBeside && (
        <td className={cn(cell, 'min-w-36')}>
          {isFirst ? (
            <RowChecks worker={worker} header={header} />
          ) : (
            <span className="text-muted">{t('form.secondRow', { entry: row.entry })}</span>
          )}
        </td>
      )}
    </tr>
  );
}

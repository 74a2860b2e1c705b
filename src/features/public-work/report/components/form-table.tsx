import { Fragment, type ReactNode } from 'react';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import type { OpenedCell } from '@/features/public-work/report/cells';
import { sumOf } from '@/features/public-work/report/cents';
import { FormRow, rowTone } from '@/features/public-work/report/components/form-row';
import { RowChecks } from '@/features/public-work/report/components/row-checks';
import { useFigures } from '@/features/public-work/report/use-figures';
import type { ReportedWorker } from '@/features/public-work/report/workers';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface FormProps {
  report: CertifiedPayroll;
  workers: readonly ReportedWorker[];
  onOpen: (cell: OpenedCell) => void;
}

interface HeadingProps {
  column: string;
  children: ReactNode;
  align?: 'start' | 'center';
  rows?: number;
}

function Heading({ column, children, align = 'center', rows = 2 }: HeadingProps) {
  return (
    <th
      scope="col"
      rowSpan={rows}
      className={cn(
        'border-b border-l bg-sunken px-1 py-1 align-bottom font-[550] text-muted first:border-l-0',
        align === 'start' ? 'text-left' : 'text-center',
      )}
    >
      <span className="block text-foreground">{column}</span>
      {children}
    </th>
  );
}

/** Without the checks. */
const COLUMNS = 22;

const sub = 'border-b border-l bg-sunken px-1 py-1 text-center font-[550] text-muted';

/** Columns 1A to 9 as the form has them, with what was found beside each row. */
export function FormTable({
  report,
  workers,
  onOpen,
  checksBeside,
}: FormProps & { checksBeside: boolean }) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const figures = useFigures();
  const { rows, header } = report;
  const days = rows[0]?.days ?? [];
  const total = (of: (row: (typeof rows)[number]) => string | null) =>
    figures.amountFromCents(sumOf(rows.map(of)));
  return (
    <table className="w-full border-separate border-spacing-0 text-xs leading-snug">
      <caption className="sr-only">
        {t('form.caption', { project: header.project_name, date: format.date(header.week_end) })}
      </caption>
      <thead>
        <tr>
          <Heading column="1A">{t('form.entry')}</Heading>
          <Heading column="1B–1E" align="start">
            {t('form.worker')}
          </Heading>
          <Heading column="2">{t('form.kind')}</Heading>
          <Heading column="3" align="start">
            {t('form.class')}
          </Heading>
          <th scope="colgroup" colSpan={7} className={sub}>
            <span className="block text-foreground">4</span>
            {t('form.days')}
          </th>
          <Heading column="5">{t('form.total')}</Heading>
          <Heading column="6A">{t('form.rate')}</Heading>
          <Heading column="6B">{t('form.fringe_credit')}</Heading>
          <Heading column="6C">{t('form.cash_in_lieu')}</Heading>
          <Heading column="7A">{t('form.gross_project')}</Heading>
          <Heading column="7B">{t('form.gross_all')}</Heading>
          <th scope="colgroup" colSpan={4} className={sub}>
            <span className="block text-foreground">8</span>
            {t('form.deductions')}
          </th>
          <Heading column="9">{t('form.net')}</Heading>
          {checksBeside && (
            <Heading column={t('form.checks')} align="start">
              {t('form.checkCount', { count: report.checks.length })}
            </Heading>
          )}
        </tr>
        <tr>
          {days.map(({ date }) => (
            <th key={date} scope="col" className={sub} aria-label={format.weekdayDate(date)}>
              {format.weekday(date, 'narrow')}
              <span className="block">{Number(date.slice(8))}</span>
            </th>
          ))}
          {(['tax', 'fica', 'other', 'allDeductions'] as const).map((name) => (
            <th key={name} scope="col" className={sub}>
              {t(`form.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {workers.map((worker) => (
          <Fragment key={worker.entry}>
            {worker.rows.map((row, index) => (
              <FormRow
                key={row.number}
                row={row}
                worker={worker}
                isFirst={index === 0}
                header={header}
                onOpen={onOpen}
                checksBeside={checksBeside}
              />
            ))}
            {!checksBeside && (worker.checks.length > 0 || (worker.otherWorkCents ?? 0) > 0) && (
              <tr className={rowTone(worker)}>
                <td className="border-b" />
                <td colSpan={COLUMNS - 1} className="border-b px-1 pb-2">
                  <RowChecks worker={worker} header={header} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
      <tfoot className="bg-sunken font-[620]">
        <tr className="[&>td]:px-1.5 [&>td]:py-2 [&>td]:text-right [&>th]:px-3 [&>th]:text-left">
          <th scope="row" colSpan={11}>
            {[
              t('form.workers', { count: workers.length }),
              t('form.rows', { count: rows.length }),
            ].join(', ')}
          </th>
          <td className="tabular">{total((row) => row.total)}</td>
          <td />
          <td className="tabular">{total((row) => row.fringe_credit)}</td>
          <td className="tabular">{total((row) => row.cash_in_lieu)}</td>
          <td className="tabular">{total((row) => row.gross_project)}</td>
          <td colSpan={checksBeside ? 7 : 6}>
            {!checksBeside &&
              (report.checks.length > 0
                ? t('form.checksFound', { count: report.checks.length })
                : t('check.none'))}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

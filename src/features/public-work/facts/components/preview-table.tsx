import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useEmployeeOptions } from '@/entities/employee/employees-query';
import { messageText } from '@/entities/import/message-text';
import type { Decision } from '@/features/public-work/facts/api/import-journal';
import { DifferenceTable } from '@/features/public-work/facts/components/difference-table';
import { deductedCents } from '@/features/public-work/facts/fact-line';
import type { PreviewLine } from '@/features/public-work/facts/use-fact-import';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface PreviewTableProps {
  lines: readonly PreviewLine[];
  /** Says whom a line means; null: it was imported. */
  onPerson: ((workerKey: string, employeeId: string | null) => void) | null;
  onDecide?: ((lines: readonly PreviewLine[], decision: Decision) => void) | undefined;
}

const TONES = {
  new: 'success',
  more: 'primary',
  same: 'neutral',
  different: 'attention',
  kept: 'neutral',
} as const;
const isWrong = ({ problem, refused }: PreviewLine) => problem !== null || refused !== null;
/** What needs somebody comes first: what cannot be imported, then what differs. */
const rankOf = (row: PreviewLine) => (isWrong(row) ? 0 : row.result === 'different' ? 1 : 2);

/** A line for each person: whom it means, what it says, and what is wrong with it; those first. */
export function PreviewTable({ lines, onPerson, onDecide }: PreviewTableProps) {
  const { t } = useTranslation(['payroll-facts', 'imports']);
  const format = useFormat();
  const { data: employees = [] } = useEmployeeOptions();
  const sorted = lines.toSorted((one, other) => rankOf(one) - rankOf(other));
  const money = (cents: number | undefined) =>
    cents === undefined ? '–' : format.moneyFromCents(cents);
  const ourName = (id: string | null) => {
    const found = employees.find((employee) => employee.id === id);
    return found ? `${found.first_name} ${found.last_name}`.trim() : null;
  };
  return (
    <DataTable
      label={t('preview.title')}
      rows={sorted}
      rowKey={({ line }) => line.lines.join()}
      columns={[
        {
          id: 'line',
          header: t('preview.line'),
          align: 'end',
          className: 'w-16',
          cell: ({ line }) => line.lines.join(', '),
        },
        {
          id: 'person',
          header: t('person'),
          card: 'title',
          cell: ({ line, match, problem }) => {
            const own = ourName(match.employeeId);
            const asks =
              onPerson !== null &&
              (problem === 'unknown' ||
                problem === 'several' ||
                problem === 'suggested' ||
                match.reason === 'chosen');
            return (
              <span className="flex flex-col gap-1">
                <span className="wrap-anywhere">{line.name || '–'}</span>
                {asks && match.suggestedId && match.reason === 'suggested' && (
                  <Button
                    size="small"
                    onClick={() => onPerson(line.workerKey, match.suggestedId ?? null)}
                  >
                    {t('preview.confirm', { name: ourName(match.suggestedId) ?? '' })}
                  </Button>
                )}
                {asks ? (
                  <EmployeePicker
                    size="compact"
                    include="all"
                    value={match.reason === 'chosen' ? match.employeeId : null}
                    aria-label={t('preview.whoIs', { name: line.name })}
                    placeholder={t('preview.choose')}
                    onValueChange={(id) => onPerson(line.workerKey, id)}
                  />
                ) : (
                  own && own !== line.name && <span className="text-muted text-sm">{own}</span>
                )}
              </span>
            );
          },
        },
        {
          id: 'week',
          header: t('week.ending'),
          cell: ({ line: { weekEnd, periodStart } }) => {
            if (!weekEnd) return '–';
            return periodStart ? format.dateRange(periodStart, weekEnd) : format.date(weekEnd);
          },
        },
        {
          id: 'gross',
          header: t('column.gross_all'),
          align: 'end',
          cell: ({ line }) => money(line.amounts.gross_all),
        },
        {
          id: 'deductions',
          header: t('compared.deductions'),
          align: 'end',
          cell: ({ line }) => money(deductedCents(line)),
        },
        {
          id: 'net',
          header: t('column.net'),
          align: 'end',
          cell: ({ line }) => money(line.amounts.net),
        },
        {
          id: 'result',
          header: t('preview.result'),
          cell: (row) => <Result row={row} onDecide={onDecide} />,
        },
      ]}
    />
  );
}

function Result({ row, onDecide }: { row: PreviewLine } & Pick<PreviewTableProps, 'onDecide'>) {
  const { t } = useTranslation(['payroll-facts', 'imports']);
  const format = useFormat();
  const { line, problem, refused, result, netDifference, stored, decision } = row;
  return (
    <span className="flex flex-col items-start gap-1 text-sm">
      {problem ? (
        <span className={problem === 'suggested' ? 'text-attention-strong' : 'text-danger'}>
          {t(`problem.${problem}`)}
        </span>
      ) : refused !== null ? (
        <span className="text-danger">{messageText(refused)}</span>
      ) : (
        result &&
        result !== 'error' &&
        result !== 'unknown' && <Badge tone={TONES[result]}>{t(`result.${result}`)}</Badge>
      )}
      {(result === 'different' || result === 'kept') && stored && row.row && (
        <>
          <DifferenceTable
            label={t('difference.ofLine', { name: line.name })}
            stored={stored}
            theirs={row.row}
          />
          {onDecide && (
            <Select
              size="compact"
              aria-label={t('difference.decide', { name: line.name })}
              value={decision ?? undefined}
              placeholder={t('difference.later')}
              onValueChange={(next: Decision) => onDecide([row], next)}
              options={(['keep', 'take'] as const).map((value) => ({
                value,
                label: t(`difference.${value}`),
              }))}
            />
          )}
        </>
      )}
      {line.checkNumbers.length > 1 && (
        <span className="text-muted">
          {t('preview.checks', { count: line.checkNumbers.length })}
        </span>
      )}
      {netDifference !== null && netDifference !== 0 && (
        <span className="text-attention-strong">
          {t('netDiffers', { amount: format.moneyFromCents(netDifference) })}
        </span>
      )}
    </span>
  );
}

import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useEmployeeOptions } from '@/entities/employee/employees-query';
import { messageText } from '@/entities/import/message-text';
import { deductedCents } from '@/features/public-work/facts/fact-line';
import type { PreviewLine } from '@/features/public-work/facts/use-fact-import';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface PreviewTableProps {
  lines: readonly PreviewLine[];
  /** Says whom a line means; null: it was imported. */
  onPerson: ((workerKey: string, employeeId: string | null) => void) | null;
}

const TONES = { new: 'success', changed: 'primary', same: 'neutral', error: 'danger' } as const;
const isWrong = ({ problem, refused }: PreviewLine) => problem !== null || refused !== null;

/** A line for each person: whom it means, what it says, and what is wrong with it; those first. */
export function PreviewTable({ lines, onPerson }: PreviewTableProps) {
  const { t } = useTranslation(['payroll-facts', 'imports']);
  const format = useFormat();
  const { data: employees = [] } = useEmployeeOptions();
  const sorted = lines.toSorted((one, other) => Number(isWrong(other)) - Number(isWrong(one)));
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
              (problem === 'unknown' || problem === 'several' || match.reason === 'chosen');
            return (
              <span className="flex flex-col gap-1">
                <span className="wrap-anywhere">{line.name || '–'}</span>
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
          cell: ({ line }) => (line.weekEnd ? format.date(line.weekEnd) : '–'),
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
          cell: (row) => <Result row={row} />,
        },
      ]}
    />
  );
}

function Result({ row }: { row: PreviewLine }) {
  const { t } = useTranslation(['payroll-facts', 'imports']);
  const format = useFormat();
  const { line, problem, refused, result, netDifference } = row;
  return (
    <span className="flex flex-col items-start gap-1 text-sm">
      {problem ? (
        <span className="text-danger">{t(`problem.${problem}`)}</span>
      ) : refused !== null ? (
        <span className="text-danger">{messageText(refused)}</span>
      ) : (
        result && <Badge tone={TONES[result]}>{t(`imports:outcome.${result}`)}</Badge>
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

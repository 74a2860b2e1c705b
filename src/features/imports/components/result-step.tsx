import { Download } from 'lucide-react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { messageText } from '@/entities/import/message-text';
import type { FileTable } from '@/features/imports/read-file';
import type { RowResult } from '@/features/imports/use-run';
import { csvText } from '@/lib/files/csv';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';

const RESULTS = ['new', 'changed', 'same', 'question', 'error'] as const;
const TONES = {
  new: 'success',
  changed: 'primary',
  same: 'neutral',
  question: 'attention',
  error: 'danger',
} as const;

/** How many rows are what, and every row with its reason, the wrong ones first. */
export function ResultStep({
  table,
  results,
}: {
  table: FileTable;
  results: readonly RowResult[];
}) {
  const { t } = useTranslation('imports');
  const counts = RESULTS.map(
    (kind) => [kind, results.filter(({ result }) => result === kind).length] as const,
  );
  const wrong = results.filter(({ result }) => result === 'error');
  const open = results.filter(({ result }) => result === 'question');
  const sorted = [
    ...wrong,
    ...open,
    ...results.filter(({ result }) => result !== 'error' && result !== 'question'),
  ];
  const words = (row: number) => (table.rows[row - 1]?.cells ?? []).filter(Boolean).join(' · ');
  const download = () =>
    downloadFile(
      t('errorsFile'),
      FILE_TYPES.csv,
      csvText([
        [...table.headings, t('column.reason')],
        ...wrong.map(({ row, message }) => [
          ...table.headings.map((_, index) => table.rows[row - 1]?.cells[index] ?? ''),
          messageText(message),
        ]),
      ]),
    );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {counts.map(([kind, count]) =>
          kind === 'question' && count === 0 ? null : (
            <Badge key={kind} tone={count > 0 ? TONES[kind] : 'neutral'}>
              {t(`count.${kind}`, { count })}
            </Badge>
          ),
        )}
        {wrong.length > 0 && (
          <Button variant="link" onClick={download}>
            <Download aria-hidden="true" />
            {t('downloadErrors')}
          </Button>
        )}
      </div>
      <DataTable
        label={t('results')}
        rows={sorted}
        rowKey={({ row }) => String(row)}
        columns={[
          { id: 'row', header: t('row'), cell: ({ row }) => row, align: 'end', className: 'w-16' },
          {
            id: 'result',
            header: t('result'),
            className: 'w-36',
            cell: ({ result }) => <Badge tone={TONES[result]}>{t(`outcome.${result}`)}</Badge>,
          },
          {
            id: 'reason',
            header: t('column.reason'),
            cell: ({ message, result }) => (
              <span className={result === 'error' ? 'text-danger' : undefined}>
                {messageText(message)}
              </span>
            ),
          },
          {
            id: 'cells',
            header: t('inTheFile'),
            card: 'title',
            cell: ({ row }) => <span className="wrap-anywhere">{words(row)}</span>,
          },
        ]}
      />
    </div>
  );
}

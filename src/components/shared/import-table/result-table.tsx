import { CircleAlert, CircleCheck } from 'lucide-react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Notice } from '@/components/shared/notice';
import { useTranslation } from '@/lib/use-translation';
import type { ImportColumn } from './import-columns';
import type { RowResult } from './import-dialog';

export interface ResultTableProps {
  rows: readonly Record<string, string>[];
  columns: readonly ImportColumn[];
  results: readonly RowResult[];
}

/** Every row with what is wrong with it; the wrong ones first. */
export function ResultTable({ rows, columns, results }: ResultTableProps) {
  const { t } = useTranslation('imports');
  const marked = columns.filter(({ shown }) => shown);
  const refused = results.filter(({ ok }) => !ok).length;
  const sorted = [...results].sort((a, b) => Number(a.ok) - Number(b.ok) || a.row - b.row);
  return (
    <>
      <Notice tone={refused > 0 ? 'danger' : 'success'}>
        {refused > 0
          ? t('dialog.someWrong', { count: refused, total: results.length })
          : t('dialog.allGood', { count: results.length })}
      </Notice>
      <DataTable
        label={t('results')}
        rows={sorted}
        rowKey={({ row }) => String(row)}
        columns={[
          { id: 'row', header: t('row'), cell: ({ row }) => row, align: 'end', className: 'w-14' },
          ...(marked.length > 0 ? marked : columns.slice(0, 3)).map(({ key, label }, index) => ({
            id: key,
            header: label,
            // Anything may have been pasted, also a word longer than the dialog is wide.
            cell: ({ row }: RowResult) => {
              const text = rows[row - 1]?.[key];
              return text ? <span className="wrap-anywhere">{text}</span> : '–';
            },
            ...(index === 0 ? ({ card: 'title' } as const) : {}),
          })),
          {
            id: 'result',
            header: t('result'),
            cell: ({ ok, text }: RowResult) => (
              <span className={ok ? 'text-success-strong' : 'text-danger'}>
                <ResultIcon ok={ok} /> {text}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

function ResultIcon({ ok }: { ok: boolean }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return <Icon aria-hidden="true" className="-mt-0.5 mr-1 inline size-4" />;
}

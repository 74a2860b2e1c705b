import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Notice } from '@/components/shared/notice';
import type { ImportColumn } from './import-columns';
import type { Verdict } from './import-dialog';

export interface VerdictTableProps {
  rows: readonly Record<string, string>[];
  columns: readonly ImportColumn[];
  verdicts: readonly Verdict[];
}

/** Every row with what is wrong with it; the wrong ones first. */
export function VerdictTable({ rows, columns, verdicts }: VerdictTableProps) {
  const { t } = useTranslation('import');
  const refused = verdicts.filter(({ ok }) => !ok).length;
  const sorted = [...verdicts].sort((a, b) => Number(a.ok) - Number(b.ok) || a.row - b.row);
  return (
    <>
      <Notice tone={refused > 0 ? 'danger' : 'success'}>
        {refused > 0
          ? t('someWrong', { count: refused, total: verdicts.length })
          : t('allGood', { count: verdicts.length })}
      </Notice>
      <DataTable
        label={t('verdicts')}
        rows={sorted}
        rowKey={({ row }) => String(row)}
        columns={[
          { id: 'row', header: t('row'), cell: ({ row }) => row, align: 'end', className: 'w-14' },
          ...columns.slice(0, 3).map(({ key, label }, index) => ({
            id: key,
            header: label,
            // Anything may have been pasted, also a word longer than the dialog is wide.
            cell: ({ row }: Verdict) => {
              const text = rows[row - 1]?.[key];
              return text ? <span className="wrap-anywhere">{text}</span> : '–';
            },
            ...(index === 0 ? ({ card: 'title' } as const) : {}),
          })),
          {
            id: 'verdict',
            header: t('verdict'),
            cell: ({ ok, text }: Verdict) => (
              <span className={ok ? 'text-success-strong' : 'text-danger'}>
                <VerdictIcon ok={ok} /> {text}
              </span>
            ),
          },
        ]}
      />
    </>
  );
}

function VerdictIcon({ ok }: { ok: boolean }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return <Icon aria-hidden="true" className="-mt-0.5 mr-1 inline size-4" />;
}

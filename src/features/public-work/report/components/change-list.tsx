import { DataTable } from '@/components/shared/data-table/data-table';
import { Notice } from '@/components/shared/notice';
import type { ReportChange } from '@/features/public-work/report/compare-reports';
import { useTranslation } from '@/lib/use-translation';

/** What a correction changes against the version that was signed. */
export function ChangeList({ changes }: { changes: readonly ReportChange[] }) {
  const { t } = useTranslation('certified-payroll');
  if (changes.length === 0) return <Notice>{t('correct.nothing')}</Notice>;
  const side = (id: 'before' | 'after') => ({
    id,
    header: t(`correct.${id}`),
    align: 'end' as const,
    cell: (change: ReportChange) =>
      change[id] ?? (change.cell === 'row' ? t('correct.noRow') : '–'),
  });
  return (
    <div className="overflow-hidden rounded-card border">
      <DataTable
        label={t('correct.changes')}
        rows={changes}
        rowKey={({ worker, classification, cell, before, after }) =>
          [worker, classification, cell, before, after].join('|')
        }
        columns={[
          {
            id: 'worker',
            header: t('form.worker'),
            card: 'title',
            cell: ({ worker, classification }) => (
              <>
                {worker}
                <span className="block font-normal text-muted text-xs">{classification}</span>
              </>
            ),
          },
          { id: 'cell', header: t('correct.cell'), cell: ({ cell }) => t(`cells.${cell}`) },
          side('before'),
          side('after'),
        ]}
      />
    </div>
  );
}

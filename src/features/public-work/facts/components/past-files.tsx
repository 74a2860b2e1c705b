import { useQuery } from '@tanstack/react-query';
import { DataTable } from '@/components/shared/data-table/data-table';
import { Badge } from '@/components/ui/badge';
import { Card, CardHeader } from '@/components/ui/card';
import { factImportsQuery } from '@/features/public-work/facts/api/queries';
import { UndoButton } from '@/features/public-work/facts/components/undo-button';
import { useFormat } from '@/lib/format-context';
import { serverNow } from '@/lib/server-clock';
import { useTranslation } from '@/lib/use-translation';

const WEEK_MILLISECONDS = 7 * 86_400_000;

/** Payroll files that were imported; each can be taken back for a week. */
export function PastFiles({ companyId }: { companyId: string }) {
  const { t } = useTranslation(['payroll-facts', 'imports']);
  const format = useFormat();
  const files = useQuery(factImportsQuery(companyId)).data ?? [];
  if (files.length === 0) return null;
  return (
    <Card>
      <CardHeader title={t('files.title')} description={t('files.text')} divided />
      <DataTable
        label={t('files.title')}
        rows={files}
        rowKey={({ id }) => id}
        columns={[
          {
            id: 'file',
            header: t('files.file'),
            card: 'title',
            cell: ({ file_name }) => <span className="wrap-anywhere">{file_name || '–'}</span>,
          },
          {
            id: 'when',
            header: t('files.when'),
            cell: ({ created_at }) => format.dateTime(created_at),
          },
          {
            id: 'lines',
            header: t('files.people'),
            align: 'end',
            cell: ({ new_rows, changed_rows }) => format.number(new_rows + changed_rows),
          },
          {
            id: 'undo',
            header: t('import.undo'),
            headerHidden: true,
            card: 'actions',
            align: 'end',
            cell: ({ id, undone_at, created_at, new_rows, changed_rows }) =>
              undone_at ? (
                <Badge>{t('imports:past.undone')}</Badge>
              ) : (
                new_rows + changed_rows > 0 &&
                serverNow() - Date.parse(created_at) < WEEK_MILLISECONDS && (
                  <UndoButton importId={id} size="small" />
                )
              ),
          },
        ]}
      />
    </Card>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { type Document, documentsQuery } from '@/features/documents/api/queries';
import { useRestoreDocument } from '@/features/documents/api/save-document';
import { RetentionField } from '@/features/documents/components/retention-field';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** What managers deleted and may bring back until its time is over. */
export function DeletedList({ companyId }: { companyId: string }) {
  const { t } = useTranslation('documents');
  const format = useFormat();
  const deleted = useQuery(documentsQuery(companyId, true));
  const restore = useRestoreDocument(companyId);
  const columns: Column<Document>[] = [
    { id: 'name', header: t('list.name'), card: 'title', cell: ({ name }) => name },
    {
      id: 'deleted',
      header: t('deleted.at'),
      cell: ({ deleted_at }) => (deleted_at ? format.dateTime(deleted_at) : '–'),
    },
    {
      id: 'restore',
      header: t('deleted.restore'),
      headerHidden: true,
      align: 'end',
      card: 'actions',
      cell: (row) => (
        <Button
          size="small"
          aria-label={t('deleted.restoreNamed', { name: row.name })}
          busy={restore.isPending && restore.variables.id === row.id}
          onClick={() => restore.mutate(row)}
        >
          {t('deleted.restore')}
        </Button>
      ),
    },
  ];
  return (
    <>
      <RetentionField />
      <Loaded query={deleted} skeleton={<TableSkeleton />}>
        <DataTable
          label={t('view.deleted')}
          rows={deleted.data ?? []}
          columns={columns}
          rowKey={({ id }) => id}
          empty={<EmptyState icon={Trash2} title={t('deleted.none')} />}
        />
      </Loaded>
    </>
  );
}

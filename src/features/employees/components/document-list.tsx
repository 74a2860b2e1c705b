import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { employeeDocumentsQuery, type RequiredDocument } from '@/features/employees/api/records';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function addressOf({ document_id, folder_id, project_id }: RequiredDocument): string {
  const place = new URLSearchParams({
    folder: folder_id ?? (project_id ? 'project' : 'company'),
    document: document_id,
  });
  if (project_id) place.set('project', project_id);
  return `/documents?${place}`;
}

/** What one person has to read, and what they have signed. */
export function DocumentList({ employeeId }: { employeeId: string }) {
  const { t } = useTranslation('employees');
  const format = useFormat();
  const query = useQuery(employeeDocumentsQuery(employeeId));
  return (
    <Loaded query={query} skeleton={<TableSkeleton rows={3} />}>
      <DataTable
        label={t('tab.documents')}
        rows={query.data ?? []}
        rowKey={({ document_id }) => document_id}
        empty={<EmptyState title={t('documents.empty')} />}
        columns={[
          {
            id: 'name',
            header: t('documents.name'),
            card: 'title',
            cell: (row) => (
              <Link to={addressOf(row)} className="text-primary hover:underline">
                {row.name}
              </Link>
            ),
          },
          {
            id: 'place',
            header: t('documents.project'),
            cell: ({ project_name }) => project_name ?? t('documents.company'),
          },
          {
            id: 'version',
            header: t('documents.version'),
            align: 'end',
            cell: (row) => row.version,
          },
          {
            id: 'signed',
            header: t('documents.signed'),
            align: 'end',
            card: 'aside',
            cell: ({ signed_at, opened_at }) =>
              signed_at ? (
                format.dateTime(signed_at)
              ) : (
                <Badge tone="attention">
                  {t(opened_at ? 'documents.opened' : 'documents.open')}
                </Badge>
              ),
          },
        ]}
      />
    </Loaded>
  );
}
